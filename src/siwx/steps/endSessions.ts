import * as Effect from "effect/Effect"
import { Siwx, type SiwxAccount } from "../../../services/Siwx.ts"
import { disconnectWait } from "../../connections/limits.ts"
import type { Connection } from "../../connections/opening/model.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { ignoreFailure } from "../../runtime/lazy.ts"

/** Ends the sign-in sessions of ended connections, unless the site keeps them (`signOutOnDisconnect`). */
export const endSessionsOf = Effect.fn("endSessionsOf")(function* (ended: readonly Connection[]) {
  const { enabled, signOutOnDisconnect } = yield* Siwx
  if (enabled && signOutOnDisconnect)
    yield* Effect.forEach(ended, endSessions, { concurrency: "unbounded", discard: true })
})

/**
 * Ends the sessions of a connection on every network of the site, including those that it no longer offers. Waits at most 3 s for the site,
 * and ignores its failures.
 */
export const endSessions = Effect.fn("endSessions")(function* (connection: Connection) {
  const { namespace } = connection
  const { core, options } = yield* CurrentModal
  const service = yield* Siwx
  const networks = [...options.networks, ...core.networks.peek()]
  const ids = new Set(networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => id.startsWith(`${namespace}:`)))
  const accounts = [...ids].flatMap((chainId) =>
    connection.accounts.map(({ address: accountAddress }) => ({ chainId, accountAddress })),
  )
  const held = (account: SiwxAccount) =>
    Effect.orElseSucceed(
      Effect.map(service.sessions(account), ({ length }) => length > 0),
      () => false,
    )
  const ended = Effect.gen(function* () {
    for (const account of yield* Effect.filter(accounts, held, { concurrency: "unbounded" }))
      yield* ignoreFailure(service.revoke(account))
  })
  yield* Effect.timeoutOrElse(ended, { duration: disconnectWait, orElse: () => Effect.void })
})
