import { expect, type Page } from "@playwright/test"
import { createPublicClient, http, parseEther } from "viem"
import { addressOf, becomes, choose, patiently, snapshot, view, who } from "./parts/playground.ts"
import { connected, holder, other, test } from "./parts/relayed.ts"

test.describe.configure({ mode: "parallel" })

test("Wallet operation: sign message", async ({ page, wallet, connect, signed }) => {
  await connect()
  expect(await signed("Portico says hello", holder.address)).toBe(true)

  wallet.person.next("reject")
  const refusal = await page.evaluate(() => window.portico.signMessage({ message: "No" }).catch((error) => error._tag))
  expect(refusal).toBe("UserRejectedRequestError")
  expect(wallet.person.asked).toEqual(["session_proposal", "personal_sign", "personal_sign"])
})

test("Wallet operation: send transaction, by the wallet at the other end of the relay", async ({
  page,
  wallet,
  connect,
  nodes,
}) => {
  await connect()
  const input = { token: "native", sendTokenAmount: "0.25", receiverAddress: other.address }
  const { hash } = await page.evaluate((asked) => window.portico.send(asked), input)

  const node = createPublicClient({ transport: http(nodes[1]) })
  const { from, to, value } = await node.getTransaction({ hash: hash as `0x${string}` })
  expect([from, to, value]).toEqual([holder.address.toLowerCase(), other.address.toLowerCase(), parseEther("0.25")])
  expect(wallet.person.asked).toEqual(["session_proposal", "eth_sendTransaction"])
})

test("a chain and an account that the wallet picks are followed", async ({ page, wallet, connect, signed }) => {
  await connect()
  await wallet.switchChain(137)
  await becomes(page, { ...connected, network: "eip155:137" })
  await wallet.switchAccount(1)
  await becomes(page, { address: other.address, network: "eip155:137" })
  expect(await signed("From the second account", other.address)).toBe(true)
})

test("what the wallet tells before the page has the code to follow it is not lost", async ({
  page,
  splitSite: site,
  provider,
  relay,
  nodes,
  options,
  wallet,
  code,
}) => {
  await page.goto(addressOf({ site, provider, relay, nodes, options }))
  await choose(page, "walletConnect")
  const shown = await code()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route("**/assets/*.js", (route) => released.then(() => route.continue()))
  await wallet.pair(shown)
  await patiently.poll(() => wallet.sessions()).toHaveLength(1)
  await wallet.switchChain(137)
  await wallet.switchAccount(1)
  release()
  await becomes(page, { ...connected, network: "eip155:137", address: other.address })
})

test("a chain that the session has is switched to at once, another is asked for, one that the wallet does not know is added", async ({
  page,
  wallet,
  connect,
  switchTo,
}) => {
  await connect()
  await switchTo("eip155:137")
  await becomes(page, { ...connected, network: "eip155:137" })
  await switchTo("eip155:1")
  await becomes(page, connected)
  expect(wallet.person.asked).toEqual(["session_proposal", "wallet_switchEthereumChain"])

  await switchTo("eip155:8453")
  await becomes(page, { ...connected, network: "eip155:8453" })
  expect(wallet.person.asked.slice(2)).toEqual(["wallet_addEthereumChain"])
})

test("Switching chain emits accountsChanged and chainChanged", async ({ page, wallet, connect, switchTo }) => {
  await connect()
  await page.evaluate(async () => {
    const provider = (await window.portico.getProvider("eip155")) as {
      on: (event: string, listener: (value: unknown) => void) => void
    }
    const heard: unknown[] = []
    for (const event of ["chainChanged", "accountsChanged"]) provider.on(event, (value) => heard.push([event, value]))
    Object.assign(window, { heard })
  })
  const heard = () => page.evaluate(() => Reflect.get(window, "heard"))
  const both = [holder.address, other.address]
  await switchTo("eip155:137")
  await becomes(page, { ...connected, network: "eip155:137" })
  // The wallet tells of it too, so each may come twice.
  expect(new Set((await heard()).map(String))).toEqual(
    new Set(
      [
        ["chainChanged", "0x89"],
        ["accountsChanged", both],
      ].map(String),
    ),
  )

  await wallet.switchChain(1)
  await becomes(page, connected)
  await patiently.poll(heard).toContainEqual(["chainChanged", "0x1"])
})

