import { expect, type Page } from "@playwright/test"
import { createWorld } from "../../layers/demo.ts"
import { base, gnosis, polygon } from "../../src/options/networks.ts"
import { make, test } from "./kit.ts"

const view = (kit: Page, name: string) => kit.locator(`portico-modal [data-view="${name}"]`)
const open = (kit: Page, name?: "Networks") =>
  kit.evaluate((view) => window.kit.made[0]?.modal.open(view && { view }), name)
const close = (kit: Page) => kit.evaluate(() => window.kit.made[0]?.modal.close())
const wallets = (kit: Page) =>
  view(kit, "Connect")
    .locator("button[data-wallet]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-wallet")))
const idOf = (name: string) => createWorld().directory.find((wallet) => wallet.name === name)?.id ?? ""

test("Site developers configure features, wallets, networks and theme", async ({ kit }) => {
  await make(
    kit,
    {},
    {
      features: { connectorTypeOrder: ["custom", "featured", "injected"] },
      customWallets: [{ id: "own", name: "Own Wallet", mobile_link: "own://" }],
      featuredWalletIds: [idOf("Quillon")],
      excludeWalletIds: ["Halyard", "Cinderbox"].map(idOf),
      networks: [base, polygon],
      defaultNetwork: polygon,
      themeMode: "light",
      themeVariables: { "--portico-accent": "#b00020" },
    },
  )
  await open(kit)
  await expect.poll(() => wallets(kit)).toEqual(["own", idOf("Quillon"), "example.tessera", "walletConnect", "all"])
  const host = kit.locator("portico-modal")
  await expect(host).toHaveAttribute("data-theme", "light")
  const accent = () => host.evaluate((element) => getComputedStyle(element).getPropertyValue("--po-accent"))
  await expect.poll(accent).toContain("b00020")

  // Also while it is open.
  await kit.evaluate(() => {
    const [made] = window.kit.made
    made?.modal.updateFeatures({ allWallets: false, connectorTypeOrder: ["walletConnect", "injected"] })
    made?.modal.setThemeMode("dark")
  })
  await expect.poll(() => wallets(kit)).toEqual(["walletConnect", "example.tessera", idOf("Quillon"), "own"])
  await expect(host).toHaveAttribute("data-theme", "dark")

  await close(kit)
  await open(kit, "Networks")
  const networks = view(kit, "Networks").locator("[data-network]")
  await expect(networks).toHaveCount(2)
  expect(await kit.evaluate(() => window.kit.made[0]?.modal.getState().selectedNetworkId)).toBe("eip155:137")
  await kit.evaluate((network) => window.kit.made[0]?.modal.addNetwork(network), gnosis)
  await expect(networks).toHaveCount(3)
  await expect(networks.getByText("Gnosis")).toBeVisible()
})

test("Project id is required; otherwise an alert is shown", async ({ kit }) => {
  const warned: string[] = []
  kit.on("console", (message) => message.type() === "warning" && warned.push(message.text()))
  await make(kit, {}, { projectId: undefined })
  await expect.poll(() => warned).toEqual([expect.stringContaining("APKT008 Project ID Missing")])
  await open(kit)
  const alert = kit.getByRole("alert").filter({ hasText: "Project ID Missing" })
  await expect(alert).toHaveAttribute("data-alert", "APKT008")

  // The alert is for the developer; visitors can still connect.
  await view(kit, "Connect").locator('[data-wallet="example.halyard"]').click()
  await expect.poll(() => kit.evaluate(() => window.kit.made[0]?.modal.state.address.value ?? "")).toMatch(/^0x/)
})
