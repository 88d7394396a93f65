import { start } from "../real/parts/provider.ts"
import type { Chromium } from "./chromium.ts"
import { preloaded } from "./preloaded.ts"
import { type Findings, median, spreadOf } from "./report.ts"
import type { Site } from "./site.ts"

const rounds = 5
const budget = 100

/** Pauses between the painted rows and the press, in ms: none, and less than a person takes to find a wallet. */
const pauses = { "at once": 0, "after 300 ms": 300 }

/** Time from a press on the row of an installed wallet to its painted waiting view, on a page that was quiet before the opening. */
export const benchPress = async (browser: Chromium, site: Site): Promise<Findings> => {
  const provider = await start()
  const url = `${site.url}/portico?preload=idle&hosts=${encodeURIComponent(provider.url)}`
  const figures = []
  for (const [when, pause] of Object.entries(pauses)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const page = await browser.page(url)
      await page.evaluate(preloaded)
      await page.evaluate(() => window.bench.open())
      times.push(await page.evaluate(press, pause))
      await page.close()
    }
    figures.push({
      name: `press on a wallet, ${when}: to its waiting view`,
      unit: "ms" as const,
      value: median(times),
      spread: spreadOf(times),
      ...(pause === 0 ? {} : { budget }),
    })
  }
  await provider.stop()
  return { figures }
}

/** Presses the first installed wallet. Resolves with the time until the frame with its waiting view was painted, in ms. */
const press = async (pause: number): Promise<number> => {
  const root = document.querySelector("portico-modal")?.shadowRoot
  const row = root?.querySelector<HTMLElement>('[data-view="Connect"] [data-wallet="example.wallet0"]')
  if (!row) throw new Error("No installed wallet is listed")
  await new Promise((resolve) => setTimeout(resolve, pause))
  const began = performance.now()
  row.click()
  while (!root?.querySelector('[data-view="ConnectingExternal"]')) {
    if (performance.now() - began > 10_000) throw new Error("The waiting view does not open")
    await new Promise(requestAnimationFrame)
  }
  await new Promise<void>((resolve) => {
    const painted = new MessageChannel()
    painted.port1.onmessage = () => resolve()
    painted.port2.postMessage(undefined)
  })
  return performance.now() - began
}
