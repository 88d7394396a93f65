import { directionOf } from "./direction.ts"
import { display } from "./display.ts"

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
