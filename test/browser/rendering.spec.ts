import { expect, type Page, type Request } from "@playwright/test"
import type { Script } from "../../layers/demo/script.ts"
import type { Route } from "../../src/navigation/first-paint/model/routes.ts"
import { base, bitcoin, mainnet, polygon } from "../../src/options/networks.ts"
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

test("an account of 1,000 tokens and 5,000 transactions renders only what changes and what is visible", async ({
  kit,
}) => {
  await make(kit, { tokens: 1_000, transactions: 5_000 }, {}, true)
  await calls(kit)
  await connectAndOpen(kit)
  const native = row(kit, "native")
  await expect(native).toContainText("$8,214.28")
  await test.step("the counter counts a new view, a new row and a changed text", async () => {
    const first = await calls(kit)
    expect(first["view button[data-token]"]).toBeGreaterThanOrEqual(4)
    expect(first["#text"]).toBeGreaterThan(0)
  })

  await test.step("a price change of one token updates only its row's text, and changes of all rerender no component", async () => {
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

  await test.step("reopening renders only the visible tokens", async () => {
    const items = kit.locator("portico-modal [data-item]")
    await kit.evaluate(() => window.kit.made[0]?.modal.close())
    await expect(items).toHaveCount(0)
    expect(Object.keys(await calls(kit)), "a closed view").not.toEqual([])

    await kit.evaluate(() => window.kit.made[0]?.modal.open())
    await expect(items.first()).toBeVisible()
    await frames(kit)
    expect(await items.count()).toBeLessThan(inSight)
    expect((await calls(kit))["view li[data-item]"]).toBeLessThan(inSight)
  })

  await test.step("a new transaction inserts one row without rerendering the others", async () => {
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

/** A view's route, and the elements that may rerender when a wallet is announced. */
interface Shown {
  readonly route: Route
  readonly announced?: readonly string[]
}

/** Views that one modal shows in turn. */
const turns: readonly (readonly Shown[])[] = [
  [
    { route: { name: "Connect" }, announced: ["view div", "view button[data-wallet]"] },
    { route: { name: "AllWallets" } },
  ],
  [
    { route: { name: "ConnectingExternal", connector: "example.halyard" } },
    { route: { name: "ConnectingWalletConnect" } },
  ],
  [
    { route: { name: "Account" } },
    { route: { name: "Networks" } },
    { route: { name: "SwitchNetwork", network: "eip155:137" } },
  ],
]

/** Wallets that are announced while the views are shown, a minute apart. */
const late = ["example.tessera", "example.cinderbox", "example.sheepshank"]

for (const shown of turns) {
  const names = shown.map(({ route }) => route.name)
  test(`one changed field rerenders nothing but what shows it: ${names.join(", ")}`, async ({ kit }) => {
    const connected = names.includes("Account")
    const announced = late.map((id, place) => [id, { announce: 60_000 * (place + 1) }])
    const halyard = connected ? { switch: "hang" } : { connect: "hang" }
    const wallets: NonNullable<Script["wallets"]> = { "example.halyard": halyard, ...Object.fromEntries(announced) }
    await make(kit, { wallets }, { networks: [base, mainnet, polygon, ...(connected ? [bitcoin] : [])] }, true)
    if (connected) await connectAndOpen(kit)
    else await kit.evaluate(() => window.kit.made[0]?.modal.open())
    for (const [place, view] of shown.entries()) await rerendersNothing(kit, view, connected, place)
  })
}

/** Shows a view, and changes one field after the other. */
const rerendersNothing = async (kit: Page, { route, announced = [] }: Shown, connected: boolean, place: number) => {
  await kit.evaluate((route) => {
    const stack = window.kit.made[0]?.modal.state.stack as { value: readonly (typeof route)[] } | undefined
    if (stack && stack.value.at(-1)?.name !== route.name) stack.value = [...stack.value.slice(0, 1), route]
  }, route)
  await kit.locator(`portico-modal [data-view="${route.name}"] > *`).first().waitFor()
  // The help beside the card and the buttons of the account's header load after the view.
  if (!connected) await kit.locator("portico-modal [data-help] h2").waitFor()
  if (route.name === "Account") await expect(kit.locator("portico-modal [data-bar] button")).toHaveCount(2)
  await quiet(kit)

  const theme = (["light", "dark"] as const)[place % 2] ?? "light"
  await kit.evaluate((theme) => window.kit.made[0]?.modal.setThemeMode(theme), theme)
  await expect.poll(() => kit.locator("portico-modal").getAttribute("data-theme")).toBe(theme)
  expect(await called(kit), `${route.name}: the theme`).toEqual({})

  await kit.evaluate(() => window.kit.made[0]?.modal.switchNetwork({ network: "eip155:5" }).catch(() => undefined))
  await kit.locator("portico-modal [data-alert]").waitFor()
  for (let frame = 0; frame < 4; frame++) {
    await kit.evaluate(() => new Promise(requestAnimationFrame))
    expect(elsewhere(await called(kit)), `${route.name}: an alert`).toEqual({})
  }
  await kit.locator("portico-modal").getByRole("button", { name: "Dismiss" }).click()
  await quiet(kit)

  await kit.evaluate(() => dispatchEvent(new Event("offline")))
  await expect.poll(() => kit.evaluate(() => window.kit.made[0]?.modal.state.online.peek())).toBe(false)
  expect(rows(await called(kit)), `${route.name}: the line`).toEqual({})
  await kit.evaluate(() => dispatchEvent(new Event("online")))
  await quiet(kit)

  const before = await kit.locator("portico-modal [data-view] button[data-wallet]").count()
  await pass(kit, 61_000)
  const known = () => kit.evaluate(() => JSON.stringify(window.kit.made[0]?.modal.getState()))
  await expect.poll(known).toContain(late[place])
  const seen = await called(kit)
  const after = await kit.locator("portico-modal [data-view] button[data-wallet]").count()
  expect(
    Object.keys(rows(seen)).filter((name) => !announced.includes(name)),
    `${route.name}: a wallet that comes`,
  ).toEqual([])
  expect(seen["view button[data-wallet]"] ?? 0, `${route.name}: rows that were there`).toBeLessThanOrEqual(
    3 * (after - before),
  )
}
