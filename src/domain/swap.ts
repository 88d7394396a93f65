import type { CaipNetworkId } from "./networks.ts"

/** The networks that tokens can be swapped on (section 9). */
export const swapNetworks: { readonly [id: CaipNetworkId]: string } = {
  "eip155:1": "Ethereum",
  "eip155:42161": "Arbitrum One",
  "eip155:10": "Optimism",
  "eip155:324": "zkSync Era",
  "eip155:8453": "Base",
  "eip155:56": "BNB Smart Chain",
  "eip155:137": "Polygon",
  "eip155:100": "Gnosis",
  "eip155:43114": "Avalanche",
  "eip155:250": "Fantom",
  "eip155:8217": "Klaytn",
  "eip155:1313161554": "Aurora",
}

/** Whether tokens can be swapped on a network. */
export const canSwap = (network: CaipNetworkId): boolean => Object.hasOwn(swapNetworks, network)

/** Whether a token's allowance covers an amount, both in its smallest units. */
export const isAllowanceEnough = (allowance: bigint, amount: bigint): boolean => allowance >= amount

/** Symbols of the tokens that a search begins with. */
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

/** Symbols of the tokens that are listed first. */
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
