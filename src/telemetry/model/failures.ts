import { isCode, redactToken } from "./redact.ts"

/** Error without sensitive data: its tag, and its HTTP status or code if it has one. */
export interface Failure {
  readonly tag: string
  readonly code?: number | string
}

/** Lists an error and its causes, outermost first, up to 3 in all. Messages are left out, because they may quote the data to be signed. */
export const failuresOf = (error: unknown): readonly Failure[] => {
  const failures: Failure[] = []
  for (let cause = error; isFailure(cause) && failures.length < mostCauses; cause = cause.cause) {
    const tag = [cause._tag, cause.name, "Error"].find((name) => typeof name === "string")
    const code = cause.status ?? cause.code
    failures.push({ tag: redactToken(tag), ...(code !== undefined && { code: codeOf(code) }) })
  }
  return failures.length > 0 ? failures : [{ tag: typeof error }]
}

/** Whether a value is an `Error` or has a `_tag`. */
export const isFailure = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value instanceof Error ||
  (typeof value === "object" && value !== null && "_tag" in value && typeof value._tag === "string")

const codeOf = (code: unknown) => (isCode(code) ? code : redactToken(code))

/** Maximum number of errors listed. */
export const mostCauses = 3
