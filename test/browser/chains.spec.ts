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

/** The user of Halyard switches to a chain that no site of these tests has. */
const stray = async ({ visit, connect, holder, view }: Playground) => {
  await visit()
  await connect()
  await holder(halyard, "move", 4242)
  await expect(view("UnsupportedChain")).toBeVisible()
}

test("An unsupported chain shows the UnsupportedChain view, on a page whose modal was never opened", async ({
  playground,
  page,
  log,
}) => {
  const { closed, dialog, network, press, view } = playground
  await stray(playground)
  await expect(dialog).toHaveAccessibleName("Switch Network")
  await expect(dialog.getByRole("alert")).toContainText("Halyard")
  for (const [refusals, leave] of [
    [1, () => page.keyboard.press("Escape")],
    [2, () => page.mouse.click(5, 5)],
    [3, () => press("Close")],
  ] as const) {
    await leave()
    await expect.poll(log.refusals).toBe(refusals)
    await expect(view("UnsupportedChain")).toBeVisible()
  }
  await network(ethereum).click()
  await closed()
  expect(await page.evaluate(() => window.portico.state.network.value?.caipNetworkId)).toBe(ethereum)
})

test("a network of another namespace opens its wallets; the active wallet stays until another one approves; a wallet with two namespaces asks which of them to connect", async ({
  playground,
}) => {
  const { account, closed, connect, network, open, page, press, shows, wallet } = await playground.visit({ options })
  const active = () => page.evaluate(() => window.portico.state.address.value)
  await connect()
  await open("Networks")
  await network(solana).click()
  await shows("Switch to Solana")
  await press(/^Switch$/)
  await expect(wallet(plover)).toBeVisible()
  await expect(wallet(cinderbox)).toHaveCount(0)
  expect(await active()).toBe(marguerite)
  await wallet(plover).click()
  await closed()
  expect((await account("solana")).address).toBe(await active())
  expect(await account()).toMatchObject({ status: "connected" })

  await playground.disconnect()
  await playground.openModal()
  await expect(wallet(halyard)).toContainText("Multichain")
  await wallet(halyard).click()
  const chains = playground.view("ConnectingMultiChain").locator("[data-chain]")
  await expect(chains).toHaveText(["EVM Networks", "Solana"])
  await chains.last().click()
  await closed()
  expect(await account("solana")).toMatchObject({ status: "connected" })
  expect(await account()).toMatchObject({ status: "disconnected" })
})
