import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { floorDecimal } from "./format.ts"
import { safeImageUrl, safeText } from "./safe.ts"

/** The symbol of a token, fit to be shown. */
export const shownSymbol = Schema.String.pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.transform((text) => safeText(text, symbolLength)),
    encode: SchemaGetter.transform((text) => text),
  }),
)
const symbolLength = 16

/** An address of a picture, fit to be loaded; "" for any other. */
export const shownImage = Schema.String.pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.transform((url) => safeImageUrl(url) ?? ""),
    encode: SchemaGetter.transform((url) => url),
  }),
)

/** An amount that a chain can count, as a decimal text; one of a service's own making may be in scientific notation. */
export const amountText = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) => {
        const whole = floorDecimal(text, 0)
        return whole !== undefined && !text.startsWith("-") && whole.length <= mostDigits
      },
      { expected: "amount" },
    ),
  ),
)
/** Of 2^256. */
const mostDigits = 78

/** How many decimals a token has, as a text. */
export const decimalsText = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) => /^\d{1,3}$/.test(text) && Number(text) <= mostDecimals, { expected: "decimals" }),
  ),
)
const mostDecimals = 255

/** A decimal number as a text. */
export const decimalText = Schema.String.pipe(
  Schema.check(Schema.makeFilter((text) => floorDecimal(text, 0) !== undefined, { expected: "decimal number" })),
)
