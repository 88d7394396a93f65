import * as Effect from "effect/Effect"
import { SwitchChainError } from "../../../../src/errors/rpc.ts"
import { bitcoinChainOf, bitcoinChains, isTaproot } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { callWallet } from "../../shared/callWallet.ts"
import { accountOf, type ChainNames, decodeResponse, ignoreFailure, readField, readList } from "./decode.ts"
import { type BitcoinFailure, type BitcoinWallet, lacks } from "./wallet.ts"

/** `window.LeatherProvider`, a JSON-RPC interface that rejects with JSON-RPC errors. */
export interface Leather {
  request(method: string, params?: object): unknown
}

/** Adapts Leather. It has no current network, because each request names one. It emits no events, and every request prompts. */
export const leather = (provider: Leather): BitcoinWallet => {
  const request = (method: string, params: object): Effect.Effect<unknown, BitcoinFailure> =>
    Effect.flatMap(
      callWallet(method, () => provider.request(method, params)),
      (value) => decodeResponse("JSON-RPC answer", value, (response) => readField(response, "result")),
    )
  const connect: BitcoinWallet["connect"] = (network) => {
    const named = on(network)
    return Effect.flatMap(request("getAddresses", named), (value) =>
      decodeResponse("Bitcoin accounts", value, (response) => {
        const accounts = readList(readField(response, "addresses"), accountIn)
        return accounts && { accounts, ...(named.network && { chain: network.caipNetworkId }) }
      }),
    )
  }
  const fieldOf = (method: string, params: object, name: string) =>
    Effect.map(request(method, params), (value) => ignoreFailure(() => readField(value, name)))

  return {
    chains: [bitcoinChains.mainnet, bitcoinChains.testnet],
    connect,
    granted: () => lacks("to tell its accounts without a prompt"),
    disconnect: Effect.void,
    switchTo: (network) =>
      on(network).network
        ? connect(network)
        : Effect.fail(new SwitchChainError(`The wallet does not know ${network.caipNetworkId}`)),

    signMessage: ({ message, address, protocol }, network) =>
      fieldOf(
        "signMessage",
        {
          message,
          paymentType: isTaproot(address) ? "p2tr" : "p2wpkh",
          ...(protocol && { type: protocol === "ecdsa" ? "legacy" : protocol }),
          ...on(network),
        },
        "signature",
      ),

    signPsbt: ({ psbt, signInputs, broadcast }, network) =>
      Effect.map(
        request("signPsbt", {
          hex: psbt.hex,
          signAtIndex: [...new Set(signInputs.map(({ index }) => index))],
          ...allowed(signInputs.flatMap(({ sighashTypes = [] }) => sighashTypes)),
          broadcast,
          ...on(network),
        }),
        (value) => ({
          psbt: ignoreFailure(() => readField(value, "hex")),
          txid: ignoreFailure(() => readField(value, "txid")),
        }),
      ),

    sendTransfer: ({ recipient, amount }, network) =>
      fieldOf("sendTransfer", { recipients: [{ address: recipient, amount: `${amount}` }], ...on(network) }, "txid"),

    listen: () => () => {},
  }
}

const names: ChainNames = { mainnet: "mainnet", testnet: "testnet" }

const on = ({ caipNetworkId }: { readonly caipNetworkId: string }): { readonly network?: string } => {
  const chain = bitcoinChainOf(caipNetworkId)
  const network = chain && names[chain]
  return network ? { network } : {}
}

const allowed = (types: readonly number[]) => (types.length > 0 ? { allowedSighash: [...new Set(types)] } : {})

const accountIn = (entry: unknown) => {
  const type = readField(entry, "type")
  if (readField(entry, "symbol") !== "BTC") return undefined
  return accountOf({
    address: readField(entry, "address"),
    type: type === "p2tr" ? "ordinal" : "payment",
    publicKey: readField(entry, "publicKey"),
    path: readField(entry, "derivationPath"),
  })
}
