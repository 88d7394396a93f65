import { expect, type JSHandle, type Page } from "@playwright/test"
import * as Provider from "../real/parts/provider.ts"
import * as Relay from "../real/parts/relay.ts"
import { account, held } from "./held.ts"
import { idle } from "./idle.ts"
import { connectAndOpen, make, test } from "./kit.ts"
import { alone as onPlayground } from "./playground.ts"

/**
 * Number of elements in the page's body and shadow roots. The head is left out, because bundlers add what they have
 * fetched.
 */
const nodes = (page: Page) =>
  page.evaluate(() => {
    const count = (root: ParentNode): number =>
      [...root.querySelectorAll("*")].reduce((sum, one) => sum + 1 + (one.shadowRoot ? count(one.shadowRoot) : 0), 0)
    return count(document.body)
  })

/** Whether the garbage collector frees an object that the page can only reach through a `WeakRef`. */
const isFreed = async (page: Page, kept: JSHandle<WeakRef<object>>) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("HeapProfiler.collectGarbage")
  await devtools.detach()
  return kept.evaluate((kept) => kept.deref() === undefined)
}

const cycles = (page: Page, times: number) =>
  page.evaluate(async (times) => {
    const modal = window.kit.made[0]?.modal
    const frame = () => new Promise(requestAnimationFrame)
    for (let count = 0; count < times; count += 1) {
      await modal?.open()
      await frame()
      await modal?.close()
      await frame()
    }
  }, times)

test("100 openings leak no nodes, listeners or memory, and destroy() frees the elements, although the site keeps the modal", async ({
  kit,
}) => {
  await make(kit)
  // The directory adds to the view when it responds.
  await kit.evaluate(() => void window.kit.made[0]?.modal.open())
  await kit.getByText("600+").waitFor()
  await kit.evaluate(() => void window.kit.made[0]?.modal.close())
  await cycles(kit, 20)
  const devtools = await kit.context().newCDPSession(kit)
  await devtools.send("Performance.enable")
  const measure = async () => {
    // The next opening's view is rendered; the previous one has faded out.
    await kit.waitForFunction(() => {
      const dialog = document.querySelector("portico-modal")?.shadowRoot?.querySelector("dialog:not([open])")
      return dialog?.querySelector("[data-wallet]") && !dialog.querySelector("[inert], [data-view]")
    })
    for (let times = 0; times < 3; times += 1) await devtools.send("HeapProfiler.collectGarbage")
    const { metrics } = await devtools.send("Performance.getMetrics")
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
    return {
      alive: of("Nodes"),
      listeners: of("JSEventListeners"),
      heap: of("JSHeapUsedSize"),
      shown: await nodes(kit),
    }
  }
  const before = await measure()
  await cycles(kit, 100)
  // What is only kept until the end of a timer or a task goes in the end; what leaks stays.
  const grown = async () => {
    const after = await measure()
    return {
      shown: after.shown - before.shown,
      alive: after.alive - before.alive < 20,
      listeners: after.listeners - before.listeners < 5,
      heap: after.heap - before.heap < 500_000,
    }
  }
  await expect.poll(grown).toEqual({ shown: 0, alive: true, listeners: true, heap: true })

  await connectAndOpen(kit)
  const dialog = await kit.evaluateHandle(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    return new WeakRef(root?.querySelector("dialog") ?? document.body)
  })
  await kit.evaluate(() => window.kit.made[0]?.modal.destroy())
  await expect.poll(() => isFreed(kit, dialog)).toBe(true)
})

