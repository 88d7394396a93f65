import { getBase58Decoder } from "@solana/kit"
import type { Keypair } from "@solana/web3.js"
import { failure } from "./rpc.ts"
import { fromBase58 } from "./solanaJudge.ts"
import { addressOf, send, signMessage, signTransaction } from "./solanaWallet.ts"
import type { Beside } from "./wallet.ts"

/** Solana in a WalletConnect wallet with these keys. `nodes`: CAIP-2 ID to node URL, the chains it approves. */
export const solanaBeside = (accounts: () => readonly Keypair[], nodes: Readonly<Record<string, string>>): Beside => ({
  chains: Object.keys(nodes),
  addresses: () => accounts().map(addressOf),
  methods: [
    "solana_signMessage",
    "solana_signTransaction",
    "solana_signAllTransactions",
    "solana_signAndSendTransaction",
  ],
  perform: async (method, params, chain) => {
    const { pubkey, message, transaction = "", transactions = [], sendOptions } = params as Params
    const keypair = accounts().find((one) => pubkey === undefined || addressOf(one) === pubkey)
    if (!keypair) throw failure(4100, "The account is not one of this wallet")
    if (message !== undefined) return { signature: toBase58(signMessage(keypair, fromBase58(message))) }
    const signed = [transaction, ...transactions].filter(Boolean).map((text) => signTransaction(keypair, bytesOf(text)))
    const [first] = signed
    switch (method) {
      case "solana_signTransaction":
        return { signature: toBase58(first?.signatures[0] ?? new Uint8Array()) }
      case "solana_signAllTransactions":
        return { transactions: signed.map((one) => Buffer.from(one.serialize()).toString("base64")) }
    }
    await send(nodes[chain] ?? "", first?.serialize() ?? new Uint8Array(), sendOptions)
    return { signature: toBase58(first?.signatures[0] ?? new Uint8Array()) }
  },
})

interface Params {
  readonly pubkey?: string
  /** base58 */
  readonly message?: string
  /** base64 */
  readonly transaction?: string
  readonly transactions?: readonly string[]
  readonly sendOptions?: object
}

const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"))
