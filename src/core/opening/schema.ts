import * as v from "valibot"
import { InvalidInput } from "../../errors/index.ts"
import { invalidInput, isRecord } from "../../options/guards.ts"
import { safeText } from "../first-paint/sanitize.ts"

/** Decoder of untrusted values. The names of its checks appear in the error messages. */
export type Schema<A> = v.GenericSchema<unknown, A>

// Validations use `check`. The library's specialized actions are not shorter, and each would add to what every open loads.

/** Decodes an untrusted value. Returns an error in the specification's words instead of throwing. */
export const decodeUnknown =
  <A>(schema: Schema<A>): ((input: unknown) => A | InvalidInput) =>
  (input) => {
    try {
      const read = v.safeParse(schema, input, inOurWords)
      return read.success ? read.output : explain(read.issues[0], input)
    } catch {
      // Thrown by a getter or a proxy. It may throw again, so the value's type is not inspected.
      return invalidInput("plain data", {})
    }
  }

/** Object with these fields. Other fields, and undefined ones, are dropped. Arrays are rejected. */
export const object = <const Fields extends v.ObjectEntries>(
  fields: Fields,
): Schema<v.InferOutput<v.ObjectSchema<Fields, undefined>>> =>
  v.pipe(plainObject, v.object(fields), v.transform(withoutUndefined))

/** Record whose values all match. */
export const record = <A>(value: Schema<A>): Schema<{ readonly [name: string]: A }> =>
  v.pipe(
    plainObject,
    v.lazy((said) => v.object(Object.fromEntries(namesOf(said).map((name) => [name, value])))),
  )

const namesOf = (said: unknown): readonly string[] =>
  Object.keys(said as object).filter((name) => !["__proto__", "prototype", "constructor"].includes(name))

/** Union of objects, distinguished by their `type`. */
export const variantBy = <const Kinds extends { readonly [type: string]: v.ObjectEntries }>(
  kinds: Kinds,
): Schema<{ [Type in keyof Kinds]: ByType<Type, Kinds[Type]> }[keyof Kinds]> => {
  const types = Object.keys(kinds)
  const schemas = new Map(types.map((type) => [type as unknown, object({ type: v.picklist([type]), ...kinds[type] })]))
  const unknownType = object({ type: v.picklist(types) })
  return v.lazy((said) => (isRecord(said) && schemas.get(said.type)) || unknownType) as never
}

type ByType<Type, Fields extends v.ObjectEntries> = { type: Type } & v.InferOutput<v.ObjectSchema<Fields, undefined>>

/** List that fails if any entry is invalid. */
export const list = <A>(entry: Schema<A>): Schema<readonly A[]> => v.array(entry, "array")

/** The same with at least one entry. */
export const filledList = <A>(entry: Schema<A>): Schema<readonly [A, ...A[]]> =>
  v.pipe(
    list(entry),
    v.guard((entries): entries is readonly [A, ...A[]] => entries.length > 0, "a list with an entry"),
  )

/** List whose invalid entries are dropped one by one. Fails if it is not a list. */
export const arrayOfValid = <A>(entry: Schema<A>): Schema<readonly A[]> => {
  const decode = decodeUnknown(entry)
  return v.pipe(
    list(v.unknown()),
    v.transform((entries) => entries.map(decode).filter(isGood)),
  )
}

/** Optional field that is dropped if it is missing, null or invalid. `shown` may convert it, or drop it by returning `undefined`. */
export const optionalOr = <A>(
  schema: Schema<A>,
  shown: (value: A) => A | undefined = (value) => value,
): v.ExactOptionalSchema<Schema<A>, undefined> => {
  const decode = decodeUnknown(schema)
  const fit = (value: unknown): A | undefined => {
    const good = decode(value)
    return good instanceof InvalidInput ? undefined : (shown(good) ?? undefined)
  }
  // Objects drop undefined fields.
  return v.exactOptional(v.pipe(v.unknown(), v.transform(fit)) as Schema<A>)
}

/** Converts a decoded value. */
export const read = <Sent, A>(sent: Schema<Sent>, said: (sent: Sent) => A): Schema<A> => v.pipe(sent, v.transform(said))

/** Text that passes a test. `what` names it in the error. */
export const textThat = (passes: (text: string) => boolean, what: string): Schema<string> =>
  v.pipe(v.string(), v.check(passes, what))

/** Non-empty text. */
export const filled = textThat((text) => text !== "", "a value with a length of at least 1")

/** Name, sanitized for display. Fails if nothing is left of it. */
export const shownName = v.pipe(
  v.string(),
  v.transform((name) => safeText(name)),
  v.check((name) => name !== "", "name"),
)

/** Finite number. */
export const finite = v.pipe(
  v.number(({ input }) => (typeof input === "number" ? "a finite number" : "number")),
  v.check((given: number) => Number.isFinite(given), "a finite number"),
)

/** Finite number of at least `least`. */
export const finiteFrom = (least: number): Schema<number> => v.pipe(finite, from(least))

/** Safe integer of at least `least`. */
export const integerFrom = (least: number): Schema<number> =>
  v.pipe(
    finite,
    v.check((given: number) => Number.isSafeInteger(given), "an integer"),
    from(least),
  )

const from = (least: number) => v.check((given: number) => given >= least, `a value greater than or equal to ${least}`)

const plainObject = v.custom<object>(isRecord, "object")

const withoutUndefined = <A extends object>(value: A): A =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as A

const isGood = <A>(entry: A | InvalidInput): entry is A => !(entry instanceof InvalidInput)

/**
 * Stops at the first error, whose message is what was expected. The custom language keeps messages that a site sets for its own schemas
 * out.
 */
const inOurWords = {
  lang: "portico",
  abortEarly: true,
  message: (issue: v.BaseIssue<unknown>) => (issue.expected ?? "").replace(/^\((.*)\)$/, "$1").replaceAll('"', "'"),
}

/** Converts an issue to 'Required' or 'Expected X, received Y' with its path. */
const explain = ({ message, path }: v.BaseIssue<unknown>, input: unknown): InvalidInput => {
  const names = (path ?? []).map(({ key }) => key as PropertyKey)
  return invalidInput(message, names.reduce(valueAt, input), names.map(String).join("."))
}

const valueAt = (value: unknown, step: PropertyKey): unknown =>
  value !== null && typeof value === "object" ? Reflect.get(value, step) : undefined
