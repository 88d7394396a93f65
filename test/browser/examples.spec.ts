import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { expect, type Page } from "@playwright/test"
import { operationNames } from "../../src/stub/operationNames.ts"
import { type Site, serve } from "../serve.ts"
import { halyard, marguerite } from "./playground.ts"
import { test as onSites } from "./sites.ts"

// Uses each example as a visitor would. Uncaught errors and console warnings fail the test.

/** Sites stay up until the page has left them. */
const sites: Site[] = []

const test = onSites.extend<{ at: (name: string) => Promise<Page> }>({
  at: async ({ page }, use) => {
    const complaints: string[] = []
    page.on("pageerror", (error) => complaints.push(String(error)))
    page.on("console", (message) => /^(error|warning)$/.test(message.type()) && complaints.push(message.text()))
    await use(async (name) => {
      const site = await serve(name)
      sites.push(site)
      await page.goto(site.url)
      return page
    })
    expect(complaints).toEqual([])
  },
})

test.afterAll(() => Promise.all(sites.map((site) => site.stop())))

const view = (page: Page, name: string) => page.locator(`portico-modal [data-view="${name}"]`)
const wallet = (page: Page, id = halyard) => view(page, "Connect").locator(`[data-wallet="${id}"]`)
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

test("vanilla: custom elements appear without moving the page and connect a visitor, and the page signs", async ({
  at,
  page,
}) => {
  const boxes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("h1, portico-button, portico-network-button")].map((element) => {
        const { x, y, height } = (element.querySelector("button") ?? element).getBoundingClientRect()
        return [x, y, height]
      }),
    )
  let before: readonly (readonly number[])[] = []
  await page.route("**/index-*.js", async (route) => {
    // Chromium measures a page whose style sheet is still loading as if it had none.
    await page.waitForFunction(() =>
      [...document.querySelectorAll("link")].every((link) => link.sheet ?? link.rel !== "stylesheet"),
    )
    await page.locator("h1").waitFor()
    before = await boxes()
    await route.continue()
  })
  await at("vanilla")
  await page.getByRole("button", { name: "Connect Wallet" }).waitFor()
  const after = await boxes()
  expect(after).toHaveLength(3)
  for (const [place, [x = 0, y = 0, height = 0]] of after.entries()) {
    const [wasAt = -1, below = -1, high = -1] = before[place] ?? []
    // The width of a text depends on the fonts of the system.
    expect(Math.abs(x - wasAt)).toBeLessThan(40)
    expect(Math.abs(y - below) + Math.abs(height - high)).toBeLessThan(2)
  }

  await press(page, "Connect Wallet")
  await wallet(page).click()
  await expect(page.locator("output")).toHaveText(`Connected: ${marguerite}`)
  await press(page, "Sign a message")
  await expect(page.locator("output")).toHaveText(/^Signed: 0x[0-9a-f]{130}$/)

  // The connect button is busy in every frame until the connection is restored.
  await page.addInitScript(() => {
    const seen = new Set<string | null>()
    const look = () => {
      const button = document.querySelector("portico-button > button")
      if (button) seen.add(button.getAttribute("aria-busy"))
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { seen })
  })
  // Each file of the page arrives after a frame, so there is one before the connection is restored.
  await page.route("**/*.js", async (route) => {
    await page.evaluate(() => new Promise(requestAnimationFrame)).catch(() => undefined)
    await route.continue()
  })
  await page.reload()
  await page.locator("portico-account-button > button").waitFor()
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual(["true"])
  await page.unrouteAll({ behavior: "wait" })
})

