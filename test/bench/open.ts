import { start } from "../real/parts/provider.ts"
import type { Chromium, Page } from "./chromium.ts"
import type { Lap } from "./pages/stopwatch.ts"
import { compared, type Figure, type Findings, median } from "./report.ts"
import type { Site } from "./site.ts"

/** What is opened: a page of the bench, and how much slower than it is the processor is made. */
interface Visit {
  readonly page: string
  readonly throttle: number
  /** Who presses: a visitor points at the button first. */
  readonly by?: "a visitor"
}

/** Openings of one visit, in milliseconds from the press to the painted rows: the first, and the middle one of those after it. */
interface Opened {
  readonly cold: number
  readonly warm: number
}

const rounds = 7
const warmOpenings = 3
const slow = 4
const delays = [100, 2_000]
const budgets = { warm: 2, cold: 3, unannounced: 6, delayed: 1.15 }

/** Click to painted wallet rows beside a bare React page: cold and warm, with a slow processor, and with slow answers. */
export const benchOpen = async (browser: Chromium, site: Site): Promise<Findings> => {
  const providers = await Promise.all([0, ...delays].map(provider))
  const page = (delay: number, name = "portico") =>
    `${site.url}/${name}?hosts=${encodeURIComponent(urlOf(providers, delay))}`
  const floor = `${site.url}/floor`
  const visits: Record<string, Visit> = {
    floor: { page: floor, throttle: 1 },
    portico: { page: page(0), throttle: 1 },
    ...Object.fromEntries(delays.map((delay) => [`delayed ${delay}`, { page: page(delay), throttle: 1 }])),
    "floor, visited": { page: floor, throttle: 1, by: "a visitor" },
    "portico, visited": { page: page(0, "own"), throttle: 1, by: "a visitor" },
    preloaded: { page: `${page(0)}&preload`, throttle: 1 },
    "floor, slow": { page: floor, throttle: slow },
    "portico, slow": { page: page(0), throttle: slow },
    "floor, slow, visited": { page: floor, throttle: slow, by: "a visitor" },
    "portico, slow, visited": { page: page(0, "own"), throttle: slow, by: "a visitor" },
  }
  const seen: Record<string, Opened[]> = {}
  for (let round = 0; round < rounds; round++)
    for (const [name, visit] of Object.entries(visits)) seen[name] = [...(seen[name] ?? []), await open(browser, visit)]
  await Promise.all(providers.map(({ stop }) => stop()))

  const all = (name: string, way: keyof Opened) => (seen[name] ?? []).map((opened) => opened[way])
  const beside = (title: string, way: keyof Opened, name: string, floor: string, budget?: number): Figure =>
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
      // Nobody could know of it: fetching and first running the code is a part of it, which a bare page has behind it.
      beside("open, cold: open() unannounced", "cold", "portico", "floor", budgets.unannounced),
      beside(`open, cold: open(), ${slow}x throttled`, "cold", "portico, slow", "floor, slow"),
      beside("open, cold, after preload()", "cold", "preloaded", "floor"),
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
  if (url.endsWith("&preload")) await page.evaluate(() => window.modal.preload())
  const pause = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds * Math.sqrt(throttle)))
  await pause(settled)

  const { painted: cold } = await openAndClose(page, pause, by)
  const warm: number[] = []
  for (let time = 0; time < warmOpenings; time++) warm.push((await openAndClose(page, pause)).painted)
  await page.close()
  return { cold, warm: median(warm) }
}

/** What a visitor does with a mouse: the pointer comes to the button, rests for a moment, and presses. */
const press = async (page: Page): Promise<void> => {
  const at = await page.evaluate(() => window.bench.button())
  const mouse = (type: string, more: object = {}) => page.send("Input.dispatchMouseEvent", { type, ...at, ...more })
  await mouse("mouseMoved")
  await new Promise((resolve) => setTimeout(resolve, pointing))
  await mouse("mousePressed", { button: "left", clickCount: 1 })
  await mouse("mouseReleased", { button: "left", clickCount: 1 })
}

/** Milliseconds from a pointer's coming to its press: less than people take. */
const pointing = 100

/** By when a page that was opened, or closed, has done what it does afterwards. */
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
