import { floorDecimal, formatUnits } from "./format.ts"

/** An amount of a token, a decimal text, in its smallest units; decimals that the token does not have are dropped. Nothing for what is no amount, or less than none. */
export const toUnits = (amount: string, decimals: number): bigint | undefined => {
  const floored = amount.trim().startsWith("-") ? undefined : floorDecimal(amount.trim(), decimals)
  return floored === undefined ? undefined : BigInt(floored.replace(".", ""))
}

/** Smallest units at a price in US dollars each, as a decimal text of US dollars; exact for any price that a number can hold. */
export const worth = (units: bigint, decimals: number, price: number): string => {
  const exact = toUnits(String(price), pricePlaces)
  return exact === undefined ? "0" : formatUnits(units * exact, decimals + pricePlaces)
}

/** What is typed into a field for an amount: digits and one point, a comma counting as one, no more decimals than there are. */
export const typedAmount = (text: string, decimals: number): string => {
  const [whole = "", ...rest] = text
    .replace(/,/g, ".")
    .replace(/[^\d.]/g, "")
    .split(".")
  const plain = whole.replace(/^0+(?=\d)/, "").slice(0, amountLength)
  if (rest.length === 0 || decimals === 0) return plain
  return `${plain || "0"}.${rest.join("").slice(0, decimals)}`
}

/** More places than any price needs: a token of a billionth of a cent has nine digits left. */
const pricePlaces = 20
const amountLength = 30
