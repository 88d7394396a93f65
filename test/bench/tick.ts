import type { Chromium, Page } from "./chromium.ts"
import { type Findings, median, spreadOf } from "./report.ts"
import type { Site } from "./site.ts"

const tokens = 500
const ticks = 9
const haste = 20

/** A price that changes among 500 tokens: what the page updates, and how long its scripts run. */
export const benchTick = async (browser: Chromium, site: Site): Promise<Findings> => {
  const script = JSON.stringify({ tokens, tick: 0 })
  const page = await browser.page(`${site.url}/demo?haste=${haste}&script=${encodeURIComponent(script)}`)
  await page.evaluate(async () => {
    await window.modal.connect({ wallet: "example.halyard" })
    await window.modal.open({ view: "Account" })
  })
  await page.evaluate(ready)
  await page.send("Performance.enable", { timeDomain: "threadTicks" })

  const seen: Change[] = []
  for (let tick = 0; tick < ticks; tick++) seen.push(await change(page, 3_000 + tick))
  await page.close()
  const worst = (name: "rows" | "nodes" | "outside") => Math.max(...seen.map((change) => change[name]))
  return {
    figures: [
      { name: `tick, one of ${tokens} tokens: rows changed`, unit: "", value: worst("rows"), budget: 1 },
      {
        name: "tick: elements added, removed or with a changed attribute",
        unit: "",
        value: worst("nodes"),
        budget: 0,
      },
      { name: "tick: texts changed outside rows: the total", unit: "", value: worst("outside"), budget: 2 },
      {
        name: "tick: scripts, including reading the balances again",
        unit: "ms",
        value: median(seen.map(({ ran }) => ran)),
        spread: `${spreadOf(seen.map(({ ran }) => ran))} ms`,
      },
    ],
  }
}

interface Change {
  readonly rows: number
  readonly nodes: number
  /** Texts outside every row. */
  readonly outside: number
  /** Milliseconds. */
  readonly ran: number
}

/** In the page: resolves when the list is rendered and the wait for the next response has begun. */
const ready = async () => {
  const row = () => document.querySelector("portico-modal")?.shadowRoot?.querySelector('[data-token="native"]')
  while (!row()) await new Promise((resolve) => setTimeout(resolve, 20))
  await new Promise((resolve) => setTimeout(resolve, 2_000))
}

const change = async (page: Page, price: number): Promise<Change> => {
  const scripts = async () => {
    const { metrics } = await page.send<{ metrics: readonly { name: string; value: number }[] }>(
      "Performance.getMetrics",
    )
    return metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN
  }
  const before = await scripts()
  const changed = await page.evaluate(move, price)
  return { ...changed, ran: ((await scripts()) - before) * 1_000 }
}

/** In the page: changes the price, and counts what changes until the balances have been read again. */
const move = async (price: number) => {
  const root = document.querySelector("portico-modal")?.shadowRoot
  if (!root) throw new Error("There is no modal")
  const records: MutationRecord[] = []
  const observer = new MutationObserver((seen) => records.push(...seen))
  observer.observe(root, { childList: true, characterData: true, attributes: true, subtree: true })
  const asked = window.world.faults.requestCount("balance")
  window.world.market.setPrice("ETH", price)
  const began = performance.now()
  while (window.world.faults.requestCount("balance") === asked && performance.now() - began < 3_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  observer.disconnect()
  const rowOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest("[data-token]")
  const texts = records.filter(({ type, target }) => type === "characterData" || !(target as Element).children.length)
  return {
    rows: new Set(records.map(({ target }) => rowOf(target)).filter((row) => row)).size,
    outside: new Set(texts.flatMap(({ target }) => (rowOf(target) ? [] : target))).size,
    nodes: records.length - texts.length,
  }
}
