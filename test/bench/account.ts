import { type Provider, start } from "../real/parts/provider.ts"
import type { Chromium, Page } from "./chromium.ts"
import { dot } from "./pages/dot.ts"
import { compared, type Figure, type Findings } from "./report.ts"
import type { Site } from "./site.ts"
import { worstTask } from "./tasks.ts"

/** Contents of an account. */
interface Holdings {
  readonly tokens: number
  readonly transactions: number
}

const many: Holdings = { tokens: 1_000, transactions: 5_000 }
const few: Holdings = { tokens: 20, transactions: 20 }
const account = "0x2aae531a81461f029cd55cb46703211c9227ba05"
/** Transactions per response of the provider, and the time between them: 5,000 span about five years. */
const pageSize = 50
const apart = 9 * 60 * 60 * 1_000

const rounds = { first: 7, again: 15 }
/** Time within which the work after opening or closing is done. */
const settled = 400
const budget = 1.5
const longest = 50
/** In a window of about 560 px: ten rows of 56 px in view and one in part, four rendered before and after them, and one with the focus. */
const windowed = 10 + 1 + 4 + 4 + 1
const wheels = 80
const wheelEvery = 16
const wheelBy = 700

/**
 * An account with 1,000 tokens and 5,000 transactions beside one with 20 of each, on the live layers with a provider on loopback. All
 * tokens come in one response, so the first opening reads them all. Transactions are paged, so the first opening reads one page; the full
 * list is measured after scrolling to its end and opening the view again. Tasks and work are CPU time, independent of other load on the
 * machine.
 */
export const benchAccount = async (browser: Chromium, site: Site): Promise<Findings> => {
  const [large, small] = [await provide(many), await provide(few)]
  const urlOf = (provider: Provider) =>
    `${site.url}/portico?account=${account}&hosts=${encodeURIComponent(provider.url)}`
  const figures: Figure[] = [await first(browser, urlOf(large), urlOf(small))]
  for (const kind of ["tokens", "transactions"] as const)
    figures.push(...(await again(browser, kind, urlOf(large), urlOf(small))))
  await Promise.all([large.stop(), small.stop()])
  return { figures }
}

const first = async (browser: Chromium, large: string, small: string): Promise<Figure> => {
  const seen = { large: [] as number[], small: [] as number[] }
  for (let round = 0; round < rounds.first; round++)
    for (const [size, url] of [
      ["small", small],
      ["large", large],
    ] as const) {
      const page = await connected(browser, url)
      seen[size].push((await page.evaluate(() => window.bench.open())).painted)
      await page.close()
    }
  return compared(`account: first opening, ${many.tokens} tokens / ${few.tokens}`, seen.large, seen.small, budget)
}

const again = async (
  browser: Chromium,
  kind: keyof Holdings,
  largeUrl: string,
  smallUrl: string,
): Promise<readonly Figure[]> => {
  const [large, small] = [await connected(browser, largeUrl), await connected(browser, smallUrl)]
  await held(small, kind, few)
  const events = await browser.trace(["toplevel", "blink.user_timing"], () => held(large, kind, many))
  const seen = { large: [] as Opening[], small: [] as Opening[] }
  for (let round = 0; round < rounds.again; round++) {
    seen.small.push(await opening(small))
    seen.large.push(await opening(large))
  }
  const scrolls = await scrolled(browser, large)
  await Promise.all([large.close(), small.close()])
  const beside = (name: string, way: keyof Opening, budget?: number) =>
    compared(
      `account: ${name}, ${many[kind]} ${kind} / ${few[kind]}`,
      seen.large.map((opened) => opened[way]),
      seen.small.map((opened) => opened[way]),
      budget,
    )
  const tasks = scrolls.map(({ cpu }) => cpu)
  return [
    beside("opens again", "painted", budget),
    beside("work of it", "cpu", budget),
    {
      name: `account: longest task, all ${kind} listed`,
      unit: "ms",
      value: worstTask(events).cpu,
      budget: longest,
    },
    {
      name: `account: longest task, ${kind} scrolled`,
      unit: "ms",
      value: Math.max(...tasks),
      spread: tasks.map((one) => one.toFixed(1)).join(", "),
      budget: longest,
    },
    {
      name: `account: most rows of ${kind} in the page`,
      unit: "",
      value: Math.max(...scrolls.map(({ rows }) => rows)),
      budget: windowed,
    },
  ]
}

