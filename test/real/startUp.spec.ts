import { expect, type Page } from "@playwright/test"
import type { DirectoryWallet } from "../fixtures/wallets.ts"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import { installMetaMask } from "./parts/metamask.ts"
import { addressOf, becomes, patiently, snapshot, uncaught, view } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { test } from "./parts/shared.ts"

const [first] = Anvil.accounts
if (!first) throw new Error("Anvil has ten accounts")

let mainnet: Anvil.Anvil
let site: Site
let provider: Provider.Provider
let errors: readonly string[]

test.beforeAll(async () => {
  ;[mainnet, site] = await Promise.all([Anvil.start({ chainId: 1 }), serve("whole")])
})

test.afterAll(async () => {
  await Promise.all([mainnet.stop(), site.stop()])
})

test.beforeEach(async ({ context, page }) => {
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url } })
  await installMetaMask(context, { accounts: [first], chains: { 1: mainnet.url } })
  errors = uncaught(page)
})

test.afterEach(async () => {
  await provider.stop()
  expect(errors, "what nobody caught in the page").toEqual([])
})

test("start-up asks each thing once, from the page's origin and for its project, and an open modal waits for none of it", async ({
  page,
}) => {
  for (const route of startUp) provider.fault(route, { delay: 3_600_000 })
  await visit(page)
  await open(page)
  await patiently(view(page, "Connect").locator("[data-wallet]")).toHaveCount(4)
  await patiently.poll(() => startUp.map(provider.count)).toEqual([1, 1, 1, 1])

  const asked = provider.ledger.filter(({ route }) => startUp.includes(route ?? ""))
  expect(asked.map(({ query }) => query)).toEqual(Array(4).fill(query))
  expect(asked.map(({ headers }) => headers.origin)).toEqual(Array(4).fill(site.url))
})

test("GET /projects/v1/origins; response: allowedOrigins: a page that is on the list hears nothing", async ({
  page,
}) => {
  provider.set("GET /projects/v1/origins", { allowedOrigins: ["https://fernhill.example", "http://*.localhost:*"] })
  await visit(page, elsewhere())
  await open(page)
  await ready(page)
  expect(provider.count("GET /projects/v1/origins")).toBe(1)
  expect((await snapshot(page)).alerts).toEqual([])
})

test("An app origin not on the provider's allow list gets an error alert", async ({ page }) => {
  provider.set("GET /projects/v1/origins", { allowedOrigins: ["https://fernhill.example"] })
  const heard: string[] = []
  page.on("console", (message) => message.type() === "warning" && heard.push(message.text()))
  await visit(page, elsewhere())
  await open(page)
  const alert = page.locator('[data-alert="APKT002"]')
  await patiently(alert).toContainText("Invalid App Configuration")
  await expect(alert).toHaveRole("alert")
  await expect(alert).toContainText(`The origin ${elsewhere()} is not on this project's allow list.`)
  expect(heard.filter((text) => text.startsWith("APKT002"))).toHaveLength(1)

  await alert.getByRole("button").click()
  await expect(alert).toHaveCount(0)
})

for (const [status, code, title] of [
  [429, "APKT010", "Rate Limited"],
  [503, "APKT009", "Server Error"],
] as const)
  test(`origins that are refused with ${status} raise ${code}, and the modal works`, async ({ page }) => {
    provider.fault("GET /projects/v1/origins", { status, retryAfter: "60" })
    await visit(page)
    await open(page)
    const alert = page.locator(`[data-alert="${code}"]`)
    await patiently(alert).toContainText(title)
    // Where the card leaves no room over it, an alert lies on its rows until it is closed.
    await alert.getByRole("button", { name: "Dismiss" }).click()
    await view(page, "Connect").locator(`[data-wallet="${metamask}"]`).click()
    await becomes(page, connected)
    expect(provider.count("GET /projects/v1/origins")).toBe(1)
  })

