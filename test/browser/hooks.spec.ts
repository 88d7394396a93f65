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
  test(`View: ${name}`, async ({ playground, page, log }) => {
    const { dialog, view } = playground
    await playground.visit({ open: name })
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
    await playground.press("Close")
    if (name === "UnsupportedChain") {
      await expect.poll(log.refusals).toBe(1)
      return expect(view(name)).toBeVisible()
    }
    await expect(page.locator("portico-modal dialog[open], portico-modal [data-view]")).toHaveCount(0)
  })

/** Whether the dialog is in the top layer, above all of the page. */
const isOnTop = ({ dialog }: Playground, wanted: boolean) =>
  expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(wanted)

test("A site embeds the product as a modal", async ({ playground, page }) => {
  await playground.visit()
  await expect(page.locator("portico-modal")).toHaveCount(0)
  await playground.openModal()
  await expect(playground.dialog).toBeVisible()
  expect(await page.evaluate(() => document.querySelector("portico-modal")?.shadowRoot?.mode)).toBe("open")
})

test("The kit injects one modal element into the page body", async ({ playground, page }) => {
  await playground.visit()
  for (let times = 0; times < 3; times += 1) {
    await playground.openModal()
    expect(
      await page.evaluate(() => [...document.body.children].filter((one) => one.localName === "portico-modal")),
    ).toHaveLength(1)
    await page.keyboard.press("Escape")
    await expect(playground.view("Connect")).toHaveCount(0)
  }
  await expect(page.locator("portico-modal")).toHaveCount(1)
})

test("The modal element is not injected if append is disabled", async ({ playground, page }) => {
  await playground.visit({ options: { disableAppend: true } })
  await page.evaluate(() => window.portico.open())
  await expect(page.locator("portico-modal")).toHaveCount(0)

  await page.evaluate(async () => {
    await window.portico.close()
    document.querySelector("main")?.append(window.portico.element)
    await window.portico.open()
  })
  await expect(page.locator("main > portico-modal")).toHaveCount(1)
  await expect(playground.dialog).toHaveAccessibleName("Connect Wallet")
  await expect(page.locator("portico-modal [data-view]")).toHaveCount(1)
})

for (const [where, place] of [
  ["the page", () => document.querySelector("main")?.append(window.portico.element)],
  [
    "the shadow of another element",
    () => {
      const host = document.createElement("div")
      host.attachShadow({ mode: "open" }).append(window.portico.element)
      document.body.append(host)
    },
  ],
] as const)
  test(`a modal that is opened before the site has placed its element appears as soon as it is in ${where}`, async ({
    playground,
    page,
  }) => {
    await playground.visit({ options: { disableAppend: true } })
    await page.evaluate(() => window.portico.open())
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("")
    await page.evaluate(place)
    await expect(playground.dialog).toBeVisible()
    await isOnTop(playground, true)
    await page.keyboard.press("Escape")
    await playground.closed()
  })

test("a modal that is closed again before the site has placed its element stays closed", async ({
  playground,
  page,
}) => {
  await playground.visit({ options: { disableAppend: true } })
  await page.evaluate(async () => {
    await window.portico.open()
    await window.portico.close()
    document.querySelector("main")?.append(window.portico.element)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  })
  await playground.closed()
  await page.evaluate(() => window.portico.open())
  await expect(playground.dialog).toBeVisible()
})

test("what opens next is drawn while the modal is closed, out of sight, and shown from its top", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 320 })
  await playground.visit()
  await playground.open("Networks")
  await page.evaluate(() => window.portico.close())
  const waiting = page.locator("portico-modal [data-wallet]")
  await expect(waiting.first()).toBeAttached()
  await expect(waiting.filter({ visible: true })).toHaveCount(0)
  await expect(page.locator("portico-modal [data-view]")).toHaveCount(0)
  await waiting.first().evaluate((row) => row.setAttribute("data-mine", ""))

  const scroller = () =>
    playground.view("Connect").evaluate((view) => {
      const scrolls = (element: Element) => element.scrollHeight > element.clientHeight && element.scrollTop > 0
      for (let at = view.parentElement; at; at = at.parentElement) if (scrolls(at)) return at.scrollTop
      return 0
    })
  await page.evaluate(() => window.portico.open())
  await expect(playground.view("Connect").locator("[data-mine]")).toBeVisible()
  await playground.view("Connect").locator('[data-wallet="all"]').scrollIntoViewIfNeeded()
  expect(await scroller()).toBeGreaterThan(0)
  await page.keyboard.press("Escape")
  await expect(waiting.filter({ visible: true })).toHaveCount(0)
  await page.evaluate(() => window.portico.open())
  await expect.poll(scroller).toBe(0)

  await page.keyboard.press("Escape")
  await expect(waiting.filter({ visible: true })).toHaveCount(0)
  await playground.open("Networks")
  await expect(page.locator("portico-modal [data-mine]")).toHaveCount(0)
})

