import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ownerOf } from "../../account/state/owner.ts"
import { HttpStatus } from "../../errors/index.ts"
import { namespaceTable } from "../../namespaces/model/namespaceTable.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import { caches } from "../../persistence/caches.ts"
import { cacheLifetimes } from "../../persistence/limits.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { track } from "../../runtime/track.ts"
import { shownTokens } from "../model/shownTokens.ts"
import type { TokenBalance, TokenRow } from "../model/tokens.ts"
import { balanceEndpoints, fetchBalances, pause } from "../operations.ts"
import { balances } from "../state/tokens.ts"

/**
 * Flow: refreshes the tokens. Until they arrive, the cached ones of the account are shown, if still fresh. A failure is shown to the
 * visitor and keeps the list. Requests then pause for 30 s, or after a 503 until the visitor retries or the account or network changes.
 * Requests nothing while disconnected or offline.
 */
export const refreshBalances = Effect.fn("refreshBalances")(function* () {
  const { core } = yield* CurrentModal
  const { refresh, tokens, of, stopped } = yield* slicesOf(balances)
  const { state } = yield* slicesOf(pause)
  const now = yield* Clock.currentTimeMillis
  const whose = ownerOf(core)
  if (of.peek() !== whose) {
    of.value = whose
    stopped.value = false
    tokens.reconcile([])
    const before = yield* lastBalances
    // The new owner has a refresh of its own, which this one must not interrupt.
    if (ownerOf(core) !== whose) return
    tokens.reconcile(before.map(toRow))
  }
  const blocked = stopped.peek() || now < (state.failed.get(whose)?.until ?? 0)
  if (blocked || core.address.peek() === undefined || !core.online.peek()) return

  yield* track(
    refresh,
    Effect.map(fetchBalances(), (list) => {
      if (ownerOf(core) === whose) tokens.reconcile(list.map(toRow))
    }),
  )
  const outcome = refresh.peek()
  if (ownerOf(core) !== whose) return
  if (outcome.status === "failed") {
    if (outcome.error.cause instanceof HttpStatus && outcome.error.cause.status === 503) stopped.value = true
    yield* showSnack(outcome.error.message, "error")
  }
})

/**
 * Step: records that an owner's tokens (CAIP-10 IDs) were transferred, and refreshes the balances. Until older responses would have
 * expired, requests bypass the caches for these tokens.
 */
export const refreshMovedBalances = Effect.fn("refreshMovedBalances")(function* (of: string, ids: readonly string[]) {
  const { state } = yield* slicesOf(pause)
  const now = yield* Clock.currentTimeMillis
  const before = state.moved.of === of && now < state.moved.until ? state.moved.tokens : []
  state.moved = { of, tokens: [...new Set([...before, ...ids])], until: now + cacheLifetimes.portfolio }
  state.assets = undefined
  yield* refreshBalances()
})

/**
 * Flow: requests the balances again at once, even during the pause after a failure. Specification section 8 ("no retry within 30 s") is
 * interpreted as forbidding only automatic retries.
 */
export const retryBalances = Effect.fn("retryBalances")(function* () {
  const { core } = yield* CurrentModal
  const { stopped } = yield* slicesOf(balances)
  const { state } = yield* slicesOf(pause)
  stopped.value = false
  state.failed.delete(ownerOf(core))
  state.assets = undefined
  yield* refreshBalances()
})

/** Returns the cached tokens of the active account, decoded like a response. Empty if there are none. */
const lastBalances = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const address = core.address.peek()
  const network = core.network.peek()
  const kept = address && network && (yield* caches.portfolio.get(address, network.caipNetworkId))
  if (!kept) return []
  const { readPersistedTokens } = yield* balanceEndpoints
  return shownTokens(readPersistedTokens(kept), network)
}).pipe(Effect.orElseSucceed((): readonly TokenBalance[] => []))

/** Returns the key of a token's row. Ignores case on chains with hexadecimal addresses. */
const keyOf = ({ chainId = "", address = "native" }: TokenBalance) => {
  const [namespace] = address.split(":")
  const isHex = isNamespace(namespace) && namespaceTable[namespace].isHex
  return `${chainId}:${isHex ? address.toLowerCase() : address}`
}

const toRow = (balance: TokenBalance): TokenRow => ({
  key: keyOf(balance),
  name: balance.name,
  symbol: balance.symbol,
  chainId: balance.chainId ?? "",
  address: balance.address,
  price: balance.price,
  value: balance.value ?? 0,
  quantity: balance.quantity.numeric,
  decimals: Number(balance.quantity.decimals),
  iconUrl: balance.iconUrl,
})
