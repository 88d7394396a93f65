import { expect, type Page } from "@playwright/test"
import { idle } from "../browser/idle.ts"
import type { DirectoryWallet } from "../fixtures/wallets.ts"
import { becomes, call, openAccount, press, row, snapshot, soon, view } from "./parts/playground.ts"
import type * as Provider from "./parts/provider.ts"
import { connected, first, test } from "./parts/shared.ts"

test.use({ chains: [1] })
test.beforeEach(({ metamask }) => expect(metamask.log).toEqual([]))

test("start-up requests each service once, with the page's origin and project, and an open modal waits for none of it", async ({
  page,
  site,
  provider,
  visit,
}) => {
  for (const route of startUp) provider.fault(route, { delay: Number.POSITIVE_INFINITY })
  await visit()
  await press(page)
  await expect(rows(page)).toHaveCount(4)
  await Promise.all(startUp.map((route) => provider.asked(route)))

  const asked = provider.ledger.filter(({ route }) => startUp.includes(route ?? ""))
  expect(asked.map(({ query, headers }) => [query, headers.origin])).toEqual(Array(4).fill([query, site.url]))
})

/** Another hostname of this machine, which is not among the default ancestors. */
const elsewhere = ({ url }: { readonly url: string }) => ({ url: url.replace("127.0.0.1", "shop.localhost") })

/** Console warnings that start with `about`. */
const warnings = (page: Page, about: string) => {
  const heard: string[] = []
  page.on("console", (message) => message.type() === "warning" && heard.push(message.text()))
  return () => heard.filter((text) => text.startsWith(about))
}

test("GET /projects/v1/origins; response: allowedOrigins: a listed page gets no alert", async ({
  page,
  site,
  provider,
  visit,
}) => {
  provider.set("GET /projects/v1/origins", { allowedOrigins: ["https://fernhill.example", "http://*.localhost:*"] })
  await visit({}, elsewhere(site))
  await press(page)
  await call(page, "ready")
  expect(provider.count("GET /projects/v1/origins")).toBe(1)
  expect((await snapshot(page)).alerts).toEqual([])
})

test("An app origin not on the provider's allow list gets an error alert", async ({ page, site, provider, visit }) => {
  provider.set("GET /projects/v1/origins", { allowedOrigins: ["https://fernhill.example"] })
  const told = warnings(page, "APKT002")
  await visit({}, elsewhere(site))
  await press(page)
  const alert = alertOf(page, "APKT002")
  await expect(alert).toContainText("Invalid App Configuration")
  await expect(alert).toHaveRole("alert")
  await expect(alert).toContainText(`The origin ${elsewhere(site).url} is not on this project's allow list.`)
  await soon(told).toHaveLength(1)

  await alert.getByRole("button").click()
  await expect(alert).toHaveCount(0)
})

test("origins refused with 429 raise APKT010, and the modal works", async ({ page, provider, visit }) => {
  provider.fault("GET /projects/v1/origins", { status: 429, retryAfter: "60" })
  await visit()
  await press(page)
  const alert = alertOf(page, "APKT010")
  await expect(alert).toContainText("Rate Limited")
  // If there is no room above the card, an alert covers its rows until dismissed.
  await alert.getByRole("button", { name: "Dismiss" }).click()
  await row(page, metamaskId).click()
  await becomes(page, connected)
  expect(provider.count("GET /projects/v1/origins")).toBe(1)
})

test("sends no event before the first opening; then posts each event in order", async ({
  page,
  site,
  provider,
  visit,
}) => {
  await visit()
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), metamaskId)
  await call(page, "ready")
  expect(provider.count("GET /getAnalyticsConfig")).toBe(1)
  expect(provider.count("POST /e")).toBe(0)

  await openAccount(page)
  const events = ["INITIALIZE", "CONNECT_SUCCESS", "MODAL_OPEN"]
  await provider.asked("POST /e", 3)
  const [initialized, , opened] = posted(provider)
  expect(names(provider)).toEqual(events)
  expect(opened).toEqual({
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    url: `${site.url}/`,
    domain: "127.0.0.1",
    timestamp: expect.any(Number),
    props: {
      type: "track",
      event: "MODAL_OPEN",
      address: first.address,
      properties: { connected: true, caipNetworkId: "eip155:1" },
    },
  })
  // Milliseconds since the Unix epoch.
  expect(opened?.timestamp).toBeGreaterThan(Date.UTC(2024, 0))
  expect(opened?.timestamp).toBeLessThan(Date.UTC(3000, 0))
  expect(initialized?.props.properties).toMatchObject({ projectId: "fernhill", networks: ["eip155:1"] })
  for (const { query: sent, headers } of provider.ledger.filter(({ route }) => route === "POST /e"))
    expect([sent, headers.origin, headers["content-type"]]).toEqual([query, site.url, "application/json"])

  await call(page, "close")
  await provider.until(() => names(provider).at(-1) === "MODAL_CLOSE")
})

