import type { Signal } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { idle, type Loadable, latest } from "../core/first-paint/loadable.ts"
import { untilSignal } from "./untilSignal.ts"

/**
 * Runs an effect and shows its progress in a signal.
 *
 * The last writer owns the signal. A newer run, or a reset to idle, interrupts the older run, which then returns `undefined`. Failures are
 * stored in the signal, so the result is the value or `undefined`. If the run itself is interrupted, the signal returns to its earlier
 * state, or to idle if that was loading.
 */
export const track = <A, E extends Error, R>(
  signal: Signal<Loadable<A>>,
  run: Effect.Effect<A, E, R>,
): Effect.Effect<A | undefined, never, R> =>
  Effect.map(settledRun(signal, run), (outcome) => (outcome && Result.isSuccess(outcome) ? outcome.success : undefined))

/** Runs an effect as `track` does. Returns its outcome, or `undefined` if the run no longer owns the signal. */
const settledRun = <A, E extends Error, R>(
  signal: Signal<Loadable<A>>,
  run: Effect.Effect<A, E, R>,
): Effect.Effect<Result.Result<A, E> | undefined, never, R> =>
  Effect.suspend(() => {
    const before = signal.peek()
    const last = latest(before)
    const mine: Loadable<A> = { status: "loading", last }
    const settle = (next: Loadable<A>) => {
      if (signal.peek() === mine) signal.value = next
    }

    signal.value = mine
    return Effect.raceFirst(
      Effect.result(run),
      Effect.as(
        untilSignal(() => (signal.value === mine ? undefined : true)),
        undefined,
      ),
    ).pipe(
      Effect.map((outcome) => {
        if (!outcome || signal.peek() !== mine) return undefined
        settle(
          Result.isFailure(outcome)
            ? { status: "failed", error: outcome.failure, last }
            : { status: "loaded", value: outcome.success },
        )
        return outcome
      }),
      Effect.onInterrupt(() => Effect.sync(() => settle(before.status === "loading" ? idle : before))),
    )
  })

/** Like `trackFresh`, but fails with the error that the signal stores. A run that no longer owns the signal is interrupted. */
export const attemptFresh = <A, E extends Error, R>(
  signal: Signal<Loadable<A>>,
  run: Effect.Effect<A, E, R>,
): Effect.Effect<A, Error, R> =>
  Effect.suspend((): Effect.Effect<A, Error, R> => {
    signal.value = idle
    return Effect.flatMap(settledRun(signal, run), (outcome) =>
      outcome ? Effect.fromResult(outcome) : Effect.interrupt,
    )
  })

/** Runs an effect as `track` does, after clearing the value or error of the last run. */
export const trackFresh = <A, E extends Error, R>(
  signal: Signal<Loadable<A>>,
  run: Effect.Effect<A, E, R>,
): Effect.Effect<A | undefined, never, R> =>
  Effect.suspend(() => {
    signal.value = idle
    return track(signal, run)
  })
