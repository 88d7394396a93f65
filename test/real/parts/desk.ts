import type { Browser, BrowserContext, CDPSession, Disposable, Page } from "@playwright/test"
import { test as loopback, loopbackOnly, nothingRefused } from "./browser.ts"

/** A page lent to a test. */
export interface Place {
  readonly page: Page
  /** URLs beyond this machine that were requested. */
  readonly refused: readonly string[]
}

/**
 * A page that the tests of a worker use one after the other. Each finds it clean, but in a process that has already
 * compiled the code, which is most of the cost of a new page.
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
    /** Undoes what a test installed, stored and emulated. A permanently changed page is not used again. */
    tidy: async (good: boolean) => {
      if (!place) return
      const { page, context, still, session, changes, origins } = place
      const { protocol, origin } = new URL(page.url())
      if (!good || changes.spoilt() || !protocol.startsWith("http")) return close()
      await changes.undo()
      for (const other of context.pages()) if (other !== page) await other.close()
      // A page of the same origin without scripts. Fails if its server is gone.
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
  /** Whether a test needs a new page. */
  readonly alone: boolean
  /** Whether a passed test leaves its page as is to the next test with this option. */
  readonly keepsPage: boolean
}

interface Desks {
  readonly desk: ReturnType<typeof deskOf>
  /** Page of the tests that keep it. */
  readonly keptDesk: ReturnType<typeof deskOf>
}

/**
 * Playwright's `test` whose page the tests of a worker share in turn, and which only reaches loopback. Tests on a
 * phone, which is another kind of page, each get a new one.
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

/** Provides a desk for the lifetime of a worker. */
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
  waitForRetreats(page)
  const still = await page.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches)
  const session: CDPSession = await context.newCDPSession(page)
  return { context, page, still, session, refused, origins, changes: changesOf(context, page) }
}

/**
 * Lets `goto` and `reload` wait until a closed modal has gone back from its history entry. It does so a moment after it has closed, and the
 * browser would abort the page's own navigation for it.
 */
const waitForRetreats = (page: Page) => {
  const isAway = () => {
    const { navigation, performance, portico } = window
    const mark: unknown = (navigation.currentEntry?.getState() as { portico?: unknown } | undefined)?.portico
    return mark !== performance.timeOrigin || portico?.getState?.().open !== false
  }
  const { goto, reload } = page
  page.goto = async (...given) => {
    await page.waitForFunction(isAway)
    return goto.apply(page, given)
  }
  page.reload = async (...given) => {
    await page.waitForFunction(isAway)
    return reload.apply(page, given)
  }
}

/** Records what a test installs in a page and its context, so it can be undone. */
const changesOf = (context: BrowserContext, page: Page) => {
  let spoilt = false
  let undoing: (() => unknown)[] = []
  /** Calls `note` for every call of the given methods. */
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
    // A session the test has detached needs no cleanup.
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

/** Storage of an origin. The HTTP cache stays. */
const stores = "cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems"

const size = { width: 1280, height: 720 }

/** `PORTICO_SLOW=4`: CPU slowdown of every page. */
const slowdown = Number(process.env.PORTICO_SLOW ?? 1)

/** Fails for a window that closes at once. */
const slow = async (context: BrowserContext, page: Page) => {
  const session = await context.newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
}
