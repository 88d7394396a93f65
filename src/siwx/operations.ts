import * as Effect from "effect/Effect"
import { type AccountMetadata, type HeldSession, Siwx } from "../../services/Siwx.ts"
import { disconnect } from "../connections/operations/connections.ts"
import { disconnectScope } from "../connections/state/connections.ts"
import { InvalidInput, ModalClosed, NoActiveCaipAddress, SiwxNotEnabled } from "../errors/index.ts"
import { invalidInput, isRecord } from "../options/guards.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { untilSignal } from "../runtime/untilSignal.ts"
import { siwx } from "./first-paint/state.ts"
import { belongsTo } from "./model/message.ts"
import { endSessions } from "./steps/endSessions.ts"
import { accountInUse, isSigningIn, requestSignIn, sessionsOf } from "./steps/requestSignIn.ts"

/**
 * Operation: signs the visitor in with the active account. Opens the modal for the signature, unless the account is already signed in.
 * Returns the session. Fails with ModalClosed if the visitor leaves the sign-in or it cannot start, with NoActiveCaipAddress if no account
 * is active, and with SiwxNotEnabled if sign-in is off or does not support the network.
 */
export const signIn = Effect.fn("signIn")(function* () {
  const { core } = yield* CurrentModal
  const account = yield* signer
  const { session } = yield* slicesOf(siwx)
  yield* requestSignIn({ evenIfOptional: true })
  const outcome = yield* untilSignal<HeldSession | "left">(() => {
    const held = session.value
    if (held && belongsTo(held.data, account)) return held
    return isSigningIn(core.stack.value) ? undefined : "left"
  })
  return outcome === "left" ? yield* Effect.fail(new ModalClosed()) : outcome
})

/**
 * Operation: ends the sessions of the active wallet's accounts on every network. Waits at most 3 s for the site, and ignores its failures.
 * If sign-in is required, also disconnects the wallet. Fails with NoActiveCaipAddress if no account is active, with SiwxNotEnabled if
 * sign-in is off or does not support the network, and with ChainsNotDisconnected if the wallet reports a failure.
 */
export const signOut = Effect.fn("signOut")(function* () {
  const { core } = yield* CurrentModal
  const { required } = yield* Siwx
  const { session } = yield* slicesOf(siwx)
  yield* signer
  const connection = core.connection.peek()
  if (connection) yield* endSessions(connection)
  session.value = undefined
  if (yield* required) yield* disconnect(disconnectScope(core))
})

/**
 * Operation: returns the valid sessions of the active account on the active network. Fails with NoActiveCaipAddress if no account is
 * active, with SiwxNotEnabled if sign-in is off or does not support the network, and with UnknownFailure if the sessions cannot be read.
 */
export const getSessions = Effect.fn("getSessions")(function* () {
  return yield* sessionsOf(yield* signer)
})

/**
 * Operation: returns the data that the site stored at the provider for the signed-in account. Fails with SiwxNotEnabled unless the project
 * uses the provider's sign-in, with NoActiveCaipAddress if no account is active, and with UnknownFailure if the account is not signed in or
 * the request fails.
 */
export const getAccountMetadata = Effect.fn("getAccountMetadata")(function* () {
  const { read } = yield* noted
  return yield* read(yield* signer)
})

/**
 * Operation: stores plain data at the provider for the signed-in account. Replaces the previous data. Fails with SiwxNotEnabled unless the
 * project uses the provider's sign-in, with NoActiveCaipAddress if no account is active, with InvalidInput if the data is not an object
 * that JSON can represent, and with UnknownFailure if the account is not signed in or the request fails.
 */
export const setAccountMetadata = Effect.fn("setAccountMetadata")(function* (input: {
  readonly metadata: AccountMetadata
}) {
  const { write } = yield* noted
  const { metadata } = input
  if (!isRecord(metadata)) return yield* Effect.fail(invalidInput("object", metadata, "metadata"))
  yield* Effect.try({
    try: () => JSON.stringify(metadata),
    catch: () => new InvalidInput("Expected plain data", "metadata"),
  })
  yield* write(yield* signer, metadata)
})

/** Returns the active account. Fails with NoActiveCaipAddress if there is none, and with SiwxNotEnabled if it cannot sign in. */
const signer = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { enabled } = yield* Siwx
  if (!enabled) return yield* Effect.fail(new SiwxNotEnabled())
  if (core.address.peek() === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  return (yield* accountInUse) ?? (yield* Effect.fail(new SiwxNotEnabled()))
})

const noted = Effect.gen(function* () {
  const { metadata } = yield* Siwx
  return metadata ?? (yield* Effect.fail(new SiwxNotEnabled()))
})
