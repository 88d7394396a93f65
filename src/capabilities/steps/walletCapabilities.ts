import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Capabilities, Chains, type WalletCapabilities } from "../../../services/Chains.ts"
import { refresh } from "../../balances/limits.ts"
import { slice } from "../../core/first-paint/slice.ts"
import { isPending, isUserRejection } from "../../core/readRpcError.ts"
import { TransactionDiffers } from "../../errors/index.ts"
import { ChainDisconnectedError } from "../../errors/rpc.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import type { Transfer } from "../../send/model/transfer.ts"
import { capabilityLimits as limits } from "../limits.ts"
import { isUnsponsored, readSupportedCapabilities, type SupportedCapabilities } from "../model.ts"

/** Capabilities that a wallet reports on a network, and the methods that use them. */
export interface KnownCapabilities {
  /** Key of the wallet's connector and the account. */
  readonly of: string
  readonly can: SupportedCapabilities
  readonly methods: WalletCapabilities
}

/** Account of a connector, and the network whose capabilities to return. */
type Of = Pick<Transfer, "connectorId" | "from" | "network">

/**
 * Step: returns a wallet's capabilities for an account on a network. Reuses a response for 5 minutes. Returns `undefined` if the wallet
 * cannot report capabilities, or does not respond in time. After such a failure, it is not queried again for 30 s.
 */
const ableOn = Effect.fnUntraced(
  function* (of: Of) {
    const { connectorId, from, network } = of
    const { walletCapabilities } = yield* (yield* Chains).get(network.chainNamespace)
    if (!walletCapabilities) return undefined

    const { known, refused } = yield* slicesOf(cache)
    const key = `${connectorId} ${from}`
    const now = yield* Clock.currentTimeMillis
    const methods = yield* walletCapabilities(connectorId)
    const request = methods.capabilities(from).pipe(
      Effect.timeoutOrElse({ duration: limits.response, orElse: () => Effect.succeed(undefined) }),
      Effect.orElseSucceed(() => undefined),
      Effect.tap((response) =>
        Effect.sync(() =>
          known.set(key, { response, until: now + (response ? limits.fresh : refresh.balanceRetryBlock) }),
        ),
      ),
    )
    const before = known.get(key)
    const reported = before && now < before.until ? before.response : yield* request
    if (!reported) return undefined
    const can = readSupportedCapabilities({ ...reported["eip155:0"], ...reported[network.caipNetworkId] })
    const until = refused.get(keyOf(of)) ?? {}
    const cannot = Object.fromEntries(Object.entries(until).flatMap(([one, end]) => (now < end ? [[one, false]] : [])))
    const result: KnownCapabilities = { of: key, can: { ...can, ...cannot }, methods }
    return result
  },
  Effect.orElseSucceed(() => undefined),
)

/** Returns the active wallet's connector, account and network, or `undefined` if one of them is missing. */
const activeWallet = Effect.map(CurrentModal, ({ core }): Of | undefined => {
  const connectorId = core.connection.peek()?.connectorId
  const from = core.address.peek()
  const network = core.network.peek()
  return connectorId === undefined || from === undefined || !network ? undefined : { connectorId, from, network }
})

/** Step: returns the active wallet's capabilities for its account on the active network, or `undefined` if they are unknown. */
export const walletCapabilities = Effect.flatMap(activeWallet, (of) => (of ? ableOn(of) : Effect.succeed(undefined)))

/**
 * Step: returns the paymaster for a wallet's transactions, if the site names one for the network and the wallet supports it (ERC-7677).
 */
export const paymasterFor = Effect.fnUntraced(function* (of: Of) {
  const { options } = yield* CurrentModal
  const paymaster = options.paymasters[of.network.caipNetworkId]
  return paymaster && (yield* ableOn(of))?.can.paymaster ? paymaster : undefined
})

/** Step: returns the paymaster for the active wallet's transactions on the active network, or `undefined` if there is none. */
export const currentPaymaster = Effect.flatMap(activeWallet, (of) =>
  of ? paymasterFor(of) : Effect.succeed(undefined),
)

/** Step: marks a reported capability as unsupported for the rest of this visit, because the wallet failed to provide it. */
export const markUnsupported = Effect.fn("markUnsupported")(function* (ability: keyof SupportedCapabilities, of: Of) {
  yield* refuse(ability, of, Number.POSITIVE_INFINITY)
})

/**
 * Step: records that a sponsored transfer failed. A failure that rules out sponsorship turns it off for this visit. After any other
 * failure, the next transfer is sponsored again. A second such failure within 5 minutes suspends sponsorship for 5 minutes, so the sender
 * can pay the fee. Rejections and failures unrelated to sponsorship do not count.
 */
export const recordSponsorFailure = Effect.fn("recordSponsorFailure")(function* (error: unknown, of: Of) {
  if (isUserRejection(error) || isUnrelated(error)) return
  if (isUnsponsored(error)) return yield* markUnsupported("paymaster", of)
  const { missed } = yield* slicesOf(cache)
  const now = yield* Clock.currentTimeMillis
  const before = missed.get(keyOf(of))
  missed.set(keyOf(of), now)
  if (before !== undefined && now - before < limits.pause) yield* refuse("paymaster", of, now + limits.pause)
})

/** Step: records that a sponsored transfer was sent, so earlier failures no longer count. */
export const recordSponsored = Effect.fn("recordSponsored")(function* (of: Of) {
  const { missed } = yield* slicesOf(cache)
  missed.delete(keyOf(of))
})

/** Whether a failure is unrelated to sponsorship: the wallet was not prompted, or one of its prompts is already open. */
const isUnrelated = (error: unknown): boolean =>
  error instanceof TransactionDiffers || error instanceof ChainDisconnectedError || isPending(error)

const refuse = Effect.fnUntraced(function* (ability: keyof SupportedCapabilities, of: Of, until: number) {
  const { refused } = yield* slicesOf(cache)
  const before = refused.get(keyOf(of))
  refused.set(keyOf(of), { ...before, [ability]: Math.max(before?.[ability] ?? 0, until) })
})

const keyOf = ({ connectorId, from, network }: Of) => `${connectorId} ${from} ${network.caipNetworkId}`

const cache = slice(() => ({
  /** Time until which each capability counts as unsupported, in ms since the Unix epoch, by wallet, account and network. */
  refused: new Map<string, { readonly [Ability in keyof SupportedCapabilities]?: number }>(),
  /** Time of the last sponsorship failure without a clear reason, by wallet, account and network. */
  missed: new Map<string, number>(),
  /**
   * Capabilities that wallets reported, by wallet and account. `response` is `undefined` after a failure. `until` is the time until which
   * the entry is reused, in ms since the Unix epoch.
   */
  known: new Map<string, { readonly response: Capabilities | undefined; readonly until: number }>(),
}))
