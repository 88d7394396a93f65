import type { Page } from "@playwright/test"
import * as Provider from "../real/parts/provider.ts"
import { announce } from "./announced.ts"
import { expect, test } from "./playground.ts"

let provider: Provider.Provider
test.beforeEach(async () => {
  provider = await Provider.start()
})
test.afterEach(() => provider.stop())

const running = "window.attacked = true"
const svg = (inside: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)}`

/** Wallet names and icons of hostile wallets. */
const hostile: Readonly<Record<string, { readonly name: string; readonly icon: string }>> = {
  markup: { name: `<img src=x onerror="${running}"><b>Bold</b>`, icon: `javascript:${running}` },
  script: { name: "<script>window.attacked = true</script>", icon: svg(`<script>${running}</script>`) },
  loading: { name: "Loading", icon: svg(`<image href="x" onerror="${running}"/><g onload="${running}"/>`) },
  page: { name: "Page", icon: `data:text/html,<script>${running}</script>` },
  endless: { name: "W".repeat(10_000), icon: `data:image/png;base64,${"A".repeat(10_000)}` },
  turned: { name: "\u202eteltaW drayaH\u202c \u2066Installed", icon: "" },
  empty: { name: "", icon: "blob:nowhere" },
  stacked: { name: `Z${"\u0336\u0489".repeat(500)}`, icon: "not a url" },
  unseen: { name: "\u200b\u200d\u2060", icon: "data:image/svg+xml," },
}

const attacked = (page: Page) => page.evaluate(() => "attacked" in window)

test("hostile wallet names and icons run no code, and the modal stays usable", async ({ playground, page }) => {
  const rejects = `<img src=x onerror="${running}">${"!".repeat(10_000)}`
  const wallets = Object.entries(hostile).map(([id, wallet]) => [`evil.${id}`, { ...wallet, rejects }])
  await announce(page, Object.fromEntries(wallets))
  await playground.visit({ hosts: provider.url })
  const view = await playground.openModal()
  await expect(playground.wallet("all")).toContainText("540+")
  const rows = view.locator('button[data-wallet^="evil."]')
  await expect.poll(() => rows.count()).toBeGreaterThan(3)

  // No name is rendered as markup, reverses its neighbors or is wider than the card.
  await expect(view.locator("b, script")).toHaveCount(0)
  expect(await rows.allTextContents()).not.toContainEqual(expect.stringMatching(/[\u202a-\u202e\u2066-\u2069]/))
  const card = await playground.card.boundingBox()
  for (const row of await rows.all()) {
    const box = await row.boundingBox()
    expect(box?.width).toBeLessThanOrEqual(card?.width ?? 0)
    expect(box?.height).toBeLessThan(120)
  }
  const sources = await view.locator("img").evaluateAll((all) => all.map((one) => one.getAttribute("src") ?? ""))
  expect(sources.filter((source) => !/^(https?:\/\/127\.0\.0\.1|data:image\/)/.test(source))).toEqual([])

  // Errors that such a wallet throws are replaced by a message.
  await rows.first().click()
  await expect(playground.button("Try again")).toBeVisible()
  await expect(playground.dialog.locator("img[onerror]")).toHaveCount(0)
  await playground.press("Choose another wallet")
  await expect(playground.view("Connect")).toBeVisible()
  expect(await attacked(page)).toBe(false)
})

test("hostile names, links and icons of the directory run no code", async ({ playground, page }) => {
  const wallets = Object.entries(hostile).map(([id, { name, icon }]) => ({
    id: `evil-${id}`,
    name,
    homepage: `javascript:${running}`,
    image_id: `../../${icon.slice(0, 40)}`,
    image_url: icon,
    order: 1,
    mobile_link: `javascript:${running}//`,
    desktop_link: `data:text/html,<script>${running}</script>`,
    webapp_link: `javascript:${running}`,
    app_store: `javascript:${running}`,
    rdns: `evil.${id}`,
    injected: null,
    badge_type: "none",
    chains: ["eip155:1"],
  }))
  provider.set("GET /getWallets", { count: wallets.length, data: wallets })
  await playground.visit({ hosts: provider.url, open: "AllWallets" })
  const cells = playground.view("AllWallets").locator("button[data-wallet]")
  await expect(cells.first()).toBeVisible()
  const links = playground.dialog.locator("a[href]")
  expect(
    await links.evaluateAll((all) => all.filter((one) => !/^https?:/.test(one.getAttribute("href") ?? ""))),
  ).toEqual([])

  await cells.first().click()
  await expect(playground.view("ConnectingWalletConnect")).toBeVisible()
  for (const tab of await playground.dialog.getByRole("tab").all()) await tab.click()
  await playground
    .view("ConnectingWalletConnect")
    .getByRole("button")
    .evaluateAll((all: HTMLButtonElement[]) => {
      for (const button of all) button.click()
    })
  expect(await attacked(page)).toBe(false)
  await page.keyboard.press("Escape")
  await playground.closed()
})

test("responses that are HTML, of the wrong types or 10 MB leave the modal usable", async ({ playground }) => {
  for (const body of ["html", "wrong", "huge"] as const) {
    provider.fault("GET /getWallets", { body })
    await playground.visit({ hosts: provider.url })
    await playground.openModal()
    await expect(playground.dialog.getByText("Couldn't load the wallet list"), body).toBeVisible()
    await expect(playground.wallet("walletConnect"), body).toBeVisible()
  }
})
