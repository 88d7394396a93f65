import { expect, type Page, type Request } from "@playwright/test"
import type { Script } from "../../layers/demo/script.ts"
import type { Route } from "../../src/navigation/first-paint/model/routes.ts"
import { calls, countCalls } from "./calls.ts"
import { idle } from "./idle.ts"
import { connectAndOpen, make, pass, test } from "./kit.ts"

test.beforeEach(async ({ page }) => {
  await countCalls(page)
  page.on("request", (request) => loading.add(request))
  page.on("requestfinished", (request) => loading.delete(request))
  page.on("requestfailed", (request) => loading.delete(request))
})
test.afterEach(() => loading.clear())

/** Requests of the page without a response yet, such as for code of a button that loads after its view. */
const loading = new Set<Request>()

/** Renders, except of changed text and of the ring of a QR code, which updates every second. */
const called = async (page: Page) => {
  const { "#text": _, "view svg": ring = 0, ...rest } = await calls(page)
  return ring > 1 ? { ...rest, "view svg": ring } : rest
}

/** Without notifications and their containers. */
const elsewhere = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => !/^(message|shell) /.test(name)))

/** Only of rows and their contents. */
const rows = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => /\[data-|^view li/.test(name)))

/** Waits until nothing loads or renders any more. An idle page has no renders left that React has begun or put off. */
const quiet = async (kit: Page) => {
  const count = async () => {
    await idle(kit)
    return loading.size + (await pictures(kit)) + Object.keys(await called(kit)).length
  }
  await expect.poll(async () => (await count()) + (await count()) + (await count()) + (await count())).toBe(0)
}

/** Number of pictures that are not decoded yet. Their rows render again then. */
const pictures = (kit: Page) =>
  kit.evaluate(() => {
    const all = document.querySelector("portico-modal")?.shadowRoot?.querySelectorAll("img") ?? []
    return [...all].filter(({ complete }) => !complete).length
  })

const row = (kit: Page, address: string) => kit.locator(`portico-modal [data-token="${address}"]`)

test("the counter counts a new view, a new row and a changed text", async ({ kit }) => {
  await make(kit)
  await calls(kit)
  await connectAndOpen(kit)
  await row(kit, "native").waitFor()
  const first = await calls(kit)
  expect(first["view button[data-token]"]).toBeGreaterThanOrEqual(4)
  expect(first["#text"]).toBeGreaterThan(0)
  await kit.evaluate(() => window.kit.made[0]?.modal.close())
  await expect.poll(async () => Object.keys(await calls(kit))).not.toEqual([])
})

test("a price change of one of 500 tokens updates only its row's text, and changes of all rerender no component of the list", async ({
  kit,
}) => {
  await make(kit, { tokens: 500 }, {}, true)
  await connectAndOpen(kit)
  const native = row(kit, "native")
  await expect(native).toContainText("$8,214.28")
  const texts = () =>
    kit.evaluate(() =>
      [...(document.querySelector("portico-modal")?.shadowRoot?.querySelectorAll("[data-token]") ?? [])].map(
        ({ textContent }) => textContent,
      ),
    )
  // A long list adds its rows in steps.
  await quiet(kit)
  const before = await texts()
  expect(before.length).toBeGreaterThan(8)

  await kit.evaluate(() => window.kit.made[0]?.world.market.setPrice("ETH", 4_000))
  await pass(kit, 11_000)
  await expect(native).toContainText("$9,672.00")
  expect(await called(kit)).toEqual({})
  const after = await texts()
  expect(after.filter((text, index) => text !== before[index])).toHaveLength(1)

  await kit.evaluate(() => window.kit.made[0]?.world.market.tick())
  await pass(kit, 11_000)
  await expect(native).not.toContainText("$9,672.00")
  expect(await called(kit)).toEqual({})
})

