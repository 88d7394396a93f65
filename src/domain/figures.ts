import { display } from "./display.ts"
import { floorDecimal, numberFormat, writeDecimal } from "./numbers.ts"

/** An amount floored to that many decimals, without zeros at its end, as the locale writes it. Nothing for what is no number. */
export const formatUpTo = (amount: string, places: number, locale: string = display.locale): string => {
  const floored = floorDecimal(amount, places)
  return floored === undefined ? "" : writeDecimal(floored, locale, false)
}

/** An amount by its leading decimals: the first few, or, of one under 1, the first few that are not 0. */
export const formatLeading = (amount: string, locale: string = display.locale): string => {
  const [, zeros = ""] = /^0*\.(0*)/.exec(amount) ?? []
  return formatUpTo(amount, zeros.length + leading, locale)
}

/** What parts whole units from decimals in that locale. */
export const decimalSign = (locale: string = display.locale): string =>
  numberFormat(locale, 1, "decimal")
    .formatToParts(0)
    .find(({ type }) => type === "decimal")?.value ?? "."

/** A share in percent, such as 0.12 for "0.12%", to 2 decimals. */
export const formatPercent = (percent: number, locale: string = display.locale): string =>
  numberFormat(locale, percentPlaces, "percent").format(percent / 100)

/** Decimals that tell one rate from another. */
const leading = 4
const percentPlaces = 2