test("headless: a site draws the wallets and the pairing code itself, and loads no view", async ({ at, page }) => {
  const asked: string[] = []
  page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await at("headless")
  const status = page.locator("output")
  await page.getByRole("button", { name: /^WalletConnect/ }).click()
  await expect(page.locator("#uri")).toHaveText(/^wc:/)
  await expect(status).toHaveText("Approve the request in your wallet")
  await press(page, "Cancel")
  await expect(status).toHaveText("Not connected")
  await expect(page.locator("#uri")).toBeHidden()

  await page.getByRole("button", { name: /^Halyard/ }).click()
  await expect(status).toHaveText(`Connected: ${marguerite}`)
  await expect(page.locator("portico-modal [data-view]")).toHaveCount(0)
  expect(asked.filter((path) => /views\/(?!locales)|react/.test(path))).toEqual([])
  await page.evaluate(() => window.portico.open())
  await view(page, "Account").waitFor()
  expect(asked.some((path) => /views\//.test(path))).toBe(true)
})

test("two-modals: two IDs, two accents, two themes and separate connections", async ({ at }) => {
  const page = await at("two-modals")
  const looks = async (index: number) => {
    await page.getByRole("button", { name: "Connect Wallet" }).nth(index).click()
    const dialog = page.getByRole("dialog")
    await wallet(page).waitFor()
    // The other modal is gone.
    await expect(dialog).toHaveCount(1)
    const look = () =>
      dialog.evaluate((element) => {
        const style = getComputedStyle(element)
        return [style.getPropertyValue("--po-accent"), style.getPropertyValue("--po-card")]
      })
    // The code of a theme with own colors may load after the view.
    await expect.poll(look).not.toContain("")
    return look()
  }
  const shop = await looks(0)
  await wallet(page).click()
  await expect(page.locator("#shop")).toHaveText(marguerite)
  await expect(page.locator("#treasury")).toHaveText("Not connected")
  const treasury = await looks(0)
  expect(treasury[0]).not.toBe(shop[0])
  expect(treasury[1]).not.toBe(shop[1])
  await wallet(page).click()
  await expect(page.locator("#treasury")).toHaveText(marguerite)
  await expect(page.locator("portico-modal")).toHaveCount(2)
})

test("react: buttons and hooks show the account, its tokens and its network", async ({ at }) => {
  const page = await at("react")
  await press(page, "Connect Wallet")
  await wallet(page).click()
  const here = page.getByRole("region", { name: "Wallet" })
  await expect(here.getByText(marguerite)).toBeVisible()
  await expect(here.getByRole("list", { name: "Tokens" }).getByText("ETH")).toBeVisible()
  const before = await here.getByRole("button", { name: /^Switch to/ }).textContent()
  await here.getByRole("button", { name: /^Switch to/ }).click()
  await expect(here.getByRole("button", { name: /^Switch to/ })).not.toHaveText(before ?? "")
  await press(page, "Sign a message")
  await expect(here.locator("output")).toHaveText(/^Signed: 0x/)
})

test("offline: two layers are replaced by the page, and nothing else is requested", async ({ at }) => {
  const page = await at("offline")
  await press(page, "Connect Wallet")
  await wallet(page).click()
  await expect(page.getByRole("list", { name: "Events" })).toContainText("CONNECT_SUCCESS")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole("button", { name: "Connect Wallet" })).toBeVisible()
})

test("ssr: the server streams the page, which hydrates without a warning", async ({ page, at: _ }) => {
  const complaints: string[] = []
  page.on("console", (message) => /^(error|warning)$/.test(message.type()) && complaints.push(message.text()))
  const servers: ChildProcess[] = []
  let url = ""
  try {
    // A server counts the shelf once, in 200 ms. A busy machine may read the page only after that, so it asks another server.
    await expect(async () => {
      const server = spawn(process.execPath, ["dist-examples/ssr/server/server.js"], {
        stdio: ["ignore", "pipe", "inherit"],
      })
      servers.push(server)
      url = await portOf(server)
      const decoder = new TextDecoder()
      let [shell, whole] = ["", ""]
      const { body } = await fetch(url)
      for await (const part of body ?? []) {
        whole += decoder.decode(part, { stream: true })
        if (shell === "" && whole.includes("Counting the shelf")) shell = whole
      }
      expect(shell).toContain("Not connected.")
      expect(shell).not.toContain("was counted")
      expect(whole).toContain("The shelf was counted while you read.")
    }).toPass()

    await page.goto(url)
    await expect(page.getByText("The shelf was counted while you read.")).toBeVisible()
    await press(page, "Connect Wallet")
    await wallet(page).click()
    await expect(page.getByText(marguerite)).toBeVisible()
    expect(complaints).toEqual([])
  } finally {
    for (const server of servers) server.kill()
  }
})

/** Address that a server prints once it listens. */
const portOf = async (server: ChildProcess) => {
  let printed = ""
  while (!printed.includes("\n")) printed += String(await once(server.stdout as never, "data"))
  return printed.trim()
}

test("wagmi: a site connects through the modal, signs, switches, reconnects after a reload, and disconnects", async ({
  at,
}) => {
  const page = await at("wagmi")
  const status = page.locator("output")
  await press(page, "Connect")
  await wallet(page).click()
  await expect(status).toHaveText(`connected ${marguerite} 1`)
  await press(page, "Sign a message")
  await expect(page.locator("#said")).toHaveText(/^0x[0-9a-f]{130}$/)
  await press(page, "Switch chain")
  await expect(status).toHaveText(`connected ${marguerite} 8453`)
  await page.reload()
  await expect(status).toHaveText(`connected ${marguerite} 8453`)
  await press(page, "Disconnect")
  await expect(status).toHaveText("disconnected")
})

test("wallet-adapter: the hooks of a Solana site see the connection, sign with it and end it", async ({ at }) => {
  const page = await at("wallet-adapter")
  const status = page.locator("output")
  await press(page, "Use Portico")
  await press(page, "Connect")
  await wallet(page, "example.plover").click()
  await expect(status).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/)
  await press(page, "Sign a message")
  await expect(page.locator("#said")).toHaveText("Signed: 64 bytes")
  await press(page, "Disconnect")
  await expect(status).toHaveText("not connected")
  await expect.poll(() => page.evaluate(() => window.portico.state.connection.peek() === undefined)).toBe(true)
})

test("operations: the page shows every operation, its outcome, and the inputs that follow from it", async ({ at }) => {
  const page = await at("operations")
  const outcome = async (name: string) => {
    const place = page.locator(`section#${name}`)
    await place.getByRole("button").click()
    await expect(place).toHaveAttribute("data-outcome", /done|failed/)
    return (await place.getAttribute("data-tag")) ?? "done"
  }
  await expect(page.locator("section h2")).toHaveText([...operationNames])
  await expect(page.locator("section > p:not(:empty)")).toHaveCount(operationNames.length)
  await expect(page.locator("#connect pre")).toHaveText("modal.connect(input: WalletChoice)")

  expect(await outcome("signMessage")).toBe("NoActiveCaipAddress")
  for (const name of ["connect", "signMessage", "quoteSwap"])
    expect([name, await outcome(name)]).toEqual([name, "done"])
  await expect(page.locator("#swap textarea")).toHaveValue(/"quote": \{/)
})
