import { decimalsShown } from "./first-paint/display.ts"
import { floorDecimal } from "./formatAmount.ts"

/**
 * Converts a decimal string to a token's smallest units. Returns `undefined` if it is not a plain decimal without a sign, has more decimals
 * than the token (not counting trailing zeros), or has over 78 digits before the point.
 */
export const parseUnits = (text: string, decimals: number): bigint | undefined => {
  const [, whole = "", fraction = ""] = /^(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  const significant = fraction.replace(/0+$/, "")
  if (whole + fraction === "" || whole.length > mostDigits || significant.length > decimals) return undefined
  return BigInt(whole + significant.padEnd(decimals, "0"))
}

/** Converts smallest units, such as wei, to an exact decimal string. */
export const formatUnits = (units: bigint, decimals: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "")
  return `${units < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`
}

/**
 * Converts an amount to a token's smallest units, dropping excess decimals. `amount` may be in scientific notation. Returns `undefined` if
 * it is not a non-negative number.
 */
export const toUnits = (amount: string, decimals: number): bigint | undefined => {
  const floored = amount.trim().startsWith("-") ? undefined : floorDecimal(amount.trim(), decimals)
  return floored === undefined ? undefined : BigInt(floored.replace(".", ""))
}

/**
 * Returns the value of a token amount, as a decimal string. `units`: the amount in smallest units. `price`: price of one whole token, of
 * which 18 decimals count.
 */
export const tokenValue = (units: bigint, decimals: number, price: number): string =>
  formatUnits(units * scaled(price), decimals + pricePlaces)

/**
 * Converts an amount of money to a token's smallest units, rounded down. `price`: price of one whole token, of which 18 decimals count.
 * Returns `undefined` if `money` is not a plain decimal or has more than `places` decimals (default 2), or if the price is not above 0.
 */
export const unitsForValue = (
  money: string,
  decimals: number,
  price: number,
  places: number = decimalsShown.moneyDecimals,
): bigint | undefined => {
  const paid = parseUnits(money, places)
  const one = scaled(price)
  if (paid === undefined || one <= 0n) return undefined
  return (paid * 10n ** BigInt(decimals + pricePlaces)) / (one * 10n ** BigInt(places))
}

/** Returns the part of a native balance that can be sent after the fee, or 0 if the fee exceeds the balance. */
export const maxSendable = (balance: bigint, fee: bigint): bigint => (balance > fee ? balance - fee : 0n)

/**
 * Trims a typed or pasted amount, and cuts it to 120 characters. A trailing comma becomes a decimal point, because many number pads have
 * only a comma.
 */
export const typedAmount = (text: string): string => text.trim().replace(/,$/, ".").slice(0, mostTyped)

/**
 * Normalizes text for a field that accepts only digits and one decimal point. Removes leading zeros, excess decimals and unambiguous
 * thousands separators. Any other comma counts as a point: `1,234` becomes `1.234`.
 */
export const typedDecimal = (text: string, decimals: number): string => {
  const [whole = "", ...rest] = ungrouped(text.trim())
    .replace(/,/g, ".")
    .replace(/[^\d.]/g, "")
    .split(".")
  const plain = whole.replace(/^0+(?=\d)/, "").slice(0, mostTyped)
  if (rest.length === 0 || decimals === 0) return plain
  return `${plain || "0"}.${rest.join("").slice(0, decimals)}`
}

/** Removes thousands separators from a pasted number. A separator that may also be the decimal point stays. */
const ungrouped = (text: string): string => {
  const [, whole, group, , fraction = ""] = /^(\d{1,3}([.,'’])\d{3}((?:\2\d{3})*))((?!\2)[.,]\d+)?$/.exec(text) ?? []
  if (whole === undefined || group === undefined) return text
  const isSure = fraction !== "" || whole.split(group).length > 2
  return isSure ? `${whole.replaceAll(group, "")}${fraction}` : text
}

const scaled = (price: number) => BigInt((floorDecimal(String(price), pricePlaces) ?? "0").replace(".", ""))

const pricePlaces = 18
/** Number of digits of 2^256 - 1, the largest integer of the EVM. */
export const mostDigits = 78
const mostTyped = 120
