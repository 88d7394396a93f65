import type { Namespace } from "../../options/namespaces.ts"
import type { Connector } from "../first-paint/model/connector.ts"

/**
 * Returns the connector of a wallet in the given namespace, or `undefined` if there is none. If no namespace is given, connectors of a group
 * with the exact ID come first, and among these the one of the active namespace.
 */
export const connectorFor = (
  connector: Connector,
  {
    id,
    namespace,
    active,
  }: { readonly id: string; readonly namespace?: Namespace | undefined; readonly active: Namespace },
): Connector | undefined => {
  const connectors = connector.connectors ?? [connector]
  if (namespace !== undefined) return connectors.find(({ chain }) => chain === namespace)
  const named = connectors.filter((one) => one.id === id)
  const some = named.length > 0 ? named : connectors
  return some.find(({ chain }) => chain === active) ?? some[0]
}
