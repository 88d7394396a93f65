import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

/** Clock whose time moves only when `advance` is called. It starts at the Unix epoch. */
export interface VirtualClock {
  /** Layer to pass in `layers` as `clock`. */
  readonly layer: Layer.Layer<never>
  /** Advances the time and runs everything that becomes due. First waits until the engine has loaded, which this method does not start. */
  advance(milliseconds: number): Promise<void>
}

/** Creates a clock for one modal. It drives delays, time limits, polling and lifetimes, but not the browser's own animations. */
export const virtualClock = (): VirtualClock => {
  let begin = (_: Moved) => {}
  const begun = new Promise<Moved>((resolve) => {
    begin = resolve
  })
  return {
    layer: Layer.effect(
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