test("a site with analytics off sends and requests nothing, until it enables them", async ({
  page,
  provider,
  visit,
  connect,
}) => {
  await visit({ features: { analytics: false } })
  await connect()
  await call(page, "ready")
  expect([provider.count("GET /getAnalyticsConfig"), provider.count("POST /e")]).toEqual([0, 0])

  await call(page, "updateFeatures", { analytics: true })
  await provider.asked("GET /getAnalyticsConfig")
  await openAccount(page)
  await provider.asked("POST /e")
  expect(names(provider)).toEqual(["MODAL_OPEN"])
})

test("'Invalid App Configuration': an alert shown once when analytics returns HTTP 403, and nothing is posted after it", async ({
  page,
  provider,
  visit,
}) => {
  provider.fault("POST /e", { status: 403 })
  await visit()
  await press(page)
  const alert = alertOf(page, "APKT002")
  await expect(alert).toContainText("is not on this project's allow list")
  await alert.getByRole("button").click()
  await call(page, "close")
  await press(page)
  await expect(rows(page)).toHaveCount(4)
  await expect(page.locator("[data-alert]")).toHaveCount(0)
  expect(provider.count("POST /e")).toBe(1)
})

test("the project's features override the site's in the state, with one warning", async ({ page, provider, visit }) => {
  const features = [
    { id: "social_login", isEnabled: true, config: ["google", "myspace"] },
    { id: "teleport", isEnabled: true, config: null },
    "activity",
  ]
  // The site's features apply until the response.
  let respond = () => {}
  const responded = new Promise<void>((resolve) => {
    respond = resolve
  })
  provider.set("GET /appkit/v1/config", () => responded.then(() => ({ features })))
  const told = warnings(page, "[Portico Config Notice]")
  await visit({ features: { email: true, swaps: ["1inch"] } })
  expect((await snapshot(page)).options).toMatchObject({ remoteFeatures: { email: true, activity: true } })
  respond()
  await call(page, "ready")
  expect((await snapshot(page)).options).toMatchObject({
    remoteFeatures: { email: false, socials: ["google"], swaps: false, onramp: false, activity: false },
  })
  await soon(told).toHaveLength(1)
})

test("Options flag: enableEIP6963: without it, an announced wallet is listed only if it is the wallet at window.ethereum", async ({
  page,
  visit,
}) => {
  await visit({ enableEIP6963: false })
  await press(page)
  await expect(row(page, "injected")).toHaveAccessibleName(/Browser Wallet/)
  await expect(row(page, "io.metamask")).toHaveCount(0)
})

test("pictures of wallets, connectors, networks, tokens and currencies are requested from their own endpoints, once, when they become visible", async ({
  page,
  provider,
  visit,
}) => {
  const larch = {
    name: "Larch",
    symbol: "LRC?&",
    chainId: "eip155:1",
    address: "eip155:1:0x00000000000000000000000000000000000000aa",
    value: 2,
    price: 1,
    quantity: { decimals: "18", numeric: "2" },
    iconUrl: "",
  }
  provider.set("GET /v1/account/*/balance", { balances: [larch] })
  // A wallet that is not announced has no icon.
  await visit({ enableEIP6963: false })
  await idle(page)
  expect(pictures(provider)).toEqual([])

  const seen = (path: string) => soon(() => pictures(provider)).toContain(path)
  await press(page)
  await seen("/public/getAssetImage/07ba87ed-43aa-4adf-4540-9e6a2b9cae00")
  const [one] = await directory(provider, 1)
  await seen(`/getWalletImage/${one?.image_id}`)
  expect(pictures(provider).length).toBeLessThan(8)

  await row(page, "injected").click()
  await becomes(page, { ...connected, connector: "injected" })
  await openAccount(page)
  await seen("/public/getTokenImage/LRC?&")
  await seen("/public/getAssetImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900")
  await call(page, "open", { view: "OnRampProviders" })
  await seen("/public/getCurrencyImage/USD")
  expect(new Set(pictures(provider)).size).toBe(pictures(provider).length)
  for (const { query: sent, headers } of images(provider))
    expect([sent, headers.referer, headers["sec-fetch-dest"]]).toEqual([query, undefined, "image"])
})

