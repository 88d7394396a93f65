import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Chains } from "../../services/Chains.ts"
import { isPossible } from "../account/model/actions.ts"
import { ownerOf } from "../account/state/owner.ts"
import { formatAccountId } from "../core/caip.ts"
import { isUserRejection } from "../core/readRpcError.ts"
import { asTransaction } from "../embedded/steps/transactionStack.ts"
import {
  InvalidInput,
  NetworkNotFound,
  NoActiveCaipAddress,
  SmartSessionNotRevoked,
  SmartSessionsFailed,
  SmartSessionsNotOffered,
  UnknownFailure,
} from "../errors/index.ts"
import { isSameAddress } from "../namespaces/model/namespaceTable.ts"
import type { Words } from "../notifications/first-paint/model/snack.ts"
import { showSnack } from "../notifications/steps/snack.ts"
import { region } from "../onramp/opening/state/region.ts"
import { invalidInput } from "../options/guards.ts"
import { isServed } from "../options/providerNetworks.ts"
import { project } from "../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { withWalletPrompt } from "../runtime/dialogDemotion.ts"
import { prompt } from "../runtime/prompt.ts"
import { track } from "../runtime/track.ts"
import { smartSessionLimits as sessionCount } from "./limits.ts"
import { kindOf, type SessionKind, type SmartSession } from "./model.ts"
import type { PermissionsRequest, Subscription } from "./schema.ts"
import { smartSessions } from "./state.ts"

/** Smart session that a wallet granted. `pci` is the ID to revoke it with. */
export interface SmartSessionGrant {
  readonly pci: string
  readonly chainId: string
  readonly address: string
  /** End of the session, in seconds since the Unix epoch. */
  readonly expiry: number
  readonly permissions: readonly unknown[]
  /** The wallet's identifier of the grant. */
  readonly context: string
}

/**
 * Operation: requests a smart session: keys that may act for the active account without prompts, or a recurring payment. The provider adds
 * its own key as co-signer. Prompts the wallet; concurrent calls with the same request share one prompt. Returns the grant, whose `pci` is
 * the ID for `revokePermissions`. Fails with InvalidInput if the request is invalid, with SmartSessionsNotOffered if the site or the
 * network does not support smart sessions, with NoActiveCaipAddress if no account is active, with NetworkNotFound if the site does not
 * offer the chain, with SmartSessionNotCreated if the provider refuses the session, and with the wallet's own error if it does not grant
 * the session.
 */
export const grantPermissions = Effect.fn("grantPermissions")(function* (input: PermissionsRequest | Subscription) {
  const { core } = yield* CurrentModal
  const { readPermissionsRequest } = yield* rows
  const request = readPermissionsRequest(input, yield* Clock.currentTimeMillis)
  if (request instanceof InvalidInput) return yield* Effect.fail(request)
  const { connection, address } = yield* here
  const network = core.networks
    .peek()
    .find(({ caipNetworkId }) => caipNetworkId === `eip155:${Number(request.chainId)}`)
  if (!network)
    return yield* Effect.fail(
      new NetworkNotFound(`eip155:${Number(request.chainId)} is not one of the option \`networks\``),
    )
  if (request.address !== undefined && !isSameAddress("eip155", request.address, address))
    return yield* Effect.fail(invalidInput("account in use", request.address, "address"))

  const { connectorId } = connection
  const account = formatAccountId(network.caipNetworkId, address)
  const granting = Effect.gen(function* () {
    const api = yield* Api
    const methods = yield* abilitiesOf(connectorId)
    const { addSessionEndpoint, activateSessionEndpoint } = yield* rows
    const own = { ...request, address }
    const { pci, key } = yield* api.call(addSessionEndpoint, { account, request: own })
    const { keys } = request.signer.data
    const whole: PermissionsRequest = { ...own, signer: { type: "keys", data: { keys: [...keys, key] } } }
    const granted = yield* asTransaction(withWalletPrompt(connectorId, methods.grantPermissions(whole)))
    yield* api.call(activateSessionEndpoint, { account, pci, request: whole, granted })
    const { chainId, expiry, permissions, context } = granted
    const grant: SmartSessionGrant = { pci, chainId, address, expiry, permissions, context }
    return grant
  })
  return yield* prompt(`grant:${connectorId}:${account}:${JSON.stringify(request)}`, {
    request: granting,
    onApproved: () => Effect.void,
    onLateApproval: () => Effect.void,
  })
})

/**
 * Operation: ends a smart session of the active account, by its ID. Prompts the wallet; concurrent calls for the same session share one
 * prompt. Fails with SmartSessionsNotOffered if the site or the network does not support smart sessions, with NoActiveCaipAddress if no
 * account is active, with SmartSessionsFailed if the sessions cannot be loaded, with SmartSessionNotRevoked if no active session has this
 * ID or the provider does not revoke it, and with the wallet's own error if it does not sign.
 */
