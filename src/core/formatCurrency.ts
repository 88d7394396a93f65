import { directionOf } from "./first-paint/direction.ts"
import { decimalsShown } from "./first-paint/display.ts"
import { floorDecimal } from "./formatAmount.ts"
import { formatToDecimals } from "./formatDecimal.ts"

/**
 * Formats an amount, floored to 2 decimals or to fewer if the currency has fewer, such as "$100.00" or "¥100". Anything that is not a
 * number counts as 0. If the browser rejects the code or the locale, returns the amount and the code, such as "100.00 XXX".
 */
export const formatCurrency = (amount: string, currency: string, locale: string): string => {
  const floored = (places: number) => floorDecimal(amount, Math.min(places, decimalsShown.moneyDecimals)) ?? "0.00"
  try {
    const format = moneyFormat(currency, locale)
    return format.format(floored(format.resolvedOptions().maximumFractionDigits ?? 0) as never)
  } catch {
    return `${floored(decimalsShown.moneyDecimals)} ${currency}`
  }
}

/** Returns the symbol of a currency, such as "$", or "" if the browser rejects the code or the locale. */
formatCurrency.sign = (currency: string, locale: string): string => {
  try {
    const parts = moneyFormat(currency, locale).formatToParts(0)
    return parts.find(({ type }) => type === "currency")?.value ?? ""
  } catch {
    return ""
  }
}

/** Formats a token amount as in a quote: floored to 6 decimals, without trailing zeros. Returns "" if it is not a number. */
formatCurrency.token = (amount: string, locale: string): string =>
  formatToDecimals(amount, decimalsShown.swapDecimals, locale)

const moneyFormat = (currency: string, locale: string) =>
  new Intl.NumberFormat(directionOf(locale) === "rtl" ? decimalsShown.locale : locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  })
