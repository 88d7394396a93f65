import { follow, places } from "./frames.ts"
import { aloneOnDemand as alone, expect, halyard, type Playground, onDemand as test } from "./playground.ts"

/** The site has no logins: whether a project has them is known only when it has answered. */
const noLogins = { remoteFeatures: { email: false, socials: false } }

const names = ({ view }: Playground) => view("Connect").locator("button[data-wallet]").allInnerTexts()

for (const [delay, installed] of [
  [100, "absent"],
  [2_000, "absent"],
  [2_000, "approve"],
] as const) {
  test(`a directory that takes ${delay} ms fills the list in place, wallets ${installed}`, async ({
    playground,
    page,
  }) => {
    await playground.visit({ options: noLogins, script: { latency: delay, wallets: { "*": installed } } })
    await follow(page)
    const view = await playground.openModal()
    // What is known is there at once.
    await expect(playground.wallet("walletConnect")).toBeVisible()
    await expect(playground.wallet(halyard)).toHaveCount(installed === "absent" ? 0 : 1)
    await expect(playground.wallet("all")).toContainText("600+")
    if (installed === "absent") await expect(view.locator("button[data-wallet]")).toHaveCount(4)
    for (const [row, tops] of Object.entries(await places(page))) expect(tops, row).toHaveLength(1)
  })
}

test("a directory that fails leaves the installed wallets, says so, and can be tried again", async ({ playground }) => {
  await playground.visit({ script: { faults: { wallets: { status: 503, times: 1 } } } })
  await playground.openModal()
  await expect(playground.wallet(halyard)).toBeVisible()
  await expect(playground.dialog.getByText("The wallet list could not be loaded.")).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Try again" }).click()
  await expect(playground.wallet("all")).toContainText("600+")
  await expect(playground.dialog.getByText("The wallet list could not be loaded.")).toHaveCount(0)
})

test("the list of the last visit stands while the directory is down", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": "absent" } } })
  await playground.openModal()
  await expect(playground.wallet("all")).toContainText("600+")
  const before = await names(playground)

  await playground.visit({ script: { wallets: { "*": "absent" }, faults: { api: { status: 500 } } } })
  await playground.openModal()
  await expect(playground.dialog.getByText("The wallet list could not be loaded.")).toBeVisible()
  expect(await names(playground)).toEqual(before)
  expect(page.url()).toContain("faults")
})

for (const [what, fault] of [
  ["is down", { status: 503 }],
  ["is slow", { delay: 60_000 }],
] as const)
  test(`on a first visit with a directory that ${what} there are wallets to choose all the same`, async ({
    playground,
    page,
  }) => {
    await playground.visit({
      options: noLogins,
      script: { wallets: { "*": "absent" }, faults: { wallets: { ...fault, times: 1 } } },
    })
    await follow(page)
    const view = await playground.openModal()
    await expect(view.getByRole("button", { name: "MetaMask" })).toBeVisible()
    await expect(view.getByRole("button", { name: "Trust Wallet" })).toBeVisible()
    await expect(view.locator("[aria-busy=true]")).toHaveCount(0)
    // They took the room that was kept for them: nothing above or below moved.
    for (const [row, tops] of Object.entries(await places(page))) expect(tops, row).toHaveLength(1)
    await view.getByRole("button", { name: "MetaMask" }).click()
    await expect(page.getByRole("img", { name: "Connection code for MetaMask" })).toBeVisible()
  })

test("the bundled wallets give way, in place, to the directory's when it answers", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": "absent" }, faults: { wallets: { status: 503, times: 1 } } } })
  const view = await playground.openModal()
  await expect(view.getByRole("button", { name: "MetaMask" })).toBeVisible()
  await follow(page)
  await playground.dialog.getByRole("button", { name: "Try again" }).click()
  await expect(view.getByRole("button", { name: "Halyard" })).toBeVisible()
  await expect(view.getByRole("button", { name: "MetaMask" })).toHaveCount(0)
  expect((await places(page)).all).toHaveLength(1)
})

