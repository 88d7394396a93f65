import * as Effect from "effect/Effect"
import { UnauthorizedProviderError } from "../../../../src/errors/rpc.ts"
import { bitcoinChainOf } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import type { CaipNetworkId } from "../../../../src/options/networks.ts"
import { callWallet } from "../../shared/callWallet.ts"
import {
  accountOf,
  type ChainNames,
  chainNamed,
  decodeResponse,
  ignoreFailure,
  purposeOf,
  readField,
  readList,
} from "./decode.ts"
import { type BitcoinWallet, type Granted, lacks, type OnChain } from "./wallet.ts"

/** Adapts a Wallet Standard wallet with the features of the Bitcoin extension. */
export const walletStandard = (wallet: object): BitcoinWallet => {
  /** Returns a function of a feature, or `undefined` if the wallet lacks it. */
  const feature = (name: string, method = name.slice(name.indexOf(":") + 1)) =>
    ignoreFailure(() => {
      const own = readField(readField(wallet, "features"), name)
      const call = readField(own, method)
      return typeof call === "function" ? (...input: readonly unknown[]): unknown => call.apply(own, input) : undefined
    })
  const use = (name: string, ...input: readonly unknown[]) =>
    Effect.suspend(() => {
      const call = feature(name)
      return call ? callWallet(name, () => call(...input)) : lacks(name)
    })

  /** The accounts that the wallet exposes to the site. A wallet exposes only granted accounts. Fails if there are none. */
  const shown = Effect.suspend(() =>
    Effect.flatMap(decodeResponse("Bitcoin accounts", ignoreFailure(accounts), readGranted), (granted) =>
      granted.accounts.length > 0
        ? Effect.succeed(granted)
        : Effect.fail(new UnauthorizedProviderError("No account is granted")),
    ),
  )
  const accounts = () => readField(wallet, "accounts")
  /** Returns the wallet's own account object for an address. The wallet's functions expect this object. */
  const named = (address: string) =>
    ignoreFailure(() => {
      const all = accounts()
      return Array.isArray(all) ? all.find((account: unknown) => readField(account, "address") === address) : undefined
    })

  return {
    chains:
      readList(
        ignoreFailure(() => readField(wallet, "chains")),
        readChain,
      ) ?? [],
    connect: () =>
      Effect.flatMap(use("bitcoin:connect", { purposes: ["payment", "ordinals"] }), (value) =>
        decodeResponse("Bitcoin accounts", value, (response) => readGranted(readField(response, "accounts"))),
      ),
    granted: () =>
      feature("standard:connect") ? Effect.andThen(use("standard:connect", { silent: true }), shown) : shown,
    disconnect: Effect.suspend(() =>
      use(feature("standard:disconnect") ? "standard:disconnect" : "bitcoin:disconnect"),
    ),
    switchTo: ({ caipNetworkId }) => Effect.andThen(use("bitcoin:switchNetwork", caipNetworkId), shown),

    signMessage: ({ message, address }) =>
      Effect.map(
        use("bitcoin:signMessage", { account: named(address), message: new TextEncoder().encode(message) }),
        (value) => ignoreFailure(() => readField(first(value), "signature")),
      ),
    signPsbt: ({ psbt, signInputs, broadcast }, network) => {
      if (broadcast) return lacks("to broadcast a transaction")
      const inputsToSign = signInputs.map(({ index, address, sighashTypes }) => ({
        account: named(address),
        signingIndexes: [index],
        ...(sighashTypes?.[0] !== undefined && { sigHash: sigHash(sighashTypes[0]) }),
      }))
      const signed = use("bitcoin:signTransaction", { psbt: psbt.bytes, inputsToSign, chain: chainOf(network) })
      return Effect.map(signed, (response) => ({ psbt: ignoreFailure(() => readField(first(response), "signedPsbt")) }))
    },
    sendTransfer: () => lacks("to send a payment"),

    listen: (listener) => {
      const stop = ignoreFailure(() =>
        feature("standard:events", "on")?.("change", (change: unknown) => {
          const granted = ignoreFailure(() => readGranted(readField(change, "accounts") ?? accounts()))
          if (!granted) return
          if (granted.chain) listener({ type: "chain", caipNetworkId: granted.chain })
          listener({ type: "accounts", accounts: granted.accounts })
        }),
      )
      return () => void ignoreFailure(() => typeof stop === "function" && stop())
    },
  }
}

const names: ChainNames = {
  mainnet: "bitcoin:mainnet",
  testnet: "bitcoin:testnet",
  testnet4: "bitcoin:testnet4",
  signet: "bitcoin:signet",
  regtest: "bitcoin:regtest",
}

const chainOf = ({ caipNetworkId }: OnChain) => {
  const chain = bitcoinChainOf(caipNetworkId)
  return chain && names[chain]
}

/**
 * Reads accounts and their chain. The chain is `undefined` unless the accounts list exactly one chain in total. Returns `undefined` if the
 * value is not a list.
 */
const readGranted = (value: unknown): Granted | undefined => {
  const chains = new Set<CaipNetworkId | undefined>()
  const accounts = readList(value, (entry) => {
    const account = accountOf({
      address: readField(entry, "address"),
      type: purposeOf(readField(entry, "purpose")),
      publicKey: readField(entry, "publicKey"),
    })
    if (account) for (const chain of readList(readField(entry, "chains"), readChain) ?? []) chains.add(chain)
    return account
  })
  const [chain] = chains.size === 1 ? chains : []
  return accounts && { accounts, chain }
}

const readChain = (value: unknown): CaipNetworkId | undefined =>
  typeof value === "string" && bitcoinChainOf(value) ? (value as CaipNetworkId) : chainNamed(names, value)

/** Returns the only result. Results are lists with one entry per input, but some wallets return the entry itself. */
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

const sigHash = (type: number): string =>
  `${["ALL", "ALL", "NONE", "SINGLE"][type & 3]}${type & anyoneCanPay ? "|ANYONECANPAY" : ""}`

const anyoneCanPay = 0x80
