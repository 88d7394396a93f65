import { batch } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Browser } from "../../services/Browser.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { routeOf } from "../connect/first-paint/model/walletRow.ts"
import { images } from "../core/first-paint/limits.ts"
import { latest } from "../core/first-paint/loadable.ts"
import { debounce } from "../core/limits.ts"
import { goTo } from "../navigation/opening/flows.ts"
import type { Namespace } from "../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { runInBackground } from "../runtime/prompt.ts"
import { track } from "../runtime/track.ts"
import { walletLists } from "./first-paint/limits.ts"
import { connectorOf } from "./first-paint/model/connector.ts"
import { pictureOf, type Wallet } from "./first-paint/model/wallet.ts"
import { inNamespace, walletSupportsNamespace } from "./first-paint/model/walletNamespaces.ts"
import { wallets } from "./first-paint/state/wallets.ts"
import { page } from "./opening/flows.ts"

/**
 * Operation: searches the wallet directory by name. Returns at most 100 wallets, and only certified ones if `certified` is set. Leaves out
 * wallets that the site excludes or this device cannot open. Fails with UnknownFailure if the directory cannot be loaded.
 */
export const searchWallets = Effect.fn("searchWallets")(function* (input: {
  readonly search: string
  readonly certified?: boolean
  readonly namespace?: Namespace
}) {
  const { options } = yield* CurrentModal
  return (yield* page({
    ...(yield* chainsOf(input.namespace)),
    page: 1,
    entries: walletLists.search,
    search: input.search.trim(),
    exclude: options.excludeWalletIds,
    include: options.includeWalletIds,
    ...(input.certified ? { badge: "certified" } : {}),
  })).wallets
})

/**
 * Flow: loads the next 40 wallets of the directory, optionally only certified ones or those of one namespace. Does nothing while a page is
 * loading or after the last page.
 */
export const nextPage = Effect.fn("nextPage")(function* (certified: boolean, namespace?: Namespace) {
  const { options } = yield* CurrentModal
  const { all, ahead, page: reached, count, total, paging, featured, recommended } = yield* slicesOf(wallets)
  if (paging.peek().status === "loading" || reached.peek() === theEnd) return

  yield* track(
    paging,
    Effect.gen(function* () {
      const number = reached.peek() + 1
      // The wallets of the Connect view come first, so every page of this list excludes them.
      if (number === 1)
        ahead.value = certified
          ? []
          : [...featured.peek(), ...recommended.peek()].filter((wallet) => walletSupportsNamespace(wallet, namespace))
      const response = yield* page({
        ...(yield* chainsOf(namespace)),
        page: number,
        entries: walletLists.page,
        exclude: [...options.excludeWalletIds, ...ahead.peek().map(({ id }) => id)],
        include: options.includeWalletIds,
        ...(certified ? { badge: "certified" } : {}),
      })
      yield* runInBackground(preload(response.wallets.slice(0, walletLists.imagesPerPage)))
      // Renders the wallets in a task of their own, after that of the response.
      yield* Effect.yieldNow
      all.reconcile([...(number === 1 ? ahead.peek() : all.peek()), ...response.wallets])
      const last = number * walletLists.page >= response.count
      // The directory also counts wallets that are not listed because a phone cannot open them.
      total.value = last ? all.peek().length : Math.max(response.count + ahead.peek().length, all.peek().length)
      if (!certified && namespace === undefined) count.value = total.peek()
      reached.value = last ? theEnd : number
    }),
  )
})

/** Flow: reloads the directory list from its first page. A list with the same filter stays until the page arrives. */
export const restartPages = Effect.fn("restartPages")(function* (certified: boolean, namespace?: Namespace) {
  const { all, filter, page: reached, total, paging } = yield* slicesOf(wallets)
  const wanted = `${certified} ${namespace}`
  if (filter.peek() !== wanted) {
    all.reconcile([])
    total.value = 0
  }
  filter.value = wanted
  reached.value = 0
  paging.value = { status: "idle" }
  yield* nextPage(certified, namespace)
})

/** Lists the matches among the wallets loaded so far, and marks the search as loading. */
export const listLocalMatches = (
  { found, searching, all }: ReturnType<typeof wallets>,
  { search, certified }: { readonly search: string; readonly certified: boolean },
): void => {
  const wanted = search.trim().toLowerCase()
  batch(() => {
    searching.value = { status: "loading", last: latest(searching.peek()) }
    found.reconcile(
      all
        .peek()
        .filter(
          ({ name, badge_type }) => name.toLowerCase().includes(wanted) && (!certified || badge_type === "certified"),
        ),
    )
  })
}

/**
 * Flow: searches the directory as the visitor types. A newer text replaces a search that is still running. Analytics records only the
 * searches whose results are shown.
 */
export const search = Effect.fn("search")(function* (input: {
  readonly search: string
  readonly certified: boolean
  readonly namespace?: Namespace
}) {
  const lists = yield* slicesOf(wallets)
  const { found, searching } = lists
  const telemetry = yield* Telemetry
  listLocalMatches(lists, input)
  const shown = yield* track(
    searching,
    Effect.gen(function* () {
      yield* Effect.sleep(debounce.input)
      const results = yield* searchWallets(input)
      // Renders the results in a task of their own, after that of the response.
      yield* Effect.yieldNow
      found.reconcile(results)
      return input.search
    }),
  )
  if (shown === undefined) return
  yield* telemetry.track({
    event: "SEARCH_WALLET",
    properties: { search: input.search, ...(input.certified ? { badge: "certified" } : {}) },
  })
})

/** Flow: opens the connecting view for a directory wallet, with the browser connector of the same wallet or else with WalletConnect. */
export const pickWallet = Effect.fn("pickWallet")(function* (wallet: Wallet) {
  const { core } = yield* CurrentModal
  const { installed, mobile } = yield* slicesOf(wallets)
  const route = core.route.peek()
  const namespace = route?.name === "AllWallets" ? route.namespace : undefined
  const connector = connectorOf(wallet, inNamespace(installed.peek(), namespace), mobile.peek())
  yield* goTo(connector ? routeOf(connector) : { name: "ConnectingWalletConnect", wallet: wallet.id })
})

const chainsOf = Effect.fnUntraced(function* (namespace: Namespace | undefined) {
  const { core } = yield* CurrentModal
  if (namespace === undefined) return {}
  const own = core.networks.peek().filter(({ chainNamespace }) => chainNamespace === namespace)
  return { chains: own.map(({ caipNetworkId }) => caipNetworkId) }
})

/** Preloads the images of wallets about to be shown, within the time limit for images. */
const preload = Effect.fn("preload")(function* (soon: readonly Wallet[]) {
  const api = yield* Api
  const browser = yield* Browser
  const urls = soon.flatMap((wallet) => pictureOf(wallet, api.image) ?? [])
  yield* Effect.forEach(urls, (url) => Effect.raceFirst(browser.preload(url), Effect.sleep(images.preload)), {
    concurrency: "unbounded",
    discard: true,
  })
})

/** Page number that marks the end of the list. */
const theEnd = Number.POSITIVE_INFINITY
