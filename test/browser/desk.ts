import type { Browser, Page } from "@playwright/test"
import { loopbackOnly } from "../real/parts/browser.ts"

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
  let place: (Place & { readonly spoilt: () => boolean }) | undefined

  const close = async () => {
    await place?.page.context().close()
    place = undefined
  }

  return {
    take: async (): Promise<Place> => {
      place ??= await laid(browser)
      return place
    },
    /** Clears away what was stored under an origin and how the page was looked at; a page that was changed for good is not used again. */
    tidy: async (origin: string, good: boolean) => {
      if (!place) return
      if (!good || place.spoilt()) return close()
      const { page } = place
      for (const other of page.context().pages()) if (other !== page) await other.close()
      // A page of the same origin, on which nothing runs.
      await page.goto(`${origin}/nothing`)
      await page.evaluate(async () => {
        localStorage.clear()
        sessionStorage.clear()
        for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? "")
      })
      await page.emulateMedia({ reducedMotion: null, colorScheme: null, forcedColors: null, contrast: null })
      await page.setViewportSize(size)
    },
    close,
  }
}

const laid = async (browser: Browser) => {
  const context = await browser.newContext({ viewport: size })
  const refused = loopbackOnly(context)
  const page = await context.newPage()
  let spoilt = false
  const spoils = <Part extends object>(part: Part, ...methods: readonly (keyof Part)[]) => {
    for (const method of methods) {
      const plain = part[method]
      if (typeof plain !== "function") throw new Error(`${String(method)} is no method`)
      part[method] = ((...input: readonly unknown[]) => {
        spoilt = true
        return Reflect.apply(plain, part, input)
      }) as Part[typeof method]
    }
  }
  spoils(context, "addInitScript", "grantPermissions", "newCDPSession", "newPage", "route", "setOffline")
  spoils(page, "addInitScript", "exposeFunction", "on", "once", "route")
  spoils(page.clock, "install")
  return { page, refused, spoilt: () => spoilt }
}

const size = { width: 1280, height: 720 }
