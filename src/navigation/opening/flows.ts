import * as Effect from "effect/Effect"
import { Browser } from "../../../services/Browser.ts"
import { Chains } from "../../../services/Chains.ts"
import { Dialog } from "../../../services/Dialog.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { requests } from "../../embedded/opening/state.ts"
import { publicViews } from "../../options/publicViews.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { loadThen } from "../../runtime/lazy.ts"
import * as Router from "../../runtime/router.ts"
import { siwx } from "../../siwx/first-paint/state.ts"
import { activeConnection } from "../../stub/state.ts"
import { pairing } from "../../walletConnect/opening/state.ts"
import type { OpenOptions, Route } from "../first-paint/model/routes.ts"
import { back, closeTo, isSignInView } from "./model/history.ts"
import { firstStack, publicRoute } from "./model/openingRules.ts"
import { continueAt } from "./state.ts"

/**
 * Opens the modal at the view that the opening rules choose (specification section 2). If the modal is already open, changes the view only
 * if the request names a view, a namespace or a URI. Does nothing while a required sign-in is open. `painted`: whether the first view is
 * already on screen, because it is shown before the engine loads.
 */
export const openModal = Effect.fn("openModal")(function* (request: OpenOptions = {}, painted = false) {
  const { core, options } = yield* CurrentModal
  // The visitor may have closed the first view, which is shown before the engine is loaded.
  if (painted && !core.open.peek()) return
  if (yield* mustSign) return
  const browser = yield* Browser
  const { view } = request
  // A view of a disabled feature is not opened; the other rules choose one.
  const wanted =
    view === undefined || publicViews[view] === true
      ? view
      : yield* loadThen(
          () => import("../steps.ts"),
          ({ whenViewOffered }) => whenViewOffered(view),
        )

  const target = networkOf(core.networks.peek(), request.namespace, core)
  const namespace = target?.namespace ?? core.namespace.peek()
  // A locked wallet counts as connected, because the account view explains how to unlock it.
  const connected = core.accounts[namespace].peek().active !== undefined
  const { waiting } = yield* slicesOf(requests)
  const first = firstStack({
    ...(wanted && { view: publicRoute(wanted, request.arguments) }),
    ...(target === undefined ? {} : { target }),
    namespace: core.namespace.peek(),
    connected,
    mobile: browser.platform.mobile,
    basic: options.basic,
    manual: options.manualWCControl || request.uri !== undefined,
  })
  // A closed modal may have left a transaction waiting for approval.
  const stack = waiting.peek() && !core.open.peek() ? [...first, { name: "ApproveTransaction" } as const] : first
  const { given } = yield* slicesOf(pairing)
  given.value = request.uri
  const hidden = request.uri !== undefined && !showsCode.has(core.route.peek()?.name)
  if (!core.open.peek() || wanted || target !== undefined || hidden)
    yield* Router.change((now) => (isSame(now, stack) ? now : stack))
  if (!core.open.peek() || painted) yield* showDialog(connected)
})

/** Marks the modal as open and shows the dialog. */
export const showDialog = Effect.fnUntraced(function* (connected: boolean) {
  const { core } = yield* CurrentModal
  core.open.value = true
  yield* (yield* Telemetry).track({ event: "MODAL_OPEN", properties: { connected } })
  // React renders the changes before this microtask ends, so the dialog is laid out only once.
  yield* Effect.promise(() => Promise.resolve())
  // The modal may have been closed in that microtask, together with the dialog.
  if (core.open.peek()) yield* (yield* Dialog).show
})

/** Closes the modal and resets its views. Completes even if the view that runs this flow is removed. */
export const closeModal = Effect.fn("closeModal")(function* () {
  const { core, options } = yield* CurrentModal
  const dialog = yield* Dialog
  const telemetry = yield* Telemetry
  const { route } = yield* slicesOf(continueAt)
  const connected = core.connection.peek() !== undefined
  if (!core.open.peek()) return

  core.open.value = false
  yield* dialog.close
  yield* Router.change(() => closeTo(options.enableEmbedded, connected))
  route.value = undefined
  yield* telemetry.track({ event: "MODAL_CLOSE", properties: { connected } })
}, Effect.uninterruptible)

