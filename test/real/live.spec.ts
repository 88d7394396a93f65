import { expect, type Page } from "@playwright/test"
import { bundledWallets } from "../../src/domain/bundledWallets.ts"
import { fixture } from "../fixtures/provider.ts"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import type { Fault } from "./parts/faults.ts"
import { installMetaMask, type MetaMask } from "./parts/metamask.ts"
import { addressOf, becomes, choose, patiently, snapshot, uncaught, view } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import * as Relay from "./parts/relay.ts"
import { test } from "./parts/shared.ts"

const [first, second] = Anvil.accounts
if (!first || !second) throw new Error("Anvil has ten accounts")

let mainnet: Anvil.Anvil
let site: Site
let relay: Relay.Relay
let provider: Provider.Provider
let wallet: MetaMask
let errors: readonly string[]

test.beforeAll(async () => {
  ;[mainnet, site, relay] = await Promise.all([Anvil.start({ chainId: 1 }), serve("whole"), Relay.start()])
})

test.afterAll(async () => {
  await Promise.all([mainnet.stop(), site.stop(), relay.stop()])
})

test.beforeEach(async ({ context, page }) => {
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url } })
  wallet = await installMetaMask(context, { accounts: [first, second], chains: { 1: mainnet.url } })
  errors = uncaught(page)
})

test.afterEach(async () => {
  await provider.stop()
  expect(errors, "what nobody caught in the page").toEqual([])
})

test("nothing is asked of anybody before the modal is opened, and then nothing but the site's, the provider's and the nodes' hosts", async ({
  page,
}) => {
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  page.on("websocket", (socket) => asked.push(socket.url()))
  await visit(page)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(provider.ledger).toEqual([])
  expect([...new Set(asked.map(origin))]).toEqual([site.url])
  expect(asked.map(path).filter((file) => /\/(engine|mount|layers|client)-/.test(file))).toEqual([])

  await choose(page, "walletConnect")
  await patiently.poll(async () => (await snapshot(page)).wcUri).toMatch(/^wc:/)
  await page.evaluate(() => window.portico.close())
  await choose(page, metamask)
  await becomes(page, connected)
  await page.getByRole("button", { name: "Open account" }).click()
  await patiently(view(page, "Account").locator("[data-token]").first()).toBeVisible()
  const known = [site.url, provider.url, mainnet.url, relay.url]
  expect(asked.map(origin).filter((one) => one !== "null" && !known.includes(one))).toEqual([])
  expect(provider.count("GET /getWallets")).toBeGreaterThan(0)
  expect(relay.log.length).toBeGreaterThan(0)
})

test("a full refresh of one account asks each service once: calls of the nodes travel together, and none is asked twice", async ({
  page,
}) => {
  provider.set("GET /v1/account/*/history", () => fixture("history-empty").answer)
  await visit(page)
  await choose(page, metamask)
  await becomes(page, connected)
  await page.getByRole("button", { name: "Open account" }).click()
  const account = view(page, "Account")
  await account.getByRole("tab", { name: "Activity" }).click()
  await patiently.poll(() => provider.count("GET /v1/account/*/history")).toBeGreaterThan(0)
  await account.getByRole("tab", { name: "Tokens" }).click()
  await patiently(account.locator("[data-token]").first()).toBeVisible()
  await account.getByRole("tab", { name: "Activity" }).click()
  await page.waitForTimeout(1_000)

  const from = provider.ledger.length
  await wallet.switchAccount(1)
  await becomes(page, { ...connected, address: second.address })
  const seen = () => provider.ledger.slice(from).filter(({ path }) => path !== "/e")
  const of = (route: string) => seen().filter((entry) => entry.route === route)
  await patiently.poll(() => of("GET /v1/account/*/history").length).toBe(1)
  await patiently.poll(() => of("GET /v1/identity/*").length).toBe(1)
  await page.waitForTimeout(1_000)
  // Which of its nodes is the fastest is found out by pings, which ask nothing of the account.
  const asked = seen().filter(({ body }) => !JSON.stringify(body ?? "").includes("eth_chainId"))
  expect(asked.map(({ route, path }) => route ?? path).sort()).toEqual([
    "GET /v1/account/*/balance",
    "GET /v1/account/*/history",
    "GET /v1/identity/*",
    "POST /v1",
  ])
  const calls = ["eth_getBalance", "eth_call"].map((method) => expect.objectContaining({ method }))
  expect(asked.find(({ route }) => route === "POST /v1")?.body).toEqual(expect.arrayContaining(calls))
})

test("no request carries headers of a tracer", async ({ page }) => {
  await visit(page)
  const connect = await open(page)
  await patiently.poll(() => rows(page)).toHaveLength(4)
  await connect.locator(`[data-wallet="${metamask}"]`).click()
  await becomes(page, connected)
  await page.getByRole("button", { name: "Open account" }).click()
  await patiently(view(page, "Account").locator("[data-token]").first()).toBeVisible()
  await patiently.poll(() => provider.count("POST /v1")).toBeGreaterThan(0)
  const routes = new Set(provider.ledger.map(({ route }) => route))
  expect([...routes]).toEqual(expect.arrayContaining(["GET /getWallets", "GET /v1/account/*/balance", "POST /v1"]))
  const names = provider.ledger.flatMap(({ headers }) => Object.keys(headers))
  expect(names.filter((name) => /^(traceparent|tracestate|b3|x-b3-.*)$/.test(name))).toEqual([])
})

