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

test("preload 'idle': loads the files of a first opening when the page is idle and renders the first view outside the page. It contacts no third party, fetches no picture or font before the click, and leaves no file to it", async ({
  page,
  provider,
  visit,
  fetched,
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
  // The font has only an M, which is in the names of wallets but not in the page's own button.
  const face = `@font-face { font-family: KHTeka; unicode-range: U+4D; src: url("${provider.url}/font.woff2") }`
  await page.addInitScript(
    ({ lists, face }) => {
      localStorage.setItem("portico:default:wallet_lists", lists)
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(face)
      document.adoptedStyleSheets = [sheet]
    },
    { lists, face },
  )
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
  const modal = page.locator("portico-modal")
  await expect(modal).toHaveCount(0)
  const inside = (parts: string) =>
    page.evaluate((parts) => window.portico.element.shadowRoot?.querySelectorAll(parts).length ?? 0, parts)
  await expect.poll(() => inside("[data-wallet]")).toBeGreaterThan(1)
  expect(await inside("[style*=display]")).toBe(0)
  expect(provider.ledger).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["portico:default:wallet_lists"])
  expect(await page.evaluate(() => window.portico.getState().initialized)).toBe(false)

  await button(page).click()
  await expect(modal.locator('[data-view] [data-wallet="kept"]')).toBeVisible()
  await provider.asked("GET /getWallets")
  const asked = () => provider.ledger.map(({ path }) => path)
  await expect.poll(asked).toEqual(expect.arrayContaining([new URL(picture).pathname, "/font.woff2"]))
  // The help beside the wallets loads once they can be pressed.
  expect(fetched().filter((name) => !["HelpPanel", "help"].includes(name))).toEqual([])
})

test("preload 'intent': the files of a first opening load when the pointer comes to a button, and not before", async ({
  page,
  provider,
  visit,
  fetched,
}) => {
  await visit({ preload: "intent" })
  await preloaded(page)
  const before = fetched()
  for (const file of opening) expect(before).not.toContain(file)
  await button(page).hover()
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
