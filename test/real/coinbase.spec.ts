import { expect, type Page } from "@playwright/test"
import { verifyMessage } from "viem"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import * as Coinbase from "./parts/coinbaseHost.ts"
import { addressOf, becomes, patiently, sentence, uncaught, view, who } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { test } from "./parts/shared.ts"

const [owner, other] = Anvil.accounts
if (!owner || !other) throw new Error("Anvil has ten accounts")

let mainnet: Anvil.Anvil
let polygon: Anvil.Anvil
let site: Site
let provider: Provider.Provider
let coinbase: Coinbase.CoinbaseHost
let errors: readonly string[]

test.beforeAll(async () => {
  ;[mainnet, polygon, site] = await Promise.all([
    Anvil.start({ chainId: 1 }),
    Anvil.start({ chainId: 137 }),
    serve("whole"),
  ])
})

test.afterAll(async () => {
  await Promise.all([mainnet.stop(), polygon.stop(), site.stop()])
})

test.beforeEach(async ({ context, page }) => {
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url, "eip155:137": polygon.url } })
  coinbase = await Coinbase.start(context, { account: owner, nodes: { 1: mainnet.url, 137: polygon.url } })
  errors = uncaught(page)
})

test.afterEach(async () => {
  await Promise.all([provider.stop(), coinbase.stop()])
  expect(errors, "what nobody caught in the page").toEqual([])
})

test("Coinbase's wallet connects in a window that opens with the press, signs, switches, comes back and is signed out of", async ({
  context,
  page,
}) => {
  await page.goto(address())
  await open(page)
  expect(coinbase.visits).toEqual([])

  await row(page).click()
  await becomes(page, connected)
  expect(coinbase.asked).toEqual(["eth_requestAccounts"])
  const [visit] = coinbase.visits
  expect(visit?.pathname).toBe("/connect")
  expect(visit?.searchParams.get("origin")).toBe(site.url)
  expect(coinbase.told).toEqual([
    expect.objectContaining({ preference: { options: "smartWalletOnly" }, location: `${site.url}/` }),
  ])
  await patiently.poll(() => context.pages().length).toBe(1)

  const message = "Grüße\n👋"
  const signature = await page.evaluate((message) => window.portico.signMessage({ message }), message)
  expect(await verifyMessage({ address: owner.address, message, signature: signature as `0x${string}` })).toBe(true)
  await page.evaluate(() => window.portico.switchNetwork({ network: "eip155:137" }))
  await becomes(page, { ...connected, network: "eip155:137" })

  // What a node answers is asked of the site's nodes.
  expect(await request(page, "eth_getBalance", [other.address, "latest"])).toMatchObject({ result: expect.any(String) })
  expect(await request(page, "wallet_getCallsStatus", ["0x1"])).toMatchObject({ code: 4200 })

  await page.reload()
  await becomes(page, { ...connected, network: "eip155:137" })
  expect(coinbase.asked).toEqual(["eth_requestAccounts", "personal_sign"])
  expect(context.pages()).toHaveLength(1)

  await page.evaluate(() => window.portico.disconnect())
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /Keys?$|accounts/.test(key)))).toEqual([])
  await page.reload()
  await patiently.poll(async () => (await who(page)).status).toBe("disconnected")
})

test("Error: 'Connection rejected' when the holder says no in the window or closes it, and trying again opens another", async ({
  context,
  page,
}) => {
  coinbase.holder = "refuses"
  await page.goto(address())
  await open(page)
  await row(page).click()
  const connecting = view(page, "ConnectingExternal")
  const declined = connecting.getByRole("heading", { name: sentence("You declined in Coinbase") })
  await patiently(declined).toBeVisible()

  coinbase.holder = "waits"
  const next = context.waitForEvent("page")
  await connecting.getByRole("button", { name: "Try again" }).click()
  const popup = await next
  await patiently.poll(() => coinbase.asked.length).toBe(2)
  await popup.close()
  await patiently(declined).toBeVisible()

  coinbase.holder = "approves"
  await connecting.getByRole("button", { name: "Try again" }).click()
  await becomes(page, connected)
})

