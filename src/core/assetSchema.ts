import * as Schema from "effect/Schema"
import { floorDecimal } from "./first-paint/formatNumber.ts"
import { safeText } from "./first-paint/safeText.ts"
import { safeImageUrl } from "./first-paint/safeUrl.ts"
import { read, textThat } from "./opening/schema.ts"

const mostDecimals = 255

/** Symbol of a token, sanitized for display. */
export const shownSymbol = read(Schema.String, (text) => safeText(text, symbolLength))
const symbolLength = 16

/** URL of an image, or "" if it may not be loaded. */
export const shownImage = read(Schema.String, (url) => safeImageUrl(url) ?? "")

/** Decimal string that fits a chain's integers. Services may use scientific notation. */
export const amountText = textThat((text) => {
  const whole = floorDecimal(text, 0)
  return whole !== undefined && !text.startsWith("-") && whole.length <= mostDigits
}, "amount")
/** 2^256 has 78 digits. */
const mostDigits = 78

/** Number of decimals of a token. */
export const decimals = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: mostDecimals }))

/** The same as a string. */
export const decimalsText = textThat((text) => /^\d{1,3}$/.test(text) && Number(text) <= mostDecimals, "decimals")

/** Decimal string. */
export const decimalText = textThat((text) => floorDecimal(text, 0) !== undefined, "decimal number")
