import { expect, type Page } from "@playwright/test"
import { options as own } from "../../examples/csp/options.ts"
import { mainnet as ethereum, polygon as matic, policyFor } from "../../src/index.ts"
import { type Reports, startReports } from "../browser/reports.ts"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import { installMetaMask } from "./parts/metamask.ts"
import { becomes, choose, patiently, snapshot, uncaught, view } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import * as Relay from "./parts/relay.ts"
import { test } from "./parts/shared.ts"
import { answer, isSignedIn } from "./parts/signIn.ts"
import * as Wallet from "./parts/wallet.ts"

// What `policyFor` allows is enough for real parts: each of them is on an origin of its own, and the browser tells of all else.

const [first, second] = Anvil.accounts
if (!first || !second) throw new Error("Anvil has ten accounts")

let mainnet: Anvil.Anvil
let polygon: Anvil.Anvil
let relay: Relay.Relay
let provider: Provider.Provider
let secure: Site
let reports: Reports
let site: Site
let options: object
let errors: readonly string[]
let reported: number

test.beforeAll(async () => {
  ;[mainnet, polygon, relay, secure, reports] = await Promise.all([
    Anvil.start({ chainId: 1 }),
    Anvil.start({ chainId: 137 }),
    Relay.start(),
    serve("secure-site"),
    startReports(),
  ])
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url, "eip155:137": polygon.url } })
  const { url } = provider
  const hosts = { api: url, blockchain: url, analytics: url, verify: url, utxo: url, images: url, safe: url }
  const networks = [
    { ...ethereum, rpcUrls: { default: { http: [mainnet.url] } } },
    { ...matic, rpcUrls: { default: { http: [polygon.url] } } },
  ]
  const set = { networks, hosts: { ...hosts, relay: relay.url, secureSite: secure.url } }
  const policy = `${policyFor({ ...own, ...set })}; report-uri ${reports.url}`
  options = set
  site = await serve("csp", { headers: { "content-security-policy": policy } })
})

test.afterAll(async () => {
  await Promise.all([mainnet, polygon, relay, provider, secure, reports, site].map((part) => part.stop()))
})

test.beforeEach(({ page }) => {
  errors = uncaught(page)
  reported = reports.posted.length
})

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => window.violations), "violations that the page heard of").toEqual([])
  expect(errors, "what nobody caught in the page").toEqual([])
  // One on purpose, so that what came before it has come too.
  await page.evaluate(() => {
    new Image().src = "http://127.0.0.1:1/forbidden"
  })
  await expect.poll(() => reports.posted.slice(reported).join()).toContain("/forbidden")
  expect(reports.posted.slice(reported), "reports that were posted").toHaveLength(1)
})

const visit = async (page: Page, more: object = {}) => {
  await page.goto(
    `${site.url}/?${new URLSearchParams({ layers: "live", options: JSON.stringify({ ...options, ...more }) })}`,
  )
  await page.waitForFunction(() => "portico" in window)
}

test("with MetaMask a visitor signs in, looks at balances, switches networks, sends, swaps, buys and takes a name, and nothing is reported", async ({
  context,
  page,
}) => {
  await installMetaMask(context, { accounts: [first, second], chains: { 1: mainnet.url, 137: polygon.url } })
  await visit(page)
  await choose(page, "io.metamask")
  await answer(page, "Sign")
  await becomes(page, { status: "connected", address: first.address, network: "eip155:1" })
  await expect(page.locator("portico-modal dialog")).toBeHidden()
  expect(await isSignedIn(page, mainnet.url)).toBe(true)
  await page.evaluate(() => window.portico.open())
  await patiently(view(page, "Account").locator("[data-token]").first()).toBeVisible()
  await page.evaluate(() => window.portico.open({ view: "Networks" }))
  await view(page, "Networks").locator('[data-network="eip155:137"]').click()
  await answer(page, "Sign")
  await becomes(page, { network: "eip155:137" })

  const { hash } = await page.evaluate(
    (to) => window.portico.send({ token: "native", sendTokenAmount: "0.1", receiverAddress: to }),
    second.address,
  )
  expect(await polygon.client.getTransaction({ hash: hash as `0x${string}` })).toMatchObject({ value: 10n ** 17n })
  await page.evaluate(() => window.portico.open({ view: "Swap" }))
  await patiently.poll(() => provider.count("GET /v1/convert/tokens")).toBeGreaterThan(0)
  await page.evaluate(() => window.portico.open({ view: "OnRampProviders" }))
  await patiently.poll(() => provider.count("POST /v1/onramp/quote")).toBeGreaterThan(0)
  await page.evaluate(() => window.portico.suggestNames({ name: "ansel" }))
  await page.evaluate(() => window.portico.fetchActivity())
  await page.evaluate(() => window.portico.open({ view: "Account" }))
  await patiently(view(page, "Account")).toBeVisible()
})

test("a visitor connects by a scanned code over the relay, then by the secure site's frame, and nothing is reported", async ({
  page,
}) => {
  const wallet = await Wallet.start({
    relay: relay.url,
    accounts: [first],
    chains: { 1: mainnet.url, 137: polygon.url },
  })
  await visit(page, { siwx: null })
  await choose(page, "walletConnect")
  await patiently.poll(async () => (await snapshot(page)).wcUri).toMatch(/^wc:/)
  await wallet.pair(String((await snapshot(page)).wcUri))
  await becomes(page, { status: "connected", address: first.address, connector: "walletConnect" })
  expect(provider.count("GET /v3/attestation"), "the relay's domain check").toBeGreaterThan(0)
  await page.evaluate(() => window.portico.disconnect())
  await wallet.stop()

  await page.evaluate(() => window.portico.open())
  await page.getByRole("textbox", { name: "Email address" }).fill("linden@fernhill.example")
  await page.keyboard.press("Enter")
  await view(page, "EmailVerifyOtp").waitFor()
  const frame = page.frames().find((one) => one.url().startsWith(secure.url))
  await frame?.waitForFunction(() => window.mails.length > 0)
  const code = (await frame?.evaluate(() => window.mails.at(-1)?.code)) ?? ""
  await page.getByRole("textbox", { name: "6-digit code" }).fill(code)
  await becomes(page, { status: "connected", connector: "ID_AUTH" })
  const signing = page.evaluate(() => window.portico.signMessage({ message: "Hello" }))
  await view(page, "ApproveTransaction").waitFor()
  await page.frameLocator("portico-modal iframe").getByRole("button", { name: "Approve" }).click()
  expect(await signing).toMatch(/^0x/)
})
