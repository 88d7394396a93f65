import * as v from "valibot"
import { InvalidInput } from "./errors.ts"
import { expected, isRecord } from "./input.ts"
import { safeText } from "./safe.ts"

/** What a value from outside is to be read as. Whatever its checks call themselves is what a failure says was expected. */
export type Schema<A> = v.GenericSchema<unknown, A>

// A library's action that only tests a value is `check` here: the others are as long, and what any schema uses every opening loads.

/** Reads a value that came from outside. The failure is the answer, worded as the specification says; nothing is thrown. */
export const decodeUnknown =
  <A>(schema: Schema<A>): ((input: unknown) => A | InvalidInput) =>
  (input) => {
    try {
      const read = v.safeParse(schema, input, inOurWords)
      return read.success ? read.output : explain(read.issues[0], input)
    } catch {
      // A getter or a proxy that throws. It may throw again, so its kind is not looked at.
      return expected("plain data", {})
    }
  }

/** An object of these fields. Others are left out, and so are those that are undefined; a list is no object. */
export const object = <const Fields extends v.ObjectEntries>(
  fields: Fields,
): Schema<v.InferOutput<v.ObjectSchema<Fields, undefined>>> =>
  v.pipe(plainObject, v.object(fields), v.transform(withoutUndefined))

/** An object with such a value under each of its names. */
export const record = <A>(value: Schema<A>): Schema<{ readonly [name: string]: A }> =>
  v.pipe(
    plainObject,
    v.lazy((said) => v.object(Object.fromEntries(namesOf(said).map((name) => [name, value])))),
  )

const namesOf = (said: unknown): readonly string[] =>
  Object.keys(said as object).filter((name) => !["__proto__", "prototype", "constructor"].includes(name))

/** One of several objects, told apart by the text in their `type`. */
export const oneByType = <const Kinds extends { readonly [type: string]: v.ObjectEntries }>(
  kinds: Kinds,
): Schema<{ [Type in keyof Kinds]: ByType<Type, Kinds[Type]> }[keyof Kinds]> => {
  const types = Object.keys(kinds)
  const schemas = new Map(types.map((type) => [type as unknown, object({ type: v.picklist([type]), ...kinds[type] })]))
  const unknownType = object({ type: v.picklist(types) })
  return v.lazy((said) => (isRecord(said) && schemas.get(said.type)) || unknownType) as never
}

type ByType<Type, Fields extends v.ObjectEntries> = { type: Type } & v.InferOutput<v.ObjectSchema<Fields, undefined>>

/** A list that any bad entry spoils. */
export const list = <A>(entry: Schema<A>): Schema<readonly A[]> => v.array(entry, "array")

/** The same with an entry at least. */
export const filledList = <A>(entry: Schema<A>): Schema<readonly [A, ...A[]]> =>
  v.pipe(
    list(entry),
    v.guard((entries): entries is readonly [A, ...A[]] => entries.length > 0, "a list with an entry"),
  )

/** A list of which bad entries are left out, one by one; what is no list fails. */
export const tolerantArray = <A>(entry: Schema<A>): Schema<readonly A[]> => {
  const decode = decodeUnknown(entry)
  return v.pipe(
    list(v.unknown()),
    v.transform((entries) => entries.map(decode).filter(isGood)),
  )
}

/** A field that is left out when it is missing, null, or not what it should be. `shown` makes it fit for use, or nothing. */
export const lenient = <A>(
  schema: Schema<A>,
  shown: (value: A) => A | undefined = (value) => value,
): v.ExactOptionalSchema<Schema<A>, undefined> => {
  const decode = decodeUnknown(schema)
  const fit = (value: unknown): A | undefined => {
    const good = decode(value)
    return good instanceof InvalidInput ? undefined : (shown(good) ?? undefined)
  }
  // Nothing is what an object leaves out.
  return v.exactOptional(v.pipe(v.unknown(), v.transform(fit)) as Schema<A>)
}

/** What was sent, in our own words. */
export const read = <Sent, A>(sent: Schema<Sent>, said: (sent: Sent) => A): Schema<A> => v.pipe(sent, v.transform(said))

/** A text that passes a test; `what` names it in the failure. */
export const textThat = (passes: (text: string) => boolean, what: string): Schema<string> =>
  v.pipe(v.string(), v.check(passes, what))

/** A text with something in it. */
export const filled = textThat((text) => text !== "", "a value with a length of at least 1")

/** A name from outside, fit to be shown; one of which nothing is left is none. */
export const shownName = v.pipe(
  v.string(),
  v.transform((name) => safeText(name)),
  v.check((name) => name !== "", "name"),
)

/** A number that is one. */
export const finite = v.pipe(
  v.number(({ input }) => (typeof input === "number" ? "a finite number" : "number")),
  v.check((given: number) => Number.isFinite(given), "a finite number"),
)

/** A finite number from this one on. */
export const finiteFrom = (least: number): Schema<number> => v.pipe(finite, from(least))

/** A whole number from this one on that is counted exactly. */
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

/** The first failure is enough, and its message is what was expected. A language of our own keeps a site's messages for its schemas apart. */
const inOurWords = {
  lang: "portico",
  abortEarly: true,
  message: (issue: v.BaseIssue<unknown>) => (issue.expected ?? "").replace(/^\((.*)\)$/, "$1").replaceAll('"', "'"),
}

/** 'Required' or 'Expected X, received Y', and where. */
const explain = ({ message, path }: v.BaseIssue<unknown>, input: unknown): InvalidInput => {
  const names = (path ?? []).map(({ key }) => key as PropertyKey)
  return expected(message, names.reduce(valueAt, input), names.map(String).join("."))
}

const valueAt = (value: unknown, step: PropertyKey): unknown =>
  value !== null && typeof value === "object" ? Reflect.get(value, step) : undefined
