import type { Namespace } from "../domain/namespaces.ts"
import type { KeptConnection } from "../kept.ts"
import type { NamespaceState } from "./core.ts"
import { slice } from "./slice.ts"

/** The connections of the last visit that their wallets have not answered for yet. */
export const returning = slice(() => ({ awaited: new Set<KeptConnection>() }))

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
