import { expect, type Page } from "@playwright/test"
import type { ModalOptions } from "../../src/index.ts"
import * as Provider from "../real/parts/provider.ts"
import { serve } from "../serve.ts"
import { idle } from "./idle.ts"
import { test as onSites } from "./sites.ts"

interface Fixtures {
  readonly provider: Provider.Provider
  /** Visits a site on live layers, with its files loaded separately. */
  readonly visit: (own?: Partial<ModalOptions>) => Promise<void>
  /** Files fetched since the last call, by name without hash. */
  readonly fetched: () => readonly string[]
}

const test = onSites.extend<Fixtures>({
  provider: async ({ browserName: _ }, use) => {
    const provider = await Provider.start()
    await use(provider)
    await provider.stop()
  },
  visit: async ({ page, provider: { url } }, use) => {
    const site = await serve("csp")
    const services = { api: url, blockchain: url, analytics: url, verify: url, utxo: url, images: url }
    const hosts = { ...services, secureSite: url, relay: "ws://127.0.0.1:1" }
    await use(async (own) => {
      const options = JSON.stringify({
        siwx: null,
        features: { analytics: false, email: false, socials: false },
        hosts,
        ...own,
      })
      await page.goto(`${site.url}/?${new URLSearchParams({ layers: "live", options })}`)
      await page.waitForFunction(() => "portico" in window)
    })
    await site.stop()
  },
  fetched: async ({ page }, use) => {
    const names: string[] = []
    page.on("request", (request) => {
      const [, name] = /\/([^/]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
      if (name !== undefined) names.push(name)
    })
    await use(() => names.splice(0))
  },
})

/** Resolves once the page has been idle more often than there are files to preload. */
const preloaded = (page: Page) => idle(page, 40)

const button = (page: Page) => page.locator("portico-button button")

const opening = ["mount", "engine"]

test("preload 'idle': loads the files of a first opening when the page is idle, contacts no third party, and leaves nothing of them to the click", async ({
  page,
  provider,
  visit,
  fetched,
}) => {
  await visit()
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => name)
          .join(),
      ),
    )
    .toMatch(/\/coinbase\/provider-/)
  await preloaded(page)
  expect(fetched()).toEqual(expect.arrayContaining(opening))
  expect(provider.ledger).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(await page.evaluate(() => window.portico.getState().initialized)).toBe(false)

  await button(page).click()
  await expect(page.locator("portico-modal [data-view] [data-wallet]").first()).toBeVisible()
  await provider.asked("GET /getWallets")
  // The help beside the wallets loads once they can be pressed.
  expect(fetched().filter((name) => !["HelpPanel", "help"].includes(name))).toEqual([])
})

test("preload 'idle': renders the first view outside the page, and requests no picture of it before the click", async ({
  page,
  provider,
  visit,
}) => {
  const picture = `${provider.url}/getWalletImage/kept`
  const wallet = {
    id: "kept",
    name: "Kept Wallet",
    image_url: picture,
    homepage: "https://kept.example/",
    mobile_link: "kept://",
    chains: ["eip155:1"],
  }
  const lists = JSON.stringify({ featured: [], recommended: [wallet], count: 1 })
  await page.addInitScript((kept) => localStorage.setItem("portico:default:wallet_lists", kept), lists)
  await visit()
  await preloaded(page)
  const modal = page.locator("portico-modal")
  await expect(modal).toHaveCount(0)
  const rows = () =>
    page.evaluate(() => window.portico.element.shadowRoot?.querySelectorAll("[data-wallet]").length ?? 0)
  await expect.poll(rows).toBeGreaterThan(1)
  expect(provider.ledger).toEqual([])
  const altered = () =>
    page.evaluate(() => window.portico.element.shadowRoot?.querySelectorAll("[style*=display]").length)
  expect(await altered()).toBe(0)

  await button(page).click()
  await expect(modal.locator('[data-view] [data-wallet="kept"]')).toBeVisible()
  await expect.poll(() => provider.ledger.map(({ path }) => path)).toContain(new URL(picture).pathname)
})

test("preload 'idle': fetches none of the site's fonts for the first view before the click", async ({
  page,
  provider,
  visit,
}) => {
  // The font has only an M, which is in the names of wallets but not in the page's own button.
  const face = `@font-face { font-family: KHTeka; unicode-range: U+4D; src: url("${provider.url}/font.woff2") }`
  await page.addInitScript((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, face)
  await visit()
  await preloaded(page)
  expect(provider.ledger).toEqual([])

  await button(page).click()
  await expect.poll(() => provider.ledger.map(({ path }) => path)).toContain("/font.woff2")
})

test("preload 'idle': loads nothing in advance for visitors with data saving or 2G", async ({
  page,
  visit,
  fetched,
}) => {
  for (const connection of [{ saveData: true }, { effectiveType: "slow-2g" }]) {
    await page.addInitScript(
      (value) => Object.defineProperty(navigator, "connection", { value, configurable: true }),
      connection,
    )
    await visit()
    await preloaded(page)
    const before = fetched()
    for (const file of opening) expect(before).not.toContain(file)
  }
})

for (const [event, come] of [
  ["pointer", (page: Page) => button(page).hover()],
  ["focus", (page: Page) => button(page).focus()],
  ["touch", (page: Page) => button(page).dispatchEvent("touchstart")],
] as const)
  test(`preload 'intent': the files of a first opening load at ${event} on a button, and not before`, async ({
    page,
    provider,
    visit,
    fetched,
  }) => {
    await visit({ preload: "intent" })
    await preloaded(page)
    const before = fetched()
    for (const file of opening) expect(before).not.toContain(file)
    await come(page)
    const after: string[] = []
    await expect.poll(() => after.push(...fetched()) && after).toEqual(expect.arrayContaining(opening))
    expect(provider.ledger).toEqual([])
  })

test("preload 'none': the files of a first opening load with the click", async ({ page, visit, fetched }) => {
  await visit({ preload: "none" })
  await button(page).hover()
  await button(page).focus()
  await preloaded(page)
  const before = fetched()
  for (const file of opening) expect(before).not.toContain(file)
  await button(page).click()
  await expect(page.locator("portico-modal [data-view] [data-wallet]").first()).toBeVisible()
  expect(fetched()).toContain("mount")
})

for (const mode of ["basic", "manualWCControl"] as const)
  test(`Opening rule 2 also applies to the first view, which does not wait for the engine: ${mode}`, async ({
    page,
    visit,
  }) => {
    await visit({ [mode]: true })
    await button(page).click()
    await expect(page.locator("portico-modal [data-view]")).toHaveAttribute("data-view", "ConnectingWalletConnectBasic")
  })

for (const [option, condition] of [
  ["disableAppend", "append is disabled"],
  ["enableEmbedded", "embedded mode is on"],
] as const)
  test(`The modal element is not injected if ${condition}, not even for a first view that does not wait for the engine`, async ({
    page,
    visit,
  }) => {
    await visit({ [option]: true })
    await button(page).click()
    await expect.poll(() => page.evaluate(() => window.portico.getState().open)).toBe(true)
    await expect(page.locator("portico-modal")).toHaveCount(0)
  })