test("Wallet-relay network switch: an unsupported chain id sets an unsupported-network state", async ({
  page,
  wallet,
  connect,
}) => {
  await connect()
  await wallet.tell("eip155:1", "chainChanged", 424242)
  await becomes(page, { ...connected, network: "eip155:424242" })
  await patiently(view(page, "UnsupportedChain")).toBeVisible()
  expect((await snapshot(page)).chains.eip155?.networkState).toMatchObject({ caipNetwork: undefined })

  await view(page, "UnsupportedChain").locator('[data-network="eip155:1"]').click()
  await becomes(page, connected)
  await patiently(page.locator("portico-modal dialog")).toBeHidden()
})

test.describe("a wallet that takes on no network", () => {
  test.use({ addable: {} })

  test("Wallet-relay network switch 3: otherwise fail with 'Chain is not supported'", async ({
    page,
    wallet,
    connect,
    switchTo,
  }) => {
    await connect()
    await switchTo("eip155:8453")
    await patiently(page.locator("[data-snack=error]")).toContainText("Chain is not supported")
    await becomes(page, connected)
    await expect(view(page, "Networks")).toBeVisible()
    expect(wallet.person.asked).toEqual(["session_proposal"])
  })
})

test.describe("a wallet that cannot be asked for other networks", () => {
  test.use({ methods: ["personal_sign"] })

  test("shows those that it lacks, until it approves them by itself", async ({ page, wallet, connect }) => {
    await connect()
    await page.evaluate(() => window.portico.open({ view: "Networks" }))
    const networks = view(page, "Networks")
    await expect(networks.getByRole("heading", { name: "Not in Loopback Wallet" })).toBeVisible()
    for (const [network, there] of [
      ["eip155:1", true],
      ["eip155:137", false],
      ["eip155:8453", false],
    ] as const)
      await expect(networks.locator(`[data-network="${network}"]`)).toBeEnabled({ enabled: there })
    const state = async () => (await snapshot(page)).chains.eip155?.networkState
    expect(await state()).toMatchObject({ supportsAllNetworks: false, approvedCaipNetworkIds: ["eip155:1"] })

    await wallet.switchChain(137)
    await patiently.poll(state).toMatchObject({ approvedCaipNetworkIds: ["eip155:1", "eip155:137"] })
    await becomes(page, { ...connected, network: "eip155:137" })
    await expect(networks.locator('[data-network="eip155:137"]')).toBeEnabled()
    await expect(networks.locator('[data-network="eip155:8453"]')).toBeDisabled()
    await page.reload()
    await becomes(page, { ...connected, network: "eip155:137" })
    expect(await state()).toMatchObject({ approvedCaipNetworkIds: ["eip155:1", "eip155:137"] })
  })
})

test("a switch that the visitor rejects in the wallet changes nothing and can be tried again", async ({
  page,
  wallet,
  connect,
  switchTo,
}) => {
  await connect()
  wallet.person.next("reject")
  await switchTo("eip155:137")
  await patiently(page.locator("[data-snack=error]")).toContainText("Switch declined")
  await becomes(page, connected)
  await view(page, "Networks").locator('[data-network="eip155:137"]').click()
  await becomes(page, { ...connected, network: "eip155:137" })
})

test("a reload brings the session and its chain back without asking anybody", async ({
  page,
  wallet,
  connect,
  switchTo,
  signed,
}) => {
  await connect()
  await switchTo("eip155:137")
  await becomes(page, { network: "eip155:137" })
  const asked = wallet.person.asked.length

  await page.reload()
  await becomes(page, { ...connected, network: "eip155:137" })
  expect(wallet.person.asked).toHaveLength(asked)
  expect(await signed("After a reload", holder.address)).toBe(true)
})

test("A session is removed when the wallet disconnects it", async ({ page, wallet, connect }) => {
  await connect()
  await wallet.disconnect()
  await becomes(page, { status: "disconnected", address: undefined, connector: undefined })
  expect(await kept(page)).toEqual([])
  await page.reload()
  await page.evaluate(() => window.portico.ready())
  expect(await who(page)).toMatchObject({ status: "disconnected", address: undefined })
})

test("a disconnect of ours ends the session at the wallet too", async ({ page, wallet, connect }) => {
  await connect()
  await page.getByRole("button", { name: "Open account" }).click()
  await view(page, "Account").getByRole("button", { name: "Disconnect" }).click()
  await becomes(page, { status: "disconnected", address: undefined })
  await patiently.poll(() => wallet.sessions()).toEqual([])
  expect(await kept(page)).toEqual([])
})

/** Sessions that the page's storage still holds. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.endsWith("//session"))
      .flatMap(([, value]) => JSON.parse(value)),
  )