test("A browser that lets no window open is no end: the visitor may try again", async ({ page }) => {
  await page.addInitScript(() => {
    const { open } = window
    let times = 0
    window.open = (...given) => (times++ < 3 ? null : open.apply(window, given))
  })
  await page.goto(address())
  await open(page)
  await row(page).click()
  const connecting = view(page, "ConnectingExternal")
  await patiently(connecting.getByRole("heading", { name: sentence("Coinbase did not connect") })).toBeVisible()
  expect(coinbase.visits).toEqual([])

  await connecting.getByRole("button", { name: "Try again" }).click()
  await becomes(page, connected)
})

test("A page that isolates itself is told so in place of the visitor, who has closed nothing", async ({ page }) => {
  coinbase.holder = "waits"
  await page.route(`${site.url}/?**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), "cross-origin-opener-policy": "same-origin" } })
  })
  await page.goto(address())
  await open(page)
  await row(page).click()
  const failed = view(page, "ConnectingExternal").getByRole("heading", { name: sentence("Coinbase did not connect") })
  await patiently(failed).toBeVisible()
})

test("Other windows cannot answer for Coinbase's, and what its library left in storage may be broken", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("-CBWSDK:SCWStateManager:accounts", "{not json"))
  coinbase.holder = "waits"
  await page.goto(address())
  await open(page)
  await row(page).click()
  await patiently.poll(() => coinbase.asked.length).toBe(1)
  await page.evaluate(() => {
    for (const data of [null, { event: "PopupUnload" }, { event: "PopupLoaded", id: "x" }, { requestId: null }])
      window.postMessage(data, "*")
  })
  await expect(view(page, "ConnectingExternal")).toBeVisible()
  expect(await who(page)).toMatchObject({ status: "connecting", address: undefined })
})

test("Coinbase's extension stands in the place of its page, and a site may do without either", async ({ page }) => {
  await page.goto(address({ enableCoinbase: false }))
  await open(page)
  await row(page, listed).click()
  await expect(view(page, "ConnectingWalletConnect")).toBeVisible()

  await page.addInitScript(() => {
    const info = { uuid: "u", name: "Coinbase Wallet", icon: "data:image/png;base64,", rdns: "com.coinbase.wallet" }
    const detail = Object.freeze({ info, provider: { request: async () => [] } })
    const tell = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
    window.addEventListener("eip6963:requestProvider", tell)
  })
  await page.goto(address())
  await open(page)
  await expect(page.locator('portico-modal [data-view="Connect"]').getByText("Coinbase Wallet")).toHaveCount(1)
  await page.locator('portico-modal [data-wallet="com.coinbase.wallet"]').click()
  await expect(view(page, "ConnectingExternal")).toBeVisible()
  expect(coinbase.visits).toEqual([])
})

const connected = { status: "connected", address: owner.address, connector: "coinbaseWalletSDK" }
const listed = "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa"

/** The playground with Coinbase's wallet among those that the site adds. */
const address = (more: object = {}) => {
  const all = ["api", "blockchain", "analytics", "secureSite", "verify", "utxo", "images", "safe"]
  const hosts = { ...Object.fromEntries(all.map((name) => [name, provider.url])), relay: "ws://127.0.0.1:1" }
  const customWallets = [{ id: listed, name: "Coinbase Wallet", rdns: "com.coinbase.wallet" }]
  const options = { hosts: { ...hosts, coinbase: coinbase.url }, customWallets, ...more }
  return addressOf({ site, provider, nodes: { 1: mainnet.url, 137: polygon.url }, options })
}

const open = (page: Page) => page.getByRole("button", { name: "Connect Wallet" }).first().click()
const row = (page: Page, id = "coinbaseWalletSDK") => view(page, "Connect").locator(`[data-wallet="${id}"]`)

/** What the provider that a site gets answers; or the code that it fails with. */
const request = (page: Page, method: string, params: readonly unknown[]) =>
  page.evaluate(
    async ({ method, params }): Promise<{ readonly result?: unknown; readonly code?: number }> => {
      const provider = (await window.portico.getProvider("eip155")) as {
        request(input: { method: string; params: readonly unknown[] }): Promise<unknown>
      }
      return provider.request({ method, params }).then(
        (result) => ({ result }),
        ({ code }) => ({ code }),
      )
    },
    { method, params },
  )
