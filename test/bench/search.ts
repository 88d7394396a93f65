import type { Chromium, Page } from "./chromium.ts"
import { type Findings, median } from "./report.ts"
import type { Site } from "./site.ts"
import { worstTask } from "./tasks.ts"

const wallets = 5_000
const words = ["saltmarsh", "vault", "no such"]
const keyEvery = 60
/** Time from the last key to the final list: the debounce, the response, and rendering. */
const settled = 900
const longest = 50
/** Four per line of 94 px: in a window of 560 px, with four lines rendered before and after it, and one with the focus. */
const windowed = 4 * (6 + 1 + 8) + 1

/** Typing in AllWallets over 5,000 wallets that are all loaded, without throttling. */
export const benchSearch = async (browser: Chromium, site: Site): Promise<Findings> => {
  const script = JSON.stringify({ directory: wallets, tick: 0 })
  const page = await browser.page(`${site.url}/demo?script=${encodeURIComponent(script)}`)
  await page.evaluate(() => window.modal.open({ view: "AllWallets" }))
  const listed = await page.evaluate(scrollToEnd)
  await page.evaluate(watch)

  const worst: { readonly wall: number; readonly cpu: number }[] = []
  for (const word of words) {
    const events = await browser.trace(["toplevel", "blink.user_timing"], () => type(page, word))
    worst.push(worstTask(events))
  }
  const { tasks, rows } = await page.evaluate(() => window.watched)
  await page.close()
  return {
    figures: [
      { name: "search: wallets in the searched list", unit: "", value: listed },
      {
        name: "search: longest task while typing, CPU time",
        unit: "ms",
        value: Math.max(...worst.map(({ cpu }) => cpu)),
        spread: worst.map(({ cpu }) => cpu.toFixed(1)).join(", "),
        budget: longest,
      },
      {
        name: "search: the same in wall time, with other load on the machine",
        unit: "ms",
        value: median(worst.map(({ wall }) => wall)),
        spread: worst.map(({ wall }) => wall.toFixed(1)).join(", "),
      },
      { name: `search: tasks over ${longest} ms that the page observed`, unit: "", value: tasks.length },
      { name: "search: most rows in the page", unit: "", value: rows, budget: windowed },
    ],
  }
}

declare global {
  interface Window {
    /** Long tasks, and the largest number of rows in the page. */
    watched: { readonly tasks: number[]; rows: number }
  }
}

/** In the page: scrolls to the end until no more rows come. */
const scrollToEnd = async (): Promise<number> => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
  const root = document.querySelector("portico-modal")?.shadowRoot
  const list = () => root?.querySelector<HTMLElement>('[data-view="AllWallets"] ul')
  while (!list()) await pause()
  let box = list()?.parentElement
  while (box && getComputedStyle(box).overflowY !== "auto") box = box.parentElement
  if (!box) throw new Error("Nothing scrolls the list")
  let known = 0
  for (let still = 0; still < 50; ) {
    box.scrollTop = box.scrollHeight
    await pause()
    still = box.scrollHeight === known ? still + 1 : 0
    known = box.scrollHeight
  }
  const last = [...(list()?.children ?? [])].at(-1)
  box.scrollTop = 0
  await pause()
  return Number(last?.getAttribute("aria-posinset"))
}

/** In the page: records long tasks and rows from now on, with the search field focused. */
const watch = () => {
  const root = document.querySelector("portico-modal")?.shadowRoot
  if (!root) throw new Error("There is no modal")
  window.watched = { tasks: [], rows: 0 }
  new PerformanceObserver((list) => {
    window.watched.tasks.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: "longtask" })
  new MutationObserver(() => {
    window.watched.rows = Math.max(window.watched.rows, root.querySelectorAll("[data-item]").length)
  }).observe(root, { childList: true, subtree: true })
  root.querySelector<HTMLElement>('[data-view="AllWallets"] input')?.focus()
}

const type = async (page: Page, word: string) => {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  await page.evaluate(() => void performance.mark("pressed"))
  for (const text of word) {
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", text, key: text })
    await page.send("Input.dispatchKeyEvent", { type: "keyUp", key: text })
    await pause(keyEvery)
  }
  await pause(settled)
  for (const _ of word) {
    await page.send("Input.dispatchKeyEvent", {
      type: "keyDown",
      key: "Backspace",
      code: "Backspace",
      windowsVirtualKeyCode: 8,
    })
    await page.send("Input.dispatchKeyEvent", { type: "keyUp", key: "Backspace" })
    await pause(keyEvery)
  }
  await pause(settled)
}
