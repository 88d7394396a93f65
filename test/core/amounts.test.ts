import { describe, expect, it } from "vitest"
import {
  formatUnits,
  maxSendable,
  parseUnits,
  tokenValue,
  toUnits,
  typedAmount,
  typedDecimal,
  unitsForValue,
} from "../../src/core/amounts.ts"
import { formatAmount } from "../../src/core/formatAmount.ts"
import { formatExactly, formatSignificant, formatToDecimals } from "../../src/core/formatDecimal.ts"
import { formatMoney, sum } from "../../src/core/formatMoney.ts"
import { formatAllowance } from "../../src/smartSessions/model.ts"
import { draws } from "../fixtures/draws.ts"

/** Collects the failing draws: one comparison of them all is far faster than one each. */
const wrongOf = <A>(all: readonly A[], isWrong: (one: A) => boolean) => all.filter(isWrong).slice(0, 3)

describe("amounts", () => {
  it("convert to smallest units and back exactly, with any decimals", () => {
    const all = draws(20_000).map(({ whole, upTo }) => ({ decimals: upTo(36), units: whole(upTo(70) + 1) }))
    const changed = wrongOf(all, ({ units, decimals }) => {
      const text = formatUnits(units, decimals)
      return parseUnits(text, decimals) !== units || toUnits(text, decimals) !== units
    })
    expect(changed).toEqual([])
  })

  it("never exceed the balance minus the fee when all is sent, and are never negative", () => {
    const all = draws(20_000).map(({ whole, upTo }) => ({ balance: whole(upTo(30) + 1), fee: whole(upTo(30) + 1) }))
    const wrong = wrongOf(all, ({ balance, fee }) => {
      const most = maxSendable(balance, fee)
      return most !== 0n || balance > fee ? most < 0n || most + fee !== balance : false
    })
    expect(wrong).toEqual([])
  })

  it("bought for money are worth at most that much, and one unit more would cost more", () => {
    const all = draws(5_000).map(({ whole, upTo }) => ({
      decimals: upTo(18),
      price: Number(formatUnits(whole(upTo(8) + 1) + 1n, upTo(6))),
      money: formatUnits(whole(upTo(9) + 1), 2),
    }))
    const wrong = wrongOf(all, ({ decimals, price, money }) => {
      const units = unitsForValue(money, decimals, price) ?? 0n
      const [paid = 0n, spent = 0n, more = 0n] = [
        tokenValue(units, decimals, price),
        money,
        tokenValue(units + 1n, decimals, price),
      ].map(scaled)
      return paid > spent || spent > more
    })
    expect(wrong).toEqual([])
  })

  it.each([
    ["1.5", 18, 1_500_000_000_000_000_000n],
    [".5", 1, 5n],
    ["5.", 0, 5n],
    ["0.10", 1, 1n],
    ["0.1000", 1, 1n],
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
  ] as const)("%s with %i decimals are %s", (text, decimals, units) => {
    expect(parseUnits(text, decimals)).toBe(units)
  })

  it("cannot be bought without a price", () => {
    expect(unitsForValue("5", 18, 0)).toBeUndefined()
    expect(unitsForValue("5", 18, Number.NaN)).toBeUndefined()
    expect(unitsForValue("5.005", 18, 1)).toBeUndefined()
  })

  it("read a typed comma as a decimal point, and a pasted one as a separator", () => {
    expect(typedAmount("1,")).toBe("1.")
    expect(typedAmount("1,000.5")).toBe("1,000.5")
  })

  it("are read without surrounding spaces, and cut at 120 characters", () => {
    expect(typedAmount(" 1.5 ")).toBe("1.5")
    expect(typedDecimal(" 1,000.50 ", 6)).toBe("1000.50")
    expect(toUnits(" 1.5 ", 1)).toBe(15n)
    expect(toUnits(" -1.5", 1)).toBeUndefined()
    expect(typedAmount("1".repeat(121))).toHaveLength(120)
    expect(typedDecimal("1".repeat(121), 6)).toHaveLength(120)
  })

  it("lose the decimals that their token does not have, without rounding up", () => {
    expect(toUnits("1.9999999", 6)).toBe(1_999_999n)
    expect(toUnits("0.0000009", 6)).toBe(0n)
  })

  it("are read only in the notation in which JavaScript prints numbers", () => {
    expect(toUnits("1e-7", 18)).toBe(10n ** 11n)
    for (const text of ["", ".", "-1", "-0.1", "1,5", "0x10", "NaN", "Infinity", "1e9999"])
      expect(toUnits(text, 18)).toBeUndefined()
  })

  it.each([
    ["0012", "12"],
    ["1,5", "1.5"],
    ["1.2.3", "1.23"],
    ["abc", ""],
    [".5", "0.5"],
    ["1.23456789", "1.234567"],
    ["-3", "3"],
  ])("are digits with one point while typed, a comma counting as a point: %s", (typed, text) => {
    expect(typedDecimal(typed, 6)).toBe(text)
  })

  it.each([
    ["1,000.50", "1000.50"],
    ["1.234,56", "1234.56"],
    ["12,345,678", "12345678"],
    ["1'000.5", "1000.5"],
    ["1.000.000,25", "1000000.25"],
    ["1,000", "1.000"],
    ["1.500", "1.500"],
    ["1,2,3", "1.23"],
    ["12345,678.9", "12345.6789"],
    ["1,234.5.6", "1.23456"],
  ])("keep their value when pasted with separators; an ambiguous one is read as the smaller: %s", (pasted, text) => {
    expect(typedDecimal(pasted, 6)).toBe(text)
  })

  it("without decimals have no point", () => expect(typedDecimal("1.5", 0)).toBe("1"))
})

