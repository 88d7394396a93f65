import { expect, type Page } from "@playwright/test"
import {
  becomes,
  call,
  dialog,
  disconnected,
  openAccount,
  refusal,
  snack,
  snapshot,
  soon,
  switchTo,
  view,
} from "./parts/playground.ts"
import { connected, holder, other, test } from "./parts/relayed.ts"

test.describe.configure({ mode: "parallel" })

const onPolygon = { ...connected, network: "eip155:137" }
const onBase = { ...connected, network: "eip155:8453", address: other.address }

/** The published playground, in files that are loaded on demand. */
const onDemand = test.extend({ visit: ({ visit, splitSite }, use) => use((more) => visit(more, splitSite)) })

onDemand(
  "keeps what the wallet sends before the page has loaded the code to handle it",
  async ({ page, wallet, show, code }) => {
    await show()
    const shown = await code()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/assets/**/*.js", (route) => released.then(() => route.continue()))
    await wallet.pair(shown)
    await wallet.until(() => wallet.sessions().length === 1)
    await wallet.switchChain(137)
    await wallet.switchAccount(1)
    release()
    await becomes(page, { ...onPolygon, address: other.address })
    // Code may still be requested while the page closes.
    await page.unrouteAll({ behavior: "ignoreErrors" })
  },
)

test("Switching chain emits accountsChanged and chainChanged: an approved chain is switched to at once, another is requested and may be rejected, an unknown one is added. Wallet operation: sign message, with the active account, also after a reload without a prompt; a disconnect by the visitor ends the session in the wallet too", async ({
  page,
  wallet,
  connect,
  signed,
}) => {
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
  wallet.person.next("reject")
  await switchTo(page, "eip155:137")
  await expect(snack(page, "error")).toContainText("Switch declined")
  await becomes(page, connected)
  expect(await heard()).toEqual([])
  await view(page, "Networks").locator('[data-network="eip155:137"]').click()
  await becomes(page, onPolygon)
  // The wallet reports the chain before it responds.
  await soon(async () => (await snapshot(page)).open).toBe(false)
  // The wallet emits it too, so each may come twice.
  const both = [holder.address, other.address]
  expect(new Set((await heard()).map(String))).toEqual(new Set(["chainChanged,0x89", `accountsChanged,${both}`]))

  await wallet.switchChain(1)
  await becomes(page, connected)
  await soon(heard).toContainEqual(["chainChanged", "0x1"])

  await switchTo(page, "eip155:137")
  await becomes(page, onPolygon)
  const asked = ["session_proposal", "wallet_switchEthereumChain", "wallet_switchEthereumChain"]
  expect(wallet.person.asked).toEqual(asked)
  await switchTo(page, "eip155:8453")
  await becomes(page, { ...connected, network: "eip155:8453" })
  expect(wallet.person.asked).toEqual([...asked, "wallet_addEthereumChain"])

  await wallet.switchAccount(1)
  await becomes(page, onBase)
  await page.reload()
  await becomes(page, onBase)
  expect(await signed("From the second account", other.address)).toBe(true)
  wallet.person.next("reject")
  expect(await refusal(page, "signMessage", { message: "No" })).toMatchObject({ _tag: "UserRejectedRequestError" })
  expect(wallet.person.asked.slice(4)).toEqual(["personal_sign", "personal_sign"])

  await (await openAccount(page)).getByRole("button", { name: "Disconnect" }).click()
  await becomes(page, { status: "disconnected", address: undefined })
  await wallet.until(() => wallet.sessions().length === 0)
  expect(await kept(page)).toEqual([])
})

test.describe("a wallet that adds no network", () => {
  test.use({ walletOptions: { addable: {} } })

  test("Wallet-relay network switch 3: otherwise fail with 'Chain is not supported'. Wallet-relay network switch: an unsupported chain id sets an unsupported-network state. A session is removed when the wallet disconnects it", async ({
    page,
    wallet,
    connect,
  }) => {
    await connect()
    await switchTo(page, "eip155:8453")
    await expect(snack(page, "error")).toContainText("Chain is not supported")
    await becomes(page, connected)
    await expect(view(page, "Networks")).toBeVisible()
    expect(wallet.person.asked).toEqual(["session_proposal"])
    await call(page, "close")

    await wallet.tell("eip155:1", "chainChanged", 424242)
    await becomes(page, { ...connected, network: "eip155:424242" })
    await expect(view(page, "UnsupportedChain")).toBeVisible()
    expect((await snapshot(page)).chains.eip155?.networkState).toMatchObject({ caipNetwork: undefined })
    await view(page, "UnsupportedChain").locator('[data-network="eip155:1"]').click()
    await becomes(page, connected)
    await expect(dialog(page)).toBeHidden()

    await wallet.disconnect()
    await becomes(page, disconnected)
    expect(await kept(page)).toEqual([])
  })
})

test.describe("a wallet that cannot be asked to approve other networks", () => {
  test.use({ walletOptions: { methods: ["personal_sign"] } })

  test("shows the networks it lacks, until it approves them", async ({ page, wallet, connect }) => {
    await connect()
    await call(page, "open", { view: "Networks" })
    const networks = view(page, "Networks")
    await expect(networks.getByRole("heading", { name: "Not supported by Loopback Wallet" })).toBeVisible()
    const offered = async (...ids: readonly number[]) => {
      for (const id of [1, 137, 8453])
        await expect(networks.locator(`[data-network="eip155:${id}"]`)).toBeEnabled({ enabled: ids.includes(id) })
    }
    await offered(1)
    const state = async () => (await snapshot(page)).chains.eip155?.networkState
    expect(await state()).toMatchObject({ supportsAllNetworks: false, approvedCaipNetworkIds: ["eip155:1"] })

    await wallet.switchChain(137)
    await soon(state).toMatchObject({ approvedCaipNetworkIds: ["eip155:1", "eip155:137"] })
    await becomes(page, onPolygon)
    await offered(1, 137)
  })
})

/** Sessions in the page's storage. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.endsWith("//session"))
      .flatMap(([, value]) => JSON.parse(value)),
  )