for (const [name, fault] of [
  ["an HTML page", { body: "html" }],
  ["no response", { delay: Number.POSITIVE_INFINITY }],
] as const)
  test(`pictures that come as ${name} are replaced by a letter, and the row works`, async ({
    page,
    provider,
    visit,
  }) => {
    provider.fault("GET /getWalletImage/*", fault)
    const [, other] = await directory(provider, 1)
    await visit()
    await press(page)
    await expect(row(page, "all")).toContainText(/\d/)
    // The directory's wallets are listed from the second opening on.
    await call(page, "close")
    await press(page)
    const listed = row(page, other?.id ?? "")
    await expect(listed.getByText(other?.name[0] ?? "", { exact: true })).toBeVisible()
    await listed.click()
    await expect(view(page, "ConnectingWalletConnect")).toBeVisible()
  })

test("Wallet lists: images are fetched for the first 20 results of a paged fetch, before they are visible", async ({
  page,
  provider,
  visit,
}) => {
  await visit()
  await press(page)
  await row(page, "all").click()
  const cells = view(page, "AllWallets").locator("[data-wallet]")
  await expect(cells.first()).toBeVisible()
  const firstFetched = async () => (await missing(provider)).slice(0, 20).every((path) => path === "")

  await soon(firstFetched).toBe(true)
  const number = lastPage(provider)
  // The last ones are not visible yet.
  expect((await missing(provider)).slice(-4).every(Boolean)).toBe(true)
  await soon(async () => {
    await cells.last().scrollIntoViewIfNeeded()
    return lastPage(provider)
  }).toBeGreaterThan(number)
  await soon(firstFetched).toBe(true)
})

const metamaskId = connected.connector
const query = { projectId: "fernhill", st: "appkit", sv: "html-universal-1.8.2" }
const startUp = [
  "GET /appkit/v1/config",
  "GET /projects/v1/origins",
  "GET /getAnalyticsConfig",
  "GET /v1/supported-chains",
]

const rows = (page: Page) => view(page, "Connect").locator("[data-wallet]")
const alertOf = (page: Page, code: string) => page.locator(`[data-alert="${code}"]`)

interface Posted {
  readonly timestamp: number
  readonly props: { readonly event: string; readonly properties: object }
}
const posted = ({ ledger }: Provider.Provider) =>
  ledger.filter(({ route }) => route === "POST /e").map(({ body }) => body as Posted)
const names = (provider: Provider.Provider) => posted(provider).map(({ props }) => props.event)

const images = ({ ledger }: Provider.Provider) =>
  ledger.filter(({ path }) => /^\/(getWalletImage|public\/get\w+Image)\//.test(path))
const pictures = (provider: Provider.Provider) => images(provider).map(({ path }) => path)

/** A page of the directory as the modal requested it: without the wallets already listed. */
const directory = async (provider: Provider.Provider, number: number): Promise<readonly DirectoryWallet[]> => {
  const { exclude = "" } = pagesAsked(provider).find(({ page }) => Number(page) === number) ?? {}
  const path = `/getWallets?page=${number}&entries=40&chains=eip155:1&exclude=${exclude}`
  return (await (await fetch(provider.url + path)).json()).data
}

/** Number of the last directory page that the modal requested. */
const lastPage = (provider: Provider.Provider) => Math.max(...pagesAsked(provider).map(({ page }) => Number(page)))

const pagesAsked = ({ ledger }: Provider.Provider) =>
  ledger.map(({ query }) => query).filter(({ entries, projectId }) => entries === "40" && projectId)

/** Paths of the last page's pictures that were not requested yet; empty strings for the others. */
const missing = async (provider: Provider.Provider): Promise<readonly string[]> =>
  (await directory(provider, lastPage(provider))).map(({ image_id }) => {
    const path = `/getWalletImage/${image_id}`
    return pictures(provider).includes(path) ? "" : path
  })
