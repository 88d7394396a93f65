import type { Chromium, Page } from "./chromium.ts"
import { type Findings, median } from "./report.ts"
import type { Site } from "./site.ts"
import { worstTask } from "./tasks.ts"

/** Factor by which the processor of a slow phone is slower. */
const slow = 4
const rounds = 5
/** Longest frame in what the visitor moves, in ms. */
const longest = 50

/**
 * Smoothness while opening, changing the view, scrolling and typing. Each figure is the CPU time of the longest task of the main
 * thread times 4, which other load on the machine does not change. The frames per second are those of a page throttled by the same factor,
 * compared with a page on which nothing happens.
 */
export const benchFrames = async (browser: Chromium, site: Site): Promise<Findings> => {
  const script = JSON.stringify({ directory: 600, tick: 0, latency: 0 })
  const url = `${site.url}/demo?script=${encodeURIComponent(script)}`
  const worst: Record<string, number[]> = {}
  const rates: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const throttled of [false, true]) {
      const page = await browser.page(url)
      // The first opening loads code and compiles it; `open` measures that.
      await page.evaluate(warmUp)
      if (throttled) await page.send("Emulation.setCPUThrottlingRate", { rate: slow })
      for (const [name, act] of Object.entries(acts)) {
        if (name in needs) await page.evaluate(awaited, needs[name] ?? "")
        if (throttled) {
          const frames = page.evaluate(rateOver, span)
          await act(page)
          rates[name] = [...(rates[name] ?? []), await frames]
        } else {
          const events = await browser.trace(["toplevel", "blink.user_timing"], async () => {
            await page.evaluate(() => void performance.mark("pressed"))
            await act(page)
          })
          worst[name] = [...(worst[name] ?? []), slow * worstTask(events).cpu]
        }
      }
      await page.close()
    }
  }
  const still = median(rates.nothing ?? [])
  const moving = Object.keys(acts).filter((name) => name !== "nothing")
  return {
    figures: [
      ...moving.map((name) => ({
        name: `frames: longest task while ${name}, ${slow}x CPU time`,
        unit: "ms" as const,
        value: median(worst[name] ?? []),
        spread: (worst[name] ?? []).map((one) => one.toFixed(1)).join(", "),
        budget: longest,
      })),
      ...moving.map((name) => ({
        name: `frames: a second while ${name}, throttled / at rest`,
        unit: "" as const,
        value: median(rates[name] ?? []),
        baseline: still,
        ratio: median(rates[name] ?? []) / still,
      })),
    ],
  }
}

/** Time over which frames are counted, in ms. */
const span = 1_200

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** In the page: opens and closes once, with all wallets loaded. */
const warmUp = async () => {
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  await window.modal.open({ view: "AllWallets" })
  await wait(800)
  await window.modal.close()
  await wait(400)
  await window.modal.open()
  await wait(800)
  await window.modal.close()
  await wait(400)
}

/** In the page: frames per second from now on. */
const rateOver = (time: number) =>
  new Promise<number>((resolve) => {
    const from = performance.now()
    let frames = 0
    const count = () => {
      const past = performance.now() - from
      if (past >= time) return resolve((frames * 1_000) / past)
      frames += 1
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })

/** Selector of the part that the visitor needs to begin. */
const needs: Readonly<Record<string, string>> = {
  "changing the view": '[data-view="Connect"] [data-wallet="all"]',
  scrolling: '[data-view="AllWallets"] [data-item]',
  typing: '[data-view="AllWallets"] input',
}

/** In the page: waits for a part of the modal. */
const awaited = async (selector: string) => {
  while (!document.querySelector("portico-modal")?.shadowRoot?.querySelector(selector))
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** In the page: presses the row that leads to all wallets. */
const openAll = () => {
  const root = document.querySelector("portico-modal")?.shadowRoot
  root?.querySelector<HTMLElement>('[data-view="Connect"] [data-wallet="all"]')?.click()
}

/** In the page: scrolls the grid of wallets by 40 px per frame, for a second. */
const scroll = () => {
  const root = document.querySelector("portico-modal")?.shadowRoot
  let box = root?.querySelector<HTMLElement>('[data-view="AllWallets"] ul')?.parentElement
  while (box && getComputedStyle(box).overflowY !== "auto") box = box.parentElement
  if (!box) throw new Error("Nothing scrolls the list")
  const end = performance.now() + 1_000
  const step = () => {
    box.scrollTop += 40
    if (performance.now() < end) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

/** In the page: focuses the search field. */
const focusSearch = () => {
  const root = document.querySelector("portico-modal")?.shadowRoot
  root?.querySelector<HTMLElement>('[data-view="AllWallets"] input')?.focus()
}

const acts: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  nothing: () => pause(span),
  opening: async (page) => {
    await page.evaluate(() => void window.modal.open())
    await pause(span)
  },
  "changing the view": async (page) => {
    await page.evaluate(openAll)
    await pause(span)
  },
  scrolling: async (page) => {
    await page.evaluate(scroll)
    await pause(span)
  },
  typing: async (page) => {
    // The focus scrolls the list back to its top, which no visitor's key follows at once.
    await page.evaluate(focusSearch)
    await pause(200)
    for (const text of "salt") {
      await page.send("Input.dispatchKeyEvent", { type: "keyDown", text, key: text })
      await page.send("Input.dispatchKeyEvent", { type: "keyUp", key: text })
      await pause(60)
    }
    await pause(span - 200 - 4 * 60)
  },
}
