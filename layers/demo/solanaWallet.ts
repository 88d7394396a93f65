import * as Effect from "effect/Effect"
import { oneByOne } from "../chains/walletStandard.ts"
import type { DemoWallet } from "./wallet.ts"

/** A demo wallet of Solana as the object that a page gets from one (Wallet Standard). */
export const standardWallet = (wallet: DemoWallet, run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>): object => {
  const accounts = () => wallet.accounts().map((address) => ({ address, chains, features: [] }))
  const version = "1.0.0"
  const signed = (address: string, what: Uint8Array) =>
    run(Effect.map(wallet.sign(address, what.join()), (digits) => bytesOf(digits)))
  return {
    version,
    name: wallet.name,
    icon: wallet.icon,
    chains,
    get accounts() {
      return accounts()
    },
    features: {
      "standard:connect": {
        version,
        connect: async (input?: { readonly silent?: boolean }) => {
          if (!input?.silent) await run(wallet.connect)
          return { accounts: accounts() }
        },
      },
      "standard:disconnect": { version, disconnect: async () => wallet.revoke() },
      "standard:events": {
        version,
        on: (_: "change", listener: (properties: object) => void) =>
          wallet.listen((event) => {
            if (event === "accountsChanged") listener({ accounts: accounts() })
          }),
      },
      "solana:signMessage": {
        version,
        signMessage: (...inputs: readonly (ByAccount & { readonly message: Uint8Array })[]) =>
          oneByOne(inputs, async ({ account: { address }, message }) => ({
            signedMessage: message,
            signature: await signed(address, message),
          })),
      },
      "solana:signTransaction": {
        version,
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: (...inputs: readonly Sent[]) =>
          oneByOne(inputs, async ({ account: { address }, transaction }) => {
            const signedTransaction = new Uint8Array(transaction)
            // Its first signature stands behind the count of them.
            signedTransaction.set(await signed(address, transaction), 1)
            return { signedTransaction }
          }),
      },
      "solana:signAndSendTransaction": {
        version,
        supportedTransactionVersions: ["legacy", 0],
        signAndSendTransaction: (...inputs: readonly Sent[]) =>
          oneByOne(inputs, async ({ account: { address }, transaction }) => ({
            signature: await signed(address, transaction),
          })),
      },
    },
  }
}

interface ByAccount {
  readonly account: { readonly address: string }
}
interface Sent extends ByAccount {
  readonly transaction: Uint8Array
}

const chains = ["solana:mainnet", "solana:devnet", "solana:testnet"]

/** Hex digits as bytes. */
export const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (digit) => Number.parseInt(digit, 16))
