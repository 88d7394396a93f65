import { directionOf } from "./direction.ts"
import { display, emailText } from "./openingLimits.ts"

/** An address, 4 characters at the start and 6 at the end; one that would not get shorter stays whole. */
export const truncateAddress = (address: string): string =>
  address.length > display.addressStart + display.addressEnd + ellipsis.length
    ? `${address.slice(0, display.addressStart)}${ellipsis}${address.slice(-display.addressEnd)}`
    : address

/** A long e-mail address shown as a name: over 30 characters it is cut and ends with '...'. */
export const emailName = (email: string): string =>
  email.length > emailText.longName ? `${email.slice(0, emailText.longName)}${ellipsis}` : email

/** The name of a social account: one of discord that ends in 0 loses that last character. */
export const socialName = (provider: string, name: string): string =>
  provider === "discord" && name.endsWith("0") ? name.slice(0, -1) : name

/** A decimal, as a text such as "1204.5" or as a whole bigint, with no more than `places` decimals and the rest dropped, not rounded. Nothing for what is no number. */
export const floorDecimal = (value: string | bigint, places: number): string | undefined => {
  const parsed = decimal.exec(plainDecimal(String(value)))
  if (!parsed) return undefined
  const [, sign = "", whole = "", fraction = ""] = parsed
  const floored = `${whole.replace(/^0+(?=\d)/, "") || "0"}.${fraction.slice(0, places).padEnd(places, "0")}`
  return `${/[1-9]/.test(floored) ? sign : ""}${places > 0 ? floored : floored.slice(0, -1)}`
}

/** An amount floored to 3 decimals, its thousands grouped as the locale does. Nothing for what is no number. */
export const formatAmount = (
  amount: string | bigint,
  places: number = display.balanceDecimals,
  locale: string = display.locale,
): string => {
  const floored = floorDecimal(amount, places)
  return floored === undefined ? "" : writeDecimal(floored, locale)
}

/** A decimal text as the locale writes it, its zeros at the end only where `zeros` says so. A token may claim more decimals than Intl takes: the last are put behind. */
export const writeDecimal = (text: string, locale: string, zeros = true): string => {
  const fraction = text.split(".")[1] ?? ""
  const rest = fraction.slice(intlPlaces)
  const beyond = zeros ? rest : rest.replace(/0+$/, "")
  const places = fraction.length - rest.length
  const first = numberFormat(locale, places, "decimal", zeros || beyond ? places : 0)
  const digit = numberFormat(locale, 0, "decimal")
  const last = [...beyond].map((one) => digit.format(Number(one)))
  return [first.format(text.slice(0, text.length - rest.length) as never), ...last].join("")
}
/** The most decimals that every Intl writes; a newer one takes 100. */
const intlPlaces = 20

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
export const formatMoney = (value: string | number, locale: string = display.locale): Money => {
  const floored = floorDecimal(String(value), display.moneyDecimals) ?? "0.00"
  const parts = numberFormat(locale, display.moneyDecimals, "currency").formatToParts(floored as never)
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

/** The sum of amounts of money, exact to 8 decimals, as a decimal text. */
export const sum = (values: readonly (string | number)[]): string => {
  const units = values.map((value) => BigInt((floorDecimal(String(value), sumPlaces) ?? "0").replace(".", "")))
  return formatUnits(
    units.reduce((total, value) => total + value, 0n),
    sumPlaces,
  )
}

/** What formats in a locale; in the usual one where a site's is none. */
export const spoken = <A>(locale: string, make: (locale: string) => A): A => {
  try {
    return make(locale)
  } catch {
    return make(display.locale)
  }
}

/** The same, made once a kind: to make one takes longer than to write a screen of rows with it. Not for what a change of the time zone touches. */
export const kept = <A extends object>(kind: string, locale: string, make: (locale: string) => A): A => {
  const key = `${kind} ${locale}`
  const known = (made.get(key) as A | undefined) ?? spoken(locale, make)
  made.set(key, known)
  return known
}
const made = new Map<string, object>()

const ellipsis = "..."
const sumPlaces = 8
const decimal = /^(-?)(\d*)(?:\.(\d*))?$/

/** Writes out what a number's own text may hold, such as 1e-7. */
const plainDecimal = (text: string) => {
  const parsed = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d{1,3})$/i.exec(text)
  if (!parsed) return text === "." || text === "-" || text === "" ? "none" : text
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parsed
  const by = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + by
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`
  return `${sign}${digits.slice(0, point).padEnd(point, "0")}.${digits.slice(point)}`
}

/** A text that runs from right to left holds an amount as a run from left to right, its sign in front, its digits those of addresses. */
export const numberFormat = (
  asked: string,
  places: number,
  style: "decimal" | "currency" | "percent",
  least = places,
) => {
  const locale = directionOf(asked) === "rtl" ? display.locale : asked
  const options: Intl.NumberFormatOptions = {
    style,
    ...(style === "currency" && { currency: display.currency, currencyDisplay: "narrowSymbol" }),
    minimumFractionDigits: least,
    maximumFractionDigits: places,
  }
  return kept(`${style} ${least} ${places}`, locale, (known) => new Intl.NumberFormat(known, options))
}
