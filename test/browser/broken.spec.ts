import * as Provider from "../real/parts/provider.ts"
import { announce } from "./announced.ts"
import { expect, onDemand as test } from "./playground.ts"

test("a view whose code fails to load says so, and loads on retry", async ({ playground, page }) => {
  const code = /\/AllWallets-[^/]*\.js$/
  const { dialog, openModal, press, search, shows, wallet } = await playground.visit()
  await openModal()
  await page.route(code, (route) => route.abort("internetdisconnected"))
  await wallet("all").click()
  await shows("Something went wrong")
  await expect(dialog).toHaveAccessibleName("All Wallets")
  await page.unroute(code)
  await press("Try again")
  await expect(search).toBeVisible()
})

test("a visitor can disconnect when the sign view's code fails to load", async ({ playground, page }) => {
  await page.route(/\/SIWXSignMessage-[^/]*\.js$/, (route) => route.abort("internetdisconnected"))
  const { account, closed, connect, press, shows } = await playground.visit({ options: { siwx: {} } })
  await connect()
  await shows("Something went wrong")
  await page.keyboard.press("Escape")
  await press("Disconnect")
  await closed()
  await expect.poll(account).toMatchObject({ status: "disconnected" })
})

/** Live layers reject the demo's accounts. */
const holder = "0x8ba1f109551bD432803012645Ac136ddd64DBA72"

test("a modal shows before its engine is loaded, and then handles the earlier click", async ({ playground, page }) => {
  const { account, closed, openModal, view, visit, wallet } = playground
  const provider = await Provider.start()
  const held: (() => void)[] = []
  await page.route(/\/engine-[^/]*\.js$/, async (route) => {
    await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  await announce(page, { "example.early": { name: "Early", accounts: [holder] } })
  await visit({ hosts: provider.url })
  await openModal()
  await wallet("example.early").click()
  // The modal requests the engine's file only after its first frames.
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expect(view("Connect")).toBeVisible()
  for (const go of held) go()
  await closed()
  expect((await account()).address).toBe(holder)
  await provider.stop()
})
