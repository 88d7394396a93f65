import * as Effect from "effect/Effect"
import { Browser } from "../../../services/Browser.ts"
import { Storage } from "../../../services/Storage.ts"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import { isRecord } from "../../options/guards.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { type StorageKey, storageKey } from "../../persistence/first-paint/model/storageKeys.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { ignoreFailure } from "../../runtime/lazy.ts"
import { writeRestoreHint } from "../../stub/writeRestoreHint.ts"
import { adoptedName, relayIndex, relayKey } from "../../walletConnect/model/libraryStorage.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { databaseWait } from "../limits.ts"

/**
 * Flow: imports the data that AppKit stored for this page, except items that Portico already has, and marks it as imported. Neither changes
 * nor removes AppKit's copy.
 */
export const migrateFromAppKit = Effect.gen(function* () {
  const { id } = yield* CurrentModal
  // Nothing is imported if the marker cannot be stored. Otherwise, every start would restore connections that the visitor has ended.
  yield* Persisted.appkit.write(1)
  if ((yield* Persisted.appkit.read) === undefined) return

  const text = (yield* Browser).readLocalStorage
  const loggedIn = text("@appkit-wallet/EMAIL_LOGIN_USED_KEY") === "true"
  const json = (key: string): unknown => parse(text(`@appkit/${key}`))
  const gone = pairs(json("disconnected_connector_ids"))
  const ids = namespaces(text("@appkit/connected_namespaces")).flatMap((namespace) => {
    const connectorId = porticoIdOf(text(`@appkit/${namespace}:connected_connector_id`), loggedIn)
    return connectorId === undefined ? [] : [[namespace, connectorId] as const]
  })
  const connections =
    text("@appkit/connection_status") === "connected" ? connectionsOf(json("connections"), ids, loggedIn) : []
  const network = text("@appkit/active_caip_network_id")

  yield* unless(
    Persisted.connections,
    connections.filter(({ namespace, connectorId }) => !gone.includes(`${namespace}:${connectorId}`)),
  )
  yield* unless(Persisted.connectorIds, Object.fromEntries(ids))
  yield* unless(Persisted.networkIds, {
    ...Object.fromEntries(
      connections.flatMap((one) => (one.caipNetworkId ? [[one.namespace, one.caipNetworkId]] : [])),
    ),
    ...(network !== undefined && { [network.replace(/:.*/s, "")]: network }),
  })
  yield* unless(Persisted.activeNamespace, text("@appkit/active_namespace"))
  yield* unless(Persisted.disconnectedIds, gone)
  yield* unless(Persisted.recent, json("recent_wallets"))
  yield* unless(Persisted.deepLink, parse(text("WALLETCONNECT_DEEPLINK_CHOICE")))
  yield* adoptSignIn(text)
  if (loggedIn) yield* adoptLogin(text)
  if (connections.some(({ connectorId }) => connectorId === walletConnectId)) yield* adoptSession(id)
  writeRestoreHint(id, ((yield* Persisted.connections.read) ?? []).length > 0)
})

/** Stores a value if it decodes and nothing is stored yet. */
const unless = Effect.fnUntraced(function* <A>(
  { read, decode, write }: Pick<ReturnType<typeof Persisted.persistedItem<A>>, "read" | "decode" | "write">,
  input: unknown,
) {
  const value = decode(input)
  if (value !== undefined && (yield* read) === undefined) yield* write(value)
})

/** Imports the login to the embedded wallet that AppKit's client stored. The secure site still accepts its token. */
const adoptLogin = Effect.fnUntraced(function* (text: Read) {
  const wallet = (key: string) => text(`@appkit-wallet/${key}`) || undefined
  const chain = wallet("LAST_USED_CHAIN_KEY")
  yield* unless(raw("auth_login_used"), true)
  yield* unless(raw("auth_session"), wallet("SESSION_TOKEN_KEY"))
  yield* unless(raw("auth_email"), wallet("EMAIL"))
  yield* unless(raw("auth_username"), wallet("SOCIAL_USERNAME"))
  yield* unless(raw("auth_last_chain"), /^\d+$/.test(chain ?? "") ? Number(chain) : chain)
  yield* unless(raw("auth_smart_account_networks"), wallet("SMART_ACCOUNT_ENABLED_NETWORKS")?.split(",").map(Number))
  yield* unless(Persisted.connectedSocial, text("@appkit/connected_social"))
  yield* unless(raw("preferred_account_types"), parse(text("@appkit/preferred_account_types")))
})

