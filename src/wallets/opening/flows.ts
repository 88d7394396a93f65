import * as Effect from "effect/Effect"
import { Api } from "../../../services/Api.ts"
import { Browser } from "../../../services/Browser.ts"
import { UnknownFailure } from "../../errors/index.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { loadThen } from "../../runtime/lazy.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import { track } from "../../runtime/track.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import { walletLists } from "../first-paint/limits.ts"
import { bundledWallets } from "../first-paint/model/bundledWallets.ts"
import { isExcluded, onMobile, type Wallet } from "../first-paint/model/wallet.ts"
import { inOrder } from "../first-paint/model/walletLists.ts"
import { wallets } from "../first-paint/state/wallets.ts"
import type { WalletsQuery } from "./endpoints.ts"
import { completedLists } from "./model/completedLists.ts"

/**
 * Flow: fills the lists of the Connect view with known wallets, then with the directory's. Wallets already shown keep their positions until
 * the modal closes.
 */
export const refreshWallets = Effect.fn("refreshWallets")(function* () {
  const { bundled = bundledWallets } = yield* Api
  const { begin, directory } = yield* slicesOf(wallets)
  begin(yield* Persisted.walletLists.read, bundled)
  yield* (yield* Browser).painted
  yield* track(directory, fetchLists)
})

/** Flow: fills the lists of the Connect view. Does so again whenever the page is back online, until the directory has responded. */
export const keepWallets = Effect.fn("keepWallets")(function* () {
  const { core } = yield* CurrentModal
  const { directory } = yield* slicesOf(wallets)
  const line = (online: boolean) => untilSignal(() => core.online.value === online || undefined)
  yield* refreshWallets()
  while (directory.peek().status !== "loaded") {
    yield* line(false)
    yield* line(true)
    if (directory.peek().status !== "loaded") yield* refreshWallets()
  }
})

/** Loads the featured and the recommended wallets from the directory, persists them, and shows them. */
const fetchLists = Effect.gen(function* () {
  const { core, options } = yield* CurrentModal
  const lists = yield* slicesOf(wallets)
  const ids = options.featuredWalletIds
  const [chosen, offered, pictured] = yield* Effect.all(
    [
      // The default page of 4 (specification section 9) is never requested: without IDs, no wallet is featured.
      ids.length === 0
        ? Effect.succeed({ wallets: [], count: 0 })
        : page({ page: 1, entries: ids.length, include: ids }),
      page({
        page: 1,
        entries: walletLists.recommended,
        exclude: [...ids, ...options.excludeWalletIds],
        include: options.includeWalletIds,
      }),
      unpictured,
      excludedOnes,
    ],
    { concurrency: "unbounded" },
  )
  const featured = inOrder(ids, chosen.wallets)
  const loaded = { featured, recommended: offered.wallets, count: offered.count + featured.length }
  yield* Persisted.walletLists.write(loaded)
  if (!core.open.peek()) return lists.show(loaded)
  lists.show(completedLists(ids, lists.shown(), loaded, pictured))
  yield* runInBackground(
    Effect.andThen(
      untilSignal(() => !core.open.value || undefined),
      Effect.sync(() => lists.show(loaded)),
    ),
  )
})

/** Loads the directory's data of the wallets that are shown without an image, as bundled wallets are. */
const unpictured = Effect.gen(function* () {
  const shown = (yield* slicesOf(wallets)).shown()
  const include = [...shown.featured, ...shown.recommended]
    .filter(({ image_id, image_url }) => image_id === undefined && image_url === undefined)
    .map(({ id }) => id)
  return include.length === 0 ? [] : (yield* queryDirectory({ page: 1, entries: include.length, include })).data
}).pipe(Effect.orElseSucceed(() => []))

/** Identifies the excluded wallets, so installed ones can be hidden too. */
const excludedOnes = Effect.gen(function* () {
  const { excludeWalletIds: include } = (yield* CurrentModal).options
  if (include.length === 0) return
  const { data } = yield* queryDirectory({ page: 1, entries: include.length, include })
  yield* loadThen(
    () => import("../flows/excludedWallets.ts"),
    ({ identifyExcluded }) => identifyExcluded(data),
  )
})

/**
 * Loads a page of directory wallets that the site does not exclude and this device can open. `chains` defaults to all of the site's
 * networks. `count` includes wallets left out. Fails with UnknownFailure.
 */
export const page = Effect.fn("walletPage")(function* (input: WalletsQuery) {
  const { core } = yield* CurrentModal
  const { platform } = yield* Browser
  const isOffered = yield* unexcluded
  const response = yield* queryDirectory({
    chains: core.networks.peek().map(({ caipNetworkId }) => caipNetworkId),
    ...input,
  })
  // Entries beyond the requested number are ignored.
  const data: readonly Wallet[] = response.data.slice(0, input.entries).filter(isOffered)
  return { wallets: platform.mobile ? onMobile(data) : data, count: response.count }
})

/** Returns a predicate for wallets that the site does not exclude. */
const unexcluded = Effect.map(
  slicesOf(wallets),
  ({ excluded, mobile }) =>
    (wallet: Wallet) =>
      !isExcluded(wallet, excluded.peek(), mobile.peek()),
)

const queryDirectory = Effect.fn("queryDirectory")(function* (query: WalletsQuery) {
  const api = yield* Api
  const { walletsEndpoint } = yield* Effect.tryPromise({
    try: () => import("./endpoints.ts"),
    catch: (cause) => new UnknownFailure({ cause }),
  })
  return yield* api.call(walletsEndpoint, query)
})
