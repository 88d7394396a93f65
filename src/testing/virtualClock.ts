import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { InvalidInput } from "../errors/index.ts"

/** Clock whose time moves only when `advance` is called. It starts at the Unix epoch. */
export interface VirtualClock {
  /** Layer to pass in `layers` as `clock`. */
  readonly layer: Layer.Layer<never>
  /**
   * Advances the time and runs everything that becomes due. First waits until the engine has loaded, which this method does not start.
   * Rejects with `InvalidInput` if no engine uses the clock within 30 s of real time.
   */
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
      const clock = await within(engineWait, begun)
      await Effect.runPromise(clock.adjust(milliseconds))
    },
  }
}

/** Real time in ms to wait for the engine. A slow machine may load it for seconds. */
const engineWait = 30_000

const within = <A>(milliseconds: number, promise: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unusedClock()), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Returns the error for advancing a clock that no engine uses. */
export const unusedClock = (): InvalidInput =>
  new InvalidInput(
    "clock: No engine uses this clock. Pass its layer as `clock` in `layers` (`virtual: true` in `testModal`), and call `ready()`.",
    "clock",
  )

type Moved = Pick<TestClock.TestClock, "adjust">
