import type { Namespace } from "../domain/namespaces.ts"
import type { KeptConnection } from "../kept.ts"
import type { NamespaceState } from "./core.ts"
import { slice } from "./slice.ts"

/** The connections of the last visit that their wallets have not answered for yet; and all that this tab has known, as `connectionName` says them. */
export const returning = slice(() => ({ awaited: new Set<KeptConnection>(), known: new Set<string>() }))

/** What a connection is called in storage. */
export const connectionName = ({ namespace, connectorId }: Pick<KeptConnection, "namespace" | "connectorId">): string =>
  `${namespace}:${connectorId}`

/** The connectors that hold a namespace: connected, asleep, or awaited from the last visit. */
export const holding = (
  namespace: Namespace,
  { connections, active }: NamespaceState,
  awaited: ReadonlySet<KeptConnection>,
): ReadonlySet<string> =>
  new Set([
    ...connections.map(({ connectorId }) => connectorId),
    ...(active === undefined ? [] : [active]),
    ...[...awaited].filter((one) => one.namespace === namespace).map(({ connectorId }) => connectorId),
  ])
