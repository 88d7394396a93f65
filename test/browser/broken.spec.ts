import * as Provider from "../real/parts/provider.ts"
import { announce } from "./announced.ts"
import { expect, marguerite, onDemand as test } from "./playground.ts"

test("a view whose code cannot be fetched says so, and is fetched again on request", async ({ playground, page }) => {
  const code = /\/AllWallets-[^/]*\.js$/
  await playground.visit()
  await playground.openModal()
  await page.route(code, (route) => route.abort("internetdisconnected"))
  await playground.wallet("all").click()
  await expect(playground.heading("Something went wrong")).toBeVisible()
  await expect(playground.dialog).toHaveAccessibleName("All Wallets")

  await page.unroute(code)
  await playground.press("Try again")
  await expect(playground.view("AllWallets").getByRole("searchbox")).toBeVisible()
})

test("the sign view whose code cannot be fetched lets a visitor leave who must sign in", async ({
  playground,
  page,
}) => {
  await page.route(/\/SIWXSignMessage-[^/]*\.js$/, (route) => route.abort("internetdisconnected"))
  await playground.visit({ options: { siwx: {} } })
  await playground.connect()
  await expect(playground.heading("Something went wrong")).toBeVisible()
  await page.keyboard.press("Escape")
  await playground.press("Disconnect")
  await playground.closed()
  expect(await playground.account()).toMatchObject({ status: "disconnected" })
})

test("a modal is there before its engine, and does what was pressed once the engine comes", async ({
  playground,
  page,
}) => {
  const provider = await Provider.start()
  let held: (() => void)[] = []
  await page.route(/\/opened-[^/]*\.js$/, async (route) => {
    await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  await announce(page, { "example.early": { name: "Early", accounts: [marguerite] } })
  for (const [pressed, address] of [
    [playground.button("Close"), undefined],
    [playground.wallet("example.early"), marguerite],
  ] as const) {
    held = []
    await playground.visit({ hosts: provider.url })
    await playground.openModal()
    await pressed.click()
    await expect(playground.view("Connect")).toBeVisible()
    expect(held).not.toEqual([])
    for (const go of held) go()
    await playground.closed()
    expect((await playground.account()).address).toBe(address)
  }
  await provider.stop()
})
