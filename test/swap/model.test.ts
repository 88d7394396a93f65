import { describe, expect, it } from "vitest"
import { approval, isAllowanceEnough, readApproval } from "../../src/swap/model/approval.ts"
import { canSwap, swapNetworks } from "../../src/swap/model/networks.ts"
import { leastOf, type SwapToken } from "../../src/swap/model/quote.ts"
import { popularTokens, suggestedTokens, swapLists } from "../../src/swap/model/tokens.ts"

describe("swaps", () => {
  it("Swaps: twelve supported networks", () => {
    expect(swapNetworks).toHaveLength(12)
  })

  it.each([
    ["Ethereum", 1],
    ["Arbitrum", 42161],
    ["Optimism", 10],
    ["zkSync", 324],
    ["Base", 8453],
    ["BNB", 56],
    ["Polygon", 137],
    ["Gnosis", 100],
    ["Avalanche", 43114],
    ["Fantom", 250],
    ["Klaytn", 8217],
    ["Aurora", 1313161554],
  ])("Swaps supported network: %s", (_, id) => {
    expect(canSwap(`eip155:${id}`)).toBe(true)
  })

  it("are not supported on other networks", () => {
    for (const network of ["eip155:2", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "constructor:"] as const)
      expect(canSwap(network)).toBe(false)
  })

  it("A swap allowance is enough when it is at least the source amount", () => {
    expect(isAllowanceEnough(10n, 10n)).toBe(true)
    expect(isAllowanceEnough(11n, 10n)).toBe(true)
    expect(isAllowanceEnough(9n, 10n)).toBe(false)
  })

  it.each([
    ["the shown minimum", "99.5", "100", 9950n],
    ["the promised amount after slippage, if the site lowered the minimum", "1", "100", 9900n],
    ["the promised amount after slippage, if the minimum is no amount", "many", "100", 9900n],
    ["the shown minimum, if the promised amount is none", "2", "many", 200n],
  ])("receive at least %s", (_, minimum, toAmount, least) => {
    const to: SwapToken = { address: "", symbol: "A", name: "A", decimals: 2, logoUri: "", quantity: "0", price: 0 }
    expect(leastOf({ minimum, toAmount, to })).toBe(least)
  })

  it("decode an approval, and no other data", () => {
    const spender = `0x${"ab".repeat(20)}`
    const data = approval(spender, 5n)
    expect(readApproval(data)).toEqual({ spender, units: 5n })
    for (const other of [`0x${data}`, `${data}00`, data.slice(0, -2), data.replace("0x095ea7b3", "0xa9059cbb")])
      expect(readApproval(other)).toBeUndefined()
  })

  it("list the account's tokens by value, then popular ones, then the others", () => {
    const token = (symbol: string, quantity = "0", price = 0): SwapToken => ({
      address: `eip155:1:${symbol}`,
      symbol,
      name: symbol,
      decimals: 18,
      logoUri: "",
      quantity,
      price,
    })
    const held = [token("B", "2", 3), token("AAVE", "0.1", 100)]
    const all = [token("XXX"), token("OMEN"), token("UNI"), ...held, token("ETH"), token("YYY")]
    const { suggested, yours, others } = swapLists(all)
    const symbols = (list: readonly SwapToken[]) => list.map(({ symbol }) => symbol)

    expect(symbols(suggested)).toEqual(["ETH", "UNI", "AAVE"])
    expect(symbols(yours)).toEqual(["AAVE", "B"])
    expect(symbols(others)).toEqual(["ETH", "UNI", "OMEN", "XXX", "YYY"])
    const imitation = { ...token("UNI"), address: "eip155:1:imitation" }
    expect(symbols(swapLists([...all, imitation]).suggested)).toEqual(["ETH", "AAVE"])
    expect(swapLists(suggestedTokens.map((symbol) => token(symbol))).suggested).toHaveLength(8)
  })

  it("Swaps: a suggested token list exists (contents not shown)", () => {
    expect(suggestedTokens.filter((symbol) => /^\w+$/.test(symbol))).toHaveLength(27)
    expect(new Set(suggestedTokens).size).toBe(27)
  })

  it("Swaps: a popular token list exists (contents not shown)", () => {
    expect(popularTokens.slice(0, 27)).toEqual(suggestedTokens)
    expect(new Set(popularTokens.filter((symbol) => /^\w+$/.test(symbol))).size).toBe(popularTokens.length)
  })
})