test.describe("what a modal holds", () => {
  // Before the page loads.
  test.beforeEach(({ page }) => account(page))

  test("after destroy() no element, listener, timer, observer or channel is left, also of a modal that waits for its element, a wallet or a QR code", async ({
    kit,
  }) => {
    const before = await held(kit)
    const elements = await nodes(kit)
    await make(kit)
    await kit.evaluate(async () => {
      const modal = window.kit.made[0]?.modal
      await modal?.connect({ wallet: "example.halyard" })
      await modal?.open()
    })
    await kit.locator('portico-modal [data-view="Account"] [data-token]').first().waitFor()
    await expect.poll(() => held(kit)).toMatchObject({ BroadcastChannel: 1 })
    expect((await held(kit)).listeners.length).toBeGreaterThan(before.listeners.length)

    // The site keeps the result of `createModal`, but nothing in the page is referenced by it.
    const host = await kit.evaluate(async () => {
      const [made] = window.kit.made
      const element = made?.modal.element
      await made?.modal.destroy()
      return element === made?.modal.element
    })
    expect(host).toBe(false)
    await expect(kit.locator("portico-modal")).toHaveCount(0)
    await expect.poll(() => nodes(kit)).toBe(elements)
    expect(await kit.evaluate(() => document.documentElement.style.overflow)).toBe("")
    const after = { ...before, listeners: [...before.listeners, reacts] }
    await expect.poll(() => held(kit)).toEqual(after)

    // More modals add nothing to what React keeps. Here one during a wallet request, after a QR code.
    await kit.evaluate(() => localStorage.clear())
    await make(kit, { wallets: { "example.halyard": { connect: "hang" } } })
    await kit.evaluate(() => window.kit.made[1]?.modal.open())
    await kit.locator("portico-modal [data-wallet=walletConnect]").click()
    await kit.getByRole("img", { name: "QR code to connect" }).waitFor()
    await kit.getByRole("button", { name: "Back" }).click()
    await kit.locator('portico-modal [data-view] [data-wallet="example.halyard"]').click()
    await kit.getByRole("heading", { name: "Approve in Halyard" }).waitFor()
    await kit.evaluate(() => window.kit.made[1]?.modal.destroy())
    await expect(kit.locator("portico-modal")).toHaveCount(0)
    await expect.poll(() => held(kit)).toEqual(after)

    // One that waits until the site inserts its element.
    await make(kit, {}, { disableAppend: true })
    await kit.evaluate(() => window.kit.made[2]?.modal.open())
    await expect.poll(() => held(kit)).toMatchObject({ frames: 1 })
    await kit.evaluate(() => window.kit.made[2]?.modal.destroy())
    await expect.poll(() => held(kit)).toEqual(after)
  })
})

/**
 * The one listener that stays: with its first root on a page, even one of the site's, React listens for
 * `selectionchange` on the document. It adds it once for all roots and never removes it.
 */
const reacts = "document selectionchange false"

onPlayground(
  "a modal that is destroyed while its first view loads leaves nothing in the page; later, destroy() closes the socket to the relay, and none is reopened",
  async ({ playground, page }) => {
    const [provider, relay] = await Promise.all([Provider.start(), Relay.start()])
    await playground.visit({ hosts: provider.url })
    const asked = await page.evaluate(async () => {
      const asked = [window.portico.preload(), window.portico.open()]
      await window.portico.destroy()
      return (await Promise.allSettled(asked)).map(({ status }) => status)
    })
    expect(asked).toEqual(["rejected", "rejected"])
    await expect(page.locator("portico-modal")).toHaveCount(0)

    const sockets: { isClosed(): boolean }[] = []
    page.on("websocket", (socket) => sockets.push(socket))
    await playground.visit({ hosts: provider.url, relay: relay.url, open: "ConnectingWalletConnect" })
    await expect(page.getByRole("img", { name: "QR code to connect" })).toBeVisible()
    await expect.poll(() => sockets.filter((socket) => !socket.isClosed()).length).toBe(1)

    await page.evaluate(() => window.portico.destroy())
    await expect(page.locator("portico-modal")).toHaveCount(0)
    await expect.poll(() => sockets.every((socket) => socket.isClosed())).toBe(true)
    const opened = sockets.length
    // Any reconnection would have happened by the time the page is idle.
    await page.evaluate(() => void dispatchEvent(new Event("online")))
    await idle(page)
    expect(sockets).toHaveLength(opened)
    await Promise.all([provider.stop(), relay.stop()])
  },
)
