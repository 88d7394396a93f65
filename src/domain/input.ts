import { InvalidInput } from "./errors.ts"

/** The failure for a value that is not what was expected: 'Required' where there is none, else 'Expected X, received Y'. */
export const expected = (what: string, value: unknown, path = ""): InvalidInput =>
  new InvalidInput(mismatch(what, value), path)

/** The sentence for a value that is not what was expected (section 8). */
export const mismatch = (what: string, value: unknown): string =>
  value === undefined ? "Required" : `Expected ${what}, received ${received(what, value)}`

/** Type of a value, with arrays, null and NaN as types of their own. */
export const kindOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return Number.isNaN(value) ? "nan" : typeof value
}

/** Whether a value is an object that is no array and no function. */
export const isRecord = (value: unknown): value is { readonly [key: string]: unknown } => kindOf(value) === "object"

/** A record of the same names, with a value for each. */
export const mapRecord = <Name extends string, A, B>(
  record: { readonly [N in Name]?: A },
  value: (name: Name, given: A) => B,
): Record<Name, B> =>
  Object.fromEntries(Object.entries(record).map(([name, given]) => [name, value(name as Name, given as A)])) as Record<
    Name,
    B
  >

/** A value goes by its type, but a text that should have been another text by itself. */
const received = (what: string, value: unknown) =>
  typeof value === "string" && !types.test(what) ? quoted(value) : kindOf(value)

const types = /^(string|number|integer|boolean|object|array|function|null| or | [|] )+$/

const longest = 40

/** Text from outside in quotes: cut, and without what could hide in it. */
export const quoted = (text: string): string => {
  const plain = text.slice(0, longest).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "")
  return `'${text.length > longest ? `${plain}...` : plain}'`
}
