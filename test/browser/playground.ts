import { expect, type Locator, type Page, type WebError } from "@playwright/test"
import type { Ways } from "../../examples/playground/gallery/ways.ts"
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

/** The playground's page on the demo's layers, and the modal's parts on it. */
export interface Playground {
  readonly page: Page
  /** Goes to the page; with `open` it waits for that view. */
  visit(visit?: Visit): Promise<void>
  /** Goes to a state of the gallery by its id, and returns where it leads. */
  reach(state: string, look?: Pick<Visit, "theme" | "lang">): Promise<Ways>
  /** Opens the modal by the page's button and waits for its view. */
  openModal(view?: RouteName): Promise<Locator>
  /** Opens a view as a site does. */
  open(view: PublicView, given?: object): Promise<void>
  /** Connects a wallet as a site does, Halyard unless another is named. */
  connect(wallet?: string): Promise<void>
  readonly dialog: Locator
  /** The card in it, and the bar at its top. */
  readonly card: Locator
  readonly header: Locator
  /** A view while it is the current one. */
  view(name: RouteName): Locator
  /** A row by its wallet's, network's or connection's id, or a token's address. */
  wallet(id: string): Locator
  network(id: string): Locator
  connection(id: string): Locator
  token(address?: string): Locator
  /** Parts of the modal by their role and name. */
  button(name: string | RegExp): Locator
  heading(name: string | RegExp): Locator
  field(name: string | RegExp): Locator
  /** Presses a button of the modal. */
  press(name: string | RegExp): Promise<void>
  /** Waits until the modal is closed. */
  closed(): Promise<void>
  /** The window of a demo wallet that asks its holder something, and the holder's answer in it. */
  asking(name?: string): Locator
  answer(answer: "Approve" | "Reject", name?: string): Promise<void>
  /** What the holder of an installed wallet does, or of the one at the other end of the relay (`phone`). */
  holder<Act extends Acts>(id: string, act: Act, ...given: Parameters<DemoWallet[Act]>): Promise<void>
  /** The state of an account that the site is shown. */
  account(namespace?: Namespace): Promise<Readonly<Record<string, unknown>>>
  /** Lets time pass on a page whose clock stands still; given a check, step by step until that holds. */
  pass(milliseconds: number): Promise<void>
  passUntil(holds: () => Promise<unknown>): Promise<void>
  /** The number of files with this name that were fetched since the visit. */
  fetched(part: string): number
}

type Acts = "approve" | "reject" | "lock" | "unlock" | "select" | "move" | "behave"

interface Fixtures {
  readonly playground: Playground
  /** What was shown since the visit, if only for a moment. */
  readonly log: Log
}

/**
 * Playwright's `test` on the built playground, and a page that tests share in turn. An uncaught error of the page fails the test. With
 * `onDemand` the playground comes in the files of the published page.
 */
export const test = onSites.extend<Fixtures & { onDemand: boolean }>({
  onDemand: [false, { option: true }],
  playground: async ({ page, site, splitSite, onDemand }, use) => {
    const uncaught: string[] = []
    const note = (error: WebError) => void uncaught.push(String(error.error()))
    page.context().on("weberror", note)
    await use(playgroundOf(page, onDemand ? splitSite : site))
    page.context().off("weberror", note)
    expect(uncaught, "uncaught errors").toEqual([])
  },
  log: async ({ page }, use) => use(await logOf(page)),
})

/** The same on a page of its own, for tests of what the browser has or has not done before: its history, what it has fetched. */
export const alone = test.extend({ alone: true })

/** The same on the playground as it is published, for tests of what is loaded on demand. */
export const onDemand = test.extend({ onDemand: true })
export const aloneOnDemand = alone.extend({ onDemand: true })

export { expect }

/** Stops the clock of a page on which Playwright's is installed, a second from now; `page.clock.runFor` drives it from then on. */
export const freeze = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)

const playgroundOf = (page: Page, site: Site): Playground => {
  const dialog = page.getByRole("dialog")
  const view = (name: string) => page.locator(`portico-modal [data-view="${name}"]`)
  const row = (hook: string) => (id?: string) =>
    page.locator(`portico-modal [data-view] [data-${hook}${id === undefined ? "" : `="${id}"`}]`)
  /** A view that fades out is inert, and may have the same parts as the next. */
  const part = (role: "button" | "heading" | "textbox") => (name: string | RegExp) =>
    dialog.getByRole(role, { name }).and(page.locator(":not([inert] *)"))
  const button = part("button")
  const header = dialog.getByRole("heading", { level: 1 }).locator("..")
  const asking = (name = "Halyard") => page.locator(".windows").getByRole("region", { name })
  const pass = (milliseconds: number) => page.evaluate((by) => window.demoClock?.advance(by), milliseconds)
  let requests: string[] = []
  page.on("request", (request) => requests.push(request.url()))
  return {
    page,
    dialog,
    header,
    card: header.locator(".."),
    view,
    wallet: row("wallet"),
    network: row("network"),
    connection: row("connection"),
    token: row("token"),
    button,
    heading: part("heading"),
    field: part("textbox"),
    press: (name) => button(name).click(),
    closed: () => expect(dialog).toHaveCount(0),
    asking,
    answer: (answer, name) => asking(name).getByRole("button", { name: answer }).click(),
    holder: (id, act, ...given) =>
      page.evaluate(
        ({ id, act, given }) => {
          const world = window.demoWorld
          const wallet = id === "phone" ? world?.phone : world?.wallets.get(id)
          if (!wallet) throw new Error(`There is no wallet ${id}`)
          Reflect.apply(wallet[act], wallet, given)
        },
        { id, act, given },
      ),
    account: (namespace: Namespace = "eip155") =>
      page.evaluate((name) => ({ ...window.portico.getState().chains[name]?.accountState }), namespace),
    pass,
    passUntil: (holds) => expect.poll(() => pass(1_000).then(holds), { intervals: [0] }).toBeTruthy(),
    fetched: (part) => requests.filter((url) => url.includes(`/${part}-`)).length,
    visit: async (visit = {}) => {
      requests = []
      await page.goto(addressOf(site, visit), { waitUntil: "domcontentloaded" })
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
    open: async (name, given) => {
      await page.evaluate(
        ([view, given]) => window.portico.open({ view, ...(given && { arguments: given }) } as object),
        [name, given] as const,
      )
      await view(name).waitFor()
    },
    connect: (wallet = halyard) => page.evaluate((id) => window.portico.connect({ wallet: id }).then(() => {}), wallet),
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
export const marguerite = "0x7a3f6B0e2C915D84f7a0E6C35B1d28F04e9c41D2"

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
