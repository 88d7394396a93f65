import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import { Chains } from "../../services/Chains.ts"
import { Dialog } from "../../services/Dialog.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import type { OpenOptions } from "../createModal.ts"
import { publicViews } from "../domain/publicViews.ts"
import {
  back,
  closeTo,
  closingDisconnects,
  firstStack,
  isSignInView,
  mayClose,
  publicRoute,
  type Route,
} from "../domain/route.ts"
import { lazily, quietly } from "../lazily.ts"
import { Modal, use } from "../modal.ts"
import * as Router from "../router.ts"
import { after } from "../state/after.ts"
import { activeConnection } from "../state/core.ts"
import { pairing } from "../state/pairing.ts"
import { requests } from "../state/requests.ts"
import { siwx } from "../state/siwx.ts"

/** Opens the modal where the opening rules say (specification section 2). Opening what is open only changes the view. */
export const openModal = Effect.fn("openModal")(function* (asked: OpenOptions = {}, painted = false) {
  const { core, options } = yield* Modal
  // The first view showed before the engine was there, and whoever closed it meanwhile wants it closed.
  if (painted && !core.open.peek()) return
  if (yield* mustSign) return
  const browser = yield* Browser
  const { view } = asked
  // A view of a feature that is turned off is not opened as given: the other rules say what is.
  const wanted =
    view === undefined || publicViews[view] === true
      ? view
      : yield* lazily(
          () => import("./offered.ts"),
          ({ offered }) => offered(view),
        )

  const target = networkOf(core.networks.peek(), asked.namespace, core)
  const namespace = target?.namespace ?? core.namespace.peek()
  // A wallet that sleeps is still the visitor's: the account says how to wake it.
  const connected = core.accounts[namespace].peek().active !== undefined
  const { waiting } = yield* use(requests)
  const first = firstStack({
    ...(wanted && { view: publicRoute(wanted, asked.arguments) }),
    ...(target === undefined ? {} : { target }),
    namespace: core.namespace.peek(),
    connected,
    mobile: browser.platform.mobile,
    basic: options.basic,
    manual: options.manualWCControl || asked.uri !== undefined,
  })
  // A closed modal may have left a transaction that still waits for its approval.
  const stack = waiting.peek() && !core.open.peek() ? [...first, { name: "ApproveTransaction" } as const] : first
  const { given } = yield* use(pairing)
  given.value = asked.uri
  const hidden = asked.uri !== undefined && !showsCode.has(core.route.peek()?.name)
  if (!core.open.peek() || wanted || target !== undefined || hidden)
    yield* Router.change((now) => (isSame(now, stack) ? now : stack))
  if (!core.open.peek() || painted) yield* reveal(connected)
})

/** Shows the dialog. */
export const reveal = Effect.fnUntraced(function* (connected: boolean) {
  const { core } = yield* Modal
  core.open.value = true
  yield* (yield* Telemetry).track({ event: "MODAL_OPEN", properties: { connected } })
  // React renders what changed before its turn ends: shown then, the dialog is laid out once.
  yield* Effect.promise(() => Promise.resolve())
  // Whoever closed the modal in that turn has closed the dialog already.
  if (core.open.peek()) yield* (yield* Dialog).show
})

/** Closes the modal and resets what it shows: all of it, also when the view whose flow closes it goes with it. */
export const closeModal = Effect.fn("closeModal")(function* () {
  const { core, options } = yield* Modal
  const dialog = yield* Dialog
  const telemetry = yield* Telemetry
  const { route } = yield* use(after)
  const connected = core.connection.peek() !== undefined
  if (!core.open.peek()) return

  core.open.value = false
  yield* dialog.close
  yield* Router.change(() => closeTo(options.enableEmbedded, connected))
  route.value = undefined
  yield* telemetry.track({ event: "MODAL_CLOSE", properties: { connected } })
}, Effect.uninterruptible)

/**
 * The modal has done its work. Who came from a view that needed a wallet goes on there; in the site's own element it shows who is
 * connected; else it closes.
 */
export const finish = Effect.gen(function* () {
  const { core, options } = yield* Modal
  const { route } = yield* use(after)
  const before = core.connection.peek() && route.peek()
  route.value = undefined
  if (before) yield* Router.reset(before)
  else if (options.enableEmbedded) yield* Router.reset({ name: core.connection.peek() ? "Account" : "Connect" })
  else yield* closeModal()
})

/** In embedded mode Connect gives way to an account that did not come through it: restored, or connected by the site. */
export const leaveConnect = Effect.gen(function* () {
  const { core, options } = yield* Modal
  const { route } = yield* use(after)
  if (!options.enableEmbedded || core.route.peek()?.name !== "Connect" || route.peek()) return
  if (core.connection.peek()) yield* Router.reset({ name: "Account" })
})

/** The site closes the modal. It does not take away what its visitor has to sign. */
export const closeBySite = Effect.fnUntraced(function* () {
  if (!(yield* mustSign)) yield* closeModal()
})

/** The visitor asks to leave: by the close button, Escape, or a press beside the card. Refused with a shake where closing is disabled. */
export const leave = Effect.fn("leave")(function* () {
  const { core } = yield* Modal
  const dialog = yield* Dialog
  const stack = core.stack.peek()

  if (!mayClose(stack, yield* signInState)) return yield* dialog.refuse
  if (closingDisconnects(stack.at(-1)))
    yield* lazily(
      () => import("./connections.ts"),
      ({ endConnections }) => quietly(endConnections()),
    )
  yield* closeModal()
})

/** Flow: the visitor goes to a view. */
export const goTo = Effect.fn("goTo")(function* (route: Route) {
  if (route.name === "ConnectingExternal") (yield* Chains).pressed?.(route.connector)
  const telemetry = yield* Telemetry
  if (route.name === "AllWallets") yield* telemetry.track({ event: "CLICK_ALL_WALLETS" })
  if (route.name === "Networks") yield* telemetry.track({ event: "CLICK_NETWORKS" })
  yield* Router.push(route)
  if (route.name === "ConnectingExternal" || route.name === "ConnectingWalletConnect")
    yield* lazily(
      () => import("./selected.ts"),
      ({ selected }) => selected(route),
    )
})

/** Back to the view before this one; from the first view, out. */
export const goBack = Effect.fn("goBack")(function* () {
  const { core } = yield* Modal
  const stack = core.stack.peek()
  const before = stack.at(-2)
  // Connect for a namespace leads to a wallet there, whoever is connected elsewhere.
  const of = (before?.name === "Connect" && before.namespace) || core.namespace.peek()
  const next = back(stack, activeConnection(core.accounts[of].peek()) !== undefined)
  if (next === "close") yield* closeModal()
  else yield* Router.change(() => next)
})

const signInState = Effect.map(use(siwx), ({ required, session }) => ({
  required: required.peek(),
  session: session.peek() !== undefined,
}))

/** Whether the visitor is at a view that only signing in, or their own cancelling, may leave. */
const mustSign = Effect.gen(function* () {
  const { core } = yield* Modal
  const { required, session } = yield* signInState
  return core.stack.peek().some(isSignInView) && required && !session
})

/** A modal that was closed is already where most openings begin. */
const isSame = (now: readonly Route[], next: readonly Route[]) => JSON.stringify(now) === JSON.stringify(next)

/** The views in which a code of the site's own takes the place of the one before. */
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

type Instance = Modal["Service"]
