import { start } from "../real/parts/provider.ts"
import type { Chromium, Page } from "./chromium.ts"
import type { Findings } from "./report.ts"
import type { Site } from "./site.ts"

/** Resources of a page after garbage collection. */
interface Held {
  /** kB of 1000 bytes. */
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
}

/** After this many, everything fetched once is cached. */
const before = 20
const opens = 200
const haste = 20
/** Time within which a page finishes its work after a paint. */
const settled = 500

/**
 * Measures what 20 opens and closes leave behind, and 200 more, compared with a bare React page, and what `destroy()` frees. `browser` must
 * interpret the pages' code: V8 compiles what runs often, and up to 1 MB of machine code would hide what the modal keeps.
 */
export const benchMemory = async (browser: Chromium, site: Site): Promise<Findings> => {
  const provider = await start()
  const floor = await growth(browser, `${site.url}/floor`)
  const portico = await growth(browser, `${site.url}/portico?haste=${haste}&hosts=${encodeURIComponent(provider.url)}`)
  await provider.stop()

  const { first, opened, warm, last, destroyed, left } = portico
  const kept = (name: "nodes" | "listeners", of = portico) => of.last[name] - of.warm[name]
  return {
    figures: [
      {
        name: `memory: heap after ${before} opens and closes`,
        unit: "kB",
        value: warm.heap - opened.heap,
        baseline: floor.warm.heap - floor.opened.heap,
        budget: 300,
      },
      {
        name: `memory: heap after ${opens} more`,
        unit: "kB",
        value: last.heap - warm.heap,
        baseline: floor.last.heap - floor.warm.heap,
        budget: 100,
      },
      {
        name: `memory: DOM nodes kept by ${opens}`,
        unit: "",
        value: kept("nodes"),
        baseline: kept("nodes", floor),
        budget: 0,
      },
      {
        name: `memory: listeners kept by ${opens}`,
        unit: "",
        value: kept("listeners"),
        baseline: kept("listeners", floor),
        budget: 0,
      },
      { name: "destroyed: DOM nodes left", unit: "", value: destroyed.nodes - first.nodes, budget: 0 },
      { name: "destroyed: listeners left", unit: "", value: destroyed.listeners - first.listeners, budget: 0 },
      ...Object.entries(left).map(
        ([name, value]) => ({ name: `destroyed: ${name} left`, unit: "", value, budget: 0 }) as const,
      ),
    ],
  }
}

const growth = async (browser: Chromium, url: string) => {
  const page = await browser.page(url)
  const first = await held(page)
  await page.evaluate(() => window.bench.open())
  await new Promise((resolve) => setTimeout(resolve, settled))
  await page.evaluate(() => window.bench.close())
  const opened = await held(page)
  await openAndClose(page, before)
  const warm = await held(page)
  await openAndClose(page, opens)
  const last = await held(page)
  const left = await page.evaluate(destroy)
  const destroyed = await held(page)
  await page.close()
  return { first, opened, warm, last, destroyed, left }
}

const openAndClose = (page: Page, times: number) =>
  page.evaluate(async (left) => {
    for (let time = 0; time < left; time++) {
      await window.bench.open()
      await window.bench.close()
    }
  }, times)

/** In the page: destroys the modal, and counts what is still open once pending work has ended. */
const destroy = async (): Promise<Readonly<Record<string, number>>> => {
  if (!("modal" in window)) return {}
  await window.modal.destroy()
  await new Promise((resolve) => requestIdleCallback(resolve))
  return { ...window.ledger.open(), elements: document.querySelectorAll("portico-modal").length }
}

const held = async (page: Page): Promise<Held> => {
  await new Promise((resolve) => setTimeout(resolve, settled))
  // Twice, since what the first collection frees may have held other objects.
  for (let time = 0; time < 2; time++) await page.send("HeapProfiler.collectGarbage")
  const { usedSize } = await page.send<{ usedSize: number }>("Runtime.getHeapUsage")
  const { nodes, jsEventListeners } = await page.send<{ nodes: number; jsEventListeners: number }>(
    "Memory.getDOMCounters",
  )
  // The site's bundler leaves a link in the page's head for each file it preloaded.
  const links = await page.evaluate(() => document.querySelectorAll("link").length)
  return { heap: usedSize / 1_000, nodes: nodes - links, listeners: jsEventListeners }
}
