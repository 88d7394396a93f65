import { foreignText } from "../../src/domain/display.ts"
import { redact } from "../../src/domain/redact.ts"

/** What is told of a bug. Its message may quote what a wallet or a server said, so what is nobody's business goes from it. */
export const reportOf = (error: unknown) => {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: String(error), stack: undefined }
  const said = redact(message).slice(0, foreignText.sentence)
  return {
    errorType: name,
    errorMessage: said,
    // The stack begins with the message.
    stackTrace: (stack ?? "").replace(message, () => said).slice(0, foreignText.url),
    uncaught: true,
  }
}
