import * as v from "valibot"
import { floorDecimal } from "./numbers.ts"
import { safeImageUrl, safeText } from "./safe.ts"
import { integerFrom, read, textThat } from "./schema.ts"

const mostDecimals = 255

/** The symbol of a token, fit to be shown. */
export const shownSymbol = read(v.string(), (text) => safeText(text, symbolLength))
const symbolLength = 16

/** An address of a picture, fit to be loaded; "" for any other. */
export const shownImage = read(v.string(), (url) => safeImageUrl(url) ?? "")

/** An amount that a chain can count, as a decimal text; one of a service's own making may be in scientific notation. */
export const amountText = textThat((text) => {
  const whole = floorDecimal(text, 0)
  return whole !== undefined && !text.startsWith("-") && whole.length <= mostDigits
}, "amount")
/** Of 2^256. */
const mostDigits = 78

/** How many decimals a token has. */
export const decimals = v.pipe(
  integerFrom(0),
  v.check((count) => count <= mostDecimals, `a value between 0 and ${mostDecimals}`),
)

/** The same as a text. */
export const decimalsText = textThat((text) => /^\d{1,3}$/.test(text) && Number(text) <= mostDecimals, "decimals")

/** A decimal number as a text. */
export const decimalText = textThat((text) => floorDecimal(text, 0) !== undefined, "decimal number")
