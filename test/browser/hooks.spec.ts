import { connected, expect, halyard, test } from "./playground.ts"

/** A view: its title, and the rows that it has; whether it stays though the visitor wants to close it. */
interface View {
  readonly name: string
  readonly title: string
  readonly rows: readonly string[]
  readonly stays?: boolean
}

/** Each view of the modal. */
const views = [
  { name: "Connect", title: "Connect Wallet", rows: ["data-wallet"] },
  { name: "ConnectWallets", title: "Connect Wallet", rows: ["data-wallet"] },
  { name: "AllWallets", title: "All Wallets", rows: ["data-wallet"] },
  { name: "ConnectingExternal", title: "Halyard", rows: [] },
  { name: "ConnectingMultiChain", title: "Select Chain", rows: ["data-chain"] },
  { name: "ConnectingWalletConnect", title: "WalletConnect", rows: [] },
  { name: "ConnectingWalletConnectBasic", title: "WalletConnect", rows: ["data-wallet"] },
  { name: "WhatIsAWallet", title: "What is a Wallet?", rows: [] },
  { name: "GetWallet", title: "Get a Wallet", rows: ["data-wallet"] },
  { name: "Downloads", title: "Get Halyard", rows: [] },
  { name: "WhatIsANetwork", title: "What is a network?", rows: [] },
  { name: "Account", title: "Account", rows: ["data-token"] },
  { name: "Networks", title: "Choose Network", rows: ["data-network"] },
  { name: "SwitchNetwork", title: "Polygon", rows: [] },
  { name: "SwitchActiveChain", title: "Switch Chain", rows: [] },
  { name: "UnsupportedChain", title: "Switch Network", rows: ["data-network"], stays: true },
] satisfies readonly View[]

for (const { name, title, rows, stays } of views as readonly View[]) {
  test(`View: ${name}`, async ({ playground, page }) => {
    await playground.visit({ open: name })
    await expect(page.locator("portico-modal [data-view]")).toHaveCount(1)
    await expect(playground.dialog).toHaveAccessibleName(title)
    await expect(playground.dialog).toHaveAttribute("aria-modal", "true")
    await expect(page.locator("portico-modal dialog[open]")).toHaveCount(1)
    await expect(playground.dialog.getByRole("heading", { level: 1 })).toHaveText(title)

    for (const row of rows) {
      const found = playground.view(name).locator(`[${row}]`)
      await expect(found.first()).toBeVisible()
      const told = await found.evaluateAll((all) =>
        all.map((one) => ({ real: one.matches("button, a[href]"), named: (one.textContent ?? "").trim() !== "" })),
      )
      expect(told.filter(({ real, named }) => !real || !named)).toEqual([])
    }

    await playground.dialog.getByRole("button", { name: "Close" }).click()
    if (stays) {
      await expect(page.locator("portico-modal dialog[data-refused]")).toHaveCount(1)
      await expect(playground.view(name)).toBeVisible()
      return
    }
    await expect(page.locator("portico-modal [data-view]")).toHaveCount(0)
    await expect(page.locator("portico-modal dialog[open]")).toHaveCount(0)
  })
}

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
    expect(await playground.dialog.evaluate((dialog) => dialog.matches(":modal"))).toBe(true)
    await page.keyboard.press("Escape")
    await expect(playground.dialog).toHaveCount(0)
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
  await expect(playground.dialog).toHaveCount(0)
  await page.evaluate(() => window.portico.open())
  await expect(playground.dialog).toBeVisible()
})

test("what opens next is drawn while the modal is closed, out of everybody's sight, and shown from its top", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 320 })
  await playground.visit()
  await page.evaluate(() => window.portico.open({ view: "Networks" }))
  await playground.view("Networks").waitFor()
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
  await page.evaluate(() => window.portico.open({ view: "Networks" }))
  await expect(playground.view("Networks")).toBeVisible()
  await expect(page.locator("portico-modal [data-mine]")).toHaveCount(0)
})

test("a modal that is placed while a wallet asks leaves room for the wallet", async ({ playground, page }) => {
  await playground.visit({ options: { disableAppend: true }, script: { wallets: { "*": { connect: "hang" } } } })
  await page.evaluate(async (wallet) => {
    window.portico.connect({ wallet }).catch(() => undefined)
    await window.portico.open()
  }, halyard)
  await playground.asking("Halyard").waitFor()
  await page.evaluate(() => document.querySelector("main")?.append(window.portico.element))
  await expect(playground.dialog).toBeVisible()
  expect(await playground.dialog.evaluate((dialog) => dialog.matches(":modal"))).toBe(false)
  await playground.asking("Halyard").getByRole("button", { name: "Reject" }).click()
  await expect.poll(() => playground.dialog.evaluate((dialog) => dialog.matches(":modal"))).toBe(true)
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
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
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
  await playground.wallet("all").click()
  await playground.view("AllWallets").waitFor()
  await playground.dialog.getByRole("button", { name: "Back" }).click()
  await playground.view("Connect").waitFor()
  await playground.wallet(halyard).click()
  await playground.view("ConnectingExternal").waitFor()
  const seen = await page.evaluate(() => [...new Set((window as unknown as { counts: number[] }).counts)])
  expect(seen).toEqual([1])
})

test("There are no URL routes", async ({ playground, page }) => {
  await playground.visit()
  const [before, state] = [page.url(), await page.evaluate(() => history.state)]
  const seen: unknown[] = []
  await playground.openModal()
  for (const next of ["AllWallets", "Connect"]) {
    seen.push(page.url(), await page.evaluate(() => history.state))
    if (next === "AllWallets") await playground.wallet("all").click()
    else await playground.dialog.getByRole("button", { name: "Back" }).click()
    await playground.view(next).waitFor()
  }
  expect(seen).toEqual([before, state, before, state])
})

test.describe("alerts and snacks", () => {
  test("an alert for the visitor is an element with the role and its code", async ({ playground, page }) => {
    await playground.visit({ options: { debug: true, projectId: "" } })
    await playground.openModal()
    const alert = page.locator('portico-modal [data-alert="APKT008"]')
    await expect(alert).toHaveAttribute("role", "alert")
    await expect(alert).toContainText("Project ID Missing")
    await alert.getByRole("button", { name: "Dismiss" }).click()
    await expect(alert).toHaveCount(0)
  })

  test("a snack stands in a live region and leaves after a while", async ({ playground, page }) => {
    await page.clock.install()
    await playground.visit()
    await connected(page)
    await playground.openModal("Account")
    await playground.dialog.getByRole("button", { name: "Copy address" }).click()
    const snack = page.locator("portico-modal [data-snack]")
    await expect(snack).toHaveCount(1)
    await expect(snack).toHaveText(/Address copied|Failed to copy/)
    await expect(page.locator("portico-modal :is([role=status], [role=alert]):has(> [data-snack])")).toHaveCount(1)
    await page.clock.runFor(3_000)
    await expect(snack).toHaveCount(0)
  })
})