const scaled = (text: string) => parseUnits(text, 60) ?? -1n

describe("amounts of a token with any number of decimals", () => {
  const largest = 2n ** 256n - 1n
  const all = [0, 18, 77, 100, 101, 255].flatMap((decimals) =>
    [0n, 1n, 10n ** 77n, 10n ** 77n + 10n, largest].map((units) => ({ decimals, units })),
  )
  const locales = ["en", "de", "ar", "hi", "mr", "not a locale!"]

  it.each(all)("$decimals: $units units are written to their last digit", ({ decimals, units }) => {
    const text = formatUnits(units, decimals)
    expect(formatExactly(text, "en").replaceAll(",", "")).toBe(text)
    expect(formatAllowance(units, decimals, "en").replaceAll(",", "")).toBe(text)
    expect(formatToDecimals(text, decimals, "en").replaceAll(",", "")).toBe(text)
    expect(formatAmount(text, decimals, "en").replaceAll(",", "")).toBe(
      decimals === 0 ? text : `${text.split(".")[0]}.${(text.split(".")[1] ?? "").padEnd(decimals, "0")}`,
    )
    // Every script has a digit for each value.
    for (const locale of locales)
      expect(formatExactly(text, locale).match(/\p{Nd}/gu)).toHaveLength(text.replace(".", "").length)
    expect(parseUnits(text, decimals)).toBe(units)
    expect(toUnits(text, decimals)).toBe(units)
  })

  it.each(all)("$decimals: $units units are priced and shortened without failing", ({ decimals, units }) => {
    const text = formatUnits(units, decimals)
    for (const locale of locales) {
      expect(formatSignificant(text, locale)).toMatch(/\p{Nd}/u)
      expect(formatAmount(text, undefined, locale)).toMatch(/\p{Nd}/u)
      expect(formatMoney(tokenValue(units, decimals, 3_397.14), locale).text).toMatch(/\p{Nd}/u)
    }
    expect(sum([tokenValue(units, decimals, 1e-18), text])).toMatch(/^\d+(\.\d+)?$/)
    expect(unitsForValue("1", decimals, 1)).toBe(10n ** BigInt(decimals))
  })

  it("keep the leading digits of tiny amounts", () => {
    expect(formatSignificant(`0.${"0".repeat(150)}12345`)).toBe(`0.${"0".repeat(150)}1234`)
    expect(formatSignificant(`0.${"0".repeat(150)}12`)).toBe(`0.${"0".repeat(150)}12`)
    expect(formatToDecimals(`5.${"0".repeat(200)}`, 150)).toBe("5")
  })
})
