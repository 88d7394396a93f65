import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import { InvalidInput } from "../../errors/index.ts"
import { invalidInput, isRecord } from "../../options/guards.ts"
import { safeText } from "../first-paint/safeText.ts"

// Additions to Effect's Schema: errors in the specification's words, lists and fields that drop invalid data one by one, and records
// without names such as `__proto__`. Everything here only decodes.

/**
 * Creates a decoder of untrusted values. For an invalid value, it returns `InvalidInput` in the specification's words instead of throwing.
 */
export const decodeUnknown = <A>(schema: Schema.Decoder<A>): ((input: unknown) => A | InvalidInput) => {
  const decode = SchemaParser.decodeUnknownResult(schema)
  return (input) => {
    try {
      const result = decode(input)
      return Result.isSuccess(result) ? result.success : explain(result.failure, input)
    } catch {
      // A getter or a proxy threw. It may throw again, so the value's type is not inspected.
      return invalidInput("plain data", {})
    }
  }
}

/** Schema that converts a decoded value. The result is not checked again. */
export const read = <Sent, A>(sent: Schema.Decoder<Sent>, decode: (sent: Sent) => A) =>
  sent.pipe(
    Schema.decodeTo(unchecked<A>(), {
      decode: SchemaGetter.transform(decode),
      encode: SchemaGetter.forbiddenEncoding,
    }),
  )

/** Schema of a list whose invalid entries are dropped one by one. Fails if the value is not a list. */
export const arrayOfValid = <A>(entry: Schema.Decoder<A>) => {
  const decode = decodeUnknown(entry)
  return read(Schema.Array(Schema.Unknown), (entries): readonly A[] => entries.map(decode).filter(isGood))
}

/**
 * Schema of a list that is a whole response. Invalid entries are dropped one by one. Fails if all entries are invalid and none of them has
 * text in `textField`, because an empty list would mean to the visitor that the account has nothing.
 */
export const arrayWithValid = <A>(entry: Schema.Decoder<A>, textField: string) => {
  const decode = decodeUnknown(entry)
  const isEntry = (one: unknown) => isGood(decode(one)) || (isRecord(one) && typeof one[textField] === "string")
  const isReadable = Schema.makeFilter((entries: readonly unknown[]) => entries.length === 0 || entries.some(isEntry), {
    expected: "valid entries",
  })
  return read(Schema.Array(Schema.Unknown).check(isReadable), (entries): readonly A[] =>
    entries.map(decode).filter(isGood),
  )
}

/**
 * Schema of an optional field that is dropped if it is missing, null or invalid. `shown` may convert it, or drop it by returning
 * `undefined`.
 */
export const optionalOr = <A>(schema: Schema.Decoder<A>, shown: (value: A) => A | undefined = (value) => value) => {
  const decode = decodeUnknown(schema)
  const fit = (value: unknown): Option.Option<A> => {
    const good = decode(value)
    return good instanceof InvalidInput ? Option.none() : Option.fromNullishOr(shown(good))
  }
  return Schema.optionalKey(Schema.Unknown).pipe(
    Schema.decodeTo(Schema.optionalKey(unchecked<A>()), {
      decode: SchemaGetter.transformOptional(Option.flatMap(fit)),
      encode: SchemaGetter.forbiddenEncoding,
    }),
  )
}

const unchecked = <A>() => Schema.declare((_): _ is A => true)

/**
 * Schema of a union of objects, distinguished by their `type`. An unknown type fails at that field, whereas Schema's own union would
 * describe every member.
 */
export const byType = <const Members extends readonly Typed[]>(members: Members) => {
  const types = members.map(({ fields }) => fields.type.literal)
  const isTyped = Schema.makeFilter((value: unknown) => {
    if (!isRecord(value)) return "Expected object"
    return types.some((type) => type === value.type) || { path: ["type"], issue: `Expected '${types.join("' | '")}'` }
  })
  return Schema.Unknown.check(isTyped).pipe(
    Schema.decodeTo(Schema.Union(members), {
      decode: SchemaGetter.passthrough({ strict: false }),
      encode: SchemaGetter.forbiddenEncoding,
    }),
  )
}

type Typed = Schema.Decoder<unknown> & { readonly fields: { readonly type: Schema.Literal<string> } }

/** Schema of a record whose values all match. Names such as `__proto__` are dropped. */
export const record = <A>(value: Schema.Decoder<A>) => Schema.Record(plainName, value)

const plainName = Schema.String.check(
  Schema.makeFilter((name) => !["__proto__", "prototype", "constructor"].includes(name)),
)

/** Schema of text that passes a test. `what` names the expected text in the error. */
export const textThat = (passes: (text: string) => boolean, what: string): Schema.String =>
  Schema.String.check(Schema.makeFilter((text) => passes(text), { expected: what }))

/** Name, sanitized for display. Fails if no text is left. */
export const shownName = read(Schema.String, (name) => safeText(name)).check(
  Schema.makeFilter((name) => name !== "", { expected: "name" }),
)

/** Hash of an EVM transaction: 32 bytes in hex. */
export const transactionHash = textThat((text) => /^0x[0-9a-f]{64}$/i.test(text), "transaction hash")

/** Finite number of at least `least`. */
export const finiteFrom = (least: number): Schema.Number => Schema.Finite.check(Schema.isGreaterThanOrEqualTo(least))

/** Safe integer of at least `least`. */
export const integerFrom = (least: number): Schema.Number =>
  Schema.Finite.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(least))

const isGood = <A>(entry: A | InvalidInput): entry is A => !(entry instanceof InvalidInput)

/** Converts an issue to 'Required' or 'Expected X, received Y' with its path. */
const explain = (issue: SchemaIssue.Issue, input: unknown): InvalidInput => {
  // Only a union has several issues: one for each member that the value resembles. The last member is the general one.
  const { message, path = [] } = format(issue).issues.at(-1) ?? { message: "" }
  const names = path.map((step) => (typeof step === "object" ? step.key : step))
  const expected = message.replace(/^Expected /, "").replaceAll('"', "'")
  return invalidInput(expected, names.reduce(valueAt, input), names.map(String).join("."))
}

/** Formats an issue as 'Expected X'. The default messages contain nothing of the input. */
const format = SchemaIssue.makeFormatterStandardSchemaV1()

const valueAt = (value: unknown, step: PropertyKey): unknown =>
  value !== null && typeof value === "object" ? Reflect.get(value, step) : undefined
