import type { InvalidInput } from "../../errors/index.ts"
import { invalidInput, isRecord } from "../../options/guards.ts"

/**
 * Checks the addresses, amounts, symbols and decimals of a quote from the site. Returns the first problem, or `undefined` if there is none.
 */
export const quoteProblem = (quote: unknown): InvalidInput | undefined => {
  if (!isRecord(quote)) return invalidInput("object", quote, "quote")
  for (const name of ["network", "account", "fromAmount", "toAmount", "minimum"])
    if (typeof quote[name] !== "string") return invalidInput("string", quote[name], `quote.${name}`)
  for (const side of ["from", "to"]) {
    const token = quote[side]
    if (!isRecord(token)) return invalidInput("object", token, `quote.${side}`)
    for (const name of ["address", "symbol"])
      if (typeof token[name] !== "string") return invalidInput("string", token[name], `quote.${side}.${name}`)
    const { decimals } = token
    if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > mostDecimals)
      return invalidInput("integer", decimals, `quote.${side}.decimals`)
  }
  return undefined
}
const mostDecimals = 255
