import { describe, expect, it } from "vitest"
import { shownBalance } from "../../src/balances/model/nativeBalance.ts"
import { shownTokens } from "../../src/balances/model/shownTokens.ts"
import { type TokenBalance, totalValue } from "../../src/balances/model/tokens.ts"
import { formatMoney } from "../../src/core/formatMoney.ts"
import { bitcoinTestnet, mainnet, optimismGoerli, solana, solanaDevnet } from "../../src/options/networks.ts"

const token = (symbol: string, decimals: string): TokenBalance => ({
  name: symbol,
  symbol,
  address: `eip155:1:0x${"1".repeat(40)}`,
  price: 1,
  quantity: { decimals, numeric: "1" },
  iconUrl: "",
})

describe("balances", () => {
  it("Tokens with 0 decimals are filtered out", () => {
    const tokens = [token("ETH", "18"), token("ZERO", "0"), token("NFT", "00"), token("GUSD", "2")]

    expect(shownTokens(tokens, mainnet).map(({ symbol }) => symbol)).toEqual(["ETH", "GUSD"])
  })

  const placeholders = ["native", "eip155:1:native", `eip155:1:0x${"eE".repeat(20)}`]
  it.each([
    { network: mainnet, addresses: placeholders, symbol: "ETH" },
    { network: solana, addresses: ["native", `${solana.caipNetworkId}:So1${"1".repeat(40)}`], symbol: "SOL" },
  ])(
    "name the native currency as the network does, and omit that of others: $symbol",
    ({ network, addresses, symbol }) => {
      const { address: _, ...coin } = token("FAKE", "18")
      const here = { symbol, chainId: network.caipNetworkId }
      const elsewhere = { ...token("FAKE", "18"), chainId: "eip155:8453" }
      expect(shownTokens([elsewhere], network)).toEqual([elsewhere])
      for (const one of [coin, ...addresses.map((address) => ({ ...coin, address }))]) {
        expect(shownTokens([one, { ...one, chainId: network.caipNetworkId }], network)).toMatchObject([here, here])
        expect(shownTokens([{ ...one, chainId: "eip155:8453" }], network)).toEqual([])
      }
    },
  )

  it.each([
    ["1.23456", "1.234"],
    ["0.0009", "0.000"],
    ["2", "2.000"],
    [undefined, "0.000"],
    ["not a number", "0.000"],
  ])("Balance display is floored to 3 decimals: %s is %s", (balance, shown) => {
    expect(shownBalance(balance, mainnet)).toBe(shown)
    expect(shownBalance(balance, undefined)).toBe(shown)
  })

  it.each([optimismGoerli, solanaDevnet, bitcoinTestnet].map((network) => [network.name, network] as const))(
    "Native balance is 0.00 for testnets: %s",
    (_, network) => {
      expect(shownBalance("12.5", network)).toBe("0.00")
    },
  )

  it("A token total is shown with 2 decimals", () => {
    expect(totalValue([2500.5, 12.345, undefined])).toBe("2512.84")
    expect(totalValue([0.7, 0.1])).toBe("0.80")
    expect(totalValue([])).toBe("0.00")
    expect(totalValue([Number.NaN, 1])).toBe("1.00")
    expect(formatMoney(totalValue([2500.5, 12.345])).text).toBe("$2,512.84")
  })
})
