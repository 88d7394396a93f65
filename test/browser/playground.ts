import { expect, type Locator, type Page, type WebError } from "@playwright/test"
import type { Ways } from "../../examples/playground/gallery/ways.ts"
import type { Script } from "../../layers/demo/script.ts"
import type { Site } from "../serve.ts"
import { test as onSites } from "./sites.ts"

/** What the playground's address asks for. Services answer at once and wallets say yes at once, unless the script says otherwise. */
export interface Visit {
  /** Laid over the playground's options. */
  readonly options?: object
  readonly script?: Script
  /** The route to open at once. */
  readonly open?: string
  readonly theme?: "dark" | "light"
  readonly lang?: string
  /** For live layers: an origin that is every host of the provider. */
  readonly hosts?: string
  readonly relay?: string
}

/** The playground's page on the demo's layers, and the modal's parts on it. */
export interface Playground {
  readonly page: Page
  /** Goes to the page; with `open` it waits for that view. */
  visit(visit?: Visit): Promise<void>
  /** Goes to a state of the gallery by its id, and tells where it leads. */
  reach(state: string, look?: Pick<Visit, "theme" | "lang">): Promise<Ways>
  /** Opens the modal by the page's button and waits for its view. */
  openModal(view?: string): Promise<Locator>
  readonly dialog: Locator
  /** The card in it, and the bar at its top. */
  readonly card: Locator
  readonly header: Locator
  /** A view while it is the current one. */
  view(name: string): Locator
  /** A row by its wallet's id. */
  wallet(id: string): Locator
  /** The window of a demo wallet that asks its holder something. */
  asking(name: string): Locator
}

/**
 * Playwright's `test` on the built playground, and a page that tests share in turn. An uncaught page error fails it. With `onDemand` the
 * playground comes in the files of the published page.
 */
export const test = onSites.extend<{ playground: Playground; onDemand: boolean }>({
  onDemand: [false, { option: true }],
  playground: async ({ page, site, splitSite, onDemand }, use) => {
    const uncaught: string[] = []
    const note = (error: WebError) => void uncaught.push(String(error.error()))
    page.context().on("weberror", note)
    await use(playgroundOf(page, onDemand ? splitSite : site))
    page.context().off("weberror", note)
    expect(uncaught, "errors that nobody caught").toEqual([])
  },
})

/** The same on a page of its own, for tests of what the browser has or has not done before: its history, what it has fetched. */
export const alone = test.extend({ alone: true })

/** The same on the playground as it is published, for tests of what is loaded on demand. */
export const onDemand = test.extend({ onDemand: true })
export const aloneOnDemand = alone.extend({ onDemand: true })

export { expect }

const playgroundOf = (page: Page, site: Site): Playground => {
  const dialog = page.getByRole("dialog")
  const view = (name: string) => page.locator(`portico-modal [data-view="${name}"]`)
  const header = dialog.getByRole("heading", { level: 1 }).locator("..")
  return {
    page,
    dialog,
    header,
    card: header.locator(".."),
    view,
    wallet: (id) => page.locator(`portico-modal [data-view] [data-wallet="${id}"]`),
    asking: (name) => page.locator(".windows").getByRole("region", { name }),
    visit: async (visit = {}) => {
      await page.goto(addressOf(site, visit))
      await page.waitForFunction(() => "portico" in window)
      if (visit.open !== undefined) await view(visit.open).waitFor()
    },
    reach: async (state, look) => {
      const search = `?${new URLSearchParams({ state, theme: "dark", ...look })}`
      const isGallery = new URL(page.url()).searchParams.has("state")
      if (isGallery) await page.evaluate((search) => window.playState?.(search), search)
      else await page.goto(`${site.url}/${search}`)
      const reached = await (await page.waitForFunction(() => window.reached)).jsonValue()
      if (!reached || "failed" in reached) throw new Error(reached?.failed)
      return reached.ways
    },
    openModal: async (name = "Connect") => {
      await page.locator('[data-action="account"]').click()
      await view(name).waitFor()
      return view(name)
    },
  }
}

const addressOf = (site: Site, { options, script, hosts, ...plain }: Visit) => {
  const query = new URLSearchParams({ theme: "dark", ...plain })
  if (options) query.set("options", JSON.stringify(options))
  if (hosts) {
    query.set("layers", "live")
    query.set("hosts", hosts)
  } else {
    const wallets = { "*": { delay: 0 }, ...script?.wallets }
    query.set("script", JSON.stringify({ latency: 0, ...script, wallets }))
  }
  return `${site.url}/?${query}`
}

/** The connector ids of the demo's installed wallets. */
export const halyard = "example.halyard"
export const cinderbox = "example.cinderbox"
export const tessera = "example.tessera"

/** The address that Halyard gives first. */
export const marguerite = "0x7a3f6B0e2C915D84f7a0E6C35B1d28F04e9c41D2"

/** Connects Halyard by the programmatic way, for tests of what comes after. */
export const connected = (page: Page) =>
  page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), halyard)