test("a modal that is placed while a wallet asks leaves room for the wallet", async ({ playground, page }) => {
  await playground.visit({ options: { disableAppend: true }, script: hanging })
  await page.evaluate(async (wallet) => {
    window.portico.connect({ wallet }).catch(() => undefined)
    await window.portico.open()
  }, halyard)
  await playground.asking().waitFor()
  await page.evaluate(() => document.querySelector("main")?.append(window.portico.element))
  await expect(playground.dialog).toBeVisible()
  await isOnTop(playground, false)
  await playground.answer("Reject")
  await isOnTop(playground, true)
})

test("The modal element is not injected if embedded mode is on", async ({ playground, page }) => {
  await playground.visit({ options: { enableEmbedded: true } })
  await expect.poll(() => page.evaluate(() => window.portico.element.shadowRoot?.childElementCount)).toBeGreaterThan(0)
  await expect(page.locator("portico-modal")).toHaveCount(0)

  await page.evaluate(() => window.portico.open())
  await page.evaluate(() => document.querySelector("main")?.prepend(window.portico.element))
  await expect(playground.view("Connect")).toBeVisible()
  await expect(page.locator("portico-modal dialog")).toHaveCount(0)
  await expect(page.getByRole("region", { name: "Connect Wallet" })).toBeVisible()
  await playground.wallet(halyard).click()
  await expect(playground.view("Account")).toBeVisible()
  await expect(page.locator("portico-modal [data-view]")).toHaveCount(1)
})

test("exactly one view is the current one, also while views change", async ({ playground, page }) => {
  const { view, wallet } = playground
  await playground.visit({ script: hanging })
  await playground.openModal()
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
  await playground.press("Back")
  await view("Connect").waitFor()
  await wallet(halyard).click()
  await view("ConnectingExternal").waitFor()
  const seen = await page.evaluate(() => [...new Set((window as unknown as { counts: number[] }).counts)])
  expect(seen).toEqual([1])
})

test("There are no URL routes", async ({ playground, page }) => {
  await playground.visit()
  const place = async () => [page.url(), await page.evaluate(() => history.state)]
  const before = await place()
  await playground.openModal()
  expect(await place()).toEqual(before)
  await playground.wallet("all").click()
  await playground.view("AllWallets").waitFor()
  expect(await place()).toEqual(before)
})

test("an alert for the visitor is an element with the role and its code", async ({ playground, page }) => {
  await playground.visit({ options: { debug: true, projectId: "" } })
  await playground.openModal()
  const alert = page.locator('portico-modal [data-alert="APKT008"]')
  await expect(alert).toHaveAttribute("role", "alert")
  await expect(alert).toContainText("Project ID Missing")
  await alert.getByRole("button", { name: "Dismiss" }).click()
  await expect(alert).toHaveCount(0)
})

test("a snack is in a live region and leaves after 2.5 seconds", async ({ playground, page }) => {
  await playground.visit({ open: "Account", clock: "still" })
  await playground.press("Copy address")
  const snack = page.locator("portico-modal [data-snack]")
  await expect(snack).toHaveText(/Address copied|Failed to copy/)
  await expect(page.locator("portico-modal :is([role=status], [role=alert]):has(> [data-snack])")).toHaveCount(1)
  await playground.pass(2_499)
  await expect(snack).toHaveCount(1)
  await playground.pass(1)
  await expect(snack).toHaveCount(0)
})