const offline = ({ dialog }: Playground) => dialog.getByRole("status").filter({ hasText: "You are offline" })

/** Takes the line away for good once the page says that it has what it needs without one. */
const offlineAndReady = (playground: Playground) =>
  expect(async () => {
    const context = playground.page.context()
    await context.setOffline(true)
    const said = await offline(playground).textContent()
    if (said === "You are offline") await context.setOffline(false)
    expect(said).toBe("You are offline. Installed wallets still work.")
  }).toPass()

alone(
  "offline, an installed wallet still connects, and the view says so until the line is back",
  async ({ playground, page, context }) => {
    await playground.visit()
    await playground.openModal()
    await offlineAndReady(playground)
    await context.setOffline(false)
    await expect(offline(playground)).toHaveCount(0)
    await context.setOffline(true)
    await playground.wallet(halyard).click()
    await expect(playground.dialog).toHaveCount(0)
    expect(await page.evaluate(() => window.portico.getState().chains.eip155?.accountState.status)).toBe("connected")
  },
)

alone(
  "a line that is lost right after the list was painted is not made less of than it is",
  async ({ playground, page, context }) => {
    const code = /\/(ConnectingExternal|evm)-[^/]*\.js$/
    for (const missing of [/\/ConnectingExternal-[^/]*\.js$/, /\/evm-[^/]*\.js$/, code]) {
      await page.route(missing, (route) => route.abort("internetdisconnected"))
      const failed = page.waitForEvent("requestfailed", (request) => missing.test(request.url()))
      await playground.visit()
      await playground.openModal()
      await failed
      await context.setOffline(true)
      await expect(offline(playground)).toHaveText("You are offline")

      // What was missing is fetched as soon as there is a line for it.
      await page.unroute(missing)
      await context.setOffline(false)
      await offlineAndReady(playground)
      await playground.wallet(halyard).click()
      await expect(playground.dialog).toHaveCount(0)
      await context.setOffline(false)
      await page.evaluate(() => window.portico.disconnect())
    }
  },
)

alone(
  "without an installed wallet nothing is said of any, nor is their code fetched",
  async ({ playground, page, context }) => {
    const fetched: string[] = []
    page.on("request", (request) => fetched.push(request.url()))
    await playground.visit({ script: { wallets: { "*": "absent" } } })
    await playground.openModal()
    await expect(playground.wallet("all")).toContainText("600+")
    // What can wait for an idle moment has had one.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await context.setOffline(true)
    await expect(offline(playground)).toHaveText("You are offline")
    expect(fetched.filter((url) => /\/(ConnectingExternal|evm)-[^/]*\.js$/.test(url))).toEqual([])
  },
)

for (const open of ["Connect", "ConnectWallets"])
  test(`The legal footer appears on ${open}`, async ({ playground }) => {
    await playground.visit({ open })
    const terms = playground.dialog.getByRole("link", { name: "Terms of Service" })
    await expect(terms).toHaveAttribute("href", "https://fernhill.example/terms")
    await expect(playground.dialog.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute("target", "_blank")
    await playground.wallet("all").click()
    await playground.view("AllWallets").waitFor()
    await expect(terms).toHaveCount(0)
  })

test("The default footer appears on Networks", async ({ playground }) => {
  await playground.visit({ open: "Networks" })
  await expect(playground.dialog.getByText("Not every network works with every wallet.")).toBeVisible()
  await expect(playground.dialog.getByRole("link", { name: "Terms of Service" })).toHaveCount(0)
})

test("the wallet used last comes first the next time", async ({ playground }) => {
  await playground.visit()
  await playground.openModal()
  await playground.view("Connect").locator('[data-wallet="all"]').click()
  await playground.view("AllWallets").getByRole("button", { name: "Cinderbox" }).click()
  await expect(playground.dialog).toHaveCount(0)
  await playground.openModal("Account")
  await playground.dialog.getByRole("button", { name: "Disconnect" }).click()
  await expect(playground.dialog).toHaveCount(0)
  await playground.openModal()
  expect((await names(playground)).map((name) => name.split("\n")[0])).toContain("Cinderbox")
})
