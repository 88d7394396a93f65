import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Clock for tests on slow machines. Waits under a second end by themselves, because they pace the page. Longer ones are limits, polls and
 * lifetimes, and end only when a test advances the time.
 */
export interface DrivenClock {
  /** The layer to pass as `layers.clock`. */
  readonly layer: Layer.Layer<never>
  /** Advances the time by this many milliseconds, even if work is pending. */
  advance(milliseconds: number): void
  /**
   * Ends the waits of exactly this many milliseconds once the page is at rest (no pending requests or short waits). Resolves when the page
   * is at rest again, with whether such a wait existed. Rejects with the pending work if the page does not come to rest.
   */
  pass(milliseconds: number): Promise<boolean>
}

declare global {
  interface Window {
    /** The clock, if the URL has `clock=driven`. */
    clock?: DrivenClock
  }
}

interface Sleep {
  readonly length: number
  readonly end: number
  readonly wake: () => void
}

const short = 1_000
/** Time limit for a page to come to rest, in ms of real time. */
const patience = 15_000

export const drivenClock = (): DrivenClock => {
  let now = Date.now()
  const sleeps = new Set<Sleep>()
  const work = works()
  countRequests(work)

  const moveTo = (time: number) => {
    now = Math.max(now, time)
    for (const sleep of [...sleeps].filter(({ end }) => end <= now).sort((one, other) => one.end - other.end))
      if (sleeps.delete(sleep)) sleep.wake()
  }
  const sleep = (duration: Duration.Duration) =>
    Effect.callback<void>((resume) => {
      const length = Duration.toMillis(duration)
      const wake = () => resume(Effect.void)
      if (length < short) {
        const end = work.begin(`a wait of ${length} ms`)
        const timer = setTimeout(() => {
          wake()
          end()
        }, length)
        return Effect.sync(() => {
          clearTimeout(timer)
          end()
        })
      }
      const held = { length, end: now + length, wake }
      sleeps.add(held)
      return Effect.sync(() => sleeps.delete(held))
    })
  const nanos = () => BigInt(now) * 1_000_000n

  return {
    layer: Layer.succeed(Clock.Clock, {
      currentTimeMillisUnsafe: () => now,
      currentTimeMillis: Effect.sync(() => now),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep,
    }),
    advance: (milliseconds) => moveTo(now + milliseconds),
    pass: async (milliseconds) => {
      await work.over()
      const ends = [...sleeps].filter(({ length }) => length === milliseconds).map(({ end }) => end)
      moveTo(Math.max(now, ...ends))
      await work.over()
      return ends.length > 0
    },
  }
}

/** Tracks pending work. `over` resolves when none is pending and the page has handled the results. */
const works = () => {
  const open = new Set<{ readonly name: string }>()
  const waiting: (() => void)[] = []
  const idle = async () => {
    let isIdle = false
    requestIdleCallback(() => {
      isIdle = true
    })
    // Chromium can forget an idle callback until the next frame.
    while (!isIdle) await new Promise(requestAnimationFrame)
  }
  const rest = async () => {
    do {
      while (open.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
      await idle()
    } while (open.size > 0)
  }
  return {
    /** Returns a function that ends the work. Later calls have no effect. */
    begin: (name: string) => {
      const work = { name }
      open.add(work)
      return () => {
        open.delete(work)
        for (const look of waiting.splice(0)) look()
      }
    },
    over: async () => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<never>((_, reject) => {
        const expire = () => reject(new Error(`not at rest: ${[...open].map(({ name }) => name).join() || "busy"}`))
        timer = setTimeout(expire, patience)
      })
      await Promise.race([rest(), late])
      clearTimeout(timer)
    },
  }
}

/** Counts the page's requests as pending work until their responses have been read. */
const countRequests = ({ begin }: ReturnType<typeof works>) => {
  const { fetch } = window
  window.fetch = async (...request) => {
    const end = begin(`a request of ${request[0] instanceof Request ? request[0].url : request[0]}`)
    try {
      const response = await fetch(...request)
      void response
        .clone()
        .arrayBuffer()
        .catch(() => undefined)
        .then(end)
      return response
    } catch (error) {
      end()
      throw error
    }
  }
}
