import { bitcoinChains } from "../../../src/namespaces/model/bitcoinProvider.ts"
import type { CaipNetworkId } from "../../../src/options/networks.ts"
import { colors, type GlyphName, names as glyphs, picture } from "../pictures.ts"
import { fraction, hexOf } from "../random.ts"

/** A token of the demo's market, with its initial price in US dollars. */
export interface Token {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly price: number
  readonly icon: string
  /**
   * Amount that the first account holds with seed 1, and the token's contract, by chain. Amounts are in millionths of a token, or in
   * smallest units if it has fewer than 6 decimals. Native currency has no contract.
   */
  readonly on: Readonly<Record<CaipNetworkId, readonly [amount: number, contract?: string]>>
}

/**
 * Returns the tokens that are always in the market. ETH, POL, SOL, USDC and BTC are real, as are the contracts of USDC. All others are
 * invented.
 */
export const knownTokens = (): readonly Token[] => [
  {
    symbol: "ETH",
    name: "Ether",
    decimals: 18,
    price: 3_397.14,
    icon: picture("chevrons", "#5b6b8c"),
    on: { "eip155:1": [1_204_000], "eip155:8453": [2_418_000], "eip155:10": [310_000], "eip155:42161": [84_000] },
  },
  {
    symbol: "POL",
    name: "POL",
    decimals: 18,
    price: 0.4182,
    icon: picture("hexagon", "#6b46d9"),
    on: { "eip155:137": [1_912_500_000] },
  },
  {
    symbol: "SOL",
    name: "Solana",
    decimals: 9,
    price: 171.86,
    icon: picture("bars", "#6f5bd0"),
    on: {
      "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": [12_480_000],
      "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1": [5_000_000],
    },
  },
  {
    symbol: "USDC",
    name: "USD Coin",
    decimals: 6,
    price: 1,
    icon: picture("ring", "#2f6fdb"),
    on: {
      "eip155:1": [3_120_440_000, "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"],
      "eip155:8453": [412_070_000, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"],
      "eip155:137": [96_500_000, "0x2791bca1f2de4661ed88a30c99a7a9449aa84174"],
      "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": [214_300_000, "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
    },
  },
  {
    symbol: "BTC",
    name: "Bitcoin",
    decimals: 8,
    price: 61_420.5,
    icon: picture("anchor", "#b56a00"),
    on: { [bitcoinChains.mainnet]: [84_316] },
  },
  {
    symbol: "HRB",
    name: "Harbour",
    decimals: 18,
    price: 2.204,
    icon: picture("shore", "#0d8083"),
    on: {
      "eip155:1": [410_200_000, contractOf("HRB 1")],
      "eip155:8453": [58_000_000, contractOf("HRB 8453")],
    },
  },
  {
    symbol: "WREN",
    name: "Wren",
    decimals: 6,
    price: 0.0841,
    icon: picture("feather", "#b06a3a"),
    on: {
      "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": [1_930_000_000, "2rUvkkctmqRgvGHrHwxLhHBopqzyJtjtzy3doiFYCZF9"],
    },
  },
  {
    symbol: "TLN",
    name: "Talon",
    decimals: 18,
    price: 0.2007,
    icon: picture("half", "#a2771c"),
    on: {
      "eip155:8453": [1_204_000_000, contractOf("TLN 8453")],
      "eip155:137": [8_150_000_000, contractOf("TLN 137")],
    },
  },
  {
    symbol: "SMPH",
    name: "Samphire",
    decimals: 8,
    price: 18.62,
    icon: picture("leaf", "#2f8a5b"),
    on: { "eip155:1": [12_750_000, contractOf("SMPH 1")], "eip155:137": [3_400_000, contractOf("SMPH 137")] },
  },
  {
    symbol: "LNTRN",
    name: "Lanternlight",
    decimals: 18,
    price: 0.000_413,
    icon: picture("lantern", "#884d2e"),
    on: { "eip155:1": [904_000_000_000, contractOf("LNTRN 1")] },
  },
  // A token without decimals, which Portico does not list.
  {
    symbol: "PASS",
    name: "Orchard pass",
    decimals: 0,
    price: 0,
    icon: picture("tree", "#417d4b"),
    on: { "eip155:1": [2, contractOf("PASS 1")], "eip155:8453": [1, contractOf("PASS 8453")] },
  },
]

/** Returns an invented token by its index. It exists on Ethereum, Base and Polygon. */
export const generatedToken = (index: number): Token => {
  const symbol = `T${String(index + 1).padStart(3, "0")}`
  return {
    symbol,
    name: `Token ${index + 1}`,
    decimals: 18,
    price: Number((0.02 + fraction(`${symbol} price`) * 40).toPrecision(4)),
    icon: picture(glyphs[index % glyphs.length] as GlyphName, colors[(index * 5) % colors.length] as string),
    on: Object.fromEntries(
      ["eip155:1", "eip155:8453", "eip155:137"].map((id) => [
        id,
        [Math.floor(fraction(`${symbol} ${id}`) * 900_000_000) + 1_000_000, contractOf(`${symbol} ${id}`)],
      ]),
    ),
  }
}

function contractOf(name: string) {
  return `0x${hexOf(`contract ${name}`, 40)}`
}
