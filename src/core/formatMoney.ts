import { formatUnits } from "./amounts.ts"
import { decimalsShown } from "./first-paint/display.ts"
import { numberFormat } from "./first-paint/formatNumber.ts"
import { floorDecimal } from "./formatAmount.ts"

/** Parts of a formatted sum of money, so its whole part can be shown larger. `text` is the complete text. */
export interface Money {
  readonly text: string
  readonly currency: string
  readonly whole: string
  readonly decimal: string
  readonly fraction: string
}

/** Formats US dollars, floored to `places` decimals (default 2). Anything that is not a number counts as 0. */
export const formatMoney = (
  value: string | number,
  locale: string = decimalsShown.locale,
  places: number = decimalsShown.moneyDecimals,
): Money => {
  const floored = floorDecimal(String(value), places) ?? "0.00"
  const parts = numberFormat(locale, places, "currency").formatToParts(floored as never)
  const of = (...types: readonly string[]) =>
    parts
      .filter(({ type }) => types.includes(type))
      .map((part) => part.value)
      .join("")
  return {
    text: parts.map((part) => part.value).join(""),
    currency: of("currency"),
    whole: of("minusSign", "integer", "group"),
    decimal: of("decimal"),
    fraction: of("fraction"),
  }
}

/** Formats an amount of US dollars. Below a cent, it keeps 2 significant digits, up to 20 decimals. */
export const formatSmallMoney = (amount: number, locale?: string): string => {
  const digits = amount > 0 && amount < cent ? -Math.floor(Math.log10(amount)) + 1 : decimalsShown.moneyDecimals
  return formatMoney(amount, locale, Math.min(digits, pricePlaces)).text
}

/** Adds up amounts of money, each floored to 8 decimals. Anything that is not a number counts as 0. Returns a decimal string. */
export const sum = (values: readonly (string | number)[]): string => {
  const units = values.map((value) => BigInt((floorDecimal(String(value), sumPlaces) ?? "0").replace(".", "")))
  return formatUnits(
    units.reduce((total, value) => total + value, 0n),
    sumPlaces,
  )
}

const sumPlaces = 8
const cent = 0.01
/** Maximum number of decimals that every `Intl` implementation supports. */
const pricePlaces = 20
