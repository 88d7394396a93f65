import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"

/** Whether the operation succeeded or failed with an error of the catalogue: a message, and a tag or a request's error code. */
export const isTyped = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) ||
  exit.cause.reasons.every((reason) => Cause.isFailReason(reason) && isOfCatalogue(reason.error))

const isOfCatalogue = (error: unknown): boolean =>
  error instanceof Error &&
  error.message !== "" &&
  ("_tag" in error || ("code" in error && Number.isInteger(error.code)))
