import * as Effect from "effect/Effect"
import { Frame } from "../../../services/Frame.ts"
import type { Connection } from "../../connections/opening/model.ts"
import { idle } from "../../core/first-paint/loadable.ts"
import { isRecord } from "../../options/guards.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import type { Namespace } from "../../options/namespaces.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import * as events from "../endpoints/frameEvents.ts"
import { login } from "../first-paint/state.ts"
import { type EmbeddedType, isEmbeddedType, preferredType } from "../model/accountType.ts"

/**
 * Switches the embedded wallet to an account type, and persists it as the preferred one. If the frame's request fails, persists `eoa`
 * instead, and fails.
 */
export const preferType = Effect.fn("preferType")(function* (namespace: Namespace, type: EmbeddedType) {
  const frame = yield* Frame
  const prefer = Effect.fnUntraced(function* (one: EmbeddedType) {
    yield* preferredTypes.write({ ...((yield* preferredTypes.read) ?? {}), [namespace]: one })
  })
  yield* Effect.tapError(frame.request(events.setPreferredAccount, { type }), () => prefer("eoa"))
  yield* prefer(type)
})

/** Returns the account type to request from the embedded wallet in a namespace. */
export const accountTypeIn = Effect.fn("accountTypeIn")(function* (namespace: Namespace) {
  const { options } = yield* CurrentModal
  return preferredType(namespace, yield* preferredTypes.read, options.defaultAccountTypes)
})

/**
 * Adds the details of the login to a connection of the embedded wallet: username, login method, and networks with smart accounts. Returns
 * any other connection unchanged. The networks stay empty if the frame cannot list them.
 */
export const withLogin = Effect.fn("withLogin")(function* (connection: Connection) {
  const frame = yield* Frame
  if (!connection.auth) return connection
  const name = (yield* Persisted.connectedSocial.read) ?? "email"
  const { username } = (yield* frame.persistedLogin) ?? {}
  const networks = Effect.map(
    frame.request(events.smartAccountNetworks, undefined),
    ({ smartAccountEnabledNetworks }) => smartAccountEnabledNetworks,
  )
  const { smartAccountNetworks: known = [] } = connection.auth
  const smartAccountNetworks = known.length > 0 ? known : yield* Effect.orElseSucceed(networks, () => known)
  return {
    ...connection,
    auth: { ...connection.auth, name, ...(username && { username }), smartAccountNetworks },
  }
})

/** Flow: copies the persisted email of the login, which may have been changed elsewhere, to the connections. */
export const refreshLogin = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { email } = (yield* (yield* Frame).persistedLogin) ?? {}
  if (email === undefined) return
  for (const state of Object.values(core.accounts)) {
    const { connections } = state.peek()
    if (!connections.some(({ auth }) => auth && auth.email !== email)) continue
    state.value = {
      ...state.peek(),
      connections: connections.map((one) => (one.auth ? { ...one, auth: { ...one.auth, email } } : one)),
    }
  }
})

/** Whether the frame reports that the visitor is logged out. False if it does not respond, because the login may still be valid. */
export const isLoggedOut = Effect.gen(function* () {
  const request = (yield* Frame).request(events.isConnected, {})
  return yield* Effect.orElseSucceed(
    Effect.map(request, ({ isConnected }) => !isConnected),
    () => false,
  )
})

/** Clears the state and the persisted choices of a login that has ended. The site's default account type applies again. */
export const forgetLogin = Effect.gen(function* () {
  const { awaited, checking, device, email, mailing, provider, social } = yield* slicesOf(login)
  awaited.value = undefined
  email.value = undefined
  // Another login that is in progress continues.
  if (social.peek().status !== "loading") provider.value = undefined
  for (const one of [checking, device, mailing, social]) if (one.peek().status !== "loading") one.value = idle
  yield* preferredTypes.forget
  yield* Persisted.connectedSocial.forget
})

/** Account type that the visitor prefers, by namespace. */
const preferredTypes = Persisted.persistedItem<Readonly<Partial<Record<Namespace, EmbeddedType>>>>(
  "preferred_account_types",
  (value) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).filter(([name, type]) => isNamespace(name) && isEmbeddedType(type)))
      : undefined,
)
