import { display } from "./display.ts"
import { formatUnits } from "./format.ts"
import { floorDecimal } from "./numbers.ts"

/** A decimal text in a token's smallest units, exact. Nothing for what is no plain decimal, or is finer than the token. */
export const parseUnits = (text: string, decimals: number): bigint | undefined => {
  const [, whole = "", fraction = ""] = /^(\d*)(?:\.(\d*))?$/.exec(text) ?? []
  const significant = fraction.replace(/0+$/, "")
  if (whole + fraction === "" || whole.length > mostDigits || significant.length > decimals) return undefined
  return BigInt(whole + significant.padEnd(decimals, "0"))
}

/** An amount in a token's smallest units; decimals that it does not have are dropped. Nothing for what is no amount, or less than none. */
export const toUnits = (amount: string, decimals: number): bigint | undefined => {
  const floored = amount.trim().startsWith("-") ? undefined : floorDecimal(amount.trim(), decimals)
  return floored === undefined ? undefined : BigInt(floored.replace(".", ""))
}

/** What some units of a token are worth, a decimal text, exact. */
export const worth = (units: bigint, decimals: number, price: number): string =>
  formatUnits(units * scaled(price), decimals + pricePlaces)

/** The units of a token that so much money (a decimal text of so many decimals) buys, rounded down. Nothing where one of both is no amount. */
export const unitsFor = (
  money: string,
  decimals: number,
  price: number,
  places: number = display.moneyDecimals,
): bigint | undefined => {
  const paid = parseUnits(money, places)
  const one = scaled(price)
  if (paid === undefined || one <= 0n) return undefined
  return (paid * 10n ** BigInt(decimals + pricePlaces)) / (one * 10n ** BigInt(places))
}

/** What can be sent of a balance: of the chain's own coin what its fee leaves, of a token all. Never less than nothing. */
export const mostOf = (balance: bigint, fee: bigint): bigint => (balance > fee ? balance - fee : 0n)

/** What was typed or pasted, as the field shows it: a comma at the end is the point that many keyboards have in its place. */
export const typedAmount = (text: string): string => text.trim().replace(/,$/, ".").slice(0, mostTyped)

/** What is typed into a field that takes digits and one point alone, a comma counting as one; no more decimals than there are. */
export const typedDecimal = (text: string, decimals: number): string => {
  const [whole = "", ...rest] = ungrouped(text.trim())
    .replace(/,/g, ".")
    .replace(/[^\d.]/g, "")
    .split(".")
  const plain = whole.replace(/^0+(?=\d)/, "").slice(0, mostTyped)
  if (rest.length === 0 || decimals === 0) return plain
  return `${plain || "0"}.${rest.join("").slice(0, decimals)}`
}

/** A number that is pasted with its thousands apart, without what is between them; where that may be the point too, it stays. */
const ungrouped = (text: string): string => {
  const [, whole, group, , fraction = ""] = /^(\d{1,3}([.,'’])\d{3}((?:\2\d{3})*))((?!\2)[.,]\d+)?$/.exec(text) ?? []
  if (whole === undefined || group === undefined) return text
  const isSure = fraction !== "" || whole.split(group).length > 2
  return isSure ? `${whole.replaceAll(group, "")}${fraction}` : text
}

const scaled = (price: number) => BigInt((floorDecimal(String(price), pricePlaces) ?? "0").replace(".", ""))

const pricePlaces = 18
/** The largest number of a chain has 78 digits. */
const mostDigits = 78
const mostTyped = 120
