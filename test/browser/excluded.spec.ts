import { createWorld } from "../../layers/demo.ts"
import { bundledWallets } from "../../src/wallets/first-paint/model/bundledWallets.ts"
import * as Provider from "../real/parts/provider.ts"
import { announce } from "./announced.ts"
import { follow, places } from "./frames.ts"
import { cinderbox, expect, halyard, test } from "./playground.ts"

test("an installed wallet that the site excludes is not offered anywhere", async ({ playground }) => {
  const id = createWorld().directory.find(({ name }) => name === "Halyard")?.id
  await playground.visit({ options: { excludeWalletIds: [id] } })
  await playground.openModal()
  await expect(playground.wallet(cinderbox)).toBeVisible()
  await expect(playground.wallet(halyard)).toHaveCount(0)
  await playground.wallet("all").click()
  await playground.dialog.getByRole("searchbox", { name: "Search wallets" }).fill("halyard")
  await expect(playground.heading("No Wallet found")).toBeVisible()
})

test("on a later visit it is missing from the first frame on, with the directory down", async ({
  playground,
  page,
}) => {
  const provider = await Provider.start()
  const options = { excludeWalletIds: bundledWallets.filter(({ name }) => name === "MetaMask").map(({ id }) => id) }
  await announce(page, { "io.metamask": { name: "MetaMask" }, "example.other": { name: "Other" } })
  await playground.visit({ hosts: provider.url, options })
  await playground.openModal()
  await expect(playground.wallet("example.other")).toBeVisible()
  await expect(playground.wallet("io.metamask")).toHaveCount(0)

  provider.fault("GET /getWallets", { status: 503 })
  await playground.visit({ hosts: provider.url, options })
  await follow(page)
  await playground.openModal()
  await expect(playground.dialog.getByText("Couldn't load the wallet list")).toBeVisible()
  const seen = Object.keys(await places(page))
  expect(seen).toContain("example.other")
  expect(seen).not.toContain("io.metamask")
  await provider.stop()
})
