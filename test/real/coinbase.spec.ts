import { expect, type Page } from "@playwright/test"
import { type Hex, verifyMessage } from "viem"
import { coinbaseWindow } from "../../layers/chains/limits.ts"
import * as Coinbase from "./parts/coinbaseHost.ts"
import { becomes, call, meanwhile, press, request, row, sentence, view, who } from "./parts/playground.ts"
import { second as other, first as owner, test as shared } from "./parts/shared.ts"

declare global {
  interface Window {
    latestPopup: Window | null
  }
}

const connected = { status: "connected", address: owner.address, connector: "coinbaseWalletSDK" }
const listed = "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa"

/** The playground with Coinbase Wallet added by the site. */
const test = shared.extend<{ readonly coinbase: Coinbase.CoinbaseHost }>({
  coinbase: async ({ context, nodes }, use) => {
    const coinbase = await Coinbase.start(context, { account: owner, nodes })
    await use(coinbase)
    await coinbase.stop()
  },
  options: ({ coinbase }, use) =>
    use({
      hosts: { coinbase: coinbase.url },
      customWallets: [{ id: listed, name: "Coinbase Wallet", rdns: "com.coinbase.wallet" }],
    }),
})

/** Opens the modal and clicks the wallet's row. */
const choose = async (page: Page) => {
  await press(page)
  await row(page, connected.connector).click()
}
const connecting = (page: Page) => view(page, "ConnectingExternal")
const heading = (page: Page, words: string) => connecting(page).getByRole("heading", { name: sentence(words) })
const again = (page: Page) => connecting(page).getByRole("button", { name: "Try again" })

test("Coinbase's wallet connects in a pop-up opened in the click, signs, switches, is restored and disconnects", async ({
  context,
  page,
  site,
  coinbase,
  visit,
}) => {
  await visit()
  await press(page)
  expect(coinbase.visits).toEqual([])
  const opened = context.waitForEvent("page")
  await row(page, connected.connector).click()
  const popup = await opened
  await becomes(page, connected)
  expect(coinbase.asked).toEqual(["eth_requestAccounts"])
  const [visited] = coinbase.visits
  expect(visited?.pathname).toBe("/connect")
  expect(visited?.searchParams.get("origin")).toBe(site.url)
  const preference = { options: "smartWalletOnly" }
  expect(coinbase.told).toEqual([expect.objectContaining({ preference, location: `${site.url}/` })])
  if (!popup.isClosed()) await popup.waitForEvent("close")

  const message = "Grüße\n👋"
  const signature = (await call(page, "signMessage", { message })) as Hex
  expect(await verifyMessage({ address: owner.address, message, signature })).toBe(true)
  const onPolygon = { ...connected, network: "eip155:137" }
  await call(page, "switchNetwork", { network: "eip155:137" })
  await becomes(page, onPolygon)

  // Calls for a node go to the site's nodes.
  expect(await request(page, "eth_getBalance", [other.address, "latest"])).toEqual({ result: expect.any(String) })
  expect(await request(page, "wallet_getCallsStatus", ["0x1"])).toEqual({ code: 4200 })

  // The pop-up of the signature closes after the response. A page that has been left could no longer close it.
  await expect.poll(() => context.pages().length).toBe(1)
  await page.reload()
  await becomes(page, onPolygon)
  expect(coinbase.asked).toEqual(["eth_requestAccounts", "personal_sign"])
  expect(context.pages()).toHaveLength(1)

  await call(page, "disconnect")
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /Keys?$|accounts/.test(key)))).toEqual([])
})

test("a visitor can retry after a blocked pop-up, a rejection in it (Error: 'Connection rejected') and its closing; other windows' messages and a broken storage are ignored; a pop-up that replaces one just closed ends its request, and its own closing is noticed", async ({
  context,
  page,
  coinbase,
  visit,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem("-CBWSDK:SCWStateManager:accounts", "{not json")
    const { open } = window
    let times = 0
    window.open = (...given) => {
      window.latestPopup = times++ < 3 ? null : open.apply(window, given)
      return window.latestPopup
    }
  })
  const opening = async (act: () => unknown) => {
    const opened = context.waitForEvent("page")
    const before = coinbase.asked.length
    await act()
    const popup = await opened
    await coinbase.until(() => coinbase.asked.length > before)
    return popup
  }
  await visit()
  await choose(page)
  await expect(heading(page, "Couldn't connect to Coinbase")).toBeVisible()
  expect(coinbase.visits).toEqual([])

  coinbase.holder = "refuses"
  await again(page).click()
  await expect(heading(page, "Declined in Coinbase")).toBeVisible()

  coinbase.holder = "waits"
  const waiting = await opening(() => again(page).click())
  // Messages arrive in order, so the last one means all were handled.
  await page.evaluate(async () => {
    const heard = new Promise((resolve) =>
      window.addEventListener("message", ({ data }) => data === "last" && resolve(data)),
    )
    for (const data of [null, { event: "PopupUnload" }, { event: "PopupLoaded", id: "x" }, { requestId: null }, "last"])
      window.postMessage(data, "*")
    await heard
  })
  await expect(heading(page, "Approve in Coinbase")).toBeVisible()
  expect(await who(page)).toMatchObject({ status: "connecting", address: undefined })
  await waiting.close()
  await meanwhile(page, coinbaseWindow.closedCheck, expect(heading(page, "Declined in Coinbase")).toBeVisible())

  coinbase.holder = "approves"
  const approved = await opening(() => again(page).click())
  await becomes(page, connected)
  if (!approved.isClosed()) await approved.waitForEvent("close")

  coinbase.holder = "waits"
  const ended: string[] = []
  const sign = (message: string) =>
    opening(() => {
      void request(page, "personal_sign", [message, owner.address]).then(({ code }) => ended.push(`${message} ${code}`))
    })
  await (await sign("0x01")).close()
  // The page learns of it a moment later, from the browser.
  await page.waitForFunction(() => window.latestPopup?.closed)
  const popup = await sign("0x02")
  await expect.poll(() => ended).toEqual(["0x01 4001"])
  await popup.close()
  const both = async () => expect.poll(() => ended).toEqual(["0x01 4001", "0x02 4001"])
  await meanwhile(page, coinbaseWindow.closedCheck, both())
})

test("an isolated page reports its isolation instead of a pop-up closed by the visitor", async ({
  page,
  site,
  coinbase,
  visit,
}) => {
  coinbase.holder = "waits"
  await page.route(`${site.url}/?**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), "cross-origin-opener-policy": "same-origin" } })
  })
  await visit()
  await choose(page)
  await meanwhile(page, coinbaseWindow.closedCheck, expect(heading(page, "Couldn't connect to Coinbase")).toBeVisible())
})
