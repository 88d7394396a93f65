import { expect, halyard, hanging, type Playground, test } from "./playground.ts"

/** Each view with its title and the hook of its rows. */
const views = [
  ["Connect", "Connect Wallet", "data-wallet"],
  ["ConnectWallets", "Connect Wallet", "data-wallet"],
  ["AllWallets", "All Wallets", "data-wallet"],
  ["ConnectingExternal", "Halyard"],
  ["ConnectingMultiChain", "Select Chain", "data-chain"],
  ["ConnectingWalletConnect", "WalletConnect"],
  ["ConnectingWalletConnectBasic", "WalletConnect", "data-wallet"],
  ["WhatIsAWallet", "What is a Wallet?"],
  ["GetWallet", "Get a Wallet", "data-wallet"],
  ["Downloads", "Get Halyard"],
  ["WhatIsANetwork", "What is a network?"],
  ["Account", "Account", "data-token"],
  ["Networks", "Choose Network", "data-network"],
  ["SwitchNetwork", "Polygon"],
  ["SwitchActiveChain", "Switch Chain"],
  ["UnsupportedChain", "Switch Network", "data-network"],
] as const

for (const [name, title, row] of views)
  test(`View: ${name}`, async ({ playground, log }) => {
    const { dialog, page, press, view } = await playground.visit({ open: name })
    await expect(dialog.locator("[data-view]")).toHaveCount(1)
    await expect(dialog).toHaveAccessibleName(title)
    await expect(dialog).toHaveAttribute("aria-modal", "true")
    await expect(dialog.getByRole("heading", { level: 1 })).toHaveText(title)
    if (row) {
      const rows = view(name).locator(`[${row}]`)
      await expect(rows.first()).toBeVisible()
      const wrong = await rows.evaluateAll((all) =>
        all.filter((one) => !one.matches("button, a[href]") || !one.textContent?.trim()).map((one) => one.outerHTML),
      )
      expect(wrong, "rows that are no control or have no name").toEqual([])
    }
    await press("Close")
    if (name === "UnsupportedChain") {
      await expect.poll(log.refusals).toBe(1)
      return expect(view(name)).toBeVisible()
    }
    await expect(page.locator("portico-modal dialog[open], portico-modal [data-view]")).toHaveCount(0)
  })

const element = ({ page }: Pick<Playground, "page">) => page.locator("portico-modal")
/** Whether the dialog is in the top layer, above all of the page. */
const isOnTop = ({ dialog }: Pick<Playground, "dialog">, wanted: boolean) =>
  expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(wanted)
/** In the page: opens the modal, whose element may have no place yet, and places it. */
const open = () => window.portico.open()
const place = () => document.querySelector("main")?.append(window.portico.element)
const disableAppend = { options: { disableAppend: true } }

test("A site embeds the product as a modal", async ({ playground }) => {
  const { dialog, openModal } = await playground.visit()
  await expect(element(playground)).toHaveCount(0)
  await openModal()
  await expect(dialog).toBeVisible()
  expect(await element(playground).evaluate(({ shadowRoot }) => shadowRoot?.mode)).toBe("open")
})

test("The kit injects one modal element into the page body", async ({ playground, page }) => {
  const { closed, openModal } = await playground.visit()
  for (let times = 0; times < 3; times += 1) {
    await openModal()
    await expect(page.locator("body > portico-modal")).toHaveCount(1)
    await page.keyboard.press("Escape")
    await closed()
  }
  await expect(element(playground)).toHaveCount(1)
})

test("The modal element is not injected if append is disabled", async ({ playground, page }) => {
  const { close, dialog, view } = await playground.visit(disableAppend)
  await page.evaluate(open)
  await expect(element(playground)).toHaveCount(0)
  await close()
  await page.evaluate(place)
  await page.evaluate(open)
  await expect(page.locator("main > portico-modal")).toHaveCount(1)
  await expect(dialog).toHaveAccessibleName("Connect Wallet")
  await expect(view("Connect")).toHaveCount(1)
})

for (const [where, placeIn] of [
  ["the page", place],
  [
    "the shadow of another element",
    () => {
      const host = document.createElement("div")
      host.attachShadow({ mode: "open" }).append(window.portico.element)
      document.body.append(host)
    },
  ],
] as const)
  test(`a modal that opens before its element is placed appears once that is in ${where}`, async ({ playground }) => {
    const { closed, dialog, page } = await playground.visit(disableAppend)
    await page.evaluate(open)
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("")
    await page.evaluate(placeIn)
    await expect(dialog).toBeVisible()
    await isOnTop(playground, true)
    await page.keyboard.press("Escape")
    await closed()
  })

test("a modal that is closed before its element is placed stays closed", async ({ playground }) => {
  const { closed, dialog, page } = await playground.visit(disableAppend)
  await page.evaluate(async () => {
    await window.portico.open()
    await window.portico.close()
    document.querySelector("main")?.append(window.portico.element)
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
  })
  await closed()
  await page.evaluate(open)
  await expect(dialog).toBeVisible()
})

