import { expect, type Locator, type Page, type WebError } from "@playwright/test"
import type { Script } from "../../layers/demo/script.ts"
import type { DemoWallet } from "../../layers/demo.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import type { PublicView, RouteName } from "../../src/domain/route.ts"
import type { Site } from "../serve.ts"
import { type Log, logOf } from "./log.ts"
import { test as onSites } from "./sites.ts"

/** What the playground's address asks for. Services respond and wallets approve at once, and prices are fixed, unless the script says otherwise. */
export interface Visit {
  /** Override the playground's options. */
  readonly options?: object
  readonly script?: Script
  /** The view to open at once, connected if the view needs it. */
  readonly open?: RouteName
  readonly theme?: "dark" | "light"
  readonly lang?: string
  /** For live layers: an origin that serves as every host of the provider. */
  readonly hosts?: string
  readonly relay?: string
  /** `still`: time passes only by `pass`. */
  readonly clock?: "still"
}

interface Fixtures {
  readonly playground: Playground
  /** What was shown since the visit, if only for a moment. */
  readonly log: Log
}

/** Fails the test for an uncaught error of the page. */
const watched = async (page: Page, site: Site, use: (playground: Playground) => Promise<void>) => {
  const uncaught: string[] = []
  const note = (error: WebError) => void uncaught.push(String(error.error()))
  page.context().on("weberror", note)
  await use(playgroundOf(page, site))
  page.context().off("weberror", note)
  expect(uncaught, "uncaught errors").toEqual([])
}

/** Playwright's `test` on the built playground, and a page that tests share in turn. */
export const test = onSites.extend<Fixtures>({
  playground: ({ page, site }, use) => watched(page, site, use),
  log: async ({ page }, use) => use(await logOf(page)),
})

/** The same on a page of its own, for tests of what the browser has or has not done before: its history, what it has fetched. */
export const alone = test.extend({ alone: true })

/** The same on the playground as it is published, for tests of what is loaded on demand. */
export const onDemand = test.extend({ playground: ({ page, splitSite }, use) => watched(page, splitSite, use) })
export const aloneOnDemand = alone.extend({ playground: ({ page, splitSite }, use) => watched(page, splitSite, use) })

export { expect }

/** Stops the clock of a page on which Playwright's is installed, a second from now; `page.clock.runFor` drives it from then on. */
export const freeze = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)

/** The playground's page on the demo's layers, and the modal's parts on it. */
export type Playground = ReturnType<typeof playgroundOf>

