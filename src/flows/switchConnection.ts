import * as Effect from "effect/Effect"
import type { Connection } from "../domain/connection.ts"
import { type EmbeddedType, otherType, typeOf } from "../domain/embedded.ts"
import { InvalidConnectionStatus, NoConnectorForConnection } from "../domain/errors.ts"
import { quoted } from "../domain/input.ts"
import type { Namespace } from "../domain/namespaces.ts"
import { choosing, classOf, type SwitchStep, switchStep } from "../domain/switching.ts"
import { authConnector, findConnector } from "../domain/wallets.ts"
import { Modal, use } from "../modal.ts"
import { activeConnection } from "../state/core.ts"
import { connectionName, returning } from "../state/returning.ts"
import { adding } from "../state/transitions.ts"
import { wallets } from "../state/wallets.ts"
import { connect } from "./connect.ts"
import { answered, reconnect } from "./connections.ts"
import { keep } from "./keep.ts"
import { severalWallets } from "./multiWallet.ts"
import { recentOf } from "./recents.ts"
import { relayConnector } from "./relayConnector.ts"

/**
 * Operation: use another connection of a namespace, and an account of it. One that is not connected any more is logged in to anew:
 * its wallet prompts, the relay gives a code, or the login to the embedded wallet runs again, by email or social as it was. A social
 * one opens a window, so call it in a click. Does nothing unless the project has several wallets at a time.
 */
export const switchConnection = Effect.fn("switchConnection")(function* (input: SwitchTo) {
  return (yield* severalWallets) ? yield* takeConnection(input) : undefined
})

/** As `switchConnection`, whatever the project has: what switching takes follows from the class of the connection (section 4). */
export const takeConnection = Effect.fn("takeConnection")(function* (input: SwitchTo) {
  const { core } = yield* Modal
  const { awaited } = yield* use(returning)
  const { installed } = yield* use(wallets)
  const { namespace, connectorId, address } = input
  const state = core.accounts[namespace]
  const known = state.peek().connections.find((connection) => connection.connectorId === connectorId)
  const relayed = connectorId === relayConnector
  const type = relayed ? "WALLET_CONNECT" : findConnector(installed.peek(), connectorId, namespace)?.type
  if (!known && type === undefined)
    return yield* Effect.fail(
      new NoConnectorForConnection(`No wallet of ${namespace} on this page has the id ${quoted(connectorId)}`),
    )

  // Of one that is being brought back nobody knows yet how it stands.
  const unsure = [...awaited].some((one) => connectionName(one) === connectionName(input))
  const stands = unsure ? undefined : known ? classOf(connectorId, state.peek()) : "disconnected"
  const step = switchStep((yield* recentOf(input)) ?? {}, type ?? "ANNOUNCED", stands)
  if (step instanceof InvalidConnectionStatus) return yield* Effect.fail(step)
  const connection = yield* stepped(step, input, known)
  const own = connection.namespace === namespace ? connection : activeConnection(state.peek())
  if (!own)
    return yield* Effect.fail(new NoConnectorForConnection(`${quoted(connectorId)} granted no account of ${namespace}`))
  // Of the embedded wallet's accounts its frame keeps which is in use.
  const chosen = connectorId === authConnector ? own : choosing(own, address)
  state.value = adding(chosen)(state.peek())
  core.namespace.value = namespace
  yield* keep
  return chosen
})

/** Does what switching takes; the answer is the connection that can be used now. */
const stepped = Effect.fnUntraced(function* (step: SwitchStep, input: SwitchTo, known: Connection | undefined) {
  const { namespace, connectorId } = input
  const asked = connect({ wallet: connectorId, namespace })
  switch (step.is) {
    case "reuse":
      return known ?? (yield* asked)
    case "switchAccountType":
      return known ? yield* withType(known, input) : yield* asked
    case "reconnect":
      // Without a prompt where it knows how.
      return yield* Effect.catch(answered({ namespace, connectorId }), () => asked)
    case "login": {
      if (step.by === "walletConnect" || step.by === "external") return yield* asked
      const { logInAgain } = yield* Effect.promise(() => import("./loginAgain.ts"))
      return yield* withType(yield* logInAgain(step, namespace), input)
    }
  }
})

/** The embedded wallet, with the kind of account that an address is of. */
const withType = Effect.fnUntraced(function* (known: Connection, { address }: SwitchTo) {
  const wanted = known.accounts.find((one) => one.address === address) ?? known.accounts[0]
  if (otherType(known) !== typeOf(wanted)) return known
  const { namespace } = known
  const { core } = yield* Modal
  core.accounts[namespace].value = adding(known)(core.accounts[namespace].peek())
  return yield* takeType(namespace, typeOf(wanted))
})

/** Has the embedded wallet use a kind of account, and asks it anew who it is then. */
export const takeType = Effect.fn("takeType")(function* (namespace: Namespace, type: EmbeddedType) {
  const { preferType } = yield* Effect.promise(() => import("./embedded.ts"))
  yield* preferType(namespace, type)
  return yield* reconnect({ namespace, connectorId: authConnector })
})

/** A connection to use, and the account of it that is wanted. */
export interface SwitchTo {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly address?: string
}
