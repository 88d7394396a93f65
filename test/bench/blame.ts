import { SourceMap } from "node:module"
import { start } from "../real/parts/provider.ts"
import type { Chromium, Page, TraceEvent } from "./chromium.ts"
import type { Lap } from "./pages/stopwatch.ts"
import { type Findings, median } from "./report.ts"
import type { Site } from "./site.ts"

const visits = 6
const settled = 400
const modules = 24

/** Breakdown of the time of an opening: its steps, the kinds of work (CPU time), and the modules that ran (from a profile). */
export const blame = async (browser: Chromium, site: Site): Promise<Findings> => {
  const provider = await start()
  const url = `${site.url}/portico?hosts=${encodeURIComponent(provider.url)}`
  const notes: string[] = []
  for (const way of ["cold", "warm"] as const) {
    const traced: Traced[] = []
    const profiles: Profile[] = []
    for (let visit = 0; visit < visits; visit++) {
      traced.push(await at(browser, url, way, (page) => traceOf(browser, page)))
      profiles.push(await at(browser, url, way, profileOf))
    }
    notes.push(
      "",
      `${way}: the steps of an opening, milliseconds (median of ${visits})`,
      ...stepsOf(traced.map(({ lap }) => lap)),
    )
    notes.push(
      `${way}: the page's thread, milliseconds of the processor (median)`,
      ...kindsOf(traced.map(({ events }) => events)),
    )
    notes.push(
      `${way}: code by module, share of the profiled time in script (${visits} openings)`,
      ...modulesOf(profiles, site),
    )
  }
  await provider.stop()
  return { figures: [], notes }
}

interface Traced {
  readonly lap: Lap
  readonly events: readonly TraceEvent[]
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: {
      readonly functionName: string
      readonly url: string
      readonly lineNumber: number
      readonly columnNumber: number
    }
  }[]
  readonly samples: readonly number[]
  /** Microseconds. */
  readonly timeDeltas: readonly number[]
}

const at = async <A>(
  browser: Chromium,
  url: string,
  way: "cold" | "warm",
  look: (page: Page) => Promise<A>,
): Promise<A> => {
  const page = await browser.page(url)
  const pause = () => new Promise((resolve) => setTimeout(resolve, settled))
  await pause()
  for (let time = 0; way === "warm" && time < 3; time++) {
    await page.evaluate(() => window.bench.open())
    await pause()
    await page.evaluate(() => window.bench.close())
    await pause()
  }
  const seen = await look(page)
  await page.close()
  return seen
}

const traceOf = async (browser: Chromium, page: Page): Promise<Traced> => {
  let lap: Lap | undefined
  const events = await browser.trace(["toplevel", "v8", "devtools.timeline", "blink.user_timing"], async () => {
    lap = await page.evaluate(() => window.bench.open())
  })
  return { lap: lap as Lap, events }
}

const profileOf = async (page: Page): Promise<Profile> => {
  await page.send("Profiler.enable")
  await page.send("Profiler.setSamplingInterval", { interval: 100 })
  await page.send("Profiler.start")
  await page.evaluate(() => window.bench.open())
  return (await page.send<{ profile: Profile }>("Profiler.stop")).profile
}

const stepsOf = (laps: readonly Lap[]): readonly string[] => {
  const steps: readonly (readonly [keyof Lap, string])[] = [
    ["loaded", "the code it fetches is there"],
    ["dialog", "the dialog is shown"],
    ["rows", "the rows are in the page"],
    ["frame", "the frame begins"],
    ["painted", "the frame is laid out and painted"],
  ]
  return steps.map(([step, what]) => line(median(laps.map((lap) => lap[step])), what))
}

/** Self time of each kind of event between the click and the paint. */
const kindsOf = (traces: readonly (readonly TraceEvent[])[]): readonly string[] => {
  const all = traces.map((events) => {
    // A page's `performance.measure` is a pair of events: begin and end.
    const [from, to] = events.filter(({ name }) => name === "opening").sort((a, b) => a.ts - b.ts)
    const own: Record<string, number> = Object.fromEntries(kinds.map(([kind]) => [kind, 0]))
    const open: { readonly end: number; readonly kind: string }[] = []
    const inside = events
      .filter(
        ({ pid, tid, ts, dur }) =>
          pid === from?.pid && tid === from.tid && dur !== undefined && ts >= from.ts && ts < (to?.ts ?? 0),
      )
      .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    for (const { name, ts, dur = 0, tdur = 0 } of inside) {
      while (open.length > 0 && (open.at(-1)?.end ?? 0) <= ts) open.pop()
      const outer = open.at(-1)
      const kind = kinds.find(([, names]) => names.test(name))?.[0] ?? outer?.kind ?? other
      if (outer) own[outer.kind] = (own[outer.kind] ?? 0) - tdur / 1_000
      own[kind] = (own[kind] ?? 0) + tdur / 1_000
      open.push({ end: ts + dur, kind })
    }
    return own
  })
  return kinds.map(([kind]) => line(median(all.map((own) => own[kind] ?? 0)), kind))
}

const other = "everything else: tasks, messages, requests"
const kinds: readonly (readonly [kind: string, names: RegExp])[] = [
  ["running modules for the first time", /^v8\.evaluateModule$/],
  ["compiling", /^v8\.(compile|produce)/],
  [
    "functions and microtasks",
    /^(FunctionCall|v8\.callFunction|.*MicrotaskCheckpoint|RunMicrotasks|TimerFire|FireAnimationFrame|EventDispatch)$/,
  ],
  ["style", /^(UpdateLayoutTree|ParseAuthorStyleSheet)$/],
  ["layout", /^(Layout|PrePaint)$/],
  ["paint", /^(Paint|Layerize|Commit)$/],
  ["collecting garbage", /^(MinorGC|MajorGC|V8\.GC)/],
  [other, /^$/],
]

const modulesOf = (profiles: readonly Profile[], site: Site): readonly string[] => {
  const spent = new Map<string, number>()
  for (const { nodes, samples, timeDeltas } of profiles) {
    const names = new Map(nodes.map(({ id, callFrame }) => [id, moduleOf(callFrame, site)]))
    for (const [index, id] of samples.entries()) {
      const name = names.get(id) ?? ""
      spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0) / 1_000)
    }
  }
  for (const idle of ["(idle)", "(program)", "(root)"]) spent.delete(idle)
  const sum = [...spent.values()].reduce((one, other) => one + other, 0)
  return [...spent]
    .sort(([, one], [, other]) => other - one)
    .slice(0, modules)
    .map(([name, time]) => `${((time / sum) * 100).toFixed(1).padStart(8)} % ${name}`)
}

const maps = new Map<string, SourceMap | undefined>()

/** The source module of a frame, or the name of a browser function. */
const moduleOf = (
  { url, functionName, lineNumber, columnNumber }: Profile["nodes"][number]["callFrame"],
  site: Site,
): string => {
  if (url === "") return functionName || "the browser"
  const file = url.split("/").at(-1) ?? ""
  if (!maps.has(file)) {
    const map = site.file(`${file}.map`)
    maps.set(file, map && new SourceMap(JSON.parse(map.toString())))
  }
  const entry = maps.get(file)?.findEntry(lineNumber, columnNumber)
  return entry && "originalSource" in entry && entry.originalSource !== undefined
    ? entry.originalSource.replace(/^.*node_modules\/|^(\.\.\/)+/, "")
    : `${file} itself`
}

const line = (milliseconds: number, what: string) => `${milliseconds.toFixed(1).padStart(8)} ms ${what}`
