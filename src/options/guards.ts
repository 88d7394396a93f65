import { InvalidInput } from "../errors/index.ts"

/** Returns the error for a value of the wrong type: 'Required' if it is `undefined`, or else 'Expected X, received Y'. */
export const invalidInput = (what: string, value: unknown, path = ""): InvalidInput =>
  new InvalidInput(typeMismatch(what, value), path)

/** Returns the message for a value of the wrong type (specification section 8). */
export const typeMismatch = (what: string, value: unknown): string =>
  value === undefined ? "Required" : `Expected ${what}, received ${received(what, value)}`

/** Returns the type of a value. Arrays, null and NaN have types of their own. */
export const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return Number.isNaN(value) ? "nan" : typeof value
}

/** Whether a value is an object, but not an array or a function. */
export const isRecord = (value: unknown): value is { readonly [key: string]: unknown } => kindOf(value) === "object"

/** Maps the values of a record, keeping the names. */
export const mapRecord = <Name extends string, A, B>(
  record: { readonly [N in Name]?: A },
  value: (name: Name, given: A) => B,
): Record<Name, B> =>
  Object.fromEntries(Object.entries(record).map(([name, given]) => [name, value(name as Name, given as A)])) as Record<
    Name,
    B
  >

/** Returns the type of the received value, or the quoted text if a specific text was expected. */
const received = (what: string, value: unknown) =>
  typeof value === "string" && !types.test(what) ? quoted(value) : kindOf(value)

const types = /^(string|number|integer|boolean|object|array|function|null| or | [|] )+$/

const longest = 40

/** Quotes untrusted text, truncated and without invisible characters. */
export const quoted = (text: string): string => {
  const plain = text.slice(0, longest).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "")
  return `'${text.length > longest ? `${plain}...` : plain}'`
}
