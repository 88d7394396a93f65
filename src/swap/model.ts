import { toUnits } from "../core/amounts.ts"
import { swap as limits } from "../core/limits.ts"
import type { InvalidInput } from "../errors/index.ts"
import { namespaceTable } from "../namespaces/model/namespaces.ts"
import { invalidInput, isRecord } from "../options/guards.ts"
import type { CaipNetworkId } from "../options/networks.ts"

/** Networks with swaps (section 9). */
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

export const canSwap = (network: CaipNetworkId): boolean => Object.hasOwn(swapNetworks, network)

/** Whether an allowance covers an amount, both in the token's smallest units. */
export const isAllowanceEnough = (allowance: bigint, amount: bigint): boolean => allowance >= amount

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

/** Token that can be swapped. The native currency has the address that represents it. */
export interface SwapToken {
  /** CAIP-10 ID of the contract. */
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly logoUri: string
  /** Balance of the account, as a decimal string. */
  readonly quantity: string
  /** US dollars per token. 0 if unknown. */
  readonly price: number
}

/** Quote for a swap. Amounts are decimal strings, in their token unless stated otherwise. */
export interface SwapQuote {
  /** CAIP-2 ID. */
  readonly network: CaipNetworkId
  readonly account: string
  readonly from: SwapToken
  readonly to: SwapToken
  readonly fromAmount: string
  readonly toAmount: string
  /** Minimum amount received after slippage. */
  readonly minimum: string
  /** Price of one `to`, in `from`. */
  readonly rate: string
  /** Percentage. `undefined` if a price is unknown. */
  readonly priceImpact: number | undefined
  /** US dollars. */
  readonly providerFee: string
  readonly networkFee: string
  /** Whether the site pays the network fee (`paymasters`). */
  readonly sponsored?: true
  /** Whether the account must first approve the exchange to spend `fromAmount` of `from`. */
  readonly needsApproval: boolean
}

/** Validates the fields of a quote that a site passes back and that will be used. Returns `undefined` if they are valid. */
export const quoteProblem = (quote: unknown): InvalidInput | undefined => {
  if (!isRecord(quote)) return invalidInput("object", quote, "quote")
  for (const name of ["network", "account", "fromAmount", "toAmount", "minimum"])
    if (typeof quote[name] !== "string") return invalidInput("string", quote[name], `quote.${name}`)
  for (const side of ["from", "to"]) {
    const token = quote[side]
    if (!isRecord(token)) return invalidInput("object", token, `quote.${side}`)
    for (const name of ["address", "symbol"])
      if (typeof token[name] !== "string") return invalidInput("string", token[name], `quote.${side}.${name}`)
    const { decimals } = token
    if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > mostDecimals)
      return invalidInput("integer", decimals, `quote.${side}.decimals`)
  }
  return undefined
}
const mostDecimals = 255

/** Whether a token is the native currency. */
export const isNative = ({ address }: Pick<SwapToken, "address">): boolean =>
  contractOf(address) === namespaceTable.eip155.nativeToken

/** Returns the contract address of a CAIP-10 ID, in lower case. */
export const contractOf = (address: string): string => address.slice(address.lastIndexOf(":") + 1).toLowerCase()

/** Sorts tokens for the lists: the account's by value, then popular ones, then the others. */
export const swapLists = (tokens: readonly SwapToken[]) => {
  const held = tokens.filter(({ quantity }) => /[1-9]/.test(quantity))
  const worthOf = ({ quantity, price }: SwapToken) => Number(quantity) * price
  const rank = ({ symbol }: SwapToken) => {
    const at = popularTokens.indexOf(symbol)
    return at < 0 ? popularTokens.length : at
  }
  return {
    suggested: suggestedTokens
      .flatMap((symbol) => tokens.find((token) => token.symbol === symbol) ?? [])
      .slice(0, limits.suggested),
    yours: [...held].sort((one, other) => worthOf(other) - worthOf(one)),
    others: tokens.filter((token) => !held.includes(token)).sort((one, other) => rank(one) - rank(other)),
  }
}

/** Encodes an ERC-20 approval of `units` for `spender`. */
export const approval = (spender: string, units: bigint): string =>
  `${approveSelector}${spender.slice(2).toLowerCase().padStart(64, "0")}${units.toString(16).padStart(64, "0")}`

/** Decodes an ERC-20 approval. Returns `undefined` for other calldata. */
export const readApproval = (data: string): { readonly spender: string; readonly units: bigint } | undefined => {
  const parsed = /^0x095ea7b30{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(data)
  return parsed ? { spender: `0x${parsed[1]}`.toLowerCase(), units: BigInt(`0x${parsed[2]}`) } : undefined
}
const approveSelector = "0x095ea7b3"

/** Returns the minimum received after slippage. */
export const afterSlippage = (units: bigint): bigint => (units * BigInt(100 - limits.slippage)) / 100n

/**
 * Returns the minimum that the visitor was shown, in smallest units. If the site changed the quote, it is at least `toAmount` after
 * slippage.
 */
export const leastOf = ({ minimum, toAmount, to }: Pick<SwapQuote, "minimum" | "toAmount" | "to">): bigint => {
  const [shown, promised] = [minimum, toAmount].map((amount) => toUnits(amount, to.decimals) ?? 0n)
  const least = afterSlippage(promised ?? 0n)
  return shown !== undefined && shown > least ? shown : least
}

/** Whether an amount has fallen so far below the shown one that the visitor must be asked again. */
export const isWorse = (shown: string, now: string, decimals: number): boolean => {
  const [before, after] = [toUnits(shown, decimals) ?? 0n, toUnits(now, decimals) ?? 0n]
  return after * 10_000n < before * (10_000n - BigInt(limits.worseBy * 100))
}
