import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Browser } from "../../services/Browser.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { routeOf } from "../domain/connectList.ts"
import { UnknownFailure } from "../domain/errors.ts"
import { debounce, walletLists } from "../domain/limits.ts"
import { connectorOf, isExcluded, onMobile, type Wallet } from "../domain/wallets.ts"
import type { WalletsQuery } from "../domain/walletsRow.ts"
import * as Kept from "../kept.ts"
import { lazily } from "../lazily.ts"
import { Modal, use } from "../modal.ts"
import * as Router from "../router.ts"
import { wallets } from "../state/wallets.ts"
import { track } from "../track.ts"

/** Operation: look for wallets by name in the directory, 100 at most, certified ones only if asked. */
export const searchWallets = Effect.fn("searchWallets")(function* (input: {
  readonly search: string
  readonly certified?: boolean
}) {
  const { options } = yield* Modal
  return (yield* page({
    page: 1,
    entries: walletLists.search,
    search: input.search.trim(),
    exclude: options.excludeWalletIds,
    include: options.includeWalletIds,
    ...(input.certified ? { badge: "certified" } : {}),
  })).wallets
})

/** Flow: fill the lists of the Connect view. What was there stays until there is something better. */
export const refreshWallets = Effect.fn("refreshWallets")(function* () {
  const { featured, recommended, count, directory } = yield* use(wallets)
  const isOffered = yield* unexcluded
  const kept = yield* Kept.walletLists.read
  if (kept && recommended.peek().length === 0) {
    featured.value = kept.featured.filter(isOffered)
    recommended.value = kept.recommended.filter(isOffered)
    count.value = kept.count
  }

  yield* (yield* Browser).painted
  const late = Effect.andThen(Effect.delay(standIn, walletLists.standIn), Effect.never)
  yield* track(
    directory,
    Effect.tapError(Effect.raceFirst(fetchLists, late), () => standIn),
  )
})

/** Flow: the next 40 of the directory. Asking while one is under way, or beyond the end, does nothing. */
export const nextPage = Effect.fn("nextPage")(function* (certified: boolean) {
  const { options } = yield* Modal
  const { all, page: reached, count, total, paging, featured, recommended } = yield* use(wallets)
  if (paging.peek().is === "loading" || reached.peek() === theEnd) return

  yield* track(
    paging,
    Effect.gen(function* () {
      const number = reached.peek() + 1
      const answer = yield* page({
        page: number,
        entries: walletLists.page,
        exclude: options.excludeWalletIds,
        include: options.includeWalletIds,
        ...(certified ? { badge: "certified" } : {}),
      })
      const known = number === 1 && !certified ? [...featured.peek(), ...recommended.peek()] : all.peek()
      all.reconcile([...known, ...answer.wallets])
      const last = number * walletLists.page >= answer.count
      // Not every wallet that the directory counts is listed: a phone cannot open some.
      total.value = last ? all.peek().length : Math.max(answer.count, all.peek().length)
      if (!certified) count.value = total.peek()
      reached.value = last ? theEnd : number
    }),
  )
})

/** Flow: begin the directory anew, as when only certified wallets are wanted. */
export const restartPages = Effect.fn("restartPages")(function* (certified: boolean) {
  const { all, page: reached, total, paging } = yield* use(wallets)
  all.reconcile([])
  reached.value = 0
  total.value = 0
  paging.value = { is: "idle" }
  yield* nextPage(certified)
})

/** Flow: search as the visitor types; the newest text wins. */
export const search = Effect.fn("search")(function* (input: { readonly search: string; readonly certified: boolean }) {
  const { found, searching, all } = yield* use(wallets)
  const telemetry = yield* Telemetry
  const wanted = input.search.trim().toLowerCase()
  found.reconcile(
    all
      .peek()
      .filter(
        ({ name, badge_type }) =>
          name.toLowerCase().includes(wanted) && (!input.certified || badge_type === "certified"),
      ),
  )
  yield* track(
    searching,
    Effect.gen(function* () {
      yield* Effect.sleep(debounce.input)
      const answer = yield* searchWallets(input)
      found.reconcile(answer)
      return input.search
    }),
  )
  yield* telemetry.track({
    event: "SEARCH_WALLET",
    properties: { search: input.search, ...(input.certified ? { badge: "certified" } : {}) },
  })
})

/** Stands for the page after the last one. */
const theEnd = Number.POSITIVE_INFINITY

/** Asks the directory for the featured and the recommended wallets. */
const fetchLists = Effect.gen(function* () {
  const { options } = yield* Modal
  const { featured, recommended, count } = yield* use(wallets)
  const ids = options.featuredWalletIds
  const [chosen, offered] = yield* Effect.all(
    [
      ids.length === 0
        ? Effect.succeed({ wallets: [], count: 0 })
        : page({ page: 1, entries: ids.length, include: ids }),
      page({
        page: 1,
        entries: walletLists.recommended,
        exclude: [...ids, ...options.excludeWalletIds],
        include: options.includeWalletIds,
      }),
      excludedOnes,
    ],
    { concurrency: "unbounded" },
  )
  featured.value = ids.flatMap((id) => chosen.wallets.find((wallet) => wallet.id === id) ?? [])
  recommended.value = offered.wallets
  count.value = offered.count + featured.peek().length
  yield* Kept.walletLists.write({ featured: featured.peek(), recommended: recommended.peek(), count: count.peek() })
})

/** Other wallets in the directory's place, where it has never answered. */
const standIn = lazily(
  () => import("./standIn.ts"),
  (topic) => topic.standIn,
)

/** Who the excluded wallets are, so that installed ones are told by it. */
const excludedOnes = Effect.gen(function* () {
  const { excludeWalletIds: include } = (yield* Modal).options
  if (include.length === 0) return
  const { data } = yield* ask({ page: 1, entries: include.length, include })
  yield* lazily(
    () => import("./excluded.ts"),
    ({ recognise }) => recognise(data),
  )
})

const page = Effect.fn("walletPage")(function* (input: WalletsQuery) {
  const { core } = yield* Modal
  const { platform } = yield* Browser
  const isOffered = yield* unexcluded
  const answer = yield* ask({ ...input, chains: core.networks.peek().map(({ caipNetworkId }) => caipNetworkId) })
  const data: readonly Wallet[] = answer.data.filter(isOffered)
  return { wallets: platform.mobile ? onMobile(data) : data, count: answer.count }
})

/** Tells the wallets that the site does not exclude. */
const unexcluded = Effect.map(
  use(wallets),
  ({ excluded, mobile }) =>
    (wallet: Wallet) =>
      !isExcluded(wallet, excluded.peek(), mobile.peek()),
)

const ask = Effect.fn("askDirectory")(function* (query: WalletsQuery) {
  const api = yield* Api
  const { walletsRow } = yield* Effect.tryPromise({
    try: () => import("../domain/walletsRow.ts"),
    catch: (cause) => new UnknownFailure({ cause }),
  })
  return yield* api.call(walletsRow, query)
})

/** Flow: a press on a wallet of the directory leads to the connector of this page that is the same wallet, else to the relay. */
export const pickWallet = Effect.fn("pickWallet")(function* (wallet: Wallet) {
  const { installed, mobile } = yield* use(wallets)
  const connector = connectorOf(wallet, installed.peek(), mobile.peek())
  yield* Router.push(connector ? routeOf(connector) : { name: "ConnectingWalletConnect", wallet: wallet.id })
})
