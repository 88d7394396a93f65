import * as Effect from "effect/Effect"
import { mapRecord } from "../options/guards.ts"
import { CurrentModal } from "../runtime/currentModal.ts"
import { redact } from "../telemetry/model/redact.ts"
import type { Alert, AlertCode } from "./model/alerts.ts"
import { alertOf } from "./model/alertTable.ts"

/**
 * Raises an alert, unless an alert with this code exists. Adds it to the state and prints it to the console at once. An open modal shows
 * the alert, but alerts for developers only with the option `debug`. `gaps`: values for the placeholders in the alert's text.
 */
export const raiseAlert = Effect.fn("raiseAlert")(function* (
  code: AlertCode,
  gaps: Readonly<Record<string, string>> = {},
) {
  const { core } = yield* CurrentModal
  const alert = alertOf(code, gaps)
  if (core.alerts.peek().some((known) => known.code === alert.code)) return
  core.alerts.value = [...core.alerts.peek(), alert]
  // The values may quote a wallet or a service, so they are redacted in the console.
  yield* Effect.sync(() =>
    print(
      alertOf(
        code,
        mapRecord(gaps, (_, gap) => redact(gap)),
      ),
    ),
  )
})

/** Flow: dismisses an alert that the visitor closed. */
export const dismissAlert = Effect.fn("dismissAlert")(function* (code: string) {
  const { core } = yield* CurrentModal
  core.alerts.value = core.alerts.peek().filter((alert) => alert.code !== code)
})

const print = ({ code, title, text }: Alert) => console.warn(`${code} ${title}. ${text}`)
