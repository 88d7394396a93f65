import { cinderbox, ethereum, expect, halyard, hanging, marguerite, type Playground, test } from "./playground.ts"

/** Whether the dialog is in the top layer, where nothing of the page can lie over it. */
const isOnTop = ({ dialog }: Playground, wanted: boolean) =>
  expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(wanted)

test("while a wallet of the page asks, its own window can be used; then the modal is on top again", async ({
  playground,
}) => {
  const { answer, dialog } = playground
  await playground.visit({ script: { wallets: { "*": { connect: "hang", switch: "hang" } } } })
  await playground.openModal()
  await isOnTop(playground, true)
  await playground.wallet(halyard).click()
  await isOnTop(playground, false)
  await expect(dialog.locator("[data-view]")).toHaveCount(1)

  // The demo's wallet draws its window into the page: a real press has to reach it.
  await answer("Reject")
  await expect(playground.heading("You declined in Halyard")).toBeVisible()
  await isOnTop(playground, true)

  await playground.press("Try again")
  await answer("Approve")
  await playground.closed()
  await playground.openModal("Account")
  await playground.press("Switch Network: Base")
  await playground.network(ethereum).click()
  await isOnTop(playground, false)
  await answer("Approve")
  await playground.view("Account").waitFor()
  await isOnTop(playground, true)
})

test("of two wallets that ask, the first to respond does not put the modal in front of the other", async ({
  playground,
  page,
}) => {
  const { answer, asking } = playground
  await playground.visit({ script: hanging })
  await playground.openModal()
  await page.evaluate(
    (wallets) => {
      for (const wallet of wallets) window.portico.connect({ wallet }).catch(() => undefined)
    },
    [halyard, cinderbox],
  )
  await asking("Cinderbox").waitFor()
  await answer("Approve", "Halyard")
  await expect.poll(async () => (await playground.account()).address).toBe(marguerite)
  // A press reaches nothing but what is on top.
  await isOnTop(playground, false)
  await answer("Reject", "Cinderbox")
  await isOnTop(playground, true)
})

test("a modal that is opened or closed meanwhile finds its right place", async ({ playground, page }) => {
  await playground.visit({ script: hanging })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await isOnTop(playground, false)
  await page.evaluate(() => window.portico.close())
  await playground.closed()

  await playground.open("Connect")
  await isOnTop(playground, false)
  await playground.answer("Reject")
  await isOnTop(playground, true)
})

test("a wallet on the phone needs no room: the modal stays on top", async ({ playground, page }) => {
  await playground.visit({ open: "ConnectingWalletConnect" })
  await expect(page.getByRole("img", { name: "Connection code" })).toBeVisible()
  await isOnTop(playground, true)
})