test("a new transaction inserts one row among 5,000 without rerendering the others", async ({ kit }) => {
  await make(kit, { transactions: 5_000 }, {}, true)
  await connectAndOpen(kit)
  await kit.getByRole("tab", { name: "Activity" }).click()
  const listed = kit.locator("portico-modal [data-transaction]")
  await listed.first().waitFor()
  await quiet(kit)
  await kit.evaluate(noteRows)

  await kit.evaluate(() =>
    window.kit.made[0]?.modal.send({
      token: "native",
      sendTokenAmount: "0.1",
      receiverAddress: "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3",
    }),
  )
  await pass(kit, 1_000)
  await expect(listed.first()).toHaveAttribute("data-transaction", /^sent:/)
  const { added, removed, touched } = await kit.evaluate(() => window.rowsNoted)
  expect(added).toEqual([expect.stringMatching(/^sent:/)])
  // The rendered window keeps its size: if the new row is higher than others, up to two leave.
  expect(removed.length).toBeLessThanOrEqual(2)
  expect(touched).toEqual([])
})

test("reopening an account with 1,000 tokens renders only the visible ones", async ({ kit }) => {
  await make(kit, { tokens: 1_000 })
  await connectAndOpen(kit)
  const items = kit.locator("portico-modal [data-item]")
  await items.first().waitFor()
  await kit.evaluate(() => window.kit.made[0]?.modal.close())
  await expect(items).toHaveCount(0)
  await calls(kit)

  await kit.evaluate(() => window.kit.made[0]?.modal.open())
  await expect(items.first()).toBeVisible()
  await frames(kit)
  expect(await items.count()).toBeLessThan(inSight)
  expect((await calls(kit))["view li[data-item]"]).toBeLessThan(inSight)
})

test("1,000 embedded tokens render as the page scrolls, also in a scaled-down page", async ({ kit }) => {
  await make(kit, { tokens: 1_000 }, { enableEmbedded: true })
  await kit.evaluate(() => document.body.append(window.kit.made[0]?.modal.element ?? ""))
  await connectAndOpen(kit)
  const items = kit.locator("portico-modal [data-item]")
  await items.first().waitFor()
  await frames(kit)
  expect(await items.count()).toBeLessThan(inSight)

  await kit.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(items.last()).toHaveAttribute(
    "aria-posinset",
    await items.last().evaluate((item) => item.ariaSetSize ?? ""),
  )
  await expect(items.last()).toBeInViewport()
  expect(await items.count()).toBeLessThan(inSight)

  await kit.evaluate(() => {
    document.body.style.scale = "0.5"
    scrollTo(0, 0)
  })
  await frames(kit)
  await items.first().evaluate((item) => item.parentElement?.scrollIntoView({ block: "end" }))
  await expect(kit.locator("portico-modal [aria-posinset='1000']")).toBeInViewport()
  expect(await items.count()).toBeLessThan(2 * inSight)
})

/** More rows than a 720 px window shows, with overscan. */
const inSight = 30

/** Waits some frames, until the opened view has rendered and nothing more is due. */
const frames = (kit: Page) => idle(kit, 12)

declare global {
  interface Window {
    /** Transactions by ID: rows that were added or removed, and rows that changed. */
    rowsNoted: { readonly added: string[]; readonly removed: string[]; readonly touched: string[] }
  }
}

/** In the page: records changes of transaction rows from now on. */
const noteRows = () => {
  const root = document.querySelector("portico-modal")?.shadowRoot
  if (!root) throw new Error("There is no modal")
  window.rowsNoted = { added: [], removed: [], touched: [] }
  const { added, removed, touched } = window.rowsNoted
  const within = (node: Node) =>
    node instanceof Element
      ? [node, ...node.querySelectorAll("[data-transaction]")].flatMap(
          (one) => one.getAttribute("data-transaction") ?? [],
        )
      : []
  new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const row = element?.closest("[data-transaction]")?.getAttribute("data-transaction")
      if (row && !added.includes(row)) touched.push(row)
      for (const node of addedNodes) added.push(...within(node))
      for (const node of removedNodes) removed.push(...within(node))
    }
  }).observe(root, { childList: true, characterData: true, attributes: true, subtree: true })
}

