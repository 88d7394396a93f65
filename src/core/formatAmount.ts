import { decimalsShown } from "./first-paint/display.ts"
import { numberFormat } from "./first-paint/formatNumber.ts"

/**
 * Returns a number as a plain decimal string with exactly `places` decimals. Excess decimals are cut off. `value` may be in scientific
 * notation. Returns `undefined` if it is not a number.
 */
export const floorDecimal = (value: string | bigint, places: number): string | undefined => {
  const parsed = decimal.exec(plainDecimal(String(value)))
  if (!parsed) return undefined
  const [, sign = "", whole = "", fraction = ""] = parsed
  const floored = `${whole.replace(/^0+(?=\d)/, "") || "0"}.${fraction.slice(0, places).padEnd(places, "0")}`
  return `${/[1-9]/.test(floored) ? sign : ""}${places > 0 ? floored : floored.slice(0, -1)}`
}

/** Formats an amount, floored to `places` decimals (default 3), with grouped thousands. Returns "" if it is not a number. */
export const formatAmount = (
  amount: string | bigint,
  places: number = decimalsShown.balanceDecimals,
  locale: string = decimalsShown.locale,
): string => {
  const floored = floorDecimal(amount, places)
  return floored === undefined ? "" : writeDecimal(floored, locale)
}

/**
 * Formats a decimal string, without trailing zeros if `zeros` is false. A token may have more decimals than `Intl` supports, so the excess
 * ones are appended digit by digit.
 */
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
/** Maximum number of decimals that every `Intl` implementation supports. Newer ones support 100. */
const intlPlaces = 20

/** Matches a plain decimal, such as "5", ".5" or "5.", with at least one digit. */
const decimal = /^(-?)(?=\.?\d)(\d*)(?:\.(\d*))?$/

/** Expands scientific notation, such as 1e-7. Returns other text unchanged. */
const plainDecimal = (text: string) => {
  const parsed = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d{1,3})$/i.exec(text)
  if (!parsed) return text
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parsed
  const by = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + by
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`
  return `${sign}${digits.slice(0, point).padEnd(point, "0")}.${digits.slice(point)}`
}