/** Imports the sign-in sessions, and the email addresses given for them. */
const adoptSignIn = Effect.fnUntraced(function* (text: Read) {
  const storage = yield* Storage
  const token = text("@appkit/siwx-auth-token")
  if (token && (yield* storage.read(storageKey("siwx_auth_token"))) === undefined)
    yield* ignoreFailure(storage.write(storageKey("siwx_auth_token"), token))
  yield* unless(raw("siwx"), parse(text("@appkit/siwx")))
  yield* unless(Persisted.recentEmails, text("@appkit/recent_emails")?.split(","))
})

type Read = (key: string) => string | undefined

/** Returns a persisted item without validation. The code that reads it later validates it. */
const raw = (item: StorageKey) => Persisted.persistedItem<unknown>(item, (value) => value ?? undefined)

/**
 * Imports the relay library's items, unless Portico already has some. Portico's copy of the library stores them under the same names, with
 * a prefix.
 */
const adoptSession = Effect.fnUntraced(function* (id: string) {
  const storage = yield* Storage
  if ((yield* storage.read(relayIndex)) !== undefined) return
  const entries = yield* Effect.timeoutOrElse(
    (yield* Browser).database("WALLET_CONNECT_V2_INDEXED_DB", "keyvaluestorage"),
    { duration: databaseWait, orElse: () => Effect.succeed(new Map<string, unknown>()) },
  )
  const items = [...entries].flatMap(([key, value]) => {
    const name = adoptedName(key, id)
    return name !== undefined && typeof value === "string" && parse(value) !== undefined ? [[name, value] as const] : []
  })
  if (items.length === 0) return
  const list = JSON.stringify(items.map(([name]) => name))
  // The index is written last, because items count as stored only once they are in it.
  const written = Effect.forEach(
    [...items.map(([name, text]) => [relayKey(name), text] as const), [relayIndex, list]],
    ([key, text]) => storage.write(key, text),
  )
  yield* ignoreFailure(written)
})

/**
 * Returns the stored connections of all namespaces. Adds active connectors that have no stored connection, because older versions of AppKit
 * stored nothing else. Works without Schema, which start-up would have to load.
 */
const connectionsOf = (
  value: unknown,
  activeIds: readonly (readonly [Namespace, string])[],
  loggedIn: boolean,
): readonly Persisted.PersistedConnection[] => {
  // Decoding drops the entries without a connector ID.
  const listed = Object.entries(isRecord(value) ? value : {}).flatMap(([namespace, list]) =>
    (Array.isArray(list) ? list : []).filter(isRecord).map(({ connectorId, accounts, caipNetwork }) => ({
      namespace,
      connectorId: porticoIdOf(connectorId, loggedIn),
      accounts,
      caipNetworkId: isRecord(caipNetwork) ? caipNetwork.caipNetworkId : undefined,
    })),
  )
  const known = Persisted.connections.decode(listed) ?? []
  const others = activeIds.filter(([namespace, id]) =>
    known.every((one) => one.namespace !== namespace || one.connectorId !== id),
  )
  return [...known, ...others.map(([namespace, connectorId]) => ({ namespace, connectorId, accounts: [] }))]
}

/**
 * Converts a record of AppKit's connector IDs by namespace to a list of `namespace:id` with Portico's IDs. Drops IDs that Portico lacks.
 */
const pairs = (value: unknown): readonly string[] =>
  Object.entries(isRecord(value) ? value : {}).flatMap(([namespace, ids]) =>
    (isNamespace(namespace) && Array.isArray(ids) ? ids : []).flatMap((id: unknown) => {
      const name = porticoIdOf(id, true)
      return name === undefined ? [] : [`${namespace}:${name}`]
    }),
  )

const namespaces = (list = ""): readonly Namespace[] => list.split(",").filter(isNamespace)

/**
 * Converts a connector ID of AppKit to the one in Portico. Returns `undefined` for an invalid ID, a connector that Portico lacks, an ID
 * that names no particular wallet, or an embedded wallet without a login.
 */
const porticoIdOf = (id: unknown, loggedIn: boolean): string | undefined => {
  if (typeof id !== "string" || id === "" || foreign.has(id)) return undefined
  if (id === "ID_AUTH" || id === "AUTH") return loggedIn ? embeddedConnectorId : undefined
  return /^coinbaseWallet(SDK)?$/.test(id) ? "com.coinbase.wallet" : id
}

const foreign: ReadonlySet<string> = new Set(["safe", "ledger", "okx", "eip6963", "announced"])

const parse = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
