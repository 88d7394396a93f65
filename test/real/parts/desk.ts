import type { Browser, BrowserContext, CDPSession, Disposable, Page } from "@playwright/test"
import { test as loopback, loopbackOnly, nothingRefused } from "./browser.ts"

/** What a test is given to sit at. */
export interface Place {
  readonly page: Page
  /** Addresses beyond this machine that were asked for. */
  readonly refused: readonly string[]
}

/**
 * A page that the tests of a worker take one after the other. Each finds it as if nobody had been there, but in a process that has
 * read our code before, which is most of what a new page costs.
 */
export const deskOf = (browser: Browser) => {
  let place: Awaited<ReturnType<typeof laid>> | undefined

  const close = async () => {
    await place?.context.close()
    place = undefined
  }

  return {
    take: async (): Promise<Place> => {
      place ??= await laid(browser)
      return place
    },
    /** Clears away what a test has put up, what its pages stored and how it was looked at; a page that was changed for good is not used again. */
    tidy: async (good: boolean) => {
      if (!place) return
      const { page, context, still, session, changes, origins } = place
      const { protocol, origin } = new URL(page.url())
      if (!good || changes.spoilt() || !protocol.startsWith("http")) return close()
      await changes.undo()
      for (const other of context.pages()) if (other !== page) await other.close()
      // A page of the same origin, on which nothing runs; there is none when its server has gone.
      const left = await page.goto(`${origin}/nothing`).catch(() => undefined)
      if (!left) return close()
      await page.evaluate(() => sessionStorage.clear())
      for (const each of origins)
        await session.send("Storage.clearDataForOrigin", { origin: each, storageTypes: stores })
      origins.clear()
      const reducedMotion = still ? "reduce" : "no-preference"
      await page.emulateMedia({ reducedMotion, colorScheme: null, forcedColors: null, contrast: null })
      await page.setViewportSize(size)
    },
    close,
  }
}

interface Seat {
  /** Whether a test has a page that nobody had before. */
  readonly alone: boolean
  /** Whether a test that passed leaves its page as it is to the next test that asks for it. */
  readonly keepsPage: boolean
}

interface Desks {
  readonly desk: ReturnType<typeof deskOf>
  /** The page of the tests that keep it. */
  readonly keptDesk: ReturnType<typeof deskOf>
}

/**
 * Playwright's `test` whose page the tests of a worker share in turn, and which reaches loopback only. On a phone, which is another
 * kind of page, each test has its own.
 */
export const test = loopback.extend<Seat, Desks>({
  alone: [false, { option: true }],
  keepsPage: [false, { option: true }],
  desk: [({ browser }, use) => lend(browser, use), { scope: "worker" }],
  keptDesk: [({ browser }, use) => lend(browser, use), { scope: "worker" }],
  page: async ({ browser, desk: shared, keptDesk, alone, keepsPage, isMobile }, use, test) => {
    const own = alone || isMobile
    const desk = own ? deskOf(browser) : keepsPage ? keptDesk : shared
    const { page, refused } = await desk.take()
    await use(page)
    const passed = test.status === test.expectedStatus && refused.length === 0
    if (!passed || !keepsPage) await desk.tidy(!own && passed)
    nothingRefused(refused)
  },
  context: async ({ page }, use) => use(page.context()),
})

/** A desk for as long as a worker lasts. */
const lend = async (browser: Browser, use: (desk: ReturnType<typeof deskOf>) => Promise<void>) => {
  const desk = deskOf(browser)
  await use(desk)
  await desk.close()
}

const laid = async (browser: Browser) => {
  const context = await browser.newContext()
  const refused = loopbackOnly(context)
  const origins = new Set<string>()
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url())
    if (request.isNavigationRequest() && protocol.startsWith("http")) origins.add(origin)
  })
  if (slowdown > 1) context.on("page", (page) => slow(context, page).catch(() => undefined))
  const page = await context.newPage()
  const still = await page.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches)
  const session: CDPSession = await context.newCDPSession(page)
  return { context, page, still, session, refused, origins, changes: changesOf(context, page) }
}

/** Notes what a test puts up in a page and its context, so that it can be taken down. */
const changesOf = (context: BrowserContext, page: Page) => {
  let spoilt = false
  let undoing: (() => unknown)[] = []
  /** Does with every call of a part's method what `note` says. */
  const watch = <Part extends object>(
    part: Part,
    methods: readonly (keyof Part)[],
    note: (part: Part, input: readonly unknown[], output: unknown) => void,
  ) => {
    for (const method of methods) {
      const plain = part[method]
      if (typeof plain !== "function") throw new Error(`${String(method)} is no method`)
      part[method] = ((...input: readonly unknown[]) => {
        const output = Reflect.apply(plain, part, input)
        note(part, input, output)
        return output
      }) as Part[typeof method]
    }
  }
  const spoil = () => {
    spoilt = true
  }
  const takenDown = (_: object, __: readonly unknown[], output: unknown) =>
    undoing.push(() => (output as Promise<Disposable>).then((one) => one.dispose()))
  const unheard = (part: object, [event, listener]: readonly unknown[]) =>
    undoing.push(() => (part as Page).off(event as "close", listener as () => void))

  watch(context, ["newPage", "route"], spoil)
  watch(context, ["newCDPSession"], (_, __, output) =>
    // One that the test has detached itself has nothing left to undo.
    undoing.push(() => (output as Promise<CDPSession>).then((one) => one.detach()).catch(() => undefined)),
  )
  watch(context, ["grantPermissions"], () => undoing.push(() => context.clearPermissions()))
  watch(page, ["route", "setExtraHTTPHeaders"], spoil)
  watch(page.clock, ["install"], spoil)
  watch(context, ["addInitScript", "exposeFunction"], takenDown)
  watch(page, ["addInitScript", "exposeFunction"], takenDown)
  watch(context, ["on", "once"], unheard)
  watch(page, ["on", "once"], unheard)
  watch(context, ["setOffline"], () => undoing.push(() => context.setOffline(false)))

  return {
    spoilt: () => spoilt,
    undo: async () => {
      const all = undoing.reverse()
      undoing = []
      for (const undo of all) await undo()
    },
  }
}

/** What an origin may have stored; what was fetched stays. */
const stores = "cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems"

const size = { width: 1280, height: 720 }

/** `PORTICO_SLOW=4`: how many times slower than this machine every page runs. */
const slowdown = Number(process.env.PORTICO_SLOW ?? 1)

/** Fails for a window that is closed at once. */
const slow = async (context: BrowserContext, page: Page) => {
  const session = await context.newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
}
