import { safeText } from "../../../src/core/first-paint/safeText.ts"
import { readFailure } from "../../../src/core/readFailure.ts"
import { AnswerInvalid } from "../../../src/errors/index.ts"
import { type RpcFailure, UnauthorizedProviderError } from "../../../src/errors/rpc.ts"
import type {
  SolanaAccount,
  SolanaFeatures,
  SolanaIcon,
  SolanaId,
  SolanaProvider,
  SolanaSignature,
  SolanaTransactionInput,
  SolanaVersion,
} from "../../../src/namespaces/model/solanaProvider.ts"
import { typeMismatch } from "../../../src/options/guards.ts"
import type { Network } from "../../../src/options/networks.ts"
import { notifyAll } from "../../shared/notifyAll.ts"
import { bytesOf, elements, methodOf, read, texts } from "../shared/walletStandard.ts"
import { canonicalId, isSameChain } from "./networks.ts"
import { fromBase58, isSolanaKey, opened, wireOf } from "./transaction.ts"

/** Wraps an untrusted Wallet Standard object in a provider that checks every response. `network` returns the active network. */
export const providerOf = (wallet: object, network: () => Network | undefined): SolanaProvider => {
  /** Accounts from the last `connect` or `signIn`, for wallets that do not list their accounts. */
  let lastGranted: readonly Granted[] = []
  let shows = false
  const granted = () => {
    const shown = read(wallet, "accounts")
    if (elements(shown).length > 0) shows = true
    return shows ? readAccounts(shown) : lastGranted
  }
  /**
   * Returns the wallet's own object for an account, because some wallets compare accounts by identity. Defaults to the first account.
   * Throws if the account is not granted.
   */
  const ownOf = (account: { readonly address: string } | undefined) => {
    const all = [...granted(), ...lastGranted]
    const found = account ? all.find((one) => one.account.address === account.address) : all[0]
    if (!found) throw new UnauthorizedProviderError("The wallet did not grant this account")
    return found.own
  }
  const chains = () => texts(read(wallet, "chains")).filter((chain): chain is SolanaId => chain.startsWith("solana:"))
  const chainOf = (wanted: string | undefined) => {
    const caipNetworkId = (wanted ?? network()?.caipNetworkId ?? "") as SolanaId
    return canonicalId(chains(), { caipNetworkId }) ?? caipNetworkId
  }

  /** Calls a method whose result must have one element per input, and decodes each. Rejects with AnswerInvalid for any other result. */
  const callForEach = async <Input, Output>(
    call: Method,
    inputs: readonly Input[],
    prepare: (input: Input) => object,
    decode: (value: unknown, input: Input) => Output,
  ): Promise<readonly Output[]> => {
    const prepared = inputs.map(prepare)
    const value = await tried(() => call(...prepared))
    const results = elements(value)
    if (results.length !== inputs.length) throw new AnswerInvalid(typeMismatch("one result per input", value))
    return inputs.map((input, index) => decode(results[index], input))
  }
  const featureMethod = (feature: string, method: string) => methodOf(wallet, feature, method)
  /** Adds the wallet's signing features to accounts that list none, because sites check the features of an account. */
  const toAccounts = (accounts: readonly Granted[]): readonly SolanaAccount[] => {
    const can = signers.filter((name) => makers[name]())
    return accounts.map(({ account }) =>
      account.features.length > 0 ? account : Object.freeze({ ...account, features: can }),
    )
  }
  const signing = ({ account, transaction, chain, options }: SolanaTransactionInput) => ({
    account: ownOf(account),
    transaction: wireOf(transaction),
    chain: chainOf(chain),
    ...(options && { options }),
  })

  const makers: { readonly [Name in keyof Required<SolanaFeatures>]: () => SolanaFeatures[Name] | undefined } = {
    "standard:connect": () => ({
      version,
      connect: async (input) => {
        const call = featureMethod("standard:connect", "connect")
        const value = await tried(() => call?.(...(input?.silent ? [{ silent: true }] : [])))
        const list = read(value, "accounts")
        lastGranted = readAccounts(Array.isArray(list) ? list : read(wallet, "accounts"))
        return { accounts: toAccounts(lastGranted) }
      },
    }),
    "standard:disconnect": () => {
      const call = featureMethod("standard:disconnect", "disconnect")
      return (
        call && {
          version,
          disconnect: async () => {
            await tried(() => call())
            lastGranted = []
          },
        }
      )
    },
    "standard:events": () => ({
      version,
      on: (_, listener) =>
        listenToAccounts(wallet, (accounts) => notifyAll([listener], { accounts: toAccounts(accounts) })),
    }),
    "solana:signMessage": () => {
      const call = featureMethod("solana:signMessage", "signMessage")
      return (
        call && {
          version,
          signMessage: (...inputs) =>
            callForEach(call, inputs, ({ account, message }) => ({ account: ownOf(account), message }), readSignature),
        }
      )
    },
    "solana:signTransaction": () => {
      const call = featureMethod("solana:signTransaction", "signTransaction")
      return (
        call && {
          version,
          supportedTransactionVersions: versionsOf(wallet, "solana:signTransaction"),
          signTransaction: (...inputs) =>
            callForEach(call, inputs, signing, (value) => ({
              signedTransaction: readTransaction(read(value, "signedTransaction")),
            })),
        }
      )
    },
    "solana:signAndSendTransaction": () => {
      const call = featureMethod("solana:signAndSendTransaction", "signAndSendTransaction")
      return (
        call && {
          version,
          supportedTransactionVersions: versionsOf(wallet, "solana:signAndSendTransaction"),
          signAndSendTransaction: (...inputs) =>
            callForEach(call, inputs, signing, (value) => ({
              signature: readBytes(read(value, "signature"), signatureBytes),
            })),
        }
      )
    },
    "solana:signIn": () => {
      const call = featureMethod("solana:signIn", "signIn")
      return (
        call && {
          version,
          signIn: async (...inputs) => {
            const wanted = inputs.length > 0 ? inputs : [{}]
            const results = await callForEach(call, wanted, (input) => input, readSignedIn)
            lastGranted = results.map(({ granted }) => granted)
            return results.map(({ signed, granted: { account } }) => ({ ...signed, account }))
          },
        }
      )
    },
  }

  return {
    version,
    name: safeText(read(wallet, "name")),
    icon: iconOf(read(wallet, "icon")),
    get chains() {
      return chains()
    },
    get accounts() {
      return toAccounts(granted())
    },
    get features() {
      const made = Object.entries(makers).flatMap(([name, make]) => {
        const feature = make()
        return feature ? [[name, feature]] : []
      })
      return Object.fromEntries(made) as SolanaFeatures
    },
  }
}