test("nothing is sent of what happens before the first open; then each event is posted in its order", async ({
  page,
}) => {
  await visit(page)
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), metamask)
  await ready(page)
  expect(provider.count("GET /getAnalyticsConfig")).toBe(1)
  expect(provider.count("POST /e")).toBe(0)

  await page.getByRole("button", { name: "Open account" }).click()
  await patiently.poll(() => names()).toEqual(["INITIALIZE", "CONNECT_SUCCESS", "MODAL_OPEN"])
  const [initialized, , opened] = posted()
  expect(opened).toEqual({
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    url: page.url(),
    domain: "127.0.0.1",
    timestamp: expect.any(Number),
    props: {
      type: "track",
      event: "MODAL_OPEN",
      address: first.address,
      properties: { connected: true, caipNetworkId: "eip155:1" },
    },
  })
  expect(Math.abs((opened?.timestamp ?? 0) - Date.now())).toBeLessThan(600_000)
  expect(initialized?.props.properties).toMatchObject({ projectId: "fernhill", networks: ["eip155:1"] })
  const entries = provider.ledger.filter(({ route }) => route === "POST /e")
  for (const { query: sent, headers } of entries)
    expect([sent, headers.origin, headers["content-type"]]).toEqual([query, site.url, "application/json"])

  await page.evaluate(() => window.portico.close())
  await patiently.poll(() => names().at(-1)).toBe("MODAL_CLOSE")
})

test("a site that has analytics off sends nothing and asks for nothing, until it turns it on", async ({ page }) => {
  await visit(page, site.url, { features: { analytics: false } })
  await open(page)
  await view(page, "Connect").locator(`[data-wallet="${metamask}"]`).click()
  await becomes(page, connected)
  await ready(page)
  expect([provider.count("GET /getAnalyticsConfig"), provider.count("POST /e")]).toEqual([0, 0])

  await page.evaluate(() => window.portico.updateFeatures({ analytics: true }))
  await patiently.poll(() => provider.count("GET /getAnalyticsConfig")).toBe(1)
  await page.getByRole("button", { name: "Open account" }).click()
  await patiently.poll(() => names()).toEqual(["MODAL_OPEN"])
})

test("'Invalid App Configuration': an alert shown once when analytics returns HTTP 403, and nothing is posted after it", async ({
  page,
}) => {
  provider.fault("POST /e", { status: 403 })
  await visit(page)
  await open(page)
  await patiently(page.locator('[data-alert="APKT002"]')).toContainText("is not on this project's allow list")
  await page.locator('[data-alert="APKT002"]').getByRole("button").click()
  await page.evaluate(() => window.portico.close())
  await open(page)
  await patiently(view(page, "Connect").locator("[data-wallet]")).toHaveCount(4)
  await expect(page.locator("[data-alert]")).toHaveCount(0)
  expect(provider.count("POST /e")).toBe(1)
})

test("the project's features are those of the state, over the site's own, with one warning", async ({ page }) => {
  provider.set("GET /appkit/v1/config", {
    features: [
      { id: "social_login", isEnabled: true, config: ["google", "myspace"] },
      { id: "teleport", isEnabled: true, config: null },
      "activity",
    ],
  })
  const heard: string[] = []
  page.on("console", (message) => message.type() === "warning" && heard.push(message.text()))
  await visit(page, site.url, { features: { email: true, swaps: ["1inch"] } })
  expect((await snapshot(page)).options).toMatchObject({ remoteFeatures: { email: true, activity: true } })
  await ready(page)
  expect((await snapshot(page)).options).toMatchObject({
    remoteFeatures: { email: false, socials: ["google"], swaps: false, onramp: false, activity: false },
  })
  expect(heard.filter((text) => text.startsWith("[Portico Config Notice]"))).toHaveLength(1)
})

test("pictures of wallets, connectors, networks and tokens are asked for by their own calls, once, when they are to be seen", async ({
  page,
}) => {
  provider.set("GET /v1/account/*/balance", {
    balances: [
      {
        name: "Larch",
        symbol: "LRC?&",
        chainId: "eip155:1",
        address: "eip155:1:0x00000000000000000000000000000000000000aa",
        value: 2,
        price: 1,
        quantity: { decimals: "18", numeric: "2" },
        iconUrl: "",
      },
    ],
  })
  // A wallet that does not announce itself has no picture of its own.
  await visit(page, site.url, { enableEIP6963: false })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(pictures()).toEqual([])

  await open(page)
  await patiently.poll(pictures).toContain("/public/getAssetImage/07ba87ed-43aa-4adf-4540-9e6a2b9cae00")
  const [one] = await directory(1)
  await patiently.poll(pictures).toContain(`/getWalletImage/${one?.image_id}`)
  expect(pictures().length).toBeLessThan(8)

  await view(page, "Connect").locator('[data-wallet="injected"]').click()
  await becomes(page, { ...connected, connector: "injected" })
  await page.getByRole("button", { name: "Open account" }).click()
  await patiently.poll(pictures).toContain("/public/getTokenImage/LRC?&")
  await patiently.poll(pictures).toContain("/public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900")
  expect(new Set(pictures()).size).toBe(pictures().length)
  for (const { query: sent, headers } of images())
    expect([sent, headers.referer, headers["sec-fetch-dest"]]).toEqual([query, undefined, "image"])
})

