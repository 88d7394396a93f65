import { display } from "./display.ts"
import { floorDecimal, formatAmount, numberFormat } from "./numbers.ts"

/** An address, 4 characters at the start and 6 at the end; one that would not get shorter stays whole. */
export const truncateAddress = (address: string): string =>
  address.length > display.addressStart + display.addressEnd + ellipsis.length
    ? `${address.slice(0, display.addressStart)}${ellipsis}${address.slice(-display.addressEnd)}`
    : address

/** An amount to its last digit, as the locale writes it. */
export const formatExactly = (amount: string, locale: string = display.locale): string =>
  formatAmount(amount, amount.split(".")[1]?.length ?? 0, locale)

/** An amount of smallest units, such as wei, as a decimal text; exact. */
export const formatUnits = (units: bigint, decimals: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "")
  return `${units < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`
}

/** Money in parts, so that its whole part can be shown larger; `text` is all of it, in the locale's order. */
export interface Money {
  readonly text: string
  readonly currency: string
  readonly whole: string
  readonly decimal: string
  readonly fraction: string
}

/** US dollars with 2 decimals, floored. What is no number counts as nothing. */
export const formatMoney = (
  value: string | number,
  locale: string = display.locale,
  places: number = display.moneyDecimals,
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

/** A price: below a cent with its first 2 digits that are not 0, so that it does not read as nothing. */
export const formatPrice = (price: number, locale?: string): string => {
  const digits = price > 0 && price < cent ? -Math.floor(Math.log10(price)) + 1 : display.moneyDecimals
  return formatMoney(price, locale, Math.min(digits, pricePlaces)).text
}

/** The sum of amounts of money, exact to 8 decimals, as a decimal text. */
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
/** The most that every Intl writes. */
const pricePlaces = 20
