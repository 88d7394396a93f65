import { expect } from "@playwright/test"
import { options as own } from "../../examples/csp/options.ts"
import { mainnet as ethereum, polygon as matic, policyFor } from "../../src/index.ts"
import { type Reports, startReports } from "../browser/reports.ts"
import { type Site, serve } from "../serve.ts"
import { at, becomes, call, choose, dialog, soon, switchTo, view } from "./parts/playground.ts"
import { test as shared } from "./parts/relayed.ts"
import { logIn, press } from "./parts/secureSite.ts"
import { connected, first, second } from "./parts/shared.ts"
import { answer, isSignedIn } from "./parts/signIn.ts"

// `policyFor` allows enough for real parts, each on its own origin. The browser reports all violations.

const test = shared.extend<{ readonly reports: Reports; readonly strict: Site }>({
  chains: [1, 137],
  reports: async ({ browserName: _ }, use) => {
    const reports = await startReports()
    await use(reports)
    await reports.stop()
  },
  options: ({ anvils, provider, relay, secure }, use) => {
    const { url } = provider
    const hosts = { api: url, blockchain: url, analytics: url, verify: url, utxo: url, images: url, safe: url }
    return use({
      networks: [at(anvils[1].url, ethereum), at(anvils[137].url, matic)],
      hosts: { ...hosts, relay: relay.url, secureSite: secure.url },
    })
  },
  strict: async ({ options, reports }, use) => {
    const policy = `${policyFor({ ...own, ...options })}; report-uri ${reports.url}`
    const site = await serve("csp", { headers: { "content-security-policy": policy } })
    await use(site)
    await site.stop()
  },
  visit: async ({ page, strict, options, reports, uncaught: _ }, use) => {
    await use(async (more) => {
      const query = new URLSearchParams({ layers: "live", options: JSON.stringify({ ...options, ...more }) })
      await page.goto(`${strict.url}/?${query}`)
      await page.waitForFunction(() => "portico" in window)
    })
    expect(await page.evaluate(() => window.violations), "violations that the page heard of").toEqual([])
    // One deliberate violation, so all earlier reports have arrived.
    await page.evaluate(() => {
      new Image().src = "http://127.0.0.1:1/forbidden"
    })
    await soon(() => reports.posted.join()).toContain("/forbidden")
    expect(reports.posted, "reports that were posted").toHaveLength(1)
  },
})

test("with MetaMask a visitor signs in, views balances, switches networks, sends, swaps, buys and registers a name without a violation", async ({
  page,
  anvils,
  provider,
  metamask,
  visit,
}) => {
  await visit()
  await choose(page, "io.metamask")
  await answer(page, "Sign")
  await becomes(page, connected)
  await expect(dialog(page)).toBeHidden()
  expect(await isSignedIn(page, anvils[1].url)).toBe(true)
  await call(page, "open")
  await expect(view(page, "Account").locator("[data-token]").first()).toBeVisible()
  await switchTo(page, "eip155:137")
  await answer(page, "Sign")
  await becomes(page, { network: "eip155:137" })
  // While the sign-in is open, no other view can be opened.
  await expect(dialog(page)).toBeHidden()

  const input = { token: "native", sendTokenAmount: "0.1", receiverAddress: second.address }
  const { hash } = await call(page, "send", input)
  expect(await anvils[137].client.getTransaction({ hash: hash as `0x${string}` })).toMatchObject({ value: 10n ** 17n })
  expect(metamask.person.times("eth_sendTransaction")).toBe(1)
  await call(page, "open", { view: "Swap" })
  await provider.asked("GET /v1/convert/tokens")
  await call(page, "open", { view: "OnRampProviders" })
  await provider.asked("POST /v1/onramp/quote")
  await call(page, "suggestNames", { name: "ansel" })
  await call(page, "fetchActivity")
  await call(page, "open", { view: "Account" })
  await expect(view(page, "Account")).toBeVisible()
})

test("a visitor connects by a scanned QR code, then with the embedded wallet, without a violation", async ({
  page,
  provider,
  wallet,
  secure,
  visit,
  code,
}) => {
  await visit({ siwx: null })
  await choose(page, "walletConnect")
  await wallet.pair(await code())
  await becomes(page, { status: "connected", address: first.address, connector: "walletConnect" })
  expect(provider.count("GET /v3/attestation"), "the relay's domain check").toBeGreaterThan(0)
  await call(page, "disconnect")

  await logIn(page, secure)
  const signing = call(page, "signMessage", { message: "Hello" })
  await press(page, "Approve")
  expect(await signing).toMatch(/^0x/)
})
