import * as Effect from "effect/Effect"
import { AnswerInvalid } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { type EmbeddedAccount, embeddedAccountOf } from "../embedded/embeddedAccount.ts"
import type { EmbeddedDeps, EmbeddedWallet } from "../embedded/routeByConnector.ts"
import { elements, oneByOne, read } from "../shared/walletStandard.ts"
import { canonicalId } from "./networks.ts"
import { providerOf } from "./provider.ts"
import { fromBase58, isSolanaKey, toBase58 } from "./transaction.ts"

/** Creates the embedded wallet on Solana, with a Wallet Standard provider for the site. */
export const embedded = (parts: EmbeddedDeps): EmbeddedWallet => {
  const session = embeddedAccountOf("solana", parts, (address) => (isSolanaKey(address) ? address : undefined))
  const provider = providerOf(standard(session, parts), session.network)
  return {
    ...session,
    signMessage: Effect.fn("secure.signMessage")(function* ({ address, message }) {
      const bytes = new TextEncoder().encode(message)
      const value = yield* session.request("solana_signMessage", { message: toBase58(bytes), pubkey: address })
      const signature = fromBase58(read(value, "signature"))
      if (signature) return toBase58(signature)
      return yield* Effect.fail(new AnswerInvalid("Expected signature"))
    }),
    provider: () => Effect.succeed(provider),
  }
}

/** Returns the embedded wallet as a Wallet Standard object. The frame encodes bytes as base58. */
const standard = (session: EmbeddedAccount, { networks, run }: EmbeddedDeps): object => {
  const solanas = () => networks().filter(({ chainNamespace }) => chainNamespace === "solana")
  const chains = () => solanas().map(({ caipNetworkId }) => caipNetworkId)
  const accounts = () =>
    (session.stand()?.accounts ?? []).map(({ address }) => ({ address, chains: chains(), features: [] }))
  const networkOf = (chain: string | undefined): Network | undefined =>
    solanas().find((network) => chain !== undefined && canonicalId([chain], network))
  const request = (method: string, params: object, chain?: string) =>
    run(session.request(method, params, networkOf(chain)))

  return {
    name: "Embedded wallet",
    get chains() {
      return chains()
    },
    get accounts() {
      return accounts()
    },
    features: {
      "standard:connect": { connect: async () => ({ accounts: accounts() }) },
      "standard:events": {
        on: (_: "change", listener: (properties: object) => void) =>
          session.listen(() => listener({ accounts: accounts() })),
      },
      "solana:signMessage": {
        signMessage: (...inputs: readonly Said[]) =>
          oneByOne(inputs, async ({ account: { address }, message }) => {
            const value = await request("solana_signMessage", { message: toBase58(message), pubkey: address })
            return { signature: fromBase58(read(value, "signature")), signedMessage: message }
          }),
      },
      "solana:signTransaction": {
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: async (...inputs: readonly Sent[]) => {
          const [first] = inputs
          if (inputs.length === 1 && first) {
            const value = await request(
              "solana_signTransaction",
              { transaction: toBase58(first.transaction) },
              first.chain,
            )
            return [{ signedTransaction: fromBase58(read(value, "transaction")) }]
          }
          const transactions = inputs.map(({ transaction }) => toBase58(transaction))
          const response = await request("solana_signAllTransactions", { transactions }, first?.chain)
          return elements(read(response, "transactions")).map((one) => ({ signedTransaction: fromBase58(one) }))
        },
      },
      "solana:signAndSendTransaction": {
        supportedTransactionVersions: ["legacy", 0],
        signAndSendTransaction: (...inputs: readonly Sent[]) =>
          oneByOne(inputs, async ({ transaction, chain, options }) => {
            const params = { transaction: toBase58(transaction), ...(options && { options }) }
            const value = await request("solana_signAndSendTransaction", params, chain)
            return { signature: fromBase58(read(value, "signature")) }
          }),
      },
    },
  }
}

interface Said {
  readonly account: { readonly address: string }
  readonly message: Uint8Array
}
interface Sent {
  readonly transaction: Uint8Array
  readonly chain?: string
  readonly options?: object
}
