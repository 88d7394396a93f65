import * as Effect from "effect/Effect"
import { connectChosen } from "../../connect/operations.ts"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import { InvalidConnectionStatus, NoConnectorForConnection } from "../../errors/index.ts"
import { quoted } from "../../options/guards.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { activeConnection } from "../../stub/state.ts"
import { findConnector } from "../../wallets/first-paint/model/connector.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { classOf } from "../model/connectionClass.ts"
import { choosing, type SwitchStep, switchStep } from "../model/switching.ts"
import type { Connection } from "../opening/model.ts"
import { withConnection } from "../state/connections.ts"
import { connectionName, restoring } from "../state/restoring.ts"
import { withAccountType } from "../steps/accountType.ts"
import { persistConnections } from "../steps/persist.ts"
import { recentOf } from "../steps/recentConnections.ts"
import { requireMultiWallet } from "../steps/requireMultiWallet.ts"
import { fetchGrantedAccounts } from "./connections.ts"

/**
 * Operation: switches to another connection of a namespace, and selects the account with `address`, if given. Ignores an address that the
 * wallet has not granted. An ended connection is established again, with a wallet prompt, a WalletConnect code, or the previous login to
 * the embedded wallet. A social login opens a window, so call this in a click handler. Returns the active connection. Unless the project
 * enables multi-wallet, only raises an alert and returns `undefined`. Fails with NoConnectorForConnection if no wallet of the namespace has
 * the connector ID, with InvalidConnectionStatus while the connection is being restored, and with the error of the wallet or the login,
 * such as ModalClosed.
 */
export const switchConnection = Effect.fn("switchConnection")(function* (input: SwitchTo) {
  return (yield* requireMultiWallet) ? yield* switchToConnection(input) : undefined
})

/**
 * Does the same as `switchConnection`, but even without multi-wallet. The class of the connection decides which step is needed
 * (specification section 4).
 */
export const switchToConnection = Effect.fn("switchToConnection")(function* (input: SwitchTo) {
  const { core } = yield* CurrentModal
  const { awaited } = yield* slicesOf(restoring)
  const { installed } = yield* slicesOf(wallets)
  const { namespace, connectorId, address } = input
  const state = core.accounts[namespace]
  const known = state.peek().connections.find((connection) => connection.connectorId === connectorId)
  const relayed = connectorId === walletConnectId
  const type = relayed ? "WALLET_CONNECT" : findConnector(installed.peek(), connectorId, namespace)?.type
  if (!known && type === undefined)
    return yield* Effect.fail(
      new NoConnectorForConnection(`No wallet of ${namespace} on this page has the id ${quoted(connectorId)}`),
    )

  // The status of a connection that is being restored is not known yet.
  const unsure = [...awaited].some((one) => connectionName(one) === connectionName(input))
  const connectionClass = unsure ? undefined : known ? classOf(connectorId, state.peek()) : "disconnected"
  const step = switchStep((yield* recentOf(input)) ?? {}, type ?? "ANNOUNCED", connectionClass)
  if (step instanceof InvalidConnectionStatus) return yield* Effect.fail(step)
  const connection = yield* stepped(step, input, known)
  const own = connection.namespace === namespace ? connection : activeConnection(state.peek())
  if (!own)
    return yield* Effect.fail(new NoConnectorForConnection(`${quoted(connectorId)} granted no account of ${namespace}`))
  // The secure frame stores which of the embedded wallet's accounts is active.
  const chosen = connectorId === embeddedConnectorId ? own : choosing(own, address)
  state.value = withConnection(chosen)(state.peek())
  core.namespace.value = namespace
  yield* persistConnections
  return chosen
})

/** Runs a step of the switch. Returns the connection to use. */
const stepped = Effect.fnUntraced(function* (step: SwitchStep, input: SwitchTo, known: Connection | undefined) {
  const { namespace, connectorId } = input
  const request = connectChosen({ wallet: connectorId, namespace })
  switch (step.type) {
    case "reuse":
      return known ?? (yield* request)
    case "switchAccountType":
      return known ? yield* withAccountType(known, input.address) : yield* request
    case "reconnect":
      // Prompts only if the wallet does not reconnect without a prompt.
      return yield* Effect.catch(fetchGrantedAccounts({ namespace, connectorId }), () => request)
    case "login": {
      if (step.by === "walletConnect" || step.by === "external") return yield* request
      const { logInAgain } = yield* Effect.promise(() => import("../../embedded/steps/logInAgain.ts"))
      return yield* withAccountType(yield* logInAgain(step, namespace), input.address)
    }
  }
})

/** Connection to switch to, and which of its accounts to select. */
export interface SwitchTo {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly address?: string
}