test("a modal that is placed while a wallet asks leaves room for the wallet", async ({ playground, page }) => {
  const { answer, asking, dialog } = await playground.visit({ ...disableAppend, script: hanging })
  await page.evaluate(async (wallet) => {
    window.portico.connect({ wallet }).catch(() => undefined)
    await window.portico.open()
  }, halyard)
  await asking().waitFor()
  await page.evaluate(place)
  await expect(dialog).toBeVisible()
  await isOnTop(playground, false)
  await answer("Reject")
  await isOnTop(playground, true)
})

test("what opens next is drawn while the modal is closed, out of sight, and shown from its top", async ({
  playground,
  page,
}) => {
  const { close, open, view, wallet } = playground
  const waiting = page.locator("portico-modal [data-wallet]")
  const mine = view("Connect").locator("[data-mine]")
  const isHidden = () => expect(waiting.filter({ visible: true })).toHaveCount(0)
  await page.setViewportSize({ width: 800, height: 320 })
  await playground.visit()
  await open("Networks")
  await close()
  await expect(waiting.first()).toBeAttached()
  await isHidden()
  await expect(page.locator("portico-modal [data-view]")).toHaveCount(0)
  await waiting.first().evaluate((row) => row.setAttribute("data-mine", ""))

  const scrolled = () => view("Connect").evaluate((at) => at.parentElement?.parentElement?.scrollTop)
  await open("Connect")
  await expect(mine).toBeAttached()
  await wallet("all").scrollIntoViewIfNeeded()
  expect(await scrolled()).toBeGreaterThan(0)
  // Before a frame is drawn.
  await page.evaluate(() => window.portico.close().then(() => window.portico.open({ view: "Connect" })))
  await expect.poll(scrolled).toBe(0)

  await page.keyboard.press("Escape")
  await isHidden()
  await open("Networks")
  await expect(page.locator("portico-modal [data-mine]")).toHaveCount(0)
})

test("The modal element is not injected if embedded mode is on", async ({ playground, page }) => {
  const { view, wallet } = await playground.visit({ options: { enableEmbedded: true } })
  await expect.poll(() => page.evaluate(() => window.portico.element.shadowRoot?.childElementCount)).toBeGreaterThan(0)
  await expect(element(playground)).toHaveCount(0)

  await page.evaluate(open)
  await page.evaluate(place)
  await expect(view("Connect")).toBeVisible()
  await expect(page.locator("portico-modal dialog")).toHaveCount(0)
  await expect(page.getByRole("region", { name: "Connect Wallet" })).toBeVisible()
  await wallet(halyard).click()
  await expect(view("Account")).toBeVisible()
  await expect(page.locator("portico-modal [data-view]")).toHaveCount(1)
})

test("exactly one view is the current one, also while views change", async ({ playground, page }) => {
  const { go, openModal, view, wallet } = await playground.visit({ script: hanging })
  await openModal()
  await page.evaluate(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    const counts: number[] = []
    Object.assign(window, { counts })
    const count = () => {
      counts.push(root?.querySelectorAll("[data-view]").length ?? -1)
      requestAnimationFrame(count)
    }
    count()
  })
  await wallet("all").click()
  await view("AllWallets").waitFor()
  await go("Back", "Connect")
  await wallet(halyard).click()
  await view("ConnectingExternal").waitFor()
  const seen = await page.evaluate(() => [...new Set((window as unknown as { counts: number[] }).counts)])
  expect(seen).toEqual([1])
})

test("There are no URL routes", async ({ playground, page }) => {
  const { openModal, view, wallet } = await playground.visit()
  const address = async () => [page.url(), await page.evaluate(() => history.state)]
  const before = await address()
  await openModal()
  expect(await address()).toEqual(before)
  await wallet("all").click()
  await view("AllWallets").waitFor()
  expect(await address()).toEqual(before)
})

test("an alert for the visitor is an element with the role and its code", async ({ playground, page }) => {
  await playground.visit({ open: "Connect", options: { debug: true, projectId: "" } })
  const alert = page.locator('portico-modal [data-alert="APKT008"]')
  await expect(alert).toHaveAttribute("role", "alert")
  await expect(alert).toContainText("Project ID Missing")
  await alert.getByRole("button", { name: "Dismiss" }).click()
  await expect(alert).toHaveCount(0)
})

test("a snack is in a live region and leaves after 2.5 seconds", async ({ playground, page }) => {
  const { pass, press } = await playground.visit({ open: "Account", clock: "still" })
  await press("Copy address")
  const snack = page.locator("portico-modal :is([role=status], [role=alert]) > [data-snack]")
  await expect(snack).toHaveText(/Address copied|Failed to copy/)
  await pass(2_499)
  await expect(snack).toHaveCount(1)
  await pass(1)
  await expect(page.locator("portico-modal [data-snack]")).toHaveCount(0)
})
