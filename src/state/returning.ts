import type { Namespace } from "../domain/namespaces.ts"
import type { KeptConnection } from "../kept.ts"
import type { NamespaceState } from "./core.ts"
import { slice } from "./slice.ts"

/**
 * The connections of the last visit that their wallets have not answered for yet. As `connectionName` says them: all that this tab has
 * known, and those whose wallets are followed, also while they sleep.
 */
export const returning = slice(() => ({
  awaited: new Set<KeptConnection>(),
  known: new Set<string>(),
  followed: new Set<string>(),
}))

/** What a connection is called in storage. */
export const connectionName = ({ namespace, connectorId }: Pick<KeptConnection, "namespace" | "connectorId">): string =>
  `${namespace}:${connectorId}`

/** The connectors that hold a namespace: connected, asleep, or awaited from the last visit. `held` is what the slice above holds. */
export const holding = (
  namespace: Namespace,
  { connections, active }: NamespaceState,
  held: { readonly awaited: ReadonlySet<KeptConnection>; readonly followed: ReadonlySet<string> },
): ReadonlySet<string> =>
  new Set([
    ...connections.map(({ connectorId }) => connectorId),
    ...(active === undefined ? [] : [active]),
    ...[...held.awaited].filter((one) => one.namespace === namespace).map(({ connectorId }) => connectorId),
    ...[...held.followed]
      .filter((name) => name.startsWith(`${namespace}:`))
      .map((name) => name.slice(namespace.length + 1)),
  ])
