import { cinderbox, ethereum, expect, halyard, hanging, marguerite, type Playground, test } from "./playground.ts"

/** Waits until the dialog is in the top layer, where the page cannot cover it, or is not. */
const isOnTop = ({ dialog }: Playground, wanted: boolean) =>
  expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(wanted)

test("a wallet's window is usable during its request; then the modal is on top again, as it is for a wallet on the phone", async ({
  playground,
  page,
}) => {
  const { answer, closed, dialog, go, network, openModal, press, shows, view, wallet } = playground
  await playground.visit({ script: { wallets: { "*": { connect: "hang", switch: "hang" } } } })
  await openModal()
  await isOnTop(playground, true)
  await wallet("walletConnect").click()
  await expect(page.getByRole("img", { name: "QR code to connect" })).toBeVisible()
  await isOnTop(playground, true)
  await press("Back")
  await wallet(halyard).click()
  await isOnTop(playground, false)
  await expect(dialog.locator("[data-view]")).toHaveCount(1)

  // The demo wallet renders its window in the page, so a real click has to reach it.
  await answer("Reject")
  await shows("Declined in Halyard")
  await isOnTop(playground, true)
  await press("Try again")
  await answer("Approve")
  await closed()

  await openModal("Account")
  await go("Switch Network: Base", "Networks")
  await network(ethereum).click()
  await isOnTop(playground, false)
  await answer("Approve")
  await view("Account").waitFor()
  await isOnTop(playground, true)
})

test("with two pending wallets, the first response keeps the modal below the other's window, also when it is closed and opened again", async ({
  playground,
  page,
}) => {
  const { account, answer, asking, close, closed, open, openModal } = await playground.visit({ script: hanging })
  await openModal()
  await page.evaluate(
    (wallets) => {
      for (const wallet of wallets) window.portico.connect({ wallet }).catch(() => undefined)
    },
    [halyard, cinderbox],
  )
  await asking("Cinderbox").waitFor()
  await answer("Approve", "Halyard")
  await expect.poll(async () => (await account()).address).toBe(marguerite)
  await isOnTop(playground, false)
  await close()
  await closed()
  await open("ProfileWallets")
  await isOnTop(playground, false)
  await answer("Reject", "Cinderbox")
  await isOnTop(playground, true)
})
