import * as Effect from "effect/Effect"
import type { Popup } from "../../services/Frame.ts"
import { PopupClosed, SocialConnectFailed } from "../../src/domain/errors.ts"
import { isRecord } from "../../src/domain/input.ts"
import { socialPopup } from "../../src/domain/limits.ts"

/** Leads a window to a social login and waits for what it comes back with from the secure site, `origin`. */
export const loginAt =
  (origin: string) =>
  (popup: Popup, uri: string): Effect.Effect<string, PopupClosed | SocialConnectFailed> =>
    Effect.suspend(() => {
      if (popup.blocked) return Effect.fail(new SocialConnectFailed({ reason: "blocked" }))
      return Effect.raceFirst(result(origin, popup, uri), closed(popup))
    })

const result = (origin: string, popup: Popup, uri: string) =>
  Effect.callback<string, SocialConnectFailed>((resume) => {
    const hear = (event: MessageEvent<unknown>) => {
      if (!popup.sent(event) || !isRecord(event.data) || typeof event.data.resultUri !== "string") return
      if (event.origin === origin) return resume(Effect.succeed(event.data.resultUri))
      const cause = new Error(`Untrusted Origin: ${event.origin}`)
      resume(Effect.fail(new SocialConnectFailed({ reason: "untrusted", cause })))
    }
    window.addEventListener("message", hear)
    try {
      popup.go(uri)
    } catch (cause) {
      resume(Effect.fail(new SocialConnectFailed({ cause })))
    }
    return Effect.sync(() => window.removeEventListener("message", hear))
  })

/** A page that isolates itself sees each window of another origin as closed: what its visitor does there it never hears. */
const closed = (popup: Popup): Effect.Effect<never, PopupClosed | SocialConnectFailed> =>
  Effect.gen(function* () {
    while (!popup.isClosed()) yield* Effect.sleep(socialPopup.closedCheck)
    if (!(yield* isolated)) return yield* Effect.fail(new PopupClosed())
    const cause = new Error("This page is served with Cross-Origin-Opener-Policy: same-origin and hears of no window")
    return yield* Effect.fail(new SocialConnectFailed({ reason: "unheard", cause }))
  })

/** Scripts are not told the page's own policy; its headers say it, asked for once more. */
const isolated = Effect.promise(async () => {
  if (window.crossOriginIsolated) return true
  try {
    const { headers } = await fetch(location.href, { method: "HEAD", cache: "force-cache" })
    return (
      headers.get("cross-origin-opener-policy")?.trim().startsWith("same-origin") === true && !allowsPopups(headers)
    )
  } catch {
    return false
  }
})

const allowsPopups = (headers: Headers) =>
  headers.get("cross-origin-opener-policy")?.trim().startsWith("same-origin-allow-popups") === true
