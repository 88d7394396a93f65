import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { type Chain, Chains, type WalletChange } from "../../../services/Chains.ts"
import { slice } from "../../core/first-paint/slice.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { processEvents } from "../../runtime/eventQueue.ts"
import { loadThen } from "../../runtime/lazy.ts"
import { runInBackground } from "../../runtime/prompt.ts"
import { activeConnection } from "../../stub/state.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { preferring } from "../model/switching.ts"
import type { Connection } from "../opening/model.ts"
import { withLocked, withNetwork, withReconnected } from "../state/connections.ts"
import { connectionName, restoring } from "../state/restoring.ts"
import { withApprovedNetworks } from "./approval.ts"
import { persistConnections } from "./persist.ts"

/**
 * Watches a connected wallet until `unwatchWallet` or until the modal is destroyed. Does nothing if it is watched already or its namespace
 * has no adapter.
 */
export const watchWallet = Effect.fn("watchWallet")(function* (
  connection: Pick<Connection, "namespace" | "connectorId">,
) {
  const { fibers } = yield* slicesOf(listening)
  const { followed } = yield* slicesOf(restoring)
  const key = connectionName(connection)
  const chain = yield* Effect.orElseSucceed((yield* Chains).get(connection.namespace), () => undefined)
  if (!chain || fibers.has(key)) return
  const fiber = yield* runInBackground(
    processEvents(
      (emit: (change: WalletChange) => void) => chain.watch(connection.connectorId, emit),
      (change) => changed(chain, connection, change),
    ),
  )
  fibers.set(key, fiber)
  // A site may keep a destroyed modal, which must not keep what the fiber used.
  fiber.addObserver(() => {
    if (fibers.get(key) === fiber) fibers.delete(key)
  })
  followed.add(key)
})

/** Stops watching a wallet, and stops waiting for its connection of the last visit. */
export const unwatchWallet = Effect.fn("unwatchWallet")(function* (
  connection: Pick<Connection, "namespace" | "connectorId">,
) {
  const { fibers } = yield* slicesOf(listening)
  const { awaited, followed } = yield* slicesOf(restoring)
  const key = connectionName(connection)
  for (const kept of awaited) if (connectionName(kept) === key) awaited.delete(kept)
  const fiber = fibers.get(key)
  fibers.delete(key)
  followed.delete(key)
  if (fiber) yield* Fiber.interrupt(fiber)
})

/** Applies a wallet's change to the state: accounts, network, or a disconnection. */
const changed = Effect.fn("walletChanged")(function* (
  chain: Chain,
  { namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">,
  change: WalletChange,
) {
  const { core, options } = yield* CurrentModal
  const state = core.accounts[namespace]
  const networks = core.networks.peek()
  switch (change.type) {
    case "accounts": {
      const { accounts } = change
      if (accounts.length === 0) return yield* markLocked({ namespace, connectorId })
      const reported = preferring({ namespace, connectorId, accounts }, options.defaultAccountTypes[namespace])
      const awake = state.peek().connections.some((one) => one.connectorId === connectorId)
      state.value = withReconnected(
        yield* withApprovedNetworks(awake ? reported : yield* refreshUnlocked(chain, reported)),
      )(state.peek())
      break
    }
    case "chain":
      state.value = withNetwork(connectorId, change.caipNetworkId, networks)(state.peek())
      break
    case "disconnect":
      // Over the relay, the end of the session is reported separately. The connection is then removed instead of locked.
      return connectorId === walletConnectId ? undefined : yield* markLocked({ namespace, connectorId })
  }
  yield* keepActive(namespace)
})

/** Marks a wallet without accounts as locked. The wallet stays active, so it can be unlocked. Its connection is recorded as ended. */
const markLocked = Effect.fn("markLocked")(function* (one: Pick<Connection, "namespace" | "connectorId">) {
  const { core } = yield* CurrentModal
  const state = core.accounts[one.namespace]
  const before = state.peek().connections.find(({ connectorId }) => connectorId === one.connectorId)
  state.value = withLocked(one.connectorId)(state.peek())
  yield* keepActive(one.namespace)
  if (before)
    yield* loadThen(
      () => import("./recentConnections.ts"),
      ({ rememberEnded }) => rememberEnded(before),
    )
})

/** Queries an unlocked wallet, because it may have switched networks while locked. Returns `reported` if that fails. */
const refreshUnlocked = Effect.fnUntraced(function* (chain: Chain, reported: Connection) {
  const { core } = yield* CurrentModal
  const { namespace, connectorId } = reported
  const networks = core.networks.peek().filter(({ chainNamespace }) => chainNamespace === namespace)
  const wanted = core.accounts[namespace].peek().caipNetworkId
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === wanted) ?? networks[0]
  return network ? yield* Effect.orElseSucceed(chain.reconnect({ connectorId, network }), () => reported) : reported
})

const keepActive = Effect.fnUntraced(function* (namespace: Namespace) {
  const { core } = yield* CurrentModal
  if (activeConnection(core.accounts[namespace].peek())) yield* persistConnections
})

const listening = slice(() => ({ fibers: new Map<string, Fiber.Fiber<unknown, unknown>>() }))
