import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { type BrowserContext, chromium, expect, test as playwright } from "@playwright/test"

/**
 * The path of a Chromium that starts: the environment's CHROMIUM_PATH, else the system's, else Playwright's own, else one
 * that it installs (apt-get as root, else Playwright's installer). Tests take the headless shell where there is one, which needs a
 * sixth less processor time; in CI root installs it. Throws a sentence that says what is missing.
 */
export const findChromium = (): string => {
  const found = wanted() ?? present(SHELLS) ?? (process.env.CI ? installedShell() : undefined) ?? findBrowser()
  // Processes started from here need not search again.
  process.env.CHROMIUM_PATH = found
  return found
}

/** The same without the headless shell: measurements are of a browser as visitors have it. */
export const findBrowser = (): string => {
  const found = wanted() ?? present([...NAMES, MAC, chromium.executablePath()]) ?? installed()
  if (!found) throw new Error(MISSING)
  return found
}

/** Command-line switches for a Chromium that runs unattended and keeps to this machine. */
export const chromiumArguments: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // No name and no address but this machine's leads anywhere.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.*, EXCLUDE [::1]",
]

/**
 * Notes each request and socket of a context that would leave the machine, which the browser's switches do not let it. Nothing is
 * intercepted for it: pages load as they would, from their cache too.
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

/** Playwright's `test` whose context reaches loopback only; a test in which anything else was asked for fails. */
export const test = playwright.extend({
  context: async ({ context }, use) => {
    const refused = loopbackOnly(context)
    await use(context)
    nothingRefused(refused)
  },
})

/** Throws with the addresses when a page asked for anything beyond loopback. */
export const nothingRefused = (refused: readonly string[]): void =>
  expect(refused, "requests that left the machine").toEqual([])

const MISSING =
  "No Chromium was found and none could be installed. Install one (Debian: apt-get install chromium; elsewhere: " +
  "npx playwright install chromium) or set CHROMIUM_PATH to its binary."

const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"]
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"

/** Asked for its version, since some systems have a `chromium-browser` that only tells where to get one. */
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

/** The first of these paths, or names of commands, that starts. */
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

/** Whether a URL is fetched from another machine; `data:`, `blob:` and `about:` are fetched from none. */
const leaves = ({ protocol, hostname }: URL): boolean =>
  /^(https?|wss?):$/.test(protocol) && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
