import { createReadStream, existsSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import { chromiumArguments, findChromium, loopbackOnly } from "../real/parts/browser.ts"

/** Scripts requested by a page, by their names in its folder. */
export interface Opened {
  /** Until the Connect view was visible. */
  readonly painted: readonly string[]
  /** Until nothing more was requested. */
  readonly all: readonly string[]
}

/**
 * Opens the modal of the site in `folder` in Chromium, with fixed responses of the provider, and lists what it loads. Only this machine is
 * contacted.
 */
export const openOnce = async (folder: string): Promise<Opened> => {
  const server = await serve(folder)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArguments] })
  try {
    const page = await browser.newPage()
    // For a visitor who saves data, nothing is preloaded before the click.
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }))
    const complaints: string[] = []
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    loopbackOnly(page.context())
    await page.goto(origin, { waitUntil: "networkidle" })

    const paintedAt = await page
      .evaluate(clickAndWait, seconds * 1000)
      .catch((error: Error) => Promise.reject(new Error([error.message, ...complaints].join("\n"))))
    await page.evaluate(quiet)
    const scripts = await page.evaluate(scriptsAsked)

    const named = scripts.map(({ url, at }) => ({ file: url.slice(origin.length + 1), at }))
    return {
      painted: named.filter(({ at }) => at <= paintedAt).map(({ file }) => file),
      all: named.map(({ file }) => file),
    }
  } finally {
    await browser.close()
    server.close()
  }
}

/** Time within which the first open must succeed. */
const seconds = 15

/** In the page: clicks the site's button. Returns the time at which the Connect view was painted. */
const clickAndWait = (limit: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const look = () => {
      const view = document.querySelector("portico-modal")?.shadowRoot?.querySelector('[data-view="Connect"]')
      // The view exists when this frame begins, so this frame paints it. Later requests come after it.
      if (view) resolve(performance.now())
      else if (performance.now() - began > limit) reject(new Error(`no Connect view within ${limit} ms`))
      else requestAnimationFrame(look)
    }
    document.querySelector("button")?.click()
    look()
  })

/** In the page: waits until nothing is requested for a second. Requests right after the paint belong to the first open. */
const quiet = (): Promise<void> =>
  new Promise((resolve) => {
    let known = -1
    const look = () => {
      const loaded = performance.getEntriesByType("resource").length
      if (loaded === known) return resolve()
      known = loaded
      setTimeout(look, 1000)
    }
    look()
  })

/** In the page: every requested script, with its time. */
const scriptsAsked = () =>
  performance
    .getEntriesByType("resource")
    .filter(({ name }) => name.endsWith(".js"))
    .map(({ name, startTime }) => ({ url: name, at: startTime }))

const html = `<!doctype html><meta charset="utf-8"><title>A site</title><link rel="icon" href="data:,">
<button>Connect</button>
<script>
  const at = location.origin, relay = at.replace("http", "ws")
  window.hosts = { api: at, blockchain: at, analytics: at, relay, secureSite: at, verify: at, utxo: at, images: at }
</script>
<script type="module" src="/site.js"></script>`

/** The provider's responses at start-up and on the first open, by path. */
const answers: Readonly<Record<string, object>> = {
  "/appkit/v1/config": { features: [] },
  "/projects/v1/origins": { allowedOrigins: [] },
  "/getAnalyticsConfig": { isAnalyticsEnabled: false },
  "/v1/supported-chains": { http: ["eip155:1"], ws: [] },
  "/getWallets": {
    count: 40,
    data: Array.from({ length: 40 }, (_, index) => ({ id: `wallet-${index}`, name: `Wallet ${index}` })),
  },
}

const serve = (folder: string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1")
      if (pathname === "/") return response.setHeader("content-type", "text/html").end(html)
      if (/^\/[\w.-]+\.js$/.test(pathname) && existsSync(join(folder, pathname)))
        return createReadStream(join(folder, pathname)).pipe(response.setHeader("content-type", "text/javascript"))
      response.setHeader("content-type", "application/json").end(JSON.stringify(answers[pathname] ?? {}))
    })
    server.listen(0, "127.0.0.1", () => resolve(server))
  })
