import { skeleton } from "../../core/confusables.ts"
import { namespaceTable } from "../../namespaces/model/namespaceTable.ts"
import { swap as limits } from "../limits.ts"
import type { SwapToken } from "./quote.ts"

/** Symbols of the tokens suggested before a search. */
export const suggestedTokens: readonly string[] = [
  "ETH",
  "UNI",
  "1INCH",
  "AAVE",
  "SOL",
  "ADA",
  "AVAX",
  "DOT",
  "LINK",
  "NITRO",
  "GAIA",
  "MILK",
  "TRX",
  "NEAR",
  "GNO",
  "WBTC",
  "DAI",
  "WETH",
  "USDC",
  "USDT",
  "ARB",
  "BAL",
  "BICO",
  "CRV",
  "ENS",
  "MATIC",
  "OP",
]

/** Symbols of the tokens listed first. */
export const popularTokens: readonly string[] = [
  ...suggestedTokens,
  "METAL",
  "CHAMP",
  "WOLF",
  "SALE",
  "BUSD",
  "MUST",
  "BTCpx",
  "ROUTE",
  "HEX",
  "WELT",
  "amDAI",
  "VSQ",
  "VISION",
  "AURUM",
  "pSP",
  "SNX",
  "VC",
  "CHP",
  "amUSDT",
  "SPHERE",
  "FOX",
  "GIDDY",
  "GFC",
  "OMEN",
  "OX_OLD",
  "DE",
  "WNT",
]

/** Whether a token is the native currency. */
export const isNative = ({ address }: Pick<SwapToken, "address">): boolean =>
  contractOf(address) === namespaceTable.eip155.nativeToken

/** Returns the contract address of a CAIP-10 ID, in lower case. */
export const contractOf = (address: string): string => address.slice(address.lastIndexOf(":") + 1).toLowerCase()

/** Returns the IDs of tokens whose symbol or name looks like another's, so only their contracts distinguish them. */
export const findNamesakes = (tokens: readonly SwapToken[]): ReadonlySet<string> => {
  const namesakes = new Set<string>()
  for (const nameOf of [({ symbol }: SwapToken) => symbol, ({ name }: SwapToken) => name]) {
    const first = new Map<string, string>()
    for (const token of tokens) {
      const look = skeleton(nameOf(token))
      const other = first.get(look)
      if (other === undefined) first.set(look, token.address)
      else namesakes.add(other).add(token.address)
    }
  }
  return namesakes
}

/**
 * Sorts tokens into lists: suggested ones, the account's by value, and the others, popular ones first. Suggests no tokens that share a
 * symbol, because one of them may be an imitation.
 */
export const swapLists = (tokens: readonly SwapToken[]) => {
  const held = tokens.filter(({ quantity }) => /[1-9]/.test(quantity ?? ""))
  const worthOf = ({ quantity, price }: SwapToken) => Number(quantity ?? 0) * price
  const rank = ({ symbol }: SwapToken) => {
    const at = popularTokens.indexOf(symbol)
    return at < 0 ? popularTokens.length : at
  }
  return {
    suggested: suggestedTokens
      .map((symbol) => tokens.filter((token) => token.symbol === symbol))
      .flatMap((found) => (found.length === 1 ? found : []))
      .slice(0, limits.suggested),
    yours: [...held].sort((one, other) => worthOf(other) - worthOf(one)),
    others: tokens.filter((token) => !held.includes(token)).sort((one, other) => rank(one) - rank(other)),
  }
}
