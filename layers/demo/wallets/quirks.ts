import * as Effect from "effect/Effect"
import { isRecord } from "../../../src/options/guards.ts"
import type { Quirk, WalletEvent } from "../script.ts"

/** Input of a quirk: a request, its usual response, and controls of the wallet. */
interface QuirkInput {
  readonly method: string
  readonly params: readonly unknown[]
  /** The usual response. */
  readonly usual: Effect.Effect<unknown, unknown>
  /** Emits `accountsChanged` with the wallet's current accounts. */
  readonly announceAccounts: () => void
  /** Adds a chain to those that the wallet supports. */
  readonly learn: (chainId: number) => void
}

/** Function that returns a different response, or `undefined` to keep the usual one. */
type ResponseOverride = (input: QuirkInput) => Effect.Effect<unknown, unknown> | undefined

/** Changes to a wallet's usual behavior. */
interface Deviation {
  readonly request?: ResponseOverride
  /** Returns the events that are emitted instead of `event`. */
  readonly event?: (event: WalletEvent, value: unknown) => readonly (readonly [WalletEvent, unknown])[]
}

const isPrompt = (method: string) =>
  /^(eth_requestAccounts|personal_sign|eth_send|eth_sign|wallet_(switch|add))/.test(method)
const only =
  (method: string, request: (input: QuirkInput) => Effect.Effect<unknown, unknown>): ResponseOverride =>
  (input) =>
    input.method === method ? request(input) : undefined
/** Replaces the error of a rejected prompt by `thrown`. */
const rejection =
  (thrown: unknown): ResponseOverride =>
  ({ method, usual }) =>
    isPrompt(method)
      ? Effect.mapError(usual, (error) => (isRecord(error) && error.code === 4001 ? thrown : error))
      : undefined
/** Reports chain IDs in the format that `write` returns. */
const chainIds = (write: (chainId: number) => unknown): Deviation => ({
  request: only("eth_chainId", ({ usual }) => Effect.map(usual, (id) => write(Number(id)))),
  event: (event, value) => [[event, event === "chainChanged" ? write(Number(value)) : value]],
})

