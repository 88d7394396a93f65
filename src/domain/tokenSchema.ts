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

/** A decimal number as a text. */
export const decimalText = Schema.String.pipe(
  Schema.check(Schema.makeFilter((text) => floorDecimal(text, 0) !== undefined, { expected: "decimal number" })),
)
