import * as Effect from "effect/Effect"
import { UnauthorizedProviderError } from "../../../src/errors/rpc.ts"
import { oneByOne } from "../../chains/shared/walletStandard.ts"
import type * as Keys from "../keys/solana.ts"
import type { TestKey } from "../keys/testKeys.ts"
import { signedSolana } from "./solanaMethods.ts"
import { type SignInInput, signInText } from "./solanaSignIn.ts"
import type { DemoWallet } from "./wallet.ts"

/** Returns the Wallet Standard object that a Solana wallet registers. It does not broadcast transactions. */
export const standardWallet = (wallet: DemoWallet, run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>): object => {
  const accounts = () => wallet.accounts().map((address) => ({ address, chains, features: [] }))
  const version = "1.0.0"
  const signed = <A>(address: string, by: (keys: typeof Keys, key: TestKey) => Promise<A>) =>
    run(Effect.flatMap(wallet.signer(address), (key) => signedSolana((keys) => by(keys, key))))
  const signedTransaction = ({ account: { address }, transaction }: Sent) =>
    signed(address, (keys, key) => keys.signTransaction(key, address, new Uint8Array(transaction)))
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
            signature: await signed(address, (keys, key) => keys.signMessage(key, message)),
          })),
      },
      "solana:signIn": {
        version,
        signIn: (...inputs: readonly SignInInput[]) =>
          oneByOne(inputs.length > 0 ? inputs : [{}], async (input) => {
            await run(wallet.connect)
            const account = accounts().find(({ address }) => (input.address ?? address) === address)
            if (!account) throw new UnauthorizedProviderError("No such account")
            const signedMessage = new TextEncoder().encode(signInText(input, account.address))
            const sign = async (keys: typeof Keys, key: TestKey) => ({
              signature: await keys.signMessage(key, signedMessage),
              publicKey: keys.fromBase58(account.address),
            })
            const { signature, publicKey } = await signed(account.address, sign)
            return { account: { ...account, publicKey }, signedMessage, signature }
          }),
      },
      "solana:signTransaction": {
        version,
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: (...inputs: readonly Sent[]) =>
          oneByOne(inputs, async (input) => ({ signedTransaction: (await signedTransaction(input)).wire })),
      },
      "solana:signAndSendTransaction": {
        version,
        supportedTransactionVersions: ["legacy", 0],
        signAndSendTransaction: (...inputs: readonly Sent[]) =>
          oneByOne(inputs, async (input) => ({ signature: (await signedTransaction(input)).signature })),
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
