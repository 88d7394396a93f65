import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { isRejected } from "../connections/model/rejections.ts"
import { withNetwork } from "../connections/state/connections.ts"
import { persistConnections } from "../connections/steps/persist.ts"
import { NetworkNotFound } from "../errors/index.ts"
import type { RouteName } from "../navigation/first-paint/model/routes.ts"
import { closeModal, goBack } from "../navigation/opening/flows.ts"
import type { Words } from "../notifications/first-paint/model/snack.ts"
import { raiseAlert } from "../notifications/flows.ts"
import { showSnack } from "../notifications/steps/snack.ts"
import { quoted } from "../options/guards.ts"
import type { CaipNetworkId, Network } from "../options/networks.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { withDialogDemoted } from "../runtime/dialogDemotion.ts"
import { prompt } from "../runtime/prompt.ts"
import * as Router from "../runtime/router.ts"
import { trackFresh } from "../runtime/track.ts"
import { activeConnection } from "../stub/state.ts"
import { switching } from "./state.ts"

/**
 * Operation: switches to a network, and makes its namespace active. A connected wallet of its namespace is asked to switch, and to add the
 * network if the wallet lacks it. Without such a wallet, only the selection changes. Fails with NetworkNotFound if the network is not one
 * of the option `networks`, with ConnectionRejected if the visitor rejects the switch, and with ChainNotSupported, SwitchNotApproved or
 * another error if the wallet does not switch.
 */
export const switchNetwork = Effect.fn("switchNetwork")(function* (input: { readonly network: CaipNetworkId }) {
  const { core } = yield* CurrentModal
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === input.network)
  if (!network) {
    yield* raiseAlert("APKT001")
    return yield* Effect.fail(
      new NetworkNotFound(`${quoted(input.network)} is not one of the option \`networks\`: add it there`),
    )
  }
  const connection = activeConnection(core.accounts[network.chainNamespace].peek())
  if (!connection) return yield* chosen(network)

  const chain = yield* (yield* Chains).get(network.chainNamespace)
  yield* prompt(`switch:${network.chainNamespace}:${connection.connectorId}:${network.caipNetworkId}`, {
    request: withDialogDemoted(
      arriving(network, connection.connectorId, chain.switchNetwork({ connectorId: connection.connectorId, network })),
    ),
    onApproved: () => Effect.void,
    onLateApproval: () => Effect.void,
  })
  yield* chosen(network, connection.connectorId)
})

/**
 * Flow: switches to the network that the visitor clicked, unless it is active. Shows a failure in a snack. Opens a view instead if the
 * wallet may prompt for the switch, or if only wallets of other namespaces are connected or locked.
 */
export const pickNetwork = Effect.fn("pickNetwork")(function* (network: Network) {
  const { core } = yield* CurrentModal
  if (core.network.peek()?.caipNetworkId === network.caipNetworkId) return
  const target = core.accounts[network.chainNamespace].peek()
  const connection = activeConnection(target)
  const isHeldHere = core.accounts[core.namespace.peek()].peek().active !== undefined
  if (!connection && (core.connection.peek() || (isHeldHere && target.active === undefined)))
    return yield* Router.push({ name: "SwitchActiveChain", network: network.caipNetworkId })
  if (connection) {
    const chain = yield* Effect.orElseSucceed((yield* Chains).get(network.chainNamespace), () => undefined)
    if (chain?.promptsToSwitch?.(connection.connectorId) ?? true)
      return yield* Router.push({ name: "SwitchNetwork", network: network.caipNetworkId })
  }
  yield* Effect.matchEffect(switchNetwork({ network: network.caipNetworkId }), {
    onSuccess: () => leave,
    onFailure: ({ message }) => showSnack(message, "error"),
  })
})

/**
 * Flow: switches to a network, then leaves the views that led to the switch. On failure, goes back one view and shows the reason in a
 * snack.
 */
export const switchFromView = Effect.fn("switchFromView")(function* (
  network: CaipNetworkId,
  messages: { readonly declined: Words },
) {
  const { progress } = yield* slicesOf(switching)
  const done = yield* trackFresh(progress, Effect.as(switchNetwork({ network }), true as const))
  const now = progress.peek()
  if (now.status === "failed") {
    yield* showSnack(isRejected(now.error) ? messages.declined : now.error.message, "error")
    return yield* goBack()
  }
  if (done) yield* leave
})

/** Leaves the views that led to a completed switch. Closes the modal if no other view is left. */
const leave = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const rest = core.stack.peek().filter(({ name }) => !ledHere.has(name))
  if (rest.length === 0) yield* closeModal()
  else yield* Router.change(() => rest)
})

/** Views that lead to a switch and are left once it is done. */
const ledHere: ReadonlySet<RouteName> = new Set(["SwitchNetwork", "Networks", "UnsupportedChain"])

/**
 * Runs a switch, and records that the wallet is on the network. Changes that the wallet reports take precedence: the wallet may report the
 * network and leave it again before it responds to the request.
 */
const arriving = Effect.fnUntraced(function* <E, R>(
  network: Network,
  connectorId: string,
  run: Effect.Effect<void, E, R>,
) {
  const { core } = yield* CurrentModal
  const state = core.accounts[network.chainNamespace]
  const reported: (string | undefined)[] = []
  const stop = state.subscribe(({ connections }) => {
    reported.push(connections.find((one) => one.connectorId === connectorId)?.caipNetwork?.caipNetworkId)
  })
  yield* Effect.ensuring(run, Effect.sync(stop))
  if (!reported.includes(network.caipNetworkId))
    state.value = withNetwork(connectorId, network.caipNetworkId, core.networks.peek())(state.peek())
})

/**
 * Makes a network active and persists the connections. If `connectorId` was switched to the network but is no longer active or no longer on
 * it, only persists the connections.
 */
const chosen = Effect.fn("networkChosen")(function* (network: Network, connectorId?: string) {
  const { core } = yield* CurrentModal
  const telemetry = yield* Telemetry
  const state = core.accounts[network.chainNamespace]
  const { active, connections } = state.peek()
  if (connectorId !== undefined) {
    const connection = connections.find((one) => one.connectorId === connectorId)
    const isThere = !connection || connection.caipNetwork?.caipNetworkId === network.caipNetworkId
    if (connectorId !== active || !isThere) return yield* persistConnections
  }
  state.value = { ...state.peek(), caipNetworkId: network.caipNetworkId }
  core.namespace.value = network.chainNamespace
  yield* persistConnections
  yield* telemetry.track({ event: "SWITCH_NETWORK", properties: { network: network.caipNetworkId } })
})
