import { closestName } from "../core/closestName.ts"
import { InvalidInput } from "../errors/index.ts"
import type { OpenOptions } from "../navigation/first-paint/model/routes.ts"
import { defaultAccountTypes } from "../options/accountTypes.ts"
import { invalidInput, isRecord } from "../options/guards.ts"
import { isNamespace } from "../options/isNamespace.ts"
import { publicViews } from "../options/publicViews.ts"

const fields: { readonly [Name in keyof Required<OpenOptions>]: (value: unknown) => InvalidInput | undefined } = {
  view: (value) =>
    typeof value === "string" && Object.hasOwn(publicViews, value) ? undefined : among(publicViews, value, "view"),
  namespace: (value) => (isNamespace(value) ? undefined : namespaceProblem(value)),
  uri: (value) => (typeof value === "string" ? undefined : invalidInput("string", value, "uri")),
  arguments: (value) => (isRecord(value) ? undefined : invalidInput("object", value, "arguments")),
}

/** Returns the first problem of the options of `open`, or `undefined` if there is none. JavaScript sites may pass anything. */
export const openProblem = (given: unknown): InvalidInput | undefined => {
  if (!isRecord(given)) return invalidInput("object", given)
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!Object.hasOwn(fields, name)) return among(fields, name, name)
    const problem = fields[name as keyof typeof fields](value)
    if (problem) return problem
  }
  return undefined
}

/** Returns the error for a value that is not a namespace. */
export const namespaceProblem = (given: unknown): InvalidInput => among(defaultAccountTypes, given, "namespace")

/** Returns the error for a value that is not one of these names. Its message lists the names, and suggests a close one if there is any. */
const among = (names: object, given: unknown, path: string): InvalidInput => {
  const known = Object.keys(names)
  const listed = known.map((name) => `'${name}'`).join(" | ")
  const { message } = invalidInput(listed, given, path)
  const meant = typeof given === "string" ? closestName(given, known) : undefined
  const remedy = given === undefined ? ` Pass ${listed}.` : meant && ` Did you mean '${meant}'?`
  return new InvalidInput(`${path}: ${message}.${remedy ?? ""}`, path)
}
