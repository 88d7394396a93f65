import { namespaceTable } from "../namespaces/model/namespaceTable.ts"
import type { AccountType } from "../options/accountTypes.ts"
import type { Network } from "../options/networks.ts"

/**
 * Returns the networks on which an account has the same address as on the current one. A smart account exists only on its network, and a
 * Bitcoin address only on its chain.
 */
export const sharingAddress = (
  networks: readonly Network[],
  current: Network,
  type: AccountType | undefined,
): readonly Network[] =>
  type === "smartAccount" || !namespaceTable[current.chainNamespace].sharesAddress
    ? [current]
    : [
        current,
        ...networks.filter(
          ({ chainNamespace, caipNetworkId }) =>
            chainNamespace === current.chainNamespace && caipNetworkId !== current.caipNetworkId,
        ),
      ]
