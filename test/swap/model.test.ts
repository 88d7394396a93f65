import { describe, expect, it } from "vitest"
import { canSwap, isAllowanceEnough, popularTokens, suggestedTokens, swapNetworks } from "../../src/swap/model.ts"

describe("swaps", () => {
  it("Swaps: twelve supported networks", () => {
    expect(Object.keys(swapNetworks)).toHaveLength(12)
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

  it("are on no other network", () => {
    for (const network of ["eip155:2", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "constructor:"] as const)
      expect(canSwap(network)).toBe(false)
  })

  it("A swap allowance is enough when it is at least the source amount", () => {
    expect(isAllowanceEnough(10n, 10n)).toBe(true)
    expect(isAllowanceEnough(11n, 10n)).toBe(true)
    expect(isAllowanceEnough(9n, 10n)).toBe(false)
  })

  it("Swaps: a suggested token list exists (contents not shown)", () => {
    expect(suggestedTokens).toHaveLength(27)
    expect(new Set(suggestedTokens).size).toBe(27)
  })

  it("Swaps: a popular token list exists (contents not shown)", () => {
    expect(popularTokens.slice(0, 27)).toEqual(suggestedTokens)
    expect(new Set(popularTokens).size).toBe(popularTokens.length)
  })
})