/** Each view with its route, and the elements that may rerender when a field it shows changes. */
const views: readonly {
  readonly route: Route
  readonly connected?: true
  readonly script?: Script
  readonly announced: readonly string[]
}[] = [
  { route: { name: "Connect" }, announced: ["view div", "view button[data-wallet]"] },
  { route: { name: "AllWallets" }, announced: [] },
  {
    route: { name: "ConnectingExternal", connector: "example.halyard" },
    script: { wallets: { "example.halyard": { connect: "hang" } } },
    announced: [],
  },
  { route: { name: "ConnectingWalletConnect" }, announced: [] },
  { route: { name: "Account" }, connected: true, announced: [] },
  { route: { name: "Networks" }, connected: true, announced: [] },
  {
    route: { name: "SwitchNetwork", network: "eip155:137" },
    connected: true,
    script: { wallets: { "example.halyard": { switch: "hang" } } },
    announced: [],
  },
]

for (const { route, connected, script, announced } of views)
  test(`one changed field rerenders nothing in ${route.name} but what shows it`, async ({ kit }) => {
    await make(kit, { ...script, wallets: { ...script?.wallets, "example.tessera": { announce: 60_000 } } }, {}, true)
    await kit.evaluate(
      async ({ route, connected }) => {
        const modal = window.kit.made[0]?.modal
        if (connected) await modal?.connect({ wallet: "example.halyard" })
        await modal?.open()
        const stack = modal?.state.stack as { value: readonly (typeof route)[] } | undefined
        if (stack && stack.value.at(-1)?.name !== route.name) stack.value = [...stack.value, route]
      },
      { route, connected },
    )
    await kit.locator(`portico-modal [data-view="${route.name}"] > *`).first().waitFor()
    // The help beside the card and the buttons of the account's header load after the view.
    if (!connected) await kit.locator("portico-modal [data-help] h2").waitFor()
    if (route.name === "Account") await expect(kit.locator("portico-modal [data-bar] button")).toHaveCount(2)
    await quiet(kit)

    await kit.evaluate(() => window.kit.made[0]?.modal.setThemeMode("light"))
    await expect.poll(() => kit.locator("portico-modal").getAttribute("data-theme")).toBe("light")
    expect(await called(kit), "the theme").toEqual({})

    await kit.evaluate(() => window.kit.made[0]?.modal.switchNetwork({ network: "eip155:5" }).catch(() => undefined))
    await kit.locator("portico-modal [data-alert]").waitFor()
    for (let frame = 0; frame < 4; frame++) {
      await kit.evaluate(() => new Promise(requestAnimationFrame))
      expect(elsewhere(await called(kit)), "an alert").toEqual({})
    }
    await quiet(kit)

    await kit.evaluate(() => dispatchEvent(new Event("offline")))
    await expect.poll(() => kit.evaluate(() => window.kit.made[0]?.modal.state.online.peek())).toBe(false)
    expect(rows(await called(kit)), "the line").toEqual({})
    await kit.evaluate(() => dispatchEvent(new Event("online")))
    await quiet(kit)

    const before = await kit.locator("portico-modal [data-view] button[data-wallet]").count()
    await pass(kit, 61_000)
    const known = () => kit.evaluate(() => JSON.stringify(window.kit.made[0]?.modal.getState()))
    await expect.poll(known).toContain("example.tessera")
    const seen = await called(kit)
    const after = await kit.locator("portico-modal [data-view] button[data-wallet]").count()
    expect(
      Object.keys(rows(seen)).filter((name) => !announced.includes(name)),
      "a wallet that comes",
    ).toEqual([])
    expect(seen["view button[data-wallet]"] ?? 0, "rows that were there").toBeLessThanOrEqual(3 * (after - before))
  })