export const serves = ({ chains }: SolanaProvider, { caipNetworkId }: Network): boolean =>
  chains.some((chain) => isSameChain(chain, caipNetworkId))

type Method = (...inputs: readonly unknown[]) => unknown

/** An account and the wallet's own object for it. */
interface Granted {
  readonly account: SolanaAccount
  readonly own: unknown
}

const version = "1.0.0"
const signers = ["solana:signMessage", "solana:signTransaction", "solana:signAndSendTransaction"] as const
const signatureBytes = 64

/** Calls the wallet, and rejects with an RPC error for whatever it throws. */
const tried = async (call: () => unknown): Promise<unknown> => {
  try {
    return await call()
  } catch (thrown) {
    throw readFailure(thrown) satisfies RpcFailure
  }
}

/** Reads Solana accounts, without duplicates, invalid entries and accounts of other chains. */
const readAccounts = (list: unknown): readonly Granted[] => {
  const accounts = elements(list).flatMap((own) => readAccount(own) ?? [])
  return accounts.filter(
    ({ account }, index) => index === accounts.findIndex((other) => other.account.address === account.address),
  )
}

const readAccount = (own: unknown): Granted | undefined => {
  const address = read(own, "address")
  const publicKey = isSolanaKey(address) ? fromBase58(address) : undefined
  if (!publicKey || isForeign(own)) return undefined
  const chains = idsOf(own, "chains").filter((chain) => chain.startsWith("solana:"))
  const features = idsOf(own, "features")
  return { own, account: Object.freeze({ address: address as string, publicKey, chains, features }) }
}

/** Whether an account lists chains and none of them is a Solana chain. */
const isForeign = (own: unknown): boolean => {
  const chains = idsOf(own, "chains")
  return chains.length > 0 && !chains.some((chain) => chain.startsWith("solana:"))
}

const idsOf = (own: unknown, key: string) => texts(read(own, key)).filter((id): id is SolanaId => id.includes(":"))

const readSignature = (value: unknown, { message }: { readonly message: Uint8Array }): SolanaSignature => ({
  signedMessage: bytesOf(read(value, "signedMessage")) ?? message,
  signature: readBytes(read(value, "signature"), signatureBytes),
})

const readSignedIn = (value: unknown) => {
  const granted = readAccount(read(value, "account"))
  if (!granted) throw new AnswerInvalid(typeMismatch("Solana account", read(value, "account")))
  const signedMessage = bytesOf(read(value, "signedMessage"))
  if (!signedMessage?.length) throw new AnswerInvalid(typeMismatch("bytes", read(value, "signedMessage")))
  return { granted, signed: { signedMessage, signature: readBytes(read(value, "signature"), signatureBytes) } }
}

const readTransaction = (value: unknown): Uint8Array => {
  const bytes = bytesOf(value)
  if (bytes && opened(bytes)) return bytes
  throw new AnswerInvalid(typeMismatch("signed transaction", value))
}

const readBytes = (value: unknown, length: number): Uint8Array => {
  const bytes = bytesOf(value)
  if (bytes?.length === length) return bytes
  throw new AnswerInvalid(typeMismatch(`${length} bytes`, value))
}

const versionsOf = (wallet: object, feature: string): readonly SolanaVersion[] =>
  elements(read(read(read(wallet, "features"), feature), "supportedTransactionVersions")).filter(
    (one): one is SolanaVersion => one === "legacy" || one === 0 || one === 1,
  )

/**
 * Calls `changed` when the granted accounts change. Returns a function that stops the calls, even if the wallet cannot remove listeners.
 */
const listenToAccounts = (wallet: object, changed: (accounts: readonly Granted[]) => void): (() => void) => {
  let open = true
  let off: unknown
  try {
    off = methodOf(
      wallet,
      "standard:events",
      "on",
    )?.("change", (properties: unknown) => {
      const list = read(properties, "accounts")
      const accounts = readAccounts(list)
      // A list without a readable entry is ignored. A list of only other chains' accounts means that no Solana account is left.
      if (open && Array.isArray(list) && (accounts.length > 0 || elements(list).every(isForeign))) changed(accounts)
    })
  } catch {
    // Without events, the accounts are read only on request.
  }
  return () => {
    open = false
    try {
      if (typeof off === "function") off()
    } catch {
      // Later events are ignored.
    }
  }
}

const iconOf = (value: unknown): SolanaIcon =>
  typeof value === "string" && /^data:image\/(svg\+xml|webp|png|gif);base64,/.test(value)
    ? (value as SolanaIcon)
    : blank

/** An empty SVG, for wallets without a valid icon. */
const blank: SolanaIcon = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4="
