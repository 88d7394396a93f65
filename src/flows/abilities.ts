import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Abilities, Chains } from "../../services/Chains.ts"
import { isUnsponsored, readWalletCan, type WalletCan } from "../domain/calls.ts"
import { TransactionDiffers, UnknownFailure } from "../domain/errors.ts"
import { abilities as limits, refresh } from "../domain/limits.ts"
import { ChainDisconnectedError, isPending, isUserRejection } from "../domain/rpcErrors.ts"
import type { Transfer } from "../domain/send.ts"
import { Modal, use } from "../modal.ts"
import { slice } from "../state/slice.ts"

/** What a wallet says it can do on a network, and what it does it with. */
export interface Able {
  /** The wallet's connector and the account. */
  readonly of: string
  readonly can: WalletCan
  readonly does: Abilities
}

/** Whose wallet is asked, and about which network. */
type Of = Pick<Transfer, "connectorId" | "from" | "network">

/**
 * Step: what a wallet can do for an account on a network. It is asked once in a while; one that does not say, or takes too long over it,
 * can nothing.
 */
const ableOn = Effect.fnUntraced(
  function* (of: Of) {
    const { connectorId, from, network } = of
    const { abilities } = yield* (yield* Chains).get(network.chainNamespace)
    if (!abilities) return undefined

    const { known, refused } = yield* use(asked)
    const key = `${connectorId} ${from}`
    const now = yield* Clock.currentTimeMillis
    const does = yield* abilities(connectorId)
    const before = known.get(key)
    const told =
      before && now < before.until
        ? before.told
        : yield* does
            .capabilities(from)
            .pipe(
              Effect.timeoutOrElse({ duration: limits.answer, orElse: () => Effect.fail(new UnknownFailure()) }),
              Effect.tap((told) => Effect.sync(() => known.set(key, { told, until: now + limits.fresh }))),
            )
            .pipe(
              Effect.tapError(() =>
                Effect.sync(() => known.set(key, { told: {}, until: now + refresh.balanceRetryBlock })),
              ),
            )
    const can = readWalletCan({ ...told["eip155:0"], ...told[network.caipNetworkId] })
    const until = refused.get(keyOf(of)) ?? {}
    const cannot = Object.fromEntries(Object.entries(until).flatMap(([one, end]) => (now < end ? [[one, false]] : [])))
    const answer: Able = { of: key, can: { ...can, ...cannot }, does }
    return answer
  },
  Effect.orElseSucceed(() => undefined),
)

/** The wallet, the account and the network in use. */
const inUse = Effect.map(Modal, ({ core }): Of | undefined => {
  const connectorId = core.connection.peek()?.connectorId
  const from = core.address.peek()
  const network = core.network.peek()
  return connectorId === undefined || from === undefined || !network ? undefined : { connectorId, from, network }
})

/** Step: what the wallet in use can do for its account on the network in use. */
export const able = Effect.flatMap(inUse, (of) => (of ? ableOn(of) : Effect.succeed(undefined)))

/** Step: who pays the network for what a wallet sends, where the site names somebody and the wallet lets them (ERC-7677). */
export const sponsorOf = Effect.fnUntraced(function* (of: Of) {
  const { options } = yield* Modal
  const paymaster = options.paymasters[of.network.caipNetworkId]
  return paymaster && (yield* ableOn(of))?.can.paymaster ? paymaster : undefined
})

/** Step: who pays for what the wallet in use sends on the network in use. */
export const sponsor = Effect.flatMap(inUse, (of) => (of ? sponsorOf(of) : Effect.succeed(undefined)))

/** Step: what a wallet said that it can do for an account on a network, it does not do: it is not asked for it again in this visit. */
export const giveUp = Effect.fn("giveUpAbility")(function* (ability: keyof WalletCan, of: Of) {
  yield* refuse(ability, of, Number.POSITIVE_INFINITY)
})

/**
 * Step: what was to be sent for free was not. Where the failure says that nobody pays, that holds for this visit; else the next is
 * asked to be paid for again, and after a second failure in a while none for as long, so that it can be sent at its sender's own cost.
 */
export const noteUnpaid = Effect.fn("noteUnpaid")(function* (error: unknown, of: Of) {
  if (isUserRejection(error) || isOurs(error)) return
  if (isUnsponsored(error)) return yield* giveUp("paymaster", of)
  const { missed } = yield* use(asked)
  const now = yield* Clock.currentTimeMillis
  const before = missed.get(keyOf(of))
  missed.set(keyOf(of), now)
  if (before !== undefined && now - before < limits.pause) yield* refuse("paymaster", of, now + limits.pause)
})

/** Step: what was to be sent for free was. */
export const notePaid = Effect.fn("notePaid")(function* (of: Of) {
  const { missed } = yield* use(asked)
  missed.delete(keyOf(of))
})

/** Whether a failure says nothing of who pays: the wallet was not asked, or has a question of ours open. */
const isOurs = (error: unknown): boolean =>
  error instanceof TransactionDiffers || error instanceof ChainDisconnectedError || isPending(error)

const refuse = Effect.fnUntraced(function* (ability: keyof WalletCan, of: Of, until: number) {
  const { refused } = yield* use(asked)
  const before = refused.get(keyOf(of))
  refused.set(keyOf(of), { ...before, [ability]: Math.max(before?.[ability] ?? 0, until) })
})

const keyOf = ({ connectorId, from, network }: Of) => `${connectorId} ${from} ${network.caipNetworkId}`

const asked = slice(() => ({
  /** Until when. */
  refused: new Map<string, { readonly [Ability in keyof WalletCan]?: number }>(),
  /** When last. */
  missed: new Map<string, number>(),
  known: new Map<
    string,
    { readonly told: Readonly<Record<string, Readonly<Record<string, unknown>>>>; readonly until: number }
  >(),
}))
