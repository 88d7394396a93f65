import * as Effect from "effect/Effect"
import { readFailure } from "../../../../src/core/readFailure.ts"
import { isMethodMissing } from "../../../../src/core/readRpcError.ts"
import {
  type RpcFailure,
  SwitchChainError,
  UnauthorizedProviderError,
  UnsupportedProviderMethodError,
  UserRejectedRequestError,
} from "../../../../src/errors/rpc.ts"
import { bitcoinChainOf } from "../../../../src/namespaces/model/bitcoinProvider.ts"
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
import type { BitcoinFailure, BitcoinWallet, Granted, WalletEvent } from "./wallet.ts"

/** A wallet's sats-connect object (WBIP 001, 002). A failed request resolves with a JSON-RPC error. Each listener is for one event. */
export interface SatsConnect {
  request(method: string, params: object | null): unknown
  readonly addListener?: unknown
}

/** Adapts Xverse and other wallets listed in `window.btc_providers`. */
export const satsConnect = (provider: SatsConnect): BitcoinWallet => {
  const request = (method: string, params: object | null = null): Effect.Effect<unknown, BitcoinFailure> =>
    callWallet(method, () => provider.request(method, params)).pipe(
      Effect.flatMap((value) => decodeResponse("JSON-RPC answer", value, readResponse)),
      Effect.flatMap((response) =>
        "result" in response ? Effect.succeed(response.result) : Effect.fail(readFailure(response.error)),
      ),
      Effect.mapError((failure) => (failure._tag === "AnswerInvalid" ? failure : renamed(failure))),
    )
  const granted = (method: string, params: object | null = null) =>
    Effect.flatMap(request(method, params), (value) => decodeResponse("Bitcoin accounts", value, readGranted))
  const changed = (method: string, input: object | null, field_: string) =>
    Effect.map(request(method, input), (value) => ignoreFailure(() => readField(value, field_)))

  const connect: BitcoinWallet["connect"] = (network) =>
    Effect.catch(
      granted("wallet_connect", { addresses: purposes, ...(nameOf(network) && { network: nameOf(network) }) }),
      (failure) => (isMethodMissing(failure) ? granted("getAddresses", { purposes }) : Effect.fail(failure)),
    )

  return {
    connect,
    granted: () => granted("wallet_getAccount"),
    disconnect: request("wallet_disconnect"),

    switchTo: (network) => {
      const name = nameOf(network)
      if (!name) return Effect.fail(new SwitchChainError(`The wallet does not know ${network.caipNetworkId}`))
      return Effect.flatMap(request("wallet_changeNetwork", { name }), () =>
        Effect.catch(granted("wallet_getAccount"), () => connect(network)),
      )
    },

    signMessage: ({ message, address, protocol }) =>
      changed("signMessage", { message, address, ...(protocol && { protocol: protocol.toUpperCase() }) }, "signature"),

    signPsbt: ({ psbt, signInputs, broadcast }) =>
      Effect.map(request("signPsbt", { psbt: psbt.base64, signInputs: byAddress(signInputs), broadcast }), (value) => ({
        psbt: ignoreFailure(() => readField(value, "psbt")),
        txid: ignoreFailure(() => readField(value, "txid")),
      })),

    sendTransfer: ({ recipient, amount }) =>
      changed("sendTransfer", { recipients: [{ address: recipient, amount }] }, "txid"),

    listen: (listener) => {
      const stops = Object.entries(events).map(([eventName, read]) => {
        const cb = (value: unknown) => {
          for (const news of ignoreFailure(() => read(value)) ?? []) listener(news)
        }
        return ignoreFailure(() => (provider.addListener as AddListener)({ eventName, cb }))
      })
      return () => {
        for (const stop of stops) ignoreFailure(() => typeof stop === "function" && stop())
      }
    },
  }
}

type AddListener = (input: { readonly eventName: string; readonly cb: (value: unknown) => void }) => unknown

const purposes = ["payment", "ordinals"]

const names: ChainNames = {
  mainnet: "Mainnet",
  testnet: "Testnet",
  testnet4: "Testnet4",
  signet: "Signet",
  regtest: "Regtest",
}

const nameOf = ({ caipNetworkId }: { readonly caipNetworkId: string }) => {
  const chain = bitcoinChainOf(caipNetworkId)
  return chain && names[chain]
}

const readResponse = (value: unknown): { readonly result: unknown } | { readonly error: unknown } | undefined => {
  const error = readField(value, "error")
  if (error !== undefined && error !== null) return { error }
  const result = readField(value, "result")
  return result === undefined ? undefined : { result }
}

/** Replaces a failure whose code has its own meaning in sats-connect, which redefines three codes of JSON-RPC's reserved range. */
const renamed = (failure: RpcFailure): RpcFailure => {
  const Named = own.get(failure.code)
  return Named ? new Named(failure.message, { cause: failure.cause }) : failure
}

const own = new Map<number | undefined, new (message: string, options: ErrorOptions) => RpcFailure>([
  [-32000, UserRejectedRequestError],
  [-32001, UnsupportedProviderMethodError],
  [-32002, UnauthorizedProviderError],
])

const accountsIn = (value: unknown) =>
  readList(readField(value, "addresses"), (entry) => {
    const type = purposeOf(readField(entry, "purpose"))
    return type && accountOf({ address: readField(entry, "address"), type, publicKey: readField(entry, "publicKey") })
  })

const chainIn = (value: unknown) => chainNamed(names, readField(readField(value, "bitcoin"), "name"))

const readGranted = (value: unknown): Granted | undefined => {
  const accounts = accountsIn(value)
  return accounts && { accounts, chain: chainIn(readField(value, "network")) }
}

const byAddress = (inputs: readonly { readonly address: string; readonly index: number }[]) => {
  const all: Record<string, number[]> = {}
  for (const { address, index } of inputs) all[address] = [...(all[address] ?? []), index]
  return all
}

/** Readers of the wallet's events, by name. Newer wallets include the accounts; older ones only report that something changed. */
const events: Readonly<Record<string, (value: unknown) => readonly WalletEvent[]>> = {
  accountChange: (value) => readEvents(value),
  networkChange: (value) => {
    const caipNetworkId = chainIn(value)
    return [...(caipNetworkId ? [{ type: "chain", caipNetworkId } as const] : []), ...readEvents(value)]
  },
  disconnect: () => [{ type: "accounts", accounts: [] }, { type: "disconnect" }],
}

const readEvents = (value: unknown): readonly WalletEvent[] => {
  const accounts = ignoreFailure(() => accountsIn(value))
  return [accounts && accounts.length > 0 ? { type: "accounts", accounts } : { type: "stale" }]
}
