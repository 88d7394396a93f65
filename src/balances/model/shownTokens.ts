import type { Network } from "../../options/networks.ts"
import { isNativeCurrency } from "./nativeCurrency.ts"
import type { TokenBalance } from "./tokens.ts"

/**
 * Filters out tokens without decimals (specification section 5) and the native currencies of other networks. A token without a chain is on
 * the network for which it was requested. Sending a token without a contract sends the network's native currency. Such a token therefore
 * gets the name and symbol of that currency, whatever a service or a wallet calls it.
 */
export const shownTokens = (
  tokens: readonly TokenBalance[],
  { caipNetworkId, chainNamespace, nativeCurrency: { name, symbol } }: Network,
): readonly TokenBalance[] =>
  tokens.flatMap((token) => {
    const { address, chainId = caipNetworkId, quantity } = token
    if (Number(quantity.decimals) === 0) return []
    if (!isNativeCurrency(address, chainNamespace)) return [{ ...token, chainId }]
    return chainId === caipNetworkId ? [{ ...token, chainId, name, symbol }] : []
  })
