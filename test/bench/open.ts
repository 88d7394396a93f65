import { start } from "../real/parts/provider.ts"
import type { Chromium, Page } from "./chromium.ts"
import type { Lap } from "./pages/stopwatch.ts"
import { preloaded } from "./preloaded.ts"
import { compared, type Figure, type Findings, median, spreadOf } from "./report.ts"
import type { Site } from "./site.ts"

/** The page to open, and how much to throttle the processor. */
interface Visit {
  readonly page: string
  readonly throttle: number
  /** Set if a visitor opens it with a mouse, hovering over the button before the click. */
  readonly by?: "a visitor"
}

/** Times of one visit's openings, in ms from the click to the painted rows: the first, and the median of the later ones. */
interface Opened {
  readonly cold: number
  readonly warm: number
  /** Time from the first dialog to its rows, in ms. */
  readonly rowsLate: number
  /** The page's longest task between ready and the click; 0 if none took 50 ms. */
  readonly longestTask: number
}

const rounds = 7
const warmOpenings = 3
const slow = 4
const delays = [100, 2_000]
const budgets = { warm: 2, cold: 3, quiet: 3, unannounced: 6, delayed: 1.15, task: 50, rowsLate: 30 }

/**
 * Time from click to painted wallet rows, compared with a bare React page: cold and warm, with a slow processor, and with slow responses.
 */
export const benchOpen = async (browser: Chromium, site: Site): Promise<Findings> => {
  const providers = await Promise.all([0, ...delays].map(provider))
  const page = (delay: number, name = "portico", preload = "none") =>
    `${site.url}/${name}?preload=${preload}&hosts=${encodeURIComponent(urlOf(providers, delay))}`
  const floor = `${site.url}/floor`
  const visits: Record<string, Visit> = {
    floor: { page: floor, throttle: 1 },
    portico: { page: page(0), throttle: 1 },
    ...Object.fromEntries(delays.map((delay) => [`delayed ${delay}`, { page: page(delay), throttle: 1 }])),
    "floor, visited": { page: floor, throttle: 1, by: "a visitor" },
    "portico, visited": { page: page(0, "own", "intent"), throttle: 1, by: "a visitor" },
    preloaded: { page: page(0, "portico", "idle"), throttle: 1 },
    "preloaded, slow": { page: page(0, "portico", "idle"), throttle: slow },
    "floor, slow": { page: floor, throttle: slow },
    "portico, slow": { page: page(0), throttle: slow },
    "floor, slow, visited": { page: floor, throttle: slow, by: "a visitor" },
    "portico, slow, visited": { page: page(0, "own", "intent"), throttle: slow, by: "a visitor" },
  }
  const seen: Record<string, Opened[]> = {}
  const longestTasks: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const [name, visit] of Object.entries(visits)) {
      const opened = await open(browser, visit)
      seen[name] = [...(seen[name] ?? []), opened]
      if (name === "preloaded, slow") longestTasks.push(opened.longestTask)
    }
  await Promise.all(providers.map(({ stop }) => stop()))

  const all = (name: string, way: "cold" | "warm") => (seen[name] ?? []).map((opened) => opened[way])
  const beside = (title: string, way: "cold" | "warm", name: string, floor: string, budget?: number): Figure =>
    compared(title, all(name, way), all(floor, way), budget)
  return {
    figures: [
      beside("open, warm: click to painted rows / bare dialog", "warm", "portico", "floor", budgets.warm),
      beside(`open, warm, ${slow}x throttled`, "warm", "portico, slow", "floor, slow", budgets.warm),
      beside(
        "open, cold: our button, pressed by a pointer",
        "cold",
        "portico, visited",
        "floor, visited",
        budgets.cold,
      ),
      beside(`open, cold: our button, ${slow}x throttled`, "cold", "portico, slow, visited", "floor, slow, visited"),
      // Includes fetching the code and running it for the first time, which a bare page has already done.
      beside("open, cold: open() unannounced", "cold", "portico", "floor", budgets.unannounced),
      beside(`open, cold: open(), ${slow}x throttled`, "cold", "portico, slow", "floor, slow"),
      ...["portico", "portico, slow"].map((name) => {
        const late = (seen[name] ?? []).map(({ rowsLate }) => rowsLate)
        const title = `preload 'none': rows after the dialog${name === "portico" ? "" : `, ${slow}x throttled`}`
        return {
          name: title,
          unit: "ms" as const,
          value: median(late),
          spread: spreadOf(late),
          budget: budgets.rowsLate,
        }
      }),
      beside("open, cold: open() once the page is quiet", "cold", "preloaded", "floor", budgets.quiet),
      beside(`open, cold: once quiet, ${slow}x throttled`, "cold", "preloaded, slow", "floor, slow", budgets.quiet),
      {
        name: `preload 'idle': longest task, ${slow}x throttled`,
        unit: "ms",
        value: median(longestTasks),
        budget: budgets.task,
      },
      ...delays.flatMap((delay) =>
        (["cold", "warm"] as const).map((way) =>
          beside(
            `open, ${way}, answers ${delay} ms late / at once`,
            way,
            `delayed ${delay}`,
            "portico",
            budgets.delayed,
          ),
        ),
      ),
    ],
  }
}

const provider = async (delay: number) => {
  const started = await start()
  if (delay > 0) started.fault("*", { delay })
  return { ...started, delay }
}

const urlOf = (providers: readonly Awaited<ReturnType<typeof provider>>[], delay: number): string =>
  providers.find((one) => one.delay === delay)?.url ?? ""

const open = async (browser: Chromium, { page: url, throttle, by }: Visit): Promise<Opened> => {
  const page = await browser.page(url)
  await page.send("Emulation.setCPUThrottlingRate", { rate: throttle })
  const pause = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds * Math.sqrt(throttle)))
  await pause(settled)
  const longestTask = url.includes("preload=idle") ? await page.evaluate(preloaded) : 0

  const { painted: cold, dialog, rows } = await openAndClose(page, pause, by)
  const warm: number[] = []
  for (let time = 0; time < warmOpenings; time++) warm.push((await openAndClose(page, pause)).painted)
  await page.close()
  return { cold, warm: median(warm), rowsLate: rows - dialog, longestTask }
}

/** A mouse user: moves the pointer to the button, pauses briefly, and clicks. */
const press = async (page: Page): Promise<void> => {
  const at = await page.evaluate(() => window.bench.button())
  const mouse = (type: string, more: object = {}) => page.send("Input.dispatchMouseEvent", { type, ...at, ...more })
  await mouse("mouseMoved")
  await new Promise((resolve) => setTimeout(resolve, pointing))
  await mouse("mousePressed", { button: "left", clickCount: 1 })
  await mouse("mouseReleased", { button: "left", clickCount: 1 })
}

/** Time between hovering and clicking, in ms. Shorter than people take. */
const pointing = 100

/** Time within which a page finishes its work after opening or closing. */
const settled = 200

const openAndClose = async (page: Page, pause: (ms: number) => Promise<unknown>, by?: Visit["by"]): Promise<Lap> => {
  const [lap] = by
    ? await Promise.all([page.evaluate(() => window.bench.open("by a visitor")), press(page)])
    : [await page.evaluate(() => window.bench.open())]
  await pause(settled)
  await page.evaluate(() => window.bench.close())
  await pause(settled)
  return lap
}
