import { follow, places } from "./frames.ts"
import { idle } from "./idle.ts"
import {
  aloneOnDemand as alone,
  cinderbox,
  expect,
  halyard,
  noWallets,
  type Playground,
  tessera,
  onDemand as test,
} from "./playground.ts"

/** Without logins. Otherwise a project has some only once its configuration is loaded. */
const noLogins = { remoteFeatures: { email: false, socials: false } }
const failure = "Couldn't load the wallet list"
const names = ({ view }: Playground) => view("Connect").locator("button[data-wallet]").allInnerTexts()
/** Expects every row to have kept its position since it appeared. */
const nothingMoved = async ({ page }: Playground) => {
  for (const [row, tops] of Object.entries(await places(page))) expect(tops, row).toHaveLength(1)
}

for (const installed of ["absent", "approve"] as const)
  test(`a slow directory fills the list in place, wallets ${installed}`, async ({ playground, page }) => {
    const { openModal, passUntil, press, wallet } = playground
    const script = { latency: 2_000, faults: { wallets: { delay: 20_000 } }, wallets: { "*": installed } }
    await playground.visit({ options: noLogins, script, clock: "still" })
    await follow(page)
    const view = await openModal()
    // Known wallets show at once.
    await expect(wallet("walletConnect")).toBeVisible()
    await expect(view.getByRole("button", { name: "Halyard" })).toBeVisible()
    if (installed === "approve") await expect(wallet(tessera)).toBeVisible()
    else {
      await expect(view.locator("[aria-busy=true]")).toHaveCount(0)
      await view.getByRole("button", { name: "Cinderbox" }).click()
      await passUntil(page.getByRole("img", { name: "QR code to connect with Cinderbox" }))
      await press("Back")
    }
    await expect(wallet("all")).not.toContainText("600+")
    const before = await names(playground)
    await passUntil(wallet("all").getByText("600+"))
    expect((await names(playground)).slice(0, -1)).toEqual(before.slice(0, -1))
    if (installed === "absent") {
      await expect(view.locator("[aria-busy=true]")).toHaveCount(0)
      await expect(view.locator("button[data-wallet]")).toHaveCount(4)
      await expect(view.getByText("Installed")).toHaveCount(0)
    }
    await nothingMoved(playground)
  })

test("a failed directory leaves the installed wallets, says so, and can be retried; then the last used wallet is listed", async ({
  playground,
}) => {
  const script = { faults: { wallets: { status: 503, times: 1 } } }
  const { closed, dialog, openModal, press, shows, wallet } = await playground.visit({ script })
  await openModal()
  await expect(wallet(halyard)).toBeVisible()
  await shows(failure)
  await press("Try again")
  await expect(wallet("all")).toContainText("600+")
  await expect(dialog.getByText(failure)).toHaveCount(0)
  await wallet(cinderbox).click()
  await closed()
  await openModal("Account")
  await press("Disconnect")
  await closed()
  await openModal()
  await expect.poll(() => names(playground)).toContainEqual(expect.stringMatching(/^Cinderbox/))
})

test("a first visit with a directory that is down still shows wallets, and the next one those of the last visit", async ({
  playground,
  page,
}) => {
  const script = { ...noWallets, faults: { wallets: { status: 503, times: 1 } } }
  const { close, openModal, press, shows, visit, wallet } = playground
  await visit({ options: noLogins, script, clock: "still" })
  await follow(page)
  const view = await openModal()
  await expect(view.getByRole("button", { name: "Cinderbox" })).toBeVisible()
  await expect(view.getByRole("button", { name: "Halyard" })).toBeVisible()
  await expect(view.locator("[aria-busy=true]")).toHaveCount(0)
  await press("Try again")
  await expect(wallet("all")).toContainText("600+")
  await nothingMoved(playground)
  await close()
  await openModal()
  await expect(wallet("all")).toContainText("600+")
  const before = await names(playground)

  await visit({ options: noLogins, script: { ...noWallets, faults: { api: { status: 500 } } } })
  await openModal()
  await shows(failure)
  expect(await names(playground)).toEqual(before)
})

const offline = ({ dialog }: Playground) => dialog.getByRole("status").filter({ hasText: "You're offline" })

/** Goes offline once the page reports that it has everything it needs. */
const offlineAndReady = (playground: Playground) =>
  expect(async () => {
    const context = playground.page.context()
    await context.setOffline(true)
    const said = await offline(playground).textContent()
    if (said === "You're offline") await context.setOffline(false)
    expect(said).toBe("You're offline. Installed wallets still work.")
  }).toPass()

alone(
  "offline, an installed wallet still connects, and the view says so; without a wallet neither is offered nor loaded",
  async ({ playground, page, context }) => {
    const { account, closed, fetched, openModal, visit, wallet } = playground
    await visit({ script: noWallets })
    await openModal()
    await expect(wallet("all")).toContainText("600+")
    // Idle work is done.
    await idle(page)
    await context.setOffline(true)
    await expect(offline(playground)).toHaveText("You're offline")
    expect(fetched("ConnectingExternal") + fetched("layers/chains/evm/adapter")).toBe(0)
    await context.setOffline(false)

    await visit()
    await openModal()
    await offlineAndReady(playground)
    await context.setOffline(false)
    await expect(offline(playground)).toHaveCount(0)
    await context.setOffline(true)
    await wallet(halyard).click()
    await closed()
    expect(await account()).toMatchObject({ status: "connected" })
  },
)

alone("code that failed to load offline is loaded when back online", async ({ playground, page, context }) => {
  const { closed, disconnect, openModal, wallet } = playground
  for (const missing of [/\/ConnectingExternal-[^/]*\.js$/, /\/evm\/adapter-[^/]*\.js$/]) {
    await page.route(missing, (route) => route.abort("internetdisconnected"))
    const failed = page.waitForEvent("requestfailed", (request) => missing.test(request.url()))
    await playground.visit()
    await openModal()
    await failed
    await context.setOffline(true)
    await expect(offline(playground)).toHaveText("You're offline")

    await page.unroute(missing)
    await context.setOffline(false)
    await offlineAndReady(playground)
    await wallet(halyard).click()
    await closed()
    await context.setOffline(false)
    await disconnect()
  }
})
