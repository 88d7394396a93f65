import { namespaceTable } from "../../namespaces/model/namespaceTable.ts"
import type { NetworkNamespace } from "../../options/namespaces.ts"

/**
 * Whether a token is its network's native currency: its CAIP-10 ID is missing, or ends in `native` or the placeholder address of the
 * namespace.
 */
export const isNativeCurrency = (address: string | undefined, namespace: NetworkNamespace): boolean => {
  const contract = address?.slice(address.lastIndexOf(":") + 1).toLowerCase() ?? "native"
  return contract === "native" || contract === namespaceTable[namespace].nativeToken.toLowerCase()
}