/** The provider, for an account with these contents. */
const provide = async ({ tokens, transactions }: Holdings): Promise<Provider> => {
  const provider = await start()
  const json = (value: object) => ({ status: 200, type: "application/json", body: JSON.stringify(value) })
  const balances = json({ balances: Array.from({ length: tokens }, (_, index) => tokenAt(index)) })
  provider.set("GET /v1/account/*/balance", () => balances)
  const now = Date.now()
  const pages = Array.from({ length: Math.ceil(transactions / pageSize) }, (_, page) => {
    const [from, to] = [page * pageSize, Math.min(transactions, (page + 1) * pageSize)]
    const data = Array.from({ length: to - from }, (_, index) => transactionAt(from + index, now))
    return json({ data, next: to < transactions ? String(page + 1) : null })
  })
  provider.set("GET /v1/account/*/history", ({ query }) => pages[Number(query.cursor ?? 0)] ?? null)
  provider.set("POST /v1", ({ body }) => (Array.isArray(body) ? body.map(rpcAnswer) : rpcAnswer(body as RpcCall)))
  return provider
}

const connected = async (browser: Chromium, url: string): Promise<Page> => {
  const page = await browser.page(url)
  await page.evaluate(() => window.modal.connect({ wallet: "example.wallet0" }))
  await pause(settled)
  return page
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Opens the view for the first time, scrolls to the end so the whole list is loaded, then closes it. */
const held = async (page: Page, kind: keyof Holdings, has: Holdings): Promise<void> => {
  await page.send("Performance.enable", { timeDomain: "threadTicks" })
  await page.evaluate(() => window.bench.open())
  if (kind === "transactions") await page.evaluate(showActivity)
  await page.evaluate(() => void performance.mark("pressed"))
  const count = await page.evaluate(readAll)
  if (count < has[kind]) throw new Error(`The account lists ${count} of ${has[kind]} ${kind}`)
  await page.evaluate(() => window.bench.close())
}

/** Time of an opening in ms: until its rows are painted, and the CPU time of the page's thread for it and what follows. */
interface Opening {
  readonly painted: number
  readonly cpu: number
}

const opening = async (page: Page): Promise<Opening> => {
  const before = await worked(page)
  const { painted } = await page.evaluate(() => window.bench.open())
  await pause(settled)
  const cpu = (await worked(page)) - before
  await page.evaluate(() => window.bench.close())
  await pause(settled)
  return { painted, cpu }
}

const worked = async (page: Page): Promise<number> => {
  const { metrics } = await page.send<{ metrics: readonly { name: string; value: number }[] }>("Performance.getMetrics")
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000
}

const tokenAt = (index: number) => ({
  name: `Token ${index}`,
  symbol: `TKN${index}`,
  chainId: "eip155:1",
  ...(index > 0 && { address: `eip155:1:0x${index.toString(16).padStart(40, "0")}` }),
  value: (many.tokens - index) * 1.25,
  price: 1.25,
  quantity: { decimals: "18", numeric: String(many.tokens - index) },
  iconUrl: dot,
})

const transactionAt = (index: number, now: number) => {
  const outwards = index % 3 === 0
  const other = `0x${(index + 1).toString(16).padStart(40, "0")}`
  return {
    id: `transaction-${index}`,
    metadata: {
      operationType: outwards ? "send" : "receive",
      hash: `0x${index.toString(16).padStart(64, "0")}`,
      minedAt: new Date(now - index * apart).toISOString(),
      sentFrom: outwards ? account : other,
      sentTo: outwards ? other : account,
      status: "confirmed",
      nonce: index,
      application: null,
      chain: "eip155:1",
    },
    transfers: [
      {
        fungible_info: { name: "Ethereum", symbol: "ETH", icon: { url: dot } },
        nft_info: null,
        direction: outwards ? "out" : "in",
        quantity: { numeric: `0.${index + 1}` },
        value: 12.5,
        price: 2_500.5,
      },
    ],
  }
}

interface RpcCall {
  readonly id: number
  readonly method: string
}

/** A node at which every account has one ether and no name exists. */
const rpcAnswer = ({ id, method }: RpcCall) =>
  method === "eth_getBalance"
    ? { jsonrpc: "2.0", id, result: "0xde0b6b3a7640000" }
    : { jsonrpc: "2.0", id, error: { code: 3, message: "execution reverted" } }

/** In the page: opens the activity tab and waits for its rows. */
const showActivity = async () => {
  const root = document.querySelector("portico-modal")?.shadowRoot
  root?.querySelectorAll<HTMLElement>("[role=tab]")[2]?.click()
  while (!root?.querySelector("[data-transaction]")) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** In the page: scrolls to the end until no more rows come. Returns their number. */
const readAll = async (): Promise<number> => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 10))
  const items = () => [
    ...(document.querySelector("portico-modal")?.shadowRoot?.querySelectorAll("dialog[open] [data-item]") ?? []),
  ]
  let box = items()[0]?.parentElement
  while (box && getComputedStyle(box).overflowY !== "auto") box = box.parentElement
  if (!box) throw new Error("Nothing scrolls the list")
  let known = 0
  for (let still = 0; still < 60; ) {
    box.scrollTop = box.scrollHeight
    await wait()
    still = box.scrollHeight === known ? still + 1 : 0
    known = box.scrollHeight
  }
  const last = items().at(-1)
  box.scrollTop = 0
  return Number(last?.getAttribute("data-item")) + 1
}

