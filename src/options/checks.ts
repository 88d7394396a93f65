import { InvalidInput } from "../errors/index.ts"
import type { AlertCode } from "../notifications/model/alerts.ts"
import { invalidInput, isRecord, kindOf, mapRecord } from "./guards.ts"

/** Problem with the options, or the code of the alert that it raises. The invalid value is ignored. */
export type OptionProblem = InvalidInput | AlertCode

/** Function that validates a value and adds each problem it finds to `problems`. Returns what it accepts of the value, or `undefined`. */
export type Check<A> = (value: unknown, path: string, problems: OptionProblem[]) => A | undefined

export const isSet = (value: unknown) => value !== undefined && value !== null

export const is =
  <A>(what: string, test: (value: unknown) => value is A): Check<A> =>
  (value, path, problems) => {
    if (test(value)) return value
    problems.push(invalidInput(what, value, path))
    return undefined
  }

const kind = <A>(name: string) => is(name, (value): value is A => kindOf(value) === name)
export const text = kind<string>("string")
export const flag = kind<boolean>("boolean")
export const object = kind<{ readonly [key: string]: unknown }>("object")

const array = kind<readonly unknown[]>("array")
export const textOrNumber = is("string or number", (value): value is string | number =>
  /string|number/.test(typeof value),
)

const urlOf = (what: string, start: RegExp) =>
  is(what, (value): value is string => typeof value === "string" && start.test(value) && URL.canParse(value))

export const url = urlOf("http or https URL", /^https?:/i)

export const safeUrl = urlOf(
  "https or loopback URL",
  /^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1])(:\d+)?([/?#]|$))/i,
)

/** Accepts the URL of a host. Returns it without trailing slashes. */
export const host: Check<string> = (value, path, problems) =>
  urlOf("URL", /^(https?|wss?):/i)(value, path, problems)?.replace(/\/+$/, "")

export const oneOf = <const A extends string>(...values: readonly A[]): Check<A> =>
  is(values.map((value) => `'${value}'`).join(" | "), (value): value is A =>
    (values as readonly unknown[]).includes(value),
  )

/** Accepts a list, dropping invalid entries. */
export const list =
  <A>(entry: Check<A>): Check<readonly A[]> =>
  (value, path, problems) => {
    const entries = array(value, path, problems)
    return entries?.flatMap((one, index) => entry(one, `${path}.${index}`, problems) ?? [])
  }

/** Accepts a list checked by `entry`, without its invalid entries, or any other value that `single` accepts. */
export const listOr =
  <A, B>(entry: Check<A>, single: Check<B>): Check<readonly A[] | B> =>
  (value, path, problems) =>
    (Array.isArray(value) ? list(entry) : single)(value, path, problems)

/** Accepts a record, dropping invalid fields. */
export const recordOf =
  <A>(field: Check<A>): Check<{ readonly [key: string]: A }> =>
  (value, path, problems) => {
    const record = object(value, path, problems)
    return record && given(mapRecord(record, (key, one) => field(one, `${path}.${key}`, problems)))
  }

/** Checks of a record's fields, by name. */
type Checks<A> = { readonly [Name in keyof A]-?: Check<NonNullable<A[Name]>> }

/** Accepts a record and keeps only its valid named fields. */
export const some =
  <A>(fields: Checks<A>): Check<Partial<A>> =>
  (value, path, problems) => {
    const record = object(value, path, problems)
    return (
      record &&
      (given(
        mapRecord(fields, (name, field) =>
          isSet(record[name]) ? field(record[name] as never, `${path}.${name}`, problems) : undefined,
        ),
      ) as Partial<A>)
    )
  }

/** Accepts a record only if all its fields are valid. Only the fields in `more` may be missing. */
export const every =
  <A, B = unknown>(fields: Checks<A>, more?: Checks<B>): Check<A & Partial<B>> =>
  (value, path, problems) => {
    const before = problems.length
    const sound = some<object>({ ...fields, ...more })(value, path, problems)
    for (const name of Object.keys(fields)) {
      if (isRecord(value) && !isSet(value[name])) problems.push(new InvalidInput("Required", `${path}.${name}`))
    }
    return problems.length === before ? (sound as A & Partial<B>) : undefined
  }

export const integer = is("integer", (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0)

/** Returns a record without the fields that are `undefined`. */
export const given = <A>(record: { readonly [key: string]: A | undefined }): { readonly [key: string]: A } =>
  Object.fromEntries(Object.entries(record).filter(([, field]) => field !== undefined)) as { readonly [key: string]: A }
