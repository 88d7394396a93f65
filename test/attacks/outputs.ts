import { inspect } from "node:util"
import { consoleTrace } from "../../src/trace/consoleTrace.ts"
import { recorder } from "../../src/trace.ts"
import { listening } from "../fixtures/layers.ts"
import { found, type Secret } from "./page/secrets.ts"

/** Everything a modal sends out of the page: its events, and a recording or a trace. */
export const outputsOf = (recorded: boolean) => {
  const { events, telemetry } = listening()
  const tape = recorder()
  const lines: string[] = []
  const trace = consoleTrace({
    print: { line: (text) => lines.push(text), tree: (head, rest) => lines.push(head, ...rest) },
  })
  return {
    layers: { telemetry, tracer: recorded ? tape.tracer : trace },
    /** The secrets found in it. */
    leaked: (secrets: readonly Secret[]): readonly string[] => {
      const texts = {
        events: inspect(events, { depth: 9, maxStringLength: null, maxArrayLength: null }),
        recording: JSON.stringify(tape.export()),
        trace: lines.join("\n"),
      }
      return Object.entries(texts).flatMap(([where, text]) => {
        // Texts of few digits also occur in timestamps, network IDs and the line numbers of stack traces.
        return secrets
          .map((secret) => ({ ...secret, parts: secret.parts.filter((part) => !/^[\d ]{1,8}$/.test(part)) }))
          .filter((secret) => found(text, secret).length > 0)
          .map(({ kind }) => `${where} has ${kind}`)
      })
    },
  }
}
