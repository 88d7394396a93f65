import { bitcoinChainOf } from "../../../src/namespaces/model/bitcoinProvider.ts"
import type { Holder } from "./bitcoinHolder.ts"
import { keysOf } from "./bitcoinKeys.ts"
import { failure } from "./rpc.ts"
import type { Beside } from "./wallet.ts"

/** Bitcoin in a WalletConnect wallet of this user, on these chains. That wallet shows the prompts. */
export const bitcoinBeside = (holder: Holder, chains: readonly string[]): Beside => {
  const keys = (chain: string) => keysOf(holder.account, bitcoinChainOf(chain) === "mainnet" ? "mainnet" : "test")

  return {
    chains,
    addresses: (chain) => keys(chain).map(({ address }) => address),
    methods: ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
    perform: async (method, params, chain) => {
      const { account, address, message, protocol, psbt, signInputs, broadcast, recipientAddress, amount } =
        params as Params
      const granted = keys(chain)
      if (!granted.some((key) => key.address === account)) throw failure(4100, "The account is not one of this wallet")
      holder.move(bitcoinChainOf(chain) ?? "mainnet")
      switch (method) {
        case "getAccountAddresses":
          return granted.map(({ address, publicKey, path, purpose }) => ({
            address,
            publicKey,
            path,
            type: purpose === "payment" ? "payment" : "ordinal",
          }))
        case "signMessage": {
          const signature = await holder.signMessage(address ?? account, message, protocol)
          return { address, signature: Buffer.from(signature, "base64").toString("hex") }
        }
        case "signPsbt": {
          const inputs = signInputs.map(({ index, address, sighashTypes }) => ({
            index,
            address,
            ...(sighashTypes && { types: sighashTypes }),
          }))
          const signed = await holder.signPsbt(new Uint8Array(Buffer.from(psbt, "base64")), inputs, broadcast)
          return { psbt: Buffer.from(signed.psbt).toString("base64"), ...(signed.txid && { txid: signed.txid }) }
        }
      }
      if (typeof amount !== "string") throw failure(-32602, "Expected satoshis as a text")
      return { txid: await holder.transfer(recipientAddress, Number(amount)) }
    },
  }
}

interface Params {
  readonly account: string
  readonly address?: string
  readonly message: string
  readonly protocol: "ecdsa" | "bip322"
  readonly psbt: string
  readonly signInputs: readonly {
    readonly index: number
    readonly address: string
    readonly sighashTypes?: readonly number[]
  }[]
  readonly broadcast: boolean
  readonly recipientAddress: string
  readonly amount: unknown
}
