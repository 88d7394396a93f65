import { describe, expect, it } from "vitest"
import { canSwap, isAllowanceEnough, popularTokens, suggestedTokens, swapNetworks } from "../../src/domain/swap.ts"

describe("swaps", () => {
  it("Swaps: twelve supported networks", () => {
    expect(Object.keys(swapNetworks)).toHaveLength(12)
  })

  it.each([
    ["Swaps supported network: Ethereum", 1],
    ["Swaps supported network: Arbitrum", 42161],
    ["Swaps supported network: Optimism", 10],
    ["Swaps supported network: zkSync", 324],
    ["Swaps supported network: Base", 8453],
    ["Swaps supported network: BNB", 56],
    ["Swaps supported network: Polygon", 137],
    ["Swaps supported network: Gnosis", 100],
    ["Swaps supported network: Avalanche", 43114],
    ["Swaps supported network: Fantom", 250],
    ["Swaps supported network: Klaytn", 8217],
    ["Swaps supported network: Aurora", 1313161554],
  ])("%s", (_, id) => {
    expect(canSwap(`eip155:${id}`)).toBe(true)
  })

  it.each(["eip155:2", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "constructor:"] as const)(
    "nothing can be swapped on %s",
    (network) => {
      expect(canSwap(network)).toBe(false)
    },
  )

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
