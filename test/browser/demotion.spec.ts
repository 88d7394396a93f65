import { cinderbox, connected, expect, halyard, marguerite, type Playground, test } from "./playground.ts"

/** Whether the dialog is in the top layer, where nothing of the page can lie over it. */
const onTop = ({ dialog }: Playground) => dialog.evaluate((element) => element.matches(":modal"))

test("while a wallet of the page asks, its own window can be used; then the modal is on top again", async ({
  playground,
  page,
}) => {
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
  await playground.openModal()
  expect(await onTop(playground)).toBe(true)
  await playground.wallet(halyard).click()
  await expect.poll(() => onTop(playground)).toBe(false)
  await expect(page.locator("portico-modal [data-view]")).toHaveCount(1)

  // The demo's wallet draws its window into the page: a real press has to reach it.
  await playground.asking("Halyard").getByRole("button", { name: "Reject" }).click()
  await expect(playground.dialog.getByRole("heading", { name: "You declined in Halyard" })).toBeVisible()
  await expect.poll(() => onTop(playground)).toBe(true)
})

test("the same while it is asked to switch the network", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { switch: "hang" } } } })
  await connected(page)
  await playground.openModal("Account")
  await playground.dialog.getByRole("button", { name: "Switch Network: Base" }).click()
  await playground.view("Networks").locator('[data-network="eip155:1"]').click()
  await expect.poll(() => onTop(playground)).toBe(false)
  await playground.asking("Halyard").getByRole("button", { name: "Approve" }).click()
  await playground.view("Account").waitFor()
  await expect.poll(() => onTop(playground)).toBe(true)
})

test("of two wallets that ask, the first answered does not put the modal in front of the other", async ({
  playground,
  page,
}) => {
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
  await playground.openModal()
  await page.evaluate(
    (wallets) => {
      for (const wallet of wallets) window.portico.connect({ wallet }).catch(() => undefined)
    },
    [halyard, cinderbox],
  )
  await playground.asking("Halyard").waitFor()
  await playground.asking("Cinderbox").waitFor()
  await expect.poll(() => onTop(playground)).toBe(false)

  await playground.asking("Halyard").getByRole("button", { name: "Approve" }).click()
  await expect.poll(() => page.evaluate(() => window.portico.state.address.value)).toBe(marguerite)
  expect(await onTop(playground)).toBe(false)
  await playground.asking("Cinderbox").getByRole("button", { name: "Reject" }).click()
  await expect.poll(() => onTop(playground)).toBe(true)
})

test("a modal that is opened or closed meanwhile finds its right place", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect.poll(() => onTop(playground)).toBe(false)
  await page.evaluate(() => window.portico.close())
  await expect(playground.dialog).toHaveCount(0)

  await page.evaluate(() => window.portico.open())
  await playground.view("Connect").waitFor()
  expect(await onTop(playground)).toBe(false)
  await page.keyboard.press("n")
  await expect.poll(() => onTop(playground)).toBe(true)
})

test("a wallet on the phone needs no room: the modal stays on top", async ({ playground, page }) => {
  await playground.visit()
  await playground.openModal()
  await playground.wallet("walletConnect").click()
  await expect(page.getByRole("img", { name: "Connection code" })).toBeVisible()
  expect(await onTop(playground)).toBe(true)
})
