import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { textLimits } from "../../core/first-paint/display.ts"
import { embeddedConnectorId } from "../../embedded/first-paint/model/embeddedConnector.ts"
import { isSocial } from "../../embedded/first-paint/model/socialLogins.ts"
import { loginName } from "../../embedded/model/loginName.ts"
import { isSameAddress } from "../../namespaces/model/namespaceTable.ts"
import { isRecord } from "../../options/guards.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { slicesOf } from "../../runtime/currentModal.ts"
import { findConnector } from "../../wallets/first-paint/model/connector.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { recentConnections as most } from "../limits.ts"
import { holds, type LoginKind, type RecentConnection } from "../model/switching.ts"
import type { Connection } from "../opening/model.ts"
import { recents } from "../state/recentConnections.ts"

/** Loads the ended connections into the state and returns them. */
export const loadRecentConnections = Effect.gen(function* () {
  const { ended } = yield* slicesOf(recents)
  const read = (yield* kept.read) ?? []
  ended.value = read
  return read
})

/** Records an ended connection as the latest recent one, unless it has no accounts. */
export const rememberEnded = Effect.fn("rememberEnded")(function* (
  connection: Pick<Connection, "namespace" | "connectorId" | "accounts"> & Partial<Connection>,
) {
  const { namespace, connectorId, accounts, caipNetwork, peer, auth } = connection
  const { installed } = yield* slicesOf(wallets)
  const at = yield* Clock.currentTimeMillis
  const name =
    peer ?? (auth && loginName(auth)) ?? findConnector(installed.peek(), connectorId, namespace)?.name ?? connectorId
  const caipNetworkId = caipNetwork?.caipNetworkId
  if (accounts.length === 0) return
  // The social provider is persisted as long as the visitor is logged in.
  const by: LoginKind | undefined =
    connectorId === embeddedConnectorId ? ((yield* Persisted.connectedSocial.read) ?? "email") : undefined
  const facts = { ...(caipNetworkId !== undefined && { caipNetworkId }), ...(by && { auth: { name: by } }) }
  yield* change((before) => [
    { namespace, connectorId, accounts, name, at, ...facts },
    ...before.filter(isOther(connection)),
  ])
})

/** Returns the ended connection of an account. Without an address, returns the last one of the connector. `undefined` if there is none. */
export const recentOf = Effect.fn("recentOf")(function* (
  one: Pick<Connection, "namespace" | "connectorId"> & { readonly address?: string | undefined },
) {
  const { namespace, connectorId, address } = one
  return (yield* loadRecentConnections).find(
    (recent) =>
      recent.namespace === namespace &&
      recent.connectorId === connectorId &&
      (address === undefined || holds(recent, address)),
  )
})

/**
 * Removes the ended connection whose first account has this address. Without an address, removes all ended connections of the connector.
 */
export const forgetRecent = Effect.fn("forgetRecent")(function* (
  one: Pick<Connection, "namespace" | "connectorId"> & { readonly address?: string | undefined },
) {
  const { namespace, connectorId, address } = one
  yield* change((before) =>
    before.filter(
      address === undefined
        ? (other) => other.namespace !== namespace || other.connectorId !== connectorId
        : isOther({ namespace, connectorId, accounts: [{ address }] }),
    ),
  )
})

/** Changes the ended connections. Starts from the persisted list, because another tab may have changed it. */
const change = Effect.fnUntraced(function* (
  next: (before: readonly RecentConnection[]) => readonly RecentConnection[],
) {
  const { ended } = yield* slicesOf(recents)
  const now = next(yield* loadRecentConnections).slice(0, most)
  ended.value = now
  yield* kept.write(now)
})

const kept = Persisted.persistedItem<readonly RecentConnection[]>("recent_connections", (value) =>
  Array.isArray(value) ? value.flatMap((entry: unknown) => readRecent(entry) ?? []).slice(0, most) : undefined,
)

const readRecent = (value: unknown): RecentConnection | undefined => {
  const connection = Persisted.readConnection(value)
  if (!connection?.accounts[0] || !isRecord(value)) return undefined
  const { name, at, auth } = value
  if (typeof name !== "string" || typeof at !== "number" || !Number.isFinite(at)) return undefined
  const { chosen: _, ...facts } = connection
  const kind =
    facts.connectorId === embeddedConnectorId && isRecord(auth) && isLoginKind(auth.name) ? auth.name : undefined
  return { ...facts, name: name.slice(0, textLimits.name), at, ...(kind && { auth: { name: kind } }) }
}

const isLoginKind = (name: unknown): name is LoginKind => name === "email" || isSocial(name)

const isOther =
  ({ namespace, connectorId, accounts: [account] }: Pick<Connection, "namespace" | "connectorId" | "accounts">) =>
  (other: RecentConnection): boolean =>
    other.namespace !== namespace ||
    other.connectorId !== connectorId ||
    !account ||
    !other.accounts[0] ||
    !isSameAddress(namespace, other.accounts[0].address, account.address)
