import { decimalsShown } from "./first-paint/display.ts"
import { numberFormat } from "./first-paint/formatNumber.ts"
import { floorDecimal, formatAmount, writeDecimal } from "./formatAmount.ts"

/** Formats an amount, floored to `places` decimals, without trailing zeros. Returns "" if it is not a number. */
export const formatToDecimals = (amount: string, places: number, locale: string = decimalsShown.locale): string => {
  const floored = floorDecimal(amount, places)
  return floored === undefined ? "" : writeDecimal(floored, locale, false)
}

/**
 * Formats an amount, floored to 4 decimals or, below 1, to 4 decimals after the leading zeros. Trailing zeros are omitted. Returns "" if it
 * is not a number.
 */
export const formatSignificant = (amount: string, locale: string = decimalsShown.locale): string => {
  const [, zeros = ""] = /^0*\.(0*)/.exec(amount) ?? []
  return formatToDecimals(amount, zeros.length + leading, locale)
}

/** Formats a plain decimal with all its decimals. Returns "" if it is not a number. */
export const formatExactly = (amount: string, locale: string = decimalsShown.locale): string =>
  formatAmount(amount, amount.split(".")[1]?.length ?? 0, locale)

/** Returns the decimal separator of a locale. */
export const decimalSign = (locale: string = decimalsShown.locale): string =>
  numberFormat(locale, 1, "decimal")
    .formatToParts(0)
    .find(({ type }) => type === "decimal")?.value ?? "."

/** Formats a percentage to 2 decimals, such as "0.12%" for 0.12. */
export const formatPercent = (percent: number, locale: string = decimalsShown.locale): string =>
  numberFormat(locale, percentPlaces, "percent").format(percent / 100)

/** Number of decimals that suffices to tell exchange rates apart. */
const leading = 4
const percentPlaces = 2
