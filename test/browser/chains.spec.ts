import {
  base,
  cinderbox,
  ethereum,
  expect,
  halyard,
  marguerite,
  type Playground,
  plover,
  polygon,
  solana,
  test,
} from "./playground.ts"

const options = { networks: [base, ethereum, polygon, solana] }

/** Halyard's holder moves to a chain that no site of these tests knows. */
const stray = async ({ visit, connect, holder, view }: Playground) => {
  await visit()
  await connect()
  await holder(halyard, "move", 4242)
  await view("UnsupportedChain").waitFor()
}

test("An unsupported chain shows the UnsupportedChain view, on a page whose modal was never opened", async ({
  playground,
  page,
  log,
}) => {
  const { dialog, view } = playground
  await stray(playground)
  await expect(dialog).toHaveAccessibleName("Switch Network")
  await expect(dialog.getByRole("alert")).toContainText("Halyard")

  for (const [refusals, leave] of [
    [1, () => page.keyboard.press("Escape")],
    [2, () => page.mouse.click(5, 5)],
    [3, () => playground.press("Close")],
  ] as const) {
    await leave()
    await expect.poll(log.refusals).toBe(refusals)
    await expect(view("UnsupportedChain")).toBeVisible()
  }

  await playground.network(ethereum).click()
  await playground.closed()
  expect(await page.evaluate(() => window.portico.state.network.value?.caipNetworkId)).toBe(ethereum)
})

test("a visitor may leave an unsupported network by signing out", async ({ playground }) => {
  await stray(playground)
  await playground.press("Disconnect")
  await playground.closed()
  expect((await playground.account()).address).toBeUndefined()
})

test("a network of another chain leads to its wallets; the active one stays until another approves", async ({
  playground,
}) => {
  const { view, wallet } = playground
  await playground.visit({ options })
  await playground.connect()
  await playground.open("Networks")
  await playground.network(solana).click()
  await expect(view("SwitchActiveChain")).toContainText("Switch to Solana")
  await playground.press(/^Switch$/)

  await expect(wallet(plover)).toBeVisible()
  await expect(wallet(cinderbox)).toHaveCount(0)
  const active = () => playground.page.evaluate(() => window.portico.state.address.value)
  expect(await active()).toBe(marguerite)
  await wallet(plover).click()
  await playground.closed()
  expect((await playground.account("solana")).address).toBe(await active())
  expect(await playground.account()).toMatchObject({ status: "connected" })
})

test("a wallet of two chains asks which of them to connect", async ({ playground }) => {
  await playground.visit({ options })
  await playground.openModal()
  await expect(playground.wallet(halyard)).toContainText("Multichain")
  await playground.wallet(halyard).click()
  const chains = playground.view("ConnectingMultiChain").locator("[data-chain]")
  await expect(chains).toHaveText(["EVM Networks", "Solana"])
  await chains.last().click()
  await playground.closed()
  expect(await playground.account("solana")).toMatchObject({ status: "connected" })
  expect(await playground.account()).toMatchObject({ status: "disconnected" })
})