/**
 * Finishes the task for which the modal was opened. A visitor who came from a view that needed a wallet returns to it. In embedded mode,
 * shows the account, or else Connect. Otherwise closes the modal.
 */
export const completeModal = Effect.gen(function* () {
  const { core, options } = yield* CurrentModal
  const { route } = yield* slicesOf(continueAt)
  const before = core.connection.peek() && route.peek()
  route.value = undefined
  if (before) yield* Router.reset(before)
  else if (options.enableEmbedded) yield* Router.reset({ name: core.connection.peek() ? "Account" : "Connect" })
  else yield* closeModal()
})

/** In embedded mode, replaces the Connect view with Account if an account is connected, unless the visitor will return to another view. */
export const leaveConnect = Effect.gen(function* () {
  const { core, options } = yield* CurrentModal
  const { route } = yield* slicesOf(continueAt)
  if (!options.enableEmbedded || core.route.peek()?.name !== "Connect" || route.peek()) return
  if (core.connection.peek()) yield* Router.reset({ name: "Account" })
})

/** Closes the modal at the site's request, unless a required sign-in is open. */
export const closeFromSite = Effect.fnUntraced(function* () {
  if (!(yield* mustSign)) yield* closeModal()
})

/** Flow: shows a view on top of the current one. */
export const goTo = Effect.fn("goTo")(function* (route: Route) {
  if (route.name === "ConnectingExternal") (yield* Chains).onUserGesture?.(route.connector)
  const telemetry = yield* Telemetry
  if (route.name === "AllWallets") yield* telemetry.track({ event: "CLICK_ALL_WALLETS" })
  if (route.name === "Networks") yield* telemetry.track({ event: "CLICK_NETWORKS" })
  yield* Router.push(route)
  if (route.name === "ConnectingExternal" || route.name === "ConnectingWalletConnect")
    yield* loadThen(
      () => import("../../wallets/flows/trackSelection.ts"),
      ({ trackWalletSelected }) => trackWalletSelected(route),
    )
})

/** Goes back to the previous view. From the first view, closes the modal. */
export const goBack = Effect.fn("goBack")(function* () {
  const { core } = yield* CurrentModal
  const stack = core.stack.peek()
  const before = stack.at(-2)
  // If the previous view is Connect for a namespace, only that namespace's connection counts.
  const of = (before?.name === "Connect" && before.namespace) || core.namespace.peek()
  const isInUse = core.accounts[core.namespace.peek()].peek().active !== undefined
  const next = back(stack, activeConnection(core.accounts[of].peek()) !== undefined, isInUse)
  if (next === "close") yield* closeModal()
  else yield* Router.change(() => next)
})

export const signInState = Effect.map(slicesOf(siwx), ({ required, session }) => ({
  required: required.peek(),
  session: session.peek() !== undefined,
}))

/** Whether the visitor is at a view that they can leave only by signing in or canceling. */
const mustSign = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { required, session } = yield* signInState
  return core.stack.peek().some(isSignInView) && required && !session
})

/** Whether two stacks are the same. A closed modal is often already at the view to open. */
const isSame = (now: readonly Route[], next: readonly Route[]) => JSON.stringify(now) === JSON.stringify(next)

/** Views in which a pairing URI from the site replaces the previous one. */
const showsCode: ReadonlySet<string | undefined> = new Set([
  "ConnectingWalletConnect",
  "ConnectingWalletConnectBasic",
  "AllWallets",
])

const networkOf = (
  networks: ReturnType<Instance["core"]["networks"]["peek"]>,
  namespace: OpenOptions["namespace"],
  core: Instance["core"],
) => {
  if (namespace === undefined) return undefined
  const selected = core.accounts[namespace].peek().caipNetworkId
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const network = own.find(({ caipNetworkId }) => caipNetworkId === selected) ?? own[0]
  return network && { namespace, network: network.caipNetworkId }
}

type Instance = CurrentModal["Service"]
