import { expect, type Locator, type Page, type WebError } from "@playwright/test"
import type { Script } from "../../layers/demo/script.ts"
import type { DemoWallet } from "../../layers/demo.ts"
import type { PublicView, RouteName } from "../../src/navigation/first-paint/model/routes.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import type { Site } from "../serve.ts"
import { idle } from "./idle.ts"
import { type Log, logOf } from "./log.ts"
import { test as onSites } from "./sites.ts"

/**
 * Parameters of the playground's URL. Services respond and wallets approve at once, and prices are fixed, unless the
 * script says otherwise.
 */
export interface Visit {
  /** Overrides of the playground's options. */
  readonly options?: object
  readonly script?: Script
  /** View to open at once, connected if the view requires it. */
  readonly open?: RouteName
  readonly theme?: "dark" | "light"
  readonly lang?: string
  /** For live layers: origin that serves as every host of the provider. */
  readonly hosts?: string
  readonly relay?: string
  /** `still`: time only advances by `pass`. */
  readonly clock?: "still"
}

interface Fixtures {
  readonly playground: Playground
  /** Everything shown since the visit, even briefly. */
  readonly log: Log
}

/** Fails the test on an uncaught error in the page. */
const watched = async (page: Page, site: Site, use: (playground: Playground) => Promise<void>) => {
  const uncaught: string[] = []
  const note = (error: WebError) => void uncaught.push(String(error.error()))
  page.context().on("weberror", note)
  await use(playgroundOf(page, site))
  page.context().off("weberror", note)
  expect(uncaught, "uncaught errors").toEqual([])
}

/** Playwright's `test` on the built playground, with a page that tests share in turn. */
export const test = onSites.extend<Fixtures>({
  playground: ({ page, site }, use) => watched(page, site, use),
  log: async ({ page }, use) => use(await logOf(page)),
})

/** The same with a separate page, for tests that depend on the browser's history or cache. */
export const alone = test.extend({ alone: true })

/** The same on the published playground, for tests of loading on demand. */
export const onDemand = test.extend({ playground: ({ page, splitSite }, use) => watched(page, splitSite, use) })
export const aloneOnDemand = alone.extend({ playground: ({ page, splitSite }, use) => watched(page, splitSite, use) })

export { expect }

/**
 * Pauses Playwright's clock of a page one second from now. `page.clock.runFor` then drives it. A busy machine may take longer than this
 * second, but the clock stands still after the first try, so the next one succeeds.
 */
export const freeze = (page: Page) =>
  expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)).toPass()

/** Parts of the playground's page and its modal. */
export type Playground = ReturnType<typeof playgroundOf>

