import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { email as emailLimits } from "../../../src/embedded/limits.ts"
import { CooldownActive, type FrameErrors } from "../../../src/errors/index.ts"
import type { persistedIn } from "./persisted.ts"

/** Whether an event makes the frame send an email: a login or an address change. */
export const sendsEmail = ({ name }: { readonly name: string }): boolean =>
  name === events.connectEmail.name || name === events.updateEmail.name

/**
 * Runs `posted`, which requests an email, unless one was requested less than 30 s ago. Fails with CooldownActive during that time. If
 * `posted` fails, the cooldown ends.
 */
export const withEmailCooldown = <A>(
  emailTime: ReturnType<typeof persistedIn>["emailTime"],
  posted: Effect.Effect<A, FrameErrors>,
): Effect.Effect<A, FrameErrors> =>
  Effect.gen(function* () {
    const [last, now] = [yield* emailTime.read, yield* Clock.currentTimeMillis]
    // A time in the future is ignored, because the clock has since been set back.
    const left = last === undefined || last > now ? 0 : last + emailLimits.cooldown - now
    if (left > 0) return yield* Effect.fail(new CooldownActive(Math.ceil(left / 1_000)))
    yield* emailTime.write(now)
    return yield* Effect.tapError(posted, () => emailTime.forget)
  })
