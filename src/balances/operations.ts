import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { ownerOf } from "../account/state/owner.ts"
import { walletCapabilities } from "../capabilities/steps/walletCapabilities.ts"
import { slice } from "../core/first-paint/slice.ts"
import { capabilityLimits, fresh, refresh as times } from "../core/limits.ts"
import { BalancesFailed, HttpStatus, UnknownFailure } from "../errors/index.ts"
import { supports } from "../namespaces/model/namespaces.ts"
import { showSnack } from "../notifications/steps/snack.ts"
import { isServed } from "../options/providerNetworks.ts"
import { caches } from "../persistence/caches.ts"
import { project } from "../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { track } from "../runtime/track.ts"
import { shownTokens, type TokenBalance } from "./model/tokens.ts"
import type { AssetsQuery } from "./schema.ts"
import { balances, type TokenRow } from "./state/tokens.ts"

/**
 * Operation: returns the tokens of the active account, without those that have no decimals. They come from the wallet if it
 * supports asset discovery and its response is valid, or else from the provider. Empty on a network that the provider does not
 * support. After a failure, calls fail at once for 30 s, without a request (section 8).
 */
export const fetchBalances = Effect.fn("fetchBalances")(function* () {
  const { core } = yield* CurrentModal
  const { served } = yield* slicesOf(project)
  const api = yield* Api
  const network = core.network.peek()
  const address = core.address.peek()
  if (!network || address === undefined || !supports(network.chainNamespace, "balances")) return []
  const told = yield* walletTokens({ address, chainId: network.caipNetworkId })
  if (told) return shownTokens(told)
  if (!isServed(network.caipNetworkId, served.peek())) return []
  const { state } = yield* slicesOf(pause)
  const whose = ownerOf(core)
  const now = yield* Clock.currentTimeMillis
  if (state.failed?.of === whose && now < state.failed.until) return yield* Effect.fail(state.failed.error)
  const { of, until, tokens: moved } = state.moved
  const asked = { address, chainId: network.caipNetworkId }
  const { balances: tokens } = yield* Effect.flatMap(row, ({ balanceEndpoint, movedBalanceEndpoint }) =>
    of === whose && now < until
      ? api.call(movedBalanceEndpoint, { ...asked, forceUpdate: moved })
      : api.call(balanceEndpoint, asked),
  ).pipe(
    Effect.tapError((error) =>
      Effect.map(Clock.currentTimeMillis, (failedAt) => {
        state.failed = { of: whose, until: failedAt + times.balanceRetryBlock, error }
      }),
    ),
  )
  // A repeated response must not renew the age of its cache entry.
  if (state.kept !== tokens) yield* caches.portfolio.set(tokens, address, network.caipNetworkId)
  state.kept = tokens
  return shownTokens(tokens)
})

/**
 * Flow: refreshes the tokens. Shows those of the last visit meanwhile, if still fresh. A failure is reported once and keeps the
 * list. It pauses requests for 30 s; a 503 stops them.
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
    if (ownerOf(core) === whose) tokens.reconcile(before.map(toRow))
  }
  const blocked = stopped.peek() || (state.failed?.of === whose && now < state.failed.until)
  if (blocked || core.address.peek() === undefined || !core.online.peek()) return

  const found = yield* track(
    refresh,
    Effect.map(fetchBalances(), (list) => {
      if (ownerOf(core) === whose) tokens.reconcile(list.map(toRow))
    }),
  )
  const outcome = refresh.peek()
  if (ownerOf(core) !== whose) return
  if (found === undefined && outcome.is === "failed") {
    if (outcome.error.cause instanceof HttpStatus && outcome.error.cause.status === 503) stopped.value = true
    yield* showSnack(outcome.error.message, "error")
  }
})

/**
 * Step: records that tokens of an account moved on a network, by CAIP-10 ID, and refreshes. Older responses are not reused until
 * they would have expired.
 */
export const refreshMovedBalances = Effect.fn("refreshMovedBalances")(function* (of: string, ids: readonly string[]) {
  const { state } = yield* slicesOf(pause)
  const now = yield* Clock.currentTimeMillis
  const before = state.moved.of === of && now < state.moved.until ? state.moved.tokens : []
  state.moved = { of, tokens: [...new Set([...before, ...ids])], until: now + fresh.portfolio }
  state.assets = undefined
  yield* refreshBalances()
})

/**
 * Flow: retries at the visitor's request. The 30 s pause applies to automatic requests and those of the site, so "Try again" always
 * sends a new request.
 */
export const retryBalances = Effect.fn("retryBalances")(function* () {
  const { stopped } = yield* slicesOf(balances)
  const { state } = yield* slicesOf(pause)
  stopped.value = false
  state.failed = undefined
  state.assets = undefined
  yield* refreshBalances()
})

/**
 * Returns the tokens that the active wallet reports, if it can (section 7: asset discovery). They stay valid as long as the
 * provider's responses. Returns `undefined` if the wallet cannot report them, takes too long, or its response is invalid.
 */
const walletTokens = Effect.fnUntraced(function* (query: AssetsQuery) {
  const wallet = yield* walletCapabilities
  if (!wallet?.can.assets) return undefined
  const { state } = yield* slicesOf(pause)
  const now = yield* Clock.currentTimeMillis
  const of = `${wallet.of} ${query.chainId}`
  if (state.assets?.of === of && now < state.assets.until) return state.assets.tokens
  const tokens = yield* wallet.does.assets(query).pipe(
    Effect.timeoutOrElse({ duration: capabilityLimits.assets, orElse: () => Effect.succeed(undefined) }),
    Effect.orElseSucceed(() => undefined),
  )
  state.assets = { of, tokens, until: now + (tokens ? fresh.portfolio : times.balanceRetryBlock) }
  if (tokens) yield* caches.portfolio.set(tokens, query.address, query.chainId)
  return tokens
})

/** Cached tokens of the active account, read back with the endpoint's decoder. */
const lastBalances = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const address = core.address.peek()
  const network = core.network.peek()
  const kept = address && network && (yield* caches.portfolio.get(address, network.caipNetworkId))
  if (!kept) return []
  const { readPersistedTokens } = yield* row
  return shownTokens(readPersistedTokens(kept))
}).pipe(Effect.orElseSucceed((): readonly TokenBalance[] => []))

const row = Effect.tryPromise({
  try: () => import("./endpoints/balances.ts"),
  catch: (cause) => new BalancesFailed({ cause: new UnknownFailure({ cause }) }),
})

/** Key of a token. Ignores case on EVM chains, where capitals are only a checksum. */
const keyOf = ({ chainId = "", address = "native" }: TokenBalance) =>
  `${chainId}:${address.startsWith("eip155:") ? address.toLowerCase() : address}`

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

/** Last failure and the end of its pause, last cached response, tokens that just moved, and the last result of the wallet. */
const pause = slice(() => ({
  state: {
    failed: undefined as Failed | undefined,
    kept: undefined as unknown,
    moved: { of: "", tokens: [] as readonly string[], until: 0 },
    assets: undefined as Told | undefined,
  },
}))

interface Failed {
  readonly of: string
  readonly until: number
  readonly error: BalancesFailed
}

interface Told {
  readonly of: string
  readonly tokens: readonly TokenBalance[] | undefined
  readonly until: number
}