const playgroundOf = (page: Page, site: Site) => {
  let requests: string[] = []
  page.on("request", (request) => requests.push(request.url()))

  const dialog = page.getByRole("dialog")
  const header = dialog.getByRole("heading", { level: 1 }).locator("..")
  const view = (name: RouteName) => page.locator(`portico-modal [data-view="${name}"]`)
  const row = (hook: string) => (id?: string) =>
    page.locator(`portico-modal [data-view] [data-${hook}${id === undefined ? "" : `="${id}"`}]`)
  /** A view that fades out is inert, and may have the same parts as the next one. */
  const shown = (locator: Locator) => locator.and(page.locator(":not([inert] *)"))
  const part = (role: "button" | "heading" | "tab" | "textbox" | "searchbox") => (name: string | RegExp) =>
    shown(dialog.getByRole(role, { name }))
  const button = part("button")
  /** Clicks a button of the modal. If there is none that is enabled, an assertion says so. */
  const click = async (name: string | RegExp) => {
    await expect(button(name)).toBeEnabled()
    await button(name).click()
  }
  const asking = (name = "Halyard") => page.locator(".windows").getByRole("region", { name })
  const advance = (milliseconds: number) => page.evaluate((by) => window.demoClock?.advance(by), milliseconds)

  const parts = {
    page,
    dialog,
    /** The card and its header. */
    card: header.locator(".."),
    header,
    /** A view while it is the current one. */
    view,
    /** Rows by wallet, network or connection ID, or by token address. */
    wallet: row("wallet"),
    network: row("network"),
    connection: row("connection"),
    token: row("token"),
    button,
    heading: part("heading"),
    tab: part("tab"),
    field: part("textbox"),
    search: part("searchbox")(/^Search/),
    /** Expects the modal to show these texts. */
    shows: async (...texts: readonly (string | RegExp)[]) => {
      for (const text of texts) await expect(shown(dialog.getByText(text)).first()).toBeVisible()
    },
    /** Clicks buttons of the modal, one after the other. */
    press: async (...names: readonly (string | RegExp)[]) => {
      for (const name of names) await click(name)
    },
    /** Clicks a button and waits for the view it opens. */
    go: async (name: string | RegExp, to: RouteName) => {
      await click(name)
      await expect(view(to)).toBeVisible()
    },
    /** Waits until the modal is closed. */
    closed: () => expect(dialog).toHaveCount(0),
    /** Opens the modal from the page's button and waits for its view. */
    openModal: async (name: RouteName = "Connect") => {
      await page.locator('[data-action="account"]').click()
      await expect(view(name)).toBeVisible()
      return view(name)
    },
    /** Calls of the public API: opens a view, closes the modal, connects and disconnects a wallet. */
    open: async (name: PublicView, given?: object) => {
      const options = { view: name, ...(given && { arguments: given }) }
      await page.evaluate((options) => window.portico.open(options as object), options)
      await expect(view(name)).toBeVisible()
    },
    close: () => page.evaluate(() => window.portico.close()),
    connect: (wallet = halyard) => page.evaluate((id) => window.portico.connect({ wallet: id }).then(() => {}), wallet),
    disconnect: () => page.evaluate(() => window.portico.disconnect()),
    /** The public account state. */
    account: (namespace: Namespace = "eip155"): Promise<Readonly<Record<string, unknown>>> =>
      page.evaluate((name) => ({ ...window.portico.getState().chains[name]?.accountState }), namespace),
    /** A demo wallet's prompt, and the user's response in it. */
    asking,
    answer: (answer: "Approve" | "Reject", name?: string) => asking(name).getByRole("button", { name: answer }).click(),
    /** Controls an installed wallet, or with `phone` the one connected over WalletConnect. */
    holder: <Act extends Acts>(id: string, act: Act, ...given: Parameters<DemoWallet[Act]>) =>
      page.evaluate(
        ({ id, act, given }) => {
          const world = window.demoWorld
          const wallet = id === "phone" ? world?.phone : world?.wallets.get(id)
          if (!wallet) throw new Error(`There is no wallet ${id}`)
          Reflect.apply(wallet[act], wallet, given)
        },
        { id, act, given },
      ),
    /** A button while it is enabled. Unlike `isEnabled()`, its `isVisible()` does not wait for the button. */
    enabled: (name: string | RegExp) => button(name).and(page.locator(':enabled:not([aria-disabled="true"])')),
    /**
     * Advances a paused clock: by a duration, or in steps of a second until a part is visible or a condition holds. Waits until the page is
     * idle, because by then it has started its timers, and has rendered the outcome of the last step.
     */
    pass: async (milliseconds: number) => {
      await idle(page)
      await advance(milliseconds)
    },
    passUntil: async (holds: Locator | (() => Promise<unknown>)) => {
      const passed = async () => {
        await advance(1_000)
        await idle(page)
        return typeof holds === "function" ? holds() : holds.isVisible()
      }
      await idle(page)
      await expect.poll(passed, { intervals: [0] }).toBeTruthy()
    },
    /** Number of files fetched since the visit, by name or by the end of their path. */
    fetched: (part: string) => requests.filter((url) => url.includes(`/${part}-`)).length,
    /** Opens a gallery state by its ID and returns what it reached. */
    reach: async (state: string, look?: Pick<Visit, "theme" | "lang">) => {
      const search = `?${new URLSearchParams({ state, theme: "dark", ...look })}`
      const isGallery = new URL(page.url()).searchParams.has("state")
      if (!isGallery) await page.goto(`${site.url}/${search}`)
      const reached = isGallery
        ? await page.evaluate((search) => window.playState?.(search), search)
        : await (await page.waitForFunction(() => window.reached)).jsonValue()
      if (!reached || "failed" in reached) throw new Error(reached?.failed)
      return reached.ways
    },
  }

  /** Opens the page and, with `open`, waits for that view. Returns the parts. */
  const visit = async (visit: Visit = {}) => {
    requests = []
    await page.goto(addressOf(site, visit), { waitUntil: "domcontentloaded" })
    await page.waitForFunction(() => "portico" in window)
    if (visit.open !== undefined) await expect(view(visit.open)).toBeVisible()
    return parts
  }
  return { ...parts, visit }
}

type Acts = "approve" | "reject" | "lock" | "unlock" | "select" | "move" | "behave"

const addressOf = (site: Site, { options, script, hosts, ...plain }: Visit) => {
  const query = new URLSearchParams({ theme: "dark", ...plain })
  if (options) query.set("options", JSON.stringify(options))
  if (hosts) {
    query.set("layers", "live")
    query.set("hosts", hosts)
  } else {
    const wallets = { "*": { delay: 0 }, ...script?.wallets }
    query.set("script", JSON.stringify({ latency: 0, tick: 0, ...script, wallets }))
  }
  return `${site.url}/?${query}`
}

/** Connector IDs of the demo's installed wallets. */
export const halyard = "example.halyard"
export const cinderbox = "example.cinderbox"
export const tessera = "example.tessera"
export const plover = "example.plover"

/** First address of Halyard. */
export const marguerite = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"

/** Networks by CAIP-2 ID. */
export const ethereum = "eip155:1"
export const base = "eip155:8453"
export const polygon = "eip155:137"
export const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"

/** Script of a project that offers email login, or the given logins. */
export const loginsBy = (...ways: readonly string[]): Script => ({
  project: { features: [{ id: "social_login", isEnabled: true, config: ways.length > 0 ? ways : ["email"] }] },
})

/** Scripts: installed wallets that do not respond, or no wallets. */
export const hanging: Script = { wallets: { "*": { connect: "hang" } } }
export const noWallets: Script = { wallets: { "*": "absent" } }

/** Longer than any test. */
export const forever = { delay: 600_000 }