const playgroundOf = (page: Page, site: Site) => {
  let requests: string[] = []
  page.on("request", (request) => requests.push(request.url()))

  const dialog = page.getByRole("dialog")
  const header = dialog.getByRole("heading", { level: 1 }).locator("..")
  const view = (name: RouteName) => page.locator(`portico-modal [data-view="${name}"]`)
  const row = (hook: string) => (id?: string) =>
    page.locator(`portico-modal [data-view] [data-${hook}${id === undefined ? "" : `="${id}"`}]`)
  /** A view that fades out is inert, and may have the same parts as the next. */
  const shown = (locator: Locator) => locator.and(page.locator(":not([inert] *)"))
  const part = (role: "button" | "heading" | "tab" | "textbox" | "searchbox") => (name: string | RegExp) =>
    shown(dialog.getByRole(role, { name }))
  const button = part("button")
  const asking = (name = "Halyard") => page.locator(".windows").getByRole("region", { name })
  const pass = (milliseconds: number) => page.evaluate((by) => window.demoClock?.advance(by), milliseconds)

  const parts = {
    page,
    dialog,
    /** The card in it, and the bar at its top. */
    card: header.locator(".."),
    header,
    /** A view while it is the current one. */
    view,
    /** Rows by their wallet's, network's or connection's id, or their token's address. */
    wallet: row("wallet"),
    network: row("network"),
    connection: row("connection"),
    token: row("token"),
    button,
    heading: part("heading"),
    tab: part("tab"),
    field: part("textbox"),
    search: part("searchbox")(/^Search/),
    /** Expects that the modal shows these texts. */
    shows: async (...texts: readonly (string | RegExp)[]) => {
      for (const text of texts) await expect(shown(dialog.getByText(text)).first()).toBeVisible()
    },
    /** Presses buttons of the modal, one after the other. */
    press: async (...names: readonly (string | RegExp)[]) => {
      for (const name of names) await button(name).click()
    },
    /** Presses a button, and waits for the view that it leads to. */
    go: async (name: string | RegExp, to: RouteName) => {
      await button(name).click()
      await view(to).waitFor()
    },
    /** Waits until the modal is closed. */
    closed: () => expect(dialog).toHaveCount(0),
    /** Opens the modal by the page's button and waits for its view. */
    openModal: async (name: RouteName = "Connect") => {
      await page.locator('[data-action="account"]').click()
      await view(name).waitFor()
      return view(name)
    },
    /** Opens a view, closes the modal, connects a wallet and disconnects as a site does. */
    open: async (name: PublicView, given?: object) => {
      const options = { view: name, ...(given && { arguments: given }) }
      await page.evaluate((options) => window.portico.open(options as object), options)
      await view(name).waitFor()
    },
    close: () => page.evaluate(() => window.portico.close()),
    connect: (wallet = halyard) => page.evaluate((id) => window.portico.connect({ wallet: id }).then(() => {}), wallet),
    disconnect: () => page.evaluate(() => window.portico.disconnect()),
    /** The state of an account that the site is shown. */
    account: (namespace: Namespace = "eip155"): Promise<Readonly<Record<string, unknown>>> =>
      page.evaluate((name) => ({ ...window.portico.getState().chains[name]?.accountState }), namespace),
    /** The window of a demo wallet that asks its holder something, and the holder's answer in it. */
    asking,
    answer: (answer: "Approve" | "Reject", name?: string) => asking(name).getByRole("button", { name: answer }).click(),
    /** What the holder of an installed wallet does, or of the one at the other end of the relay (`phone`). */
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
    /** Lets time pass on a page whose clock stands still: this long, or second by second until a part shows or a check holds. */
    pass,
    passUntil: (holds: Locator | (() => Promise<unknown>)) =>
      expect
        .poll(() => pass(1_000).then(() => (typeof holds === "function" ? holds() : holds.isVisible())), {
          intervals: [0],
        })
        .toBeTruthy(),
    /** The number of files with this name that were fetched since the visit. */
    fetched: (part: string) => requests.filter((url) => url.includes(`/${part}-`)).length,
    /** Goes to a state of the gallery by its id, and returns where it leads. */
    reach: async (state: string, look?: Pick<Visit, "theme" | "lang">) => {
      const search = `?${new URLSearchParams({ state, theme: "dark", ...look })}`
      const isGallery = new URL(page.url()).searchParams.has("state")
      if (isGallery) await page.evaluate((search) => window.playState?.(search), search)
      else await page.goto(`${site.url}/${search}`)
      const reached = await (await page.waitForFunction(() => window.reached)).jsonValue()
      if (!reached || "failed" in reached) throw new Error(reached?.failed)
      return reached.ways
    },
  }

  /** Goes to the page; with `open` it waits for that view. Returns the parts. */
  const visit = async (visit: Visit = {}) => {
    requests = []
    await page.goto(addressOf(site, visit), { waitUntil: "domcontentloaded" })
    await page.waitForFunction(() => "portico" in window)
    if (visit.open !== undefined) await view(visit.open).waitFor()
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

/** The connector ids of the demo's installed wallets. */
export const halyard = "example.halyard"
export const cinderbox = "example.cinderbox"
export const tessera = "example.tessera"
export const plover = "example.plover"

/** The first address of Halyard. */
export const marguerite = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"

/** Networks by their CAIP-2 ids. */
export const ethereum = "eip155:1"
export const base = "eip155:8453"
export const polygon = "eip155:137"
export const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"

/** The script of a project that logs visitors in by email, or by these ways. */
export const loginsBy = (...ways: readonly string[]): Script => ({
  project: { features: [{ id: "social_login", isEnabled: true, config: ways.length > 0 ? ways : ["email"] }] },
})

/** Scripts: installed wallets wait for their holder to connect, or are not there. */
export const hanging: Script = { wallets: { "*": { connect: "hang" } } }
export const noWallets: Script = { wallets: { "*": "absent" } }

/** Longer than a test takes. */
export const forever = { delay: 600_000 }
