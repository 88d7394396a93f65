import type { Money } from "../../src/core/formatMoney.ts"

/** Amount to display: text with a decimal point, or money. */
export type Amount = string | Pick<Money, "text" | "decimal">

/** Parts of an amount in order. `sign` is everything before the digits. */
export interface MoneyParts {
  readonly sign: string
  readonly whole: string
  readonly fraction: string
  readonly unit: string
}

/** Splits a formatted amount of any locale. Text without digits is all `whole`. */
export const splitMoney = (amount: Amount): MoneyParts => {
  const { text, decimal } = typeof amount === "string" ? { text: amount, decimal: "." } : amount
  const first = text.search(digit)
  if (first < 0) return { sign: "", whole: text, fraction: "", unit: "" }
  const end = first + (number.exec(text.slice(first))?.[0].length ?? 0)
  const digits = text.slice(first, end)
  const point = digits.lastIndexOf(decimal)
  return {
    sign: text.slice(0, first),
    whole: point < 0 ? digits : digits.slice(0, point),
    fraction: point < 0 ? "" : digits.slice(point),
    unit: text.slice(end),
  }
}

const digit = /\p{Nd}/u

/** Digits of any script with their separators. */
const number = /^\p{Nd}(?:[\p{Nd}.,'’\s\u066b\u066c]*\p{Nd})?/u
