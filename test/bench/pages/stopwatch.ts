/** Moments of one opening, in milliseconds since the press. */
export interface Lap {
  /** The last script that it waited for had come; 0 where there was none. */
  readonly loaded: number
  /** The dialog was shown. */
  readonly dialog: number
  /** The rows were in the page. */
  readonly rows: number
  /** The frame began that shows the first of them. */
  readonly frame: number
  /** That frame had been laid out and painted. */
  readonly painted: number
}

/** How a page is driven, and where its rows are. */
export interface Subject {
  /** What the dialog stands in, once there is something. */
  root(): ParentNode | null | undefined
  /** Rows of a dialog that is shown, and rows of any. */
  readonly rows: string
  button(): HTMLElement | null | undefined
  close(): unknown
}

/** What the pages of the benchmarks offer. */
export interface Bench {
  /** Presses the button, or waits until a visitor has, and resolves when the frame that shows the rows has been painted. */
  open(press?: "by script" | "by a visitor"): Promise<Lap>
  /** The middle of the button, in CSS pixels. */
  button(): { readonly x: number; readonly y: number }
  /** Resolves when the rows are gone. */
  close(): Promise<void>
}

declare global {
  interface Window {
    bench: Bench
  }
}

/** Puts the stopwatch on a page. */
export const install = ({ root, rows, button, close }: Subject): void => {
  window.bench = {
    open: (press = "by script") =>
      new Promise((resolve) => {
        const watched = new Set<Node>([document.body])
        let began = 0
        let dialog = 0
        const now = () => performance.now() - began

        const look = () => {
          const within = root()
          if (within && !watched.has(within)) {
            watched.add(within)
            observer.observe(within, watching)
          }
          if (dialog === 0 && within?.querySelector("dialog[open]")) dialog = now()
          const row = within?.querySelector(`dialog[open] ${rows}`)
          if (!row) return
          observer.disconnect()
          const there = now()
          paintOf(row).then(({ frame, painted }) => {
            performance.measure("opening", { start: began, end: painted })
            performance.clearMeasures()
            const loaded = lastScript(began, began + dialog)
            resolve({ loaded, dialog, rows: there, frame: frame - began, painted: painted - began })
          })
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, watching)
        const begin = () => {
          began = performance.now()
        }
        if (press === "by a visitor") return addEventListener("click", begin, { capture: true, once: true })
        // A visitor presses at any moment between two frames.
        setTimeout(() => {
          begin()
          button()?.click()
          look()
        }, Math.random() * frameTime)
      }),
    button: () => {
      const { x = 0, y = 0, width = 0, height = 0 } = button()?.getBoundingClientRect() ?? {}
      return { x: x + width / 2, y: y + height / 2 }
    },
    close: async () => {
      close()
      const began = performance.now()
      while (root()?.querySelector(rows)) {
        if (performance.now() - began > patience) throw new Error("It does not close")
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
  }
}

/**
 * The first frame that shows half of an element or more: when it began, and when it had been laid out and painted, which the
 * first task after it tells. What something clips is not painted yet.
 */
const paintOf = (element: Element): Promise<{ readonly frame: number; readonly painted: number }> =>
  new Promise((resolve) => {
    const frames: { readonly frame: number; readonly painted: number }[] = []
    const after = new MessageChannel()
    let begun = 0
    let seen = Number.POSITIVE_INFINITY
    const look = () => {
      const first = frames.find(({ painted }) => painted >= seen)
      if (!first) return
      sight.disconnect()
      cancelAnimationFrame(next)
      after.port1.close()
      resolve(first)
    }
    const count = () => {
      begun = performance.now()
      after.port1.postMessage(undefined)
      next = requestAnimationFrame(count)
    }
    let next = requestAnimationFrame(count)
    after.port2.onmessage = () => {
      frames.push({ frame: begun, painted: performance.now() })
      look()
    }
    const sight = new IntersectionObserver(
      (entries) => {
        seen = Math.min(
          seen,
          ...entries.flatMap(({ intersectionRatio, time }) => (intersectionRatio >= half ? time : [])),
        )
        look()
      },
      { threshold: half },
    )
    sight.observe(element)
  })

const half = 0.5

const watching = { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] }

const frameTime = 1_000 / 60

const patience = 5_000

const lastScript = (from: number, to: number): number => {
  const scripts = performance
    .getEntriesByType("resource")
    .filter(({ name, startTime }) => name.endsWith(".js") && startTime >= from && startTime < to)
  return Math.max(0, ...scripts.map(({ startTime, duration }) => startTime + duration - from))
}
