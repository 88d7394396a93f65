import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import { InvalidInput } from "./errors.ts"
import { expected, mismatch } from "./input.ts"
import { safeText } from "./safe.ts"

/** Reads a value that came from outside. The failure is the answer, worded as the specification says; nothing is thrown. */
export const decodeUnknown = <A>(schema: Schema.ConstraintDecoder<A>): ((input: unknown) => A | InvalidInput) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (input) => {
    try {
      const result = decode(input)
      return Result.isSuccess(result) ? result.success : explain(result.failure.issue, input)
    } catch {
      // Only what is no plain data gets here: a getter or a proxy that throws.
      return expected("plain data", input)
    }
  }
}

/** The first thing that a schema finds wrong with an input: 'Required' or 'Expected X, received Y', and where. */
const explain = (issue: SchemaIssue.Issue, input: unknown): InvalidInput => {
  const [first] = format(issue).issues
  const path = (first?.path ?? []).map((step) => (typeof step === "object" ? step.key : step))
  return new InvalidInput(sentence(first?.message ?? missing, path.reduce(valueAt, input)), path.map(String).join("."))
}

/** A list of which bad entries are left out, one by one; what is no list fails. */
export const tolerantArray = <A>(entry: Schema.ConstraintDecoder<A>) => {
  const decode = decodeUnknown(entry)
  return Schema.Array(Schema.Unknown).pipe(
    Schema.decodeTo(
      Schema.declare((list): list is readonly A[] => Array.isArray(list)),
      {
        decode: SchemaGetter.transform((list) => list.map(decode).filter(isGood)),
        encode: SchemaGetter.transform((list) => list),
      },
    ),
  )
}

/** A field that is left out when it is missing, null, or not what it should be. `shown` makes it fit for use, or nothing. */
export const lenient = <A>(
  schema: Schema.ConstraintDecoder<A>,
  shown: (value: A) => A | undefined = (value) => value,
) => {
  const decode = decodeUnknown(schema)
  const fit = (value: unknown): Option.Option<A> => {
    const good = decode(value)
    return good instanceof InvalidInput ? Option.none() : Option.fromNullishOr(shown(good))
  }
  return Schema.optionalKey(Schema.Unknown).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.declare((_): _ is A => true)), {
      decode: SchemaGetter.transformOptional(Option.flatMap(fit)),
      encode: SchemaGetter.transform((value): unknown => value),
    }),
  )
}

/** A name from outside, fit to be shown; one of which nothing is left is none. */
export const shownName = Schema.String.pipe(
  Schema.decodeTo(Schema.NonEmptyString, {
    decode: SchemaGetter.transform((name) => safeText(name)),
    encode: SchemaGetter.transform((name) => name),
  }),
)

/** What was sent, in our own words. It is only ever read. */
export const read = <Sent extends Schema.Top & { readonly DecodingServices: never }, A>(
  sent: Sent,
  said: (sent: Sent["Type"]) => A,
) =>
  sent.pipe(
    Schema.decodeTo(
      Schema.declare((_): _ is A => true),
      {
        decode: SchemaGetter.transform((value: Sent["Type"]) => said(value)),
        encode: SchemaGetter.forbidden<Sent["Type"], A>(() => "It is only read"),
      },
    ),
  )

const missing = "Missing key"
const format = SchemaIssue.makeFormatterStandardSchemaV1()

const isGood = <A>(entry: A | InvalidInput): entry is A => !(entry instanceof InvalidInput)

const sentence = (message: string, value: unknown) => {
  const what = /^Expected (.*)$/s.exec(message)?.[1]
  if (what !== undefined) return mismatch(what.replaceAll('"', "'"), value)
  return message === missing ? "Required" : message
}

const valueAt = (value: unknown, step: PropertyKey): unknown =>
  value !== null && typeof value === "object" ? Reflect.get(value, step) : undefined
