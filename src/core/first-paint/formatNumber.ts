import { directionOf } from "./direction.ts"
import { decimalsShown } from "./display.ts"

/** Creates a formatter for a locale, or for the default locale if `locale` is invalid. */
export const withLocale = <A>(locale: string, make: (locale: string) => A): A => {
  try {
    return make(locale)
  } catch {
    return make(decimalsShown.locale)
  }
}

/**
 * Creates a formatter like `withLocale`, but caches it per kind and locale, because creating one takes longer than formatting a screen of
 * rows. Not for formatters that depend on the time zone.
 */
export const kept = <A extends object>(kind: string, locale: string, make: (locale: string) => A): A => {
  const key = `${kind} ${locale}`
  const known = (made.get(key) as A | undefined) ?? withLocale(locale, make)
  made.set(key, known)
  return known
}
const made = new Map<string, object>()

/**
 * Returns a formatter that writes `least` to `places` decimals, by default exactly `places`. In right-to-left languages, numbers use the
 * default locale: left to right, sign first, with the digits that addresses use.
 */
export const numberFormat = (
  language: string,
  places: number,
  style: "decimal" | "currency" | "percent",
  least = places,
) => {
  const locale = directionOf(language) === "rtl" ? decimalsShown.locale : language
  const options: Intl.NumberFormatOptions = {
    style,
    ...(style === "currency" && { currency: decimalsShown.currency, currencyDisplay: "narrowSymbol" }),
    minimumFractionDigits: least,
    maximumFractionDigits: places,
  }
  return kept(`${style} ${least} ${places}`, locale, (known) => new Intl.NumberFormat(known, options))
}