for (const [name, fault] of [
  ["a page in HTML", { body: "html" }],
  ["half of it", { body: "truncated" }],
  ["10 MB", { body: "huge" }],
  ["nothing", { body: "empty" }],
  ["a line that is cut", { body: "cut" }],
  ["403", { status: 403, body: "html" }],
  ["429", { status: 429, body: "html", retryAfter: "60" }],
  ["500", { status: 500, body: "html" }],
  ["silence", { delay: 3_600_000 }],
] as const)
  test(`pictures that come as ${name} are stood in for by a letter, and the row works`, async ({ page }) => {
    provider.fault("GET /getWalletImage/*", fault)
    const [, other] = await directory(1)
    await visit(page)
    await open(page)
    const row = view(page, "Connect").locator(`[data-wallet="${other?.id}"]`)
    await patiently(row.getByText(other?.name[0] ?? "", { exact: true })).toBeVisible()
    await row.click()
    await expect(view(page, "ConnectingWalletConnect")).toBeVisible()
  })

test("Wallet lists: images are fetched for the first 20 results of a paged fetch, before they are in sight", async ({
  page,
}) => {
  await visit(page)
  await open(page)
  await patiently(view(page, "Connect").locator("[data-wallet]")).toHaveCount(4)
  await view(page, "Connect").locator('[data-wallet="all"]').click()
  const cells = view(page, "AllWallets").locator("[data-wallet]")
  await patiently(cells.first()).toBeVisible()

  await patiently.poll(async () => (await missing(await lastPage())).slice(0, 20).filter(Boolean)).toEqual([])
  const number = await lastPage()
  // The last ones are neither among the first nor in sight yet.
  expect((await missing(number)).slice(-4).every(Boolean)).toBe(true)
  await patiently
    .poll(async () => {
      await cells.last().scrollIntoViewIfNeeded()
      return lastPage()
    })
    .toBeGreaterThan(number)
  await patiently.poll(async () => (await missing(await lastPage())).slice(0, 20).filter(Boolean)).toEqual([])
})

const metamask = "io.metamask"
const connected = { status: "connected", address: first.address, network: "eip155:1", connector: metamask }
const query = { projectId: "fernhill", st: "appkit", sv: "html-universal-1.8.2" }
const startUp = [
  "GET /appkit/v1/config",
  "GET /projects/v1/origins",
  "GET /getAnalyticsConfig",
  "GET /v1/supported-chains",
]

/** Another name of this machine: none of the default ancestors. */
const elsewhere = () => site.url.replace("127.0.0.1", "shop.localhost")

const visit = (page: Page, at = site.url, options: object = {}) =>
  page.goto(addressOf({ site: { ...site, url: at }, provider, nodes: { 1: mainnet.url }, options }))

const open = (page: Page) => page.getByRole("button", { name: "Connect Wallet" }).first().click()

const ready = (page: Page) => page.evaluate(() => window.portico.ready())

interface Posted {
  readonly timestamp: number
  readonly props: { readonly event: string; readonly properties: object }
}
const posted = () => provider.ledger.filter(({ route }) => route === "POST /e").map(({ body }) => body as Posted)
const names = () => posted().map(({ props }) => props.event)

const images = () => provider.ledger.filter(({ path }) => /^\/(getWalletImage|public\/get\w+Image)\//.test(path))
const pictures = () => images().map(({ path }) => path)

/** A page of the directory, as the modal asked for it: without the wallets that it lists already. */
const directory = async (number: number): Promise<readonly DirectoryWallet[]> => {
  const { exclude = "" } = pagesAsked().find(({ page }) => Number(page) === number) ?? {}
  const response = await fetch(
    `${provider.url}/getWallets?page=${number}&entries=40&chains=eip155:1&exclude=${exclude}`,
  )
  return (await response.json()).data
}

/** The last page of the directory that the modal has asked for. */
const lastPage = async () => Math.max(...pagesAsked().map(({ page }) => Number(page)))

const pagesAsked = () =>
  provider.ledger.map(({ query }) => query).filter(({ entries, projectId }) => entries === "40" && projectId)

/** Of each picture of a page: its path if nobody has asked for it, else nothing. */
const missing = async (number: number): Promise<readonly string[]> =>
  (await directory(number)).map(({ image_id }) => {
    const path = `/getWalletImage/${image_id}`
    return pictures().includes(path) ? "" : path
  })
