import * as Schema from "effect/Schema"
import { mostDigits } from "./amounts.ts"
import { safeText } from "./first-paint/safeText.ts"
import { safeImageUrl } from "./first-paint/safeUrl.ts"
import { floorDecimal } from "./formatAmount.ts"
import { read, textThat } from "./opening/schema.ts"

const mostDecimals = 255

/** Symbol of a token, sanitized for display and cut to 16 characters. */
export const shownSymbol = read(Schema.String, (text) => safeText(text, symbolLength))
const symbolLength = 16

/** URL of an image, or "" if it may not be loaded. */
export const shownImage = read(Schema.String, (url) => safeImageUrl(url) ?? "")

/** Non-negative decimal string with at most 78 digits before the point. Scientific notation is valid, because services may use it. */
export const amountText = textThat((text) => {
  const whole = floorDecimal(text, 0)
  return whole !== undefined && !text.startsWith("-") && whole.length <= mostDigits
}, "amount")
/** Number of decimals of a token. */
export const decimals = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostDecimals }))

/** Number of decimals of a token, as a string. */
export const decimalsText = textThat((text) => /^\d{1,3}$/.test(text) && Number(text) <= mostDecimals, "decimals")

/** Decimal string, which may be negative or in scientific notation. */
export const decimalText = textThat((text) => floorDecimal(text, 0) !== undefined, "decimal number")
