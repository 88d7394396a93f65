import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Popup } from "../../../services/Frame.ts"
import { socialPopup } from "../../../src/embedded/limits.ts"
import { PopupClosed, SocialConnectFailed } from "../../../src/errors/index.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { crossOriginIsolation, isCrossOriginIsolated } from "../../shared/crossOriginIsolation.ts"

/**
 * Returns a function that navigates a pop-up to a social login and returns the result URL, which only the secure site (`origin`) may send.
 * Fails with PopupClosed once the pop-up is closed. Fails with SocialConnectFailed if it is blocked, cannot be navigated, sends a result
 * from another origin, or is isolated from the page.
 */
export const loginAt =
  (origin: string) =>
  (popup: Popup, uri: string): Effect.Effect<string, PopupClosed | SocialConnectFailed> =>
    Effect.suspend(() => {
      if (popup.blocked) return Effect.fail(new SocialConnectFailed({ reason: "blocked" }))
      return Effect.raceFirst(result(origin, popup, uri), closed(popup))
    })

const result = (origin: string, popup: Popup, uri: string) =>
  Effect.callback<string, SocialConnectFailed>((resume) => {
    const stop = () => window.removeEventListener("message", onMessage)
    const end = (outcome: Effect.Effect<string, SocialConnectFailed>) => {
      // `callback` runs its cleanup only on interruption.
      stop()
      resume(outcome)
    }
    const onMessage = (event: MessageEvent<unknown>) => {
      if (!popup.isSource(event) || !isRecord(event.data) || typeof event.data.resultUri !== "string") return
      if (event.origin === origin) return end(Effect.succeed(event.data.resultUri))
      const cause = new Error(`Untrusted Origin: ${event.origin}`)
      end(Effect.fail(new SocialConnectFailed({ reason: "untrusted", cause })))
    }
    window.addEventListener("message", onMessage)
    try {
      popup.go(uri)
    } catch (cause) {
      end(Effect.fail(new SocialConnectFailed({ cause })))
    }
    return Effect.sync(stop)
  })

/**
 * Fails with PopupClosed once the pop-up is closed. On a cross-origin isolated page, every cross-origin pop-up seems closed and its result
 * never arrives, so this fails with SocialConnectFailed instead.
 */
const closed = (popup: Popup): Effect.Effect<never, PopupClosed | SocialConnectFailed> =>
  Effect.gen(function* () {
    yield* Effect.repeat(Effect.sync(popup.isClosed), {
      schedule: Schedule.spaced(socialPopup.closedCheck),
      until: (isClosed) => isClosed,
    })
    if (!(yield* Effect.promise(isCrossOriginIsolated))) return yield* Effect.fail(new PopupClosed())
    const cause = new Error(crossOriginIsolation)
    return yield* Effect.fail(new SocialConnectFailed({ reason: "unheard", cause }))
  })
