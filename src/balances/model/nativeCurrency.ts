import { namespaceTable } from "../../namespaces/model/namespaces.ts"
import type { NetworkNamespace } from "../../options/namespaces.ts"

/** Whether a CAIP-10 ID, or its absence, means a network's native currency, which services also list with a placeholder address. */
export const isNativeCurrency = (address: string | undefined, namespace: NetworkNamespace): boolean => {
  const contract = address?.slice(address.lastIndexOf(":") + 1).toLowerCase() ?? "native"
  return contract === "native" || contract === namespaceTable[namespace].nativeToken.toLowerCase()
}
