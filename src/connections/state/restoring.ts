import { slice } from "../../core/first-paint/slice.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { PersistedConnection } from "../../persistence/opening/persisted.ts"
import type { NamespaceState } from "../first-paint/model/connectionStatus.ts"

/**
 * Connections that this tab restores or watches. `awaited`: connections of the last visit whose wallets have not responded yet. `known`:
 * names (`connectionName`) of all connections that this tab has seen. `followed`: names of connections whose wallets are watched, even
 * while locked.
 */
export const restoring = slice(() => ({
  awaited: new Set<PersistedConnection>(),
  known: new Set<string>(),
  followed: new Set<string>(),
}))

/** Returns the name of a connection in storage and in `restoring`. */
export const connectionName = ({
  namespace,
  connectorId,
}: Pick<PersistedConnection, "namespace" | "connectorId">): string => `${namespace}:${connectorId}`

/**
 * Returns the IDs of a namespace's connectors that are connected, locked, or awaited from the last visit. `held`: the sets of `restoring`.
 */
export const heldConnectorIds = (
  namespace: Namespace,
  { connections, active }: NamespaceState,
  held: { readonly awaited: ReadonlySet<PersistedConnection>; readonly followed: ReadonlySet<string> },
): ReadonlySet<string> =>
  new Set([
    ...connections.map(({ connectorId }) => connectorId),
    ...(active === undefined ? [] : [active]),
    ...[...held.awaited].filter((one) => one.namespace === namespace).map(({ connectorId }) => connectorId),
    ...[...held.followed]
      .filter((name) => name.startsWith(`${namespace}:`))
      .map((name) => name.slice(namespace.length + 1)),
  ])
