import { decimalsShown } from "./first-paint/display.ts"
import { floorDecimal, formatAmount, numberFormat } from "./first-paint/formatNumber.ts"

/** Truncates an address to 4 characters at the start and 6 at the end, if that makes it shorter. */
export const truncateAddress = (address: string): string =>
  address.length > decimalsShown.addressStart + decimalsShown.addressEnd + ellipsis.length
    ? `${address.slice(0, decimalsShown.addressStart)}${ellipsis}${address.slice(-decimalsShown.addressEnd)}`
    : address

/** Truncates an email address of more than 30 characters to 30, as a display name. */
export const truncateEmail = (email: string): string =>
  email.length > decimalsShown.emailName
    ? `${email.slice(0, decimalsShown.emailName - ellipsis.length)}${ellipsis}`
    : email

/** Formats an amount with all its decimals. */
export const formatExactly = (amount: string, locale: string = decimalsShown.locale): string =>
  formatAmount(amount, amount.split(".")[1]?.length ?? 0, locale)

/** Converts smallest units, such as wei, to an exact decimal string. */
export const formatUnits = (units: bigint, decimals: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "")
  return `${units < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`
}

/** Parts of a formatted sum of money, so its whole part can be shown larger. `text` is the complete text. */
export interface Money {
  readonly text: string
  readonly currency: string
  readonly whole: string
  readonly decimal: string
  readonly fraction: string
}

/** Formats US dollars, floored to 2 decimals. Anything that is not a number counts as 0. */
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

/** Formats a price. Below a cent it keeps 2 significant digits, so it does not round to 0. */
export const formatPrice = (price: number, locale?: string): string => {
  const digits = price > 0 && price < cent ? -Math.floor(Math.log10(price)) + 1 : decimalsShown.moneyDecimals
  return formatMoney(price, locale, Math.min(digits, pricePlaces)).text
}

/** Adds up amounts of money, exact to 8 decimals. Returns a decimal string. */
export const sum = (values: readonly (string | number)[]): string => {
  const units = values.map((value) => BigInt((floorDecimal(String(value), sumPlaces) ?? "0").replace(".", "")))
  return formatUnits(
    units.reduce((total, value) => total + value, 0n),
    sumPlaces,
  )
}

const ellipsis = "..."
const sumPlaces = 8
const cent = 0.01
/** Maximum that every `Intl` implementation supports. */
const pricePlaces = 20
