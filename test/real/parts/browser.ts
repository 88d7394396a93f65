import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { type BrowserContext, chromium, expect, test as playwright } from "@playwright/test"

/**
 * Path of a working Chromium: the environment's CHROMIUM_PATH, else the system's, else Playwright's, else one it
 * installs (apt-get as root, else Playwright's installer). Tests prefer the headless shell, which needs a sixth less
 * CPU time; in CI root installs it. Throws an error that says what is missing.
 */
export const findChromium = (): string => {
  const found = wanted() ?? present(SHELLS) ?? (process.env.CI ? installedShell() : undefined) ?? findBrowser()
  // Saves child processes the search.
  process.env.CHROMIUM_PATH = found
  return found
}

/** The same without the headless shell, because benchmarks measure a browser like the visitors'. */
export const findBrowser = (): string => {
  const found = wanted() ?? present([...NAMES, MAC, chromium.executablePath()]) ?? installed()
  if (!found) throw new Error(MISSING)
  return found
}

/** Command-line switches for an unattended Chromium without network access beyond this machine. */
export const chromiumArguments: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Only names and addresses of this machine resolve.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.*, EXCLUDE [::1]",
]

/**
 * Records each request and socket of a context that would leave the machine, which the browser's switches prevent.
 * Intercepts nothing, so pages load normally, also from the cache.
 */
export const loopbackOnly = (context: BrowserContext): readonly string[] => {
  const refused: string[] = []
  const note = (url: string) => {
    if (leaves(new URL(url))) refused.push(url)
  }
  context.on("request", (request) => note(request.url()))
  context.on("page", (page) => page.on("websocket", (socket) => note(socket.url())))
  return refused
}

/** Playwright's `test` whose context only reaches loopback. Any other request fails the test. */
export const test = playwright.extend({
  context: async ({ context }, use) => {
    const refused = loopbackOnly(context)
    await use(context)
    nothingRefused(refused)
  },
})

/** Fails with the URLs if a page requested anything beyond loopback. */
export const nothingRefused = (refused: readonly string[]): void =>
  expect(refused, "requests that left the machine").toEqual([])

const MISSING =
  "No Chromium was found and none could be installed. Install one (Debian: apt-get install chromium; elsewhere: " +
  "npx playwright install chromium) or set CHROMIUM_PATH to its binary."

const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"]
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"

/** Runs `--version`, because on some systems `chromium-browser` only prints where to get one. */
const starts = (path: string): boolean => {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

const wanted = (): string | undefined => {
  const path = process.env.CHROMIUM_PATH
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH names ${path}, and there is no such file.`)
  return path || undefined
}

/** The first path or command that starts. */
const present = (candidates: readonly string[]): string | undefined => {
  const folders = (process.env.PATH ?? "").split(":").filter((folder) => folder !== "")
  return candidates
    .flatMap((one) => (one.includes("/") ? [one] : folders.map((folder) => `${folder}/${one}`)))
    .find((path) => existsSync(path) && starts(path))
}

const isRoot = process.getuid?.() === 0

const aptInstalls = (name: string): boolean =>
  isRoot && run("apt-get", ["update"]) && run("apt-get", ["install", "-y", "--no-install-recommends", name])

const installedShell = (): string | undefined => (aptInstalls("chromium-headless-shell") ? present(SHELLS) : undefined)

const installed = (): string | undefined => {
  const cli = createRequire(import.meta.url).resolve("@playwright/test/cli")
  const found = aptInstalls("chromium") ? present(NAMES) : undefined
  if (found) return found
  run(process.execPath, [cli, "install", "chromium"])
  return present([chromium.executablePath()])
}

const run = (command: string, args: readonly string[]): boolean => {
  console.log(`To have a Chromium: ${command} ${args.join(" ")}`)
  try {
    execFileSync(command, args, { stdio: ["ignore", "inherit", "inherit"] })
    return true
  } catch {
    return false
  }
}

/** Whether a URL is fetched from another machine; `data:`, `blob:` and `about:` are not. */
const leaves = ({ protocol, hostname }: URL): boolean =>
  /^(https?|wss?):$/.test(protocol) && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
