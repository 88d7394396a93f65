import { type Signal, signal } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Browser, type PageChange } from "../../../services/Browser.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import type { AddWalletIntent } from "../../connections/steps/showAmongWallets.ts"
import { sourceFor } from "../../help/model.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import type { Wallet } from "../../wallets/first-paint/model/wallet.ts"
import { rememberRecentWallet } from "../../wallets/steps.ts"
import { appLink } from "../limits.ts"
import { appLinkOf, needsUserApproval, requestLink, walletLink } from "../model/links.ts"
import { walletBrowserOf } from "../model/walletBrowsers.ts"
import { type AppLinkProgress, pairing } from "../opening/state.ts"
import { pair } from "../operations.ts"

/**
 * Flow: connects a directory wallet, or any wallet by QR code. If the wallet's app has to open this page in its own browser, opens it there,
 * unless the visitor chooses to stay.
 */
export const connectViaRelay = Effect.fn("connectViaRelay")(function* (
  wallet: Wallet | undefined,
  { stay, ...joining }: { readonly stay: boolean } & AddWalletIntent,
) {
  const { handover, leaving } = yield* slicesOf(pairing)
  const link = wallet && !stay ? yield* ownBrowser(wallet) : undefined
  handover.value = link
  leaving.value = undefined
  if (!wallet || link === undefined) return yield* pair(wallet, joining)
  yield* rememberRecentWallet(wallet)
  yield* leave(link, wallet)
})

/** Flow: opens this page in the wallet's own browser, if `connectViaRelay` has opened it there before. */
export const openInWalletBrowser = Effect.fn("openInWalletBrowser")(function* (wallet: Wallet) {
  const { handover } = yield* slicesOf(pairing)
  const link = handover.peek()
  if (link !== undefined) yield* leave(link, wallet)
})

/** Flow: opens the wallet's app if there is a code, but only once, even if the view opens again. */
export const openAppLinkOnce = Effect.fn("openAppLinkOnce")(function* (wallet: Wallet) {
  const { leaving } = yield* slicesOf(pairing)
  if (leaving.peek() !== undefined || (yield* codeNow) === undefined) return
  leaving.value = { status: "opening" }
  yield* openApp(wallet)
})

/**
 * Flow: opens the wallet's app with the pairing code, and tracks the outcome: `broken` if the wallet has no valid link. Does nothing
 * without a code.
 */
export const openApp = Effect.fn("openApp")(function* (wallet: Wallet) {
  const { options } = yield* CurrentModal
  const { platform } = yield* Browser
  const { leaving } = yield* slicesOf(pairing)
  const uri = yield* codeNow
  if (uri === undefined) return

  const preferUniversal = options.experimental_preferUniversalLinks
  const link = appLinkOf(wallet, uri, { ...platform, preferUniversal })
  if (link) {
    yield* leftFor(wallet, link.base)
    return yield* leave(link.href, wallet)
  }
  leaving.value = { status: "broken" }
  const { name, mobile_link = "" } = wallet
  yield* (yield* Telemetry).track({
    event: "CONNECT_PROXY_ERROR",
    properties: { message: "The link cannot be opened", uri, mobile_link, name },
  })
})

/** Flow: opens a wallet in another tab or program with the pairing code. Does nothing without a code or a valid link. */
export const openInOtherTab = Effect.fn("openInOtherTab")(function* (
  wallet: Wallet,
  where: "webapp_link" | "desktop_link",
) {
  const uri = yield* codeNow
  const link = uri === undefined ? undefined : walletLink(wallet[where], uri)
  if (!link) return
  yield* leftFor(wallet, link.base)
  yield* (yield* Browser).open(link.href, "blank")
})

/**
 * On a phone, opens the wallet's app for a request that is being sent to it, if the request needs the user's approval and the app's link is
 * known.
 */
export const reopenApp = Effect.fn("reopenApp")(function* (request: {
  readonly topic: string
  readonly id: number
  readonly method: string
}) {
  const { linking } = yield* slicesOf(pairing)
  const { platform, open } = yield* Browser
  if (!platform.mobile || !needsUserApproval(request.method)) return
  const left = linking.peek() ?? (yield* Persisted.deepLink.read)
  // The stored link may be anything, so it is validated.
  const link = walletLink(left?.href, "")
  if (link) yield* open(requestLink(link.base, request), "self")
})

const codeNow = Effect.map(slicesOf(pairing), ({ given, code }) => given.peek() ?? code.peek()?.uri)

const leftFor = Effect.fnUntraced(function* (wallet: Wallet, base: string) {
  const { linking } = yield* slicesOf(pairing)
  linking.value = { href: base, name: wallet.name }
  yield* Persisted.deepLink.write(linking.peek() as { href: string; name: string })
  yield* rememberRecentWallet(wallet)
})

/** Returns the link that opens this page in the wallet's own browser, or `undefined` if the page need not be opened there. */
const ownBrowser = Effect.fnUntraced(function* (wallet: Wallet) {
  const { core } = yield* CurrentModal
  const { platform, page, hasGlobal } = yield* Browser
  const namespaces = core.stack.peek().flatMap((route) => ("namespace" in route ? (route.namespace ?? []) : []))
  const namespace = namespaces.at(-1) ?? core.namespace.peek()
  const browser = walletBrowserOf(wallet.id, { mobile: platform.mobile, namespace, holds: hasGlobal })
  const selected = core.accounts[namespace].peek().caipNetworkId
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === selected)
  return browser?.link({ url: page.url, origin: page.origin, networkId: network?.id })
})

/**
 * Opens a link to an app in this window, and tracks the outcome. The page is hidden once the app opens; before that, the browser may ask
 * the visitor whether to open it.
 */
const leave = Effect.fnUntraced(function* (href: string, wallet: Wallet) {
  const browser = yield* Browser
  const { leaving } = yield* slicesOf(pairing)
  const mine: AppLinkProgress = { status: "opening" }
  leaving.value = mine
  const outcome = yield* Effect.scoped(
    Effect.gen(function* () {
      const seen = signal<Seen>({})
      yield* browser.watch((change) => note(seen, change))
      yield* browser.open(href, "self")
      return yield* outcomeOf(seen)
    }),
  )
  if (leaving.peek() !== mine) return
  leaving.value =
    outcome === "absent" ? { status: outcome, store: sourceFor(wallet, browser.platform.os) } : { status: outcome }
})

/** Changes of the page since the link was opened. */
interface Seen {
  readonly hidden?: true
  /** Whether the page has lost focus, as it does while the browser asks whether to open the app. */
  readonly blurred?: true
  /** Whether the visitor returned from the browser's prompt. */
  readonly back?: true
}

const note = (seen: Signal<Seen>, change: PageChange) => {
  const now = seen.peek()
  if (change === "hidden") seen.value = { ...now, hidden: true }
  if (change === "blurred") seen.value = { ...now, blurred: true }
  if (change === "focused" && now.blurred) seen.value = { ...now, back: true }
}

const outcomeOf = Effect.fnUntraced(function* (seen: Signal<Seen>) {
  const hidden = untilSignal(() => seen.value.hidden)
  const moved = untilSignal(() => seen.value.hidden ?? seen.value.blurred)
  if (Option.isNone(yield* Effect.timeoutOption(moved, appLink.wait))) return "absent"
  yield* untilSignal(() => seen.value.hidden ?? seen.value.back)
  return Option.isSome(yield* Effect.timeoutOption(hidden, appLink.grace)) ? "opened" : "cancelled"
})
