/** Times of one opening, in ms since the click. */
export interface Lap {
  /** The last script it waited for had loaded; 0 if there was none. */
  readonly loaded: number
  /** The dialog was shown. */
  readonly dialog: number
  /** The rows were in the page. */
  readonly rows: number
  /** The first frame with the rows began. */
  readonly frame: number
  /** The same frame had been laid out and painted. */
  readonly painted: number
}

/** Functions that drive a page, and the selectors of its rows. */
export interface Subject {
  /** The dialog's container, once it exists. */
  root(): ParentNode | null | undefined
  /** Rows of a visible dialog, and rows of any dialog. */
  readonly rows: string
  button(): HTMLElement | null | undefined
  close(): unknown
}

/** API of the benchmark pages. */
export interface Bench {
  /** Clicks the button, or waits for a visitor to click it. Resolves when the frame with the rows has been painted. */
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

/** Adds the stopwatch to a page. */
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
        // A visitor may click at any time between two frames.
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
 * The first frame that shows at least half of an element: when it began, and when it had been painted, measured by the first task after it.
 * Clipped content counts as not painted.
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
