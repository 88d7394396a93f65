import { disclosedError, textOf } from "../../src/telemetry/model/disclosure.ts"
import type { EventProperties } from "../../src/telemetry/opening/model.ts"

/**
 * Prints a bug to the console and returns the parts of it that may be posted. The output and the result exclude data quoted in the bug's
 * message and stack.
 */
export const printError = (error: unknown): EventProperties["INTERNAL_SDK_ERROR"] => {
  const bug = disclosedError(error)
  console.error(textOf(bug))
  return bug
}