const faults: readonly (readonly [string, Fault])[] = [
  ["a page in HTML", { body: "html" }],
  ["half of the JSON", { body: "truncated" }],
  ["null", { body: "null" }],
  ["wrong types", { body: "wrong" }],
  ["10 MB", { body: "huge" }],
  ["nothing", { body: "empty" }],
  ["a line that is cut", { body: "cut" }],
  ["503", { status: 503, body: "html" }],
]
for (const [name, fault] of faults)
  test(`a directory that answers with ${name} leaves the installed wallets, says so, and fills in later`, async ({
    page,
  }) => {
    provider.fault("GET /getWallets", fault)
    await visit(page)
    const connect = await open(page)
    await patiently(connect.getByText("The wallet list could not be loaded.")).toBeVisible()
    expect(await rows(page)).toEqual(["walletConnect", metamask, bundled, "all"])

    provider.heal()
    await connect.getByRole("button", { name: "Try again" }).click()
    await expect(connect.locator(`[data-wallet="${bundled}"]`)).toHaveCount(0)
    expect(await rows(page)).toEqual(["walletConnect", metamask, expect.any(String), "all"])
    await connect.locator(`[data-wallet="${metamask}"]`).click()
    await becomes(page, connected)
  })

test("a directory that never answers is waited for 10 s, while installed wallets connect", async ({ page }) => {
  provider.fault("GET /getWallets", { delay: Number.POSITIVE_INFINITY })
  await page.clock.install()
  await visit(page)
  const connect = await open(page)
  await patiently.poll(() => provider.count("GET /getWallets")).toBe(1)
  await patiently.poll(() => rows(page)).toEqual(["walletConnect", metamask, bundled, "all"])
  await expect(connect.getByText("The wallet list could not be loaded.")).toBeHidden()
  await page.clock.fastForward(10_000)
  await patiently(connect.getByText("The wallet list could not be loaded.")).toBeVisible()
  await connect.locator(`[data-wallet="${metamask}"]`).click()
  await becomes(page, connected)
})

test("a line that is lost after the list was painted keeps no installed wallet from connecting", async ({
  page,
  context,
}) => {
  await visit(page)
  const connect = await open(page)
  // As soon as the page says that it has what it needs without a line.
  await expect(async () => {
    await context.setOffline(true)
    const said = await connect.getByText("You are offline").textContent()
    if (said === "You are offline") await context.setOffline(false)
    expect(said).toBe("You are offline. Installed wallets still work.")
  }).toPass()
  await connect.locator(`[data-wallet="${metamask}"]`).click()
  await becomes(page, connected)
})

test("a directory that is down shows what was seen at the last visit", async ({ page }) => {
  await visit(page)
  await open(page)
  await patiently.poll(() => rows(page)).toHaveLength(4)
  const seen = await rows(page)

  provider.fault("GET /getWallets", { status: 503 })
  await page.reload()
  const connect = await open(page)
  await patiently(connect.getByText("The wallet list could not be loaded.")).toBeVisible()
  expect(await rows(page)).toEqual(seen)
})

test("'Token Balance Unavailable': a snack error when the balance fetch fails", async ({ page }) => {
  provider.fault("GET /v1/account/*/balance", { status: 500 })
  await mainnet.setBalance(first.address, "2.5")
  await visit(page)
  await choose(page, metamask)
  await becomes(page, connected)
  await page.getByRole("button", { name: "Open account" }).click()
  await patiently(page.locator('[data-snack="error"]')).toContainText("Token Balance Unavailable")
  await patiently(view(page, "Account").getByText("2.500 ETH").first()).toBeVisible()
})

test("with every service of the provider down a visitor connects, and the network's own node tells the balance", async ({
  page,
}) => {
  provider.fault("*", { status: 503 })
  await mainnet.setBalance(first.address, "7.25")
  await visit(page)
  await choose(page, metamask)
  await becomes(page, connected)
  await page.getByRole("button", { name: "Open account" }).click()
  await patiently(view(page, "Account").getByText("7.250 ETH").first()).toBeVisible()
  expect(provider.count("POST /v1")).toBeGreaterThan(0)
})

const metamask = "io.metamask"
/** The first bundled wallet that is not installed: it stands in for the directory's. */
const bundled = bundledWallets.find(({ name }) => name === "Trust Wallet")?.id
const connected = { status: "connected", address: first.address, network: "eip155:1", connector: metamask }

const visit = (page: Page) => page.goto(addressOf({ site, provider, relay, nodes: { 1: mainnet.url } }))

const open = async (page: Page) => {
  await page.getByRole("button", { name: "Connect Wallet" }).first().click()
  const connect = view(page, "Connect")
  await patiently(connect.locator(`[data-wallet="${metamask}"]`)).toBeVisible()
  return connect
}

/** The wallets on Connect, as the rows name them. */
const rows = (page: Page) =>
  view(page, "Connect")
    .locator("[data-wallet]")
    .evaluateAll((all) => all.map((row) => row.getAttribute("data-wallet")))

const origin = (url: string) => new URL(url).origin
const path = (url: string) => new URL(url).pathname