/** Scrolls the list with the wheel: down, up and down again. */
const scrolled = async (browser: Chromium, page: Page) => {
  await page.evaluate(() => window.bench.open())
  await pause(settled)
  const over = await page.evaluate(middle)
  const seen: { readonly cpu: number; readonly rows: number }[] = []
  for (const by of [wheelBy, -wheelBy, wheelBy]) {
    await page.evaluate(watchRows)
    const events = await browser.trace(["toplevel", "blink.user_timing"], async () => {
      await page.evaluate(() => void performance.mark("pressed"))
      for (let wheel = 0; wheel < wheels; wheel++) {
        await page.send("Input.dispatchMouseEvent", { type: "mouseWheel", ...over, deltaX: 0, deltaY: by })
        await pause(wheelEvery)
      }
    })
    const { rows, moved } = await page.evaluate(() => window.rowsSeen())
    if (moved < wheelBy) throw new Error(`The wheel has moved the list by ${moved} px`)
    seen.push({ cpu: worstTask(events).cpu, rows })
  }
  return seen
}

declare global {
  interface Window {
    /** Largest number of rows in the page, and how far the list moved, since observing began. */
    rowsSeen: () => { readonly rows: number; readonly moved: number }
  }
}

/** In the page: the middle of the view. */
const middle = () => {
  const found = document.querySelector("portico-modal")?.shadowRoot?.querySelector('[data-view="Account"]')
  const { left, width } = found?.getBoundingClientRect() ?? { left: 0, width: 0 }
  return { x: left + width / 2, y: innerHeight / 2 }
}

/** In the page. */
const watchRows = () => {
  const root = document.querySelector("portico-modal")?.shadowRoot
  if (!root) throw new Error("There is no modal")
  const count = () => root.querySelectorAll("[data-item]").length
  const top = () => root.querySelector('[data-view="Account"]')?.getBoundingClientRect().top ?? 0
  const began = top()
  let rows = count()
  const observer = new MutationObserver(() => {
    rows = Math.max(rows, count())
  })
  observer.observe(root, { childList: true, subtree: true })
  window.rowsSeen = () => {
    observer.disconnect()
    return { rows, moved: Math.abs(top() - began) }
  }
}
