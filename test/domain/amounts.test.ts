import { describe, expect, it } from "vitest"
import { mostOf, parseUnits, typedAmount, unitsFor, worth } from "../../src/domain/amounts.ts"
import { formatUnits } from "../../src/domain/format.ts"
import { draws } from "../fixtures/draws.ts"

describe("amounts", () => {
  it("parsing and formatting round-trip for any decimals", () => {
    for (const { whole, upTo } of draws(20_000)) {
      const decimals = upTo(36)
      const units = whole(upTo(70) + 1)
      expect(parseUnits(formatUnits(units, decimals), decimals)).toBe(units)
    }
  })

  it("all that can be sent never exceeds the balance less the fee, and is never less than nothing", () => {
    for (const { whole, upTo } of draws(20_000)) {
      const [balance, fee] = [whole(upTo(30) + 1), whole(upTo(30) + 1)]
      const most = mostOf(balance, fee)
      expect(most >= 0n && (most === 0n || most + fee === balance)).toBe(true)
    }
  })

  it("money buys no more than it is worth, and one unit more would cost more", () => {
    for (const { whole, upTo } of draws(5_000)) {
      const decimals = upTo(18)
      const price = Number(formatUnits(whole(upTo(8) + 1) + 1n, upTo(6)))
      const money = formatUnits(whole(upTo(9) + 1), 2)
      const units = unitsFor(money, decimals, price) ?? 0n
      const [paid, more] = [worth(units, decimals, price), worth(units + 1n, decimals, price)]
      expect([paid, money, more].map(scaled).every((one, at, all) => at === 0 || one >= (all[at - 1] ?? 0n))).toBe(true)
    }
  })

  it.each([
    ["1.5", 18, 1_500_000_000_000_000_000n],
    [".5", 1, 5n],
    ["5.", 0, 5n],
    ["0.10", 1, 1n],
    ["0.1234567", 6, undefined],
    ["1e18", 18, undefined],
    ["-1", 18, undefined],
    ["1,5", 18, undefined],
    ["1 000", 18, undefined],
    ["", 18, undefined],
    [".", 18, undefined],
    ["NaN", 18, undefined],
    ["0x10", 18, undefined],
    ["\u0661", 18, undefined],
    ["9".repeat(79), 0, undefined],
  ] as const)("%s of a token with %i decimals is %s", (text, decimals, units) => {
    expect(parseUnits(text, decimals)).toBe(units)
  })

  it("what nobody knows the price of is bought for no money", () => {
    expect(unitsFor("5", 18, 0)).toBeUndefined()
    expect(unitsFor("5", 18, Number.NaN)).toBeUndefined()
    expect(unitsFor("5.005", 18, 1)).toBeUndefined()
  })

  it("a comma that was typed is a point, one that was pasted inside is not", () => {
    expect(typedAmount("1,")).toBe("1.")
    expect(typedAmount("1,000.5")).toBe("1,000.5")
  })
})

const scaled = (text: string) => parseUnits(text, 60) ?? -1n
