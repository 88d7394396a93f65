import type { AccountType } from "./namespaces.ts"
import type { Network } from "./networks.ts"

/**
 * The networks on which an account is reached by the address that it has on this one. A smart account is a contract of one network, and
 * an address of Bitcoin is of one chain.
 */
export const sharingAddress = (
  networks: readonly Network[],
  current: Network,
  type: AccountType | undefined,
): readonly Network[] =>
  type === "smartAccount" || current.chainNamespace === "bip122"
    ? [current]
    : [
        current,
        ...networks.filter(
          ({ chainNamespace, caipNetworkId }) =>
            chainNamespace === current.chainNamespace && caipNetworkId !== current.caipNetworkId,
        ),
      ]
