import { describe, expect, it } from "vitest"
import { parseUnits, toUnits, typedDecimal, unitsFor, worth } from "../../src/domain/amounts.ts"
import { formatLeading, formatUpTo } from "../../src/domain/figures.ts"
import { formatExactly, formatMoney, formatUnits, sum } from "../../src/domain/format.ts"
import { formatAmount } from "../../src/domain/numbers.ts"
import { formatAllowance } from "../../src/domain/sessions.ts"

describe("An amount", () => {
  it("becomes smallest units and back again, exactly, for any decimals", () => {
    for (const decimals of [0, 1, 2, 6, 8, 9, 18, 24, 36])
      for (const units of [0n, 1n, 9n, 10n, 999_999n, 10n ** 18n - 1n, 10n ** 18n, 2n ** 255n + 7n])
        expect(toUnits(formatUnits(units, decimals), decimals)).toBe(units)
  })

  it("loses the decimals that its token does not have, and is never rounded up", () => {
    expect(toUnits("1.9999999", 6)).toBe(1_999_999n)
    expect(toUnits("0.0000009", 6)).toBe(0n)
  })

  it("reads what a number's own text may hold, and nothing that is no amount", () => {
    expect(toUnits("1e-7", 18)).toBe(10n ** 11n)
    for (const text of ["", ".", "-1", "-0.1", "1,5", "0x10", "NaN", "Infinity", "1e9999"])
      expect(toUnits(text, 18)).toBeUndefined()
  })

  it("is digits and one point as it is typed, a comma counting as one", () => {
    expect(["0012", "1,5", "1.2.3", "abc", ".5", "1.23456789", "-3"].map((text) => typedDecimal(text, 6))).toEqual([
      "12",
      "1.5",
      "1.23",
      "",
      "0.5",
      "1.234567",
      "3",
    ])
    expect(typedDecimal("1.5", 0)).toBe("1")
  })

  it("is read as it is meant where it is pasted with its thousands apart; one that may mean either stays the smaller", () => {
    const pasted = ["1,000.50", "1.234,56", "12,345,678", "1'000.5", "1.000.000,25", "1,000", "1.500", "1,2,3"]
    expect(pasted.map((text) => typedDecimal(text, 6))).toEqual([
      "1000.50",
      "1234.56",
      "12345678",
      "1000.5",
      "1000000.25",
      "1.000",
      "1.500",
      "1.23",
    ])
  })
})

describe("An amount of a token that claims any number of decimals", () => {
  const largest = 2n ** 256n - 1n
  const all = [0, 18, 77, 100, 101, 255].flatMap((decimals) =>
    [0n, 1n, 10n ** 77n, 10n ** 77n + 10n, largest].map((units) => ({ decimals, units })),
  )
  const locales = ["en", "de", "ar", "hi", "mr", "not a locale!"]

  it.each(all)("of $decimals, $units units, is written to its last digit", ({ decimals, units }) => {
    const text = formatUnits(units, decimals)
    expect(formatExactly(text, "en").replaceAll(",", "")).toBe(text)
    expect(formatAllowance(units, decimals, "en").replaceAll(",", "")).toBe(text)
    expect(formatUpTo(text, decimals, "en").replaceAll(",", "")).toBe(text)
    expect(formatAmount(text, decimals, "en").replaceAll(",", "")).toBe(
      decimals === 0 ? text : `${text.split(".")[0]}.${(text.split(".")[1] ?? "").padEnd(decimals, "0")}`,
    )
    // In any digits there are as many.
    for (const locale of locales)
      expect(formatExactly(text, locale).match(/\p{Nd}/gu)).toHaveLength(text.replace(".", "").length)
    expect(parseUnits(text, decimals)).toBe(units)
    expect(toUnits(text, decimals)).toBe(units)
  })

  it.each(all)("of $decimals, $units units, is priced and shortened without a failure", ({ decimals, units }) => {
    const text = formatUnits(units, decimals)
    for (const locale of locales) {
      expect(formatLeading(text, locale)).toMatch(/\p{Nd}/u)
      expect(formatAmount(text, undefined, locale)).toMatch(/\p{Nd}/u)
      expect(formatMoney(worth(units, decimals, 3_397.14), locale).text).toMatch(/\p{Nd}/u)
    }
    expect(sum([worth(units, decimals, 1e-18), text])).toMatch(/^\d+(\.\d+)?$/)
    expect(unitsFor("1", decimals, 1)).toBe(10n ** BigInt(decimals))
  })

  it("keeps the digits that say something of one that is next to nothing", () => {
    expect(formatLeading(`0.${"0".repeat(150)}12345`)).toBe(`0.${"0".repeat(150)}1234`)
    expect(formatLeading(`0.${"0".repeat(150)}12`)).toBe(`0.${"0".repeat(150)}12`)
    expect(formatUpTo(`5.${"0".repeat(200)}`, 150)).toBe("5")
  })
})
