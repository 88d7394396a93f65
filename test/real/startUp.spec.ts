import { expect, type Page } from "@playwright/test"
import { idle } from "../browser/idle.ts"
import type { DirectoryWallet } from "../fixtures/wallets.ts"
import { becomes, call, openAccount, press, row, soon, view } from "./parts/playground.ts"
import type * as Provider from "./parts/provider.ts"
import { connected, first, test } from "./parts/shared.ts"

test.use({ chains: [1] })
test.beforeEach(({ metamask }) => expect(metamask.log).toEqual([]))

/** Another hostname of this machine, which is not among the default ancestors. */
const elsewhere = ({ url }: { readonly url: string }) => ({ url: url.replace("127.0.0.1", "shop.localhost") })

/** Console warnings that start with `about`. */
const warnings = (page: Page, about: string) => {
  const heard: string[] = []
  page.on("console", (message) => message.type() === "warning" && heard.push(message.text()))
  return () => heard.filter((text) => text.startsWith(about))
}

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

test("start-up requests each service once, with the page's origin and project, and sends no event before the first opening; then posts each event in order", async ({
  page,
  site,
  provider,
  visit,
}) => {
  await visit()
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), metamaskId)
  await call(page, "ready")
  const started = provider.ledger.filter(({ route }) => startUp.includes(route ?? ""))
  expect(new Set(started.map(({ route }) => route))).toEqual(new Set(startUp))
  expect(started.map(({ query, headers }) => [query, headers.origin])).toEqual(Array(4).fill([query, site.url]))
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

test("Options flag: enableEIP6963: without it, an announced wallet is listed only if it is the wallet at window.ethereum. Pictures of wallets, connectors, networks, tokens and currencies are requested from their own endpoints, once, when they become visible", async ({
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
  await expect(row(page, "injected")).toHaveAccessibleName(/Browser Wallet/)
  await expect(row(page, metamaskId)).toHaveCount(0)
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

test("pictures that cannot be decoded are replaced by a letter, and the row works", async ({
  page,
  provider,
  visit,
}) => {
  provider.fault("GET /getWalletImage/*", { body: "html" })
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
