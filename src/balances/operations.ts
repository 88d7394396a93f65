import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { ownerOf } from "../account/state/owner.ts"
import { capabilityLimits } from "../capabilities/limits.ts"
import { walletCapabilities } from "../capabilities/steps/walletCapabilities.ts"
import { slice } from "../core/first-paint/slice.ts"
import { BalancesFailed, UnknownFailure } from "../errors/index.ts"
import { supports } from "../namespaces/model/namespaceTable.ts"
import { isServed } from "../options/providerNetworks.ts"
import { caches } from "../persistence/caches.ts"
import { cacheLifetimes } from "../persistence/limits.ts"
import { project } from "../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { refresh as times } from "./limits.ts"
import { shownTokens } from "./model/shownTokens.ts"
import type { TokenBalance } from "./model/tokens.ts"
import type { AssetsQuery } from "./schema.ts"

/**
 * Operation: returns the tokens of the active account, except those without decimals and the native currencies of other networks. They come
 * from the wallet if it supports asset discovery and its response is valid, or else from the provider. Empty while disconnected, or if
 * neither supports the network. Fails with BalancesFailed; later calls for the account then fail at once for 30 s, or until the visitor
 * retries (specification section 8).
 */
export const fetchBalances = Effect.fn("fetchBalances")(function* () {
  const { core } = yield* CurrentModal
  const { served } = yield* slicesOf(project)
  const api = yield* Api
  const network = core.network.peek()
  const address = core.address.peek()
  if (!network || address === undefined || !supports(network.chainNamespace, "balances")) return []
  const reported = yield* walletTokens({ address, chainId: network.caipNetworkId })
  if (reported) return shownTokens(reported, network)
  if (!isServed(network.caipNetworkId, served.peek())) return []
  const { state } = yield* slicesOf(pause)
  const whose = ownerOf(core)
  const now = yield* Clock.currentTimeMillis
  const failed = state.failed.get(whose)
  if (failed && now < failed.until) return yield* Effect.fail(failed.error)
  const { of, until, tokens: moved } = state.moved
  const requested = { address, chainId: network.caipNetworkId }
  const { balances: tokens } = yield* Effect.flatMap(balanceEndpoints, ({ balanceEndpoint, movedBalanceEndpoint }) =>
    of === whose && now < until
      ? api.call(movedBalanceEndpoint, { ...requested, forceUpdate: moved })
      : api.call(balanceEndpoint, requested),
  ).pipe(
    Effect.tapError((error) =>
      Effect.map(Clock.currentTimeMillis, (failedAt) => {
        state.failed.set(whose, { until: failedAt + times.balanceRetryBlock, error })
      }),
    ),
  )
  // A repeated response must not renew the age of its cache entry.
  if (!state.kept.has(tokens)) yield* caches.portfolio.set(tokens, address, network.caipNetworkId)
  state.kept.add(tokens)
  return shownTokens(tokens, network)
})

/**
 * Returns the tokens that the active wallet reports (specification section 7: asset discovery). Returns `undefined` if the wallet cannot
 * report them, fails, or responds late or with invalid data. Reuses the result for 30 s.
 */
const walletTokens = Effect.fnUntraced(function* (query: AssetsQuery) {
  const wallet = yield* walletCapabilities
  if (!wallet?.can.assets) return undefined
  const { state } = yield* slicesOf(pause)
  const now = yield* Clock.currentTimeMillis
  const of = `${wallet.of} ${query.chainId}`
  if (state.assets?.of === of && now < state.assets.until) return state.assets.tokens
  const tokens = yield* wallet.methods.assets(query).pipe(
    Effect.timeoutOrElse({ duration: capabilityLimits.assets, orElse: () => Effect.succeed(undefined) }),
    Effect.orElseSucceed(() => undefined),
  )
  state.assets = { of, tokens, until: now + (tokens ? cacheLifetimes.portfolio : times.balanceRetryBlock) }
  if (tokens) yield* caches.portfolio.set(tokens, query.address, query.chainId)
  return tokens
})

export const balanceEndpoints = Effect.tryPromise({
  try: () => import("./endpoints/balances.ts"),
  catch: (cause) => new BalancesFailed({ cause: new UnknownFailure({ cause }) }),
})

/**
 * State of balance requests. `failed`: last failure of each owner, and the end of the pause after it. `kept`: the provider's responses,
 * to recognize a repeated one. `moved`: recently transferred tokens. `assets`: the wallet's last result, in which `tokens` is `undefined`
 * after a failure.
 */
export const pause = slice(() => ({
  state: {
    failed: new Map<string, Failed>(),
    kept: new WeakSet<readonly TokenBalance[]>(),
    moved: { of: "", tokens: [] as readonly string[], until: 0 },
    assets: undefined as ReportedTokens | undefined,
  },
}))

interface Failed {
  readonly until: number
  readonly error: BalancesFailed
}

interface ReportedTokens {
  readonly of: string
  readonly tokens: readonly TokenBalance[] | undefined
  readonly until: number
}