/** Deviations of real EVM wallets from the standards, for demo wallets in the browser and on the phone. */
const deviations: Readonly<Record<Quirk, Deviation>> = {
  numberChainId: chainIds((chainId) => chainId),
  decimalChainId: chainIds(String),
  objectChainId: { event: (event, value) => [[event, event === "chainChanged" ? { chainId: value } : value]] },
  lowerCase: {
    request: ({ method, usual }) =>
      method === "eth_accounts" || method === "eth_requestAccounts" ? Effect.map(usual, lowerCased) : undefined,
    event: (event, value) => [[event, lowerCased(value)]],
  },
  earlyAccounts: {
    request: only("eth_requestAccounts", ({ usual, announceAccounts }) =>
      Effect.tap(usual, () => Effect.sync(announceAccounts)),
    ),
  },
  doubleEvents: {
    event: (event, value) => [
      [event, value],
      [event, value],
    ],
  },
  nestedRejection: {
    request: rejection({
      code: -32603,
      message: "Internal JSON-RPC error.",
      data: { originalError: { code: 4001, message: "User denied the request." } },
    }),
  },
  internalRejection: {
    request: rejection({
      code: -32603,
      message: "MetaMask Message Signature: User denied message signature.",
      data: { originalError: {} },
    }),
  },
  stringRejection: { request: rejection("User rejected the transaction") },
  emptyRejection: { request: rejection({}) },
  nullRejection: {
    request: ({ method, usual }) =>
      isPrompt(method)
        ? Effect.catch(usual, (error) =>
            isRecord(error) && error.code === 4001 ? Effect.succeed(null) : Effect.fail(error),
          )
        : undefined,
  },
  nestedUnknownChain: {
    request: only("wallet_switchEthereumChain", ({ usual }) =>
      Effect.mapError(usual, (error) =>
        isRecord(error) && error.code === 4902
          ? { code: -32603, message: "Unrecognized chain ID", data: { originalError: { code: 4902 } } }
          : error,
      ),
    ),
  },
  noSwitch: {
    request: ({ method }) =>
      method.endsWith("EthereumChain")
        ? Effect.fail({ code: -32601, message: `The method ${method} does not exist/is not available` })
        : undefined,
  },
  falseSwitch: { request: only("wallet_switchEthereumChain", () => Effect.succeed(null)) },
  earlySwitch: {
    request: only("wallet_switchEthereumChain", ({ usual }) =>
      Effect.as(Effect.forkDetach(Effect.delay(usual, 400)), null),
    ),
  },
  silentSwitch: {
    request: only("wallet_switchEthereumChain", ({ usual }) => Effect.andThen(usual, Effect.never)),
  },
  addOnly: {
    request: only("wallet_addEthereumChain", ({ params: [chain], learn }) =>
      Effect.sync(() => {
        if (isRecord(chain)) learn(Number(chain.chainId))
        return null
      }),
    ),
  },
  lockedAnswer: { request: only("eth_requestAccounts", () => Effect.succeed([])) },
  closedPopup: {
    request: only("eth_requestAccounts", ({ usual }) =>
      Effect.andThen(
        Effect.forkDetach(Effect.delay(usual, 200)),
        Effect.fail({ code: -32002, message: "Already processing eth_requestAccounts. Please wait." }),
      ),
    ),
  },
  dismissedPopup: {
    request: only("eth_requestAccounts", () => Effect.fail(new Error("accounts received is empty"))),
  },
  noAccountsEvent: { event: (event, value) => (event === "accountsChanged" ? [] : [[event, value]]) },
  lostNode: {
    event: (event, value) =>
      event === "chainChanged"
        ? [
            ["disconnect", { code: 1013, message: "MetaMask: Disconnected from chain. Attempting to connect." }],
            [event, value],
          ]
        : [[event, value]],
  },
  noRevoke: {
    request: only("wallet_revokePermissions", () =>
      Effect.fail({ code: -32601, message: "The method wallet_revokePermissions is not supported" }),
    ),
  },
  lowRecovery: { request: only("personal_sign", ({ usual }) => Effect.map(usual, withLowRecovery)) },
  lateHash: { request: only("eth_sendTransaction", ({ usual }) => Effect.as(usual, `0x${"5afe".repeat(16)}`)) },
  longHash: { request: only("eth_sendTransaction", ({ usual }) => Effect.as(usual, `0x${"5afe".repeat(32)}`)) },
  noAnswer: { request: ({ method }) => (/^(personal_sign|eth_send)/.test(method) ? Effect.never : undefined) },
  // These quirks change the wallet's object or announcement, not its responses, so they are implemented elsewhere.
  noRemoveListener: {},
  windowEthereum: {},
  announcedTwice: {},
  announcedDifferently: {},
}

const lowerCased = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((address) => String(address).toLowerCase()) : value

/** Replaces a signature's recovery value of 27 or 28 by 0 or 1. */
const withLowRecovery = (signature: unknown) => {
  const text = String(signature)
  return `${text.slice(0, -2)}0${Number(`0x${text.slice(-2)}`) - 27}`
}

/** Returns the response of a wallet with these quirks, which are applied in order. */
export const respond = (quirks: readonly Quirk[], input: QuirkInput): Effect.Effect<unknown, unknown> =>
  quirks.reduce((usual, quirk) => deviations[quirk].request?.({ ...input, usual }) ?? usual, input.usual)

/** Returns the events that a wallet with these quirks emits instead of `event`. */
export const emitted = (
  quirks: readonly Quirk[],
  event: WalletEvent,
  value: unknown,
): readonly (readonly [WalletEvent, unknown])[] =>
  quirks.reduce<readonly (readonly [WalletEvent, unknown])[]>(
    (events, quirk) => events.flatMap(([name, one]) => deviations[quirk].event?.(name, one) ?? [[name, one] as const]),
    [[event, value]],
  )
