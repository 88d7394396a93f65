import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"

/** Whether what was done succeeded, or failed as the catalogue has it: with a sentence, and a tag or the code of a request. */
export const isTyped = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) ||
  exit.cause.reasons.every((reason) => Cause.isFailReason(reason) && isOfCatalogue(reason.error))

const isOfCatalogue = (error: unknown): boolean =>
  error instanceof Error &&
  error.message !== "" &&
  ("_tag" in error || ("code" in error && Number.isInteger(error.code)))
