import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

/** A time that stands still until somebody moves it. It begins in 1970. */
export interface VirtualClock {
  /** Goes into `layers`, as `clock`. */
  readonly leaf: Layer.Layer<never>
  /** Lets so many milliseconds go by, and what was due in them happen. */
  advance(milliseconds: number): Promise<void>
}

/** A clock for one modal: waits, limits, polls and lifetimes go by it, the browser's own animations do not. */
export const virtualClock = (): VirtualClock => {
  let begin = (_: Moved) => {}
  const begun = new Promise<Moved>((resolve) => {
    begin = resolve
  })
  return {
    leaf: Layer.effect(
      Clock.Clock,
      Effect.tap(TestClock.make({ warningDelay: "1 day" }), (clock) => Effect.sync(() => begin(clock))),
    ),
    advance: async (milliseconds) => {
      const clock = await begun
      await Effect.runPromise(clock.adjust(milliseconds))
    },
  }
}

type Moved = Pick<TestClock.TestClock, "adjust">