export const revokePermissions = Effect.fn("revokePermissions")(function* ({ pci }: { readonly pci: string }) {
  const { list } = yield* slicesOf(smartSessions)
  const { connection, address } = yield* here
  const { connectorId } = connection
  const now = yield* Clock.currentTimeMillis
  const session = (yield* fetchSessions()).find((one) => one.pci === pci)
  if (!session || kindOf(session, now) !== "active") return yield* Effect.fail(new SmartSessionNotRevoked())
  const revoking = Effect.gen(function* () {
    const api = yield* Api
    const methods = yield* abilitiesOf(connectorId)
    const { revokeSessionEndpoint } = yield* rows
    const { permissions } = session
    const expiry = Math.floor(session.expiry / 1_000)
    const signature = yield* asTransaction(
      withWalletPrompt(connectorId, methods.revokePermissions({ pci, permissions, expiry, address })),
    )
    yield* api.call(revokeSessionEndpoint, { address, pci, signature })
    const revokedAt = yield* Clock.currentTimeMillis
    list.value = list.peek().map((one) => (one.pci === pci ? { ...one, revokedAt } : one))
  })
  yield* prompt(`revoke:${connectorId}:${address}:${pci}`, {
    request: revoking,
    onApproved: () => Effect.void,
    onLateApproval: () => Effect.void,
  })
})

/** Step: fetches the smart sessions of the active account, of any status. Returns none on a network that the provider does not support. */
const fetchSessions = Effect.fn("fetchSessions")(function* () {
  const { served } = yield* slicesOf(project)
  const { network, address } = yield* here
  if (!isServed(network.caipNetworkId, served.peek())) return []
  const { sessionsEndpoint } = yield* rows
  const { pcis } = yield* (yield* Api).call(sessionsEndpoint, {
    account: formatAccountId(network.caipNetworkId, address),
  })
  return pcis
})

/** Returns the sessions to list: active ones before ended ones, each newest first. The limit drops ended sessions before active ones. */
const listed = (found: readonly SmartSession[], now: number): readonly SmartSession[] => {
  const rank = (one: SmartSession) => (kindOf(one, now) === "active" ? 0 : 1)
  return [...found]
    .sort((one, other) => rank(one) - rank(other) || other.createdAt - one.createdAt)
    .slice(0, sessionCount)
}

/** Flow: refreshes the list of smart sessions. If the request fails, the previous list stays. Does nothing while offline. */
export const refreshSessions = Effect.fn("refreshSessions")(function* () {
  const { core } = yield* CurrentModal
  const { refresh, list } = yield* slicesOf(smartSessions)
  const whose = ownerOf(core)
  if (!core.online.peek()) return
  yield* track(
    refresh,
    Effect.gen(function* () {
      const found = yield* fetchSessions()
      const now = yield* Clock.currentTimeMillis
      if (ownerOf(core) === whose) list.value = listed(found, now)
    }),
  )
})

/** Flow: selects the kind of sessions to show. */
export const chooseSessions = Effect.fn("chooseSessions")(function* (kind: SessionKind) {
  const { kind: chosen } = yield* slicesOf(smartSessions)
  chosen.value = kind
})

/** Messages for the outcome of a revocation. */
export interface RevokeMessages {
  readonly revoked: Words
  readonly declined: Words
  readonly failed: Words
}

/** Flow: revokes a session and shows the outcome. Ignores further presses while it runs. */
export const revokeSession = Effect.fn("revokeSession")(function* (pci: string, messages: RevokeMessages) {
  const { revoking } = yield* slicesOf(smartSessions)
  if (revoking.peek().has(pci)) return
  revoking.value = new Set([...revoking.peek(), pci])
  yield* Effect.matchEffect(revokePermissions({ pci }), {
    onSuccess: () => showSnack(messages.revoked),
    onFailure: (error) => showSnack(isUserRejection(error) ? messages.declined : messages.failed, "error"),
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        revoking.value = new Set([...revoking.peek()].filter((one) => one !== pci))
      }),
    ),
  )
})

/**
 * Returns the active account and network. Fails with SmartSessionsNotOffered unless the site and the namespace support smart sessions, and
 * with NoActiveCaipAddress if no account is active.
 */
const here = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { timezone } = yield* slicesOf(region)
  const network = core.network.peek()
  const connection = core.connection.peek()
  const address = core.address.peek()
  const local = core.features.peek()
  const remote = core.remoteFeatures.peek()
  if (!network || !isPossible("sessions", { network, local, remote, timezone: timezone.peek() }))
    return yield* Effect.fail(new SmartSessionsNotOffered())
  if (!connection || address === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  return { network, connection, address }
})

const abilitiesOf = Effect.fnUntraced(function* (connectorId: string) {
  const { walletCapabilities } = yield* (yield* Chains).get("eip155")
  return yield* walletCapabilities?.(connectorId) ?? Effect.fail(new SmartSessionsNotOffered())
})

const rows = Effect.tryPromise({
  try: async () => ({ ...(await import("./endpoints.ts")), ...(await import("./schema.ts")) }),
  catch: (cause) => new SmartSessionsFailed({ cause: new UnknownFailure({ cause }) }),
})
