// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { layer as browser } from "../../layers/browser/withoutWindow.ts"
import { createWorld, demo, withoutPage } from "../../layers/demo.ts"
import { base, mainnet } from "../../src/options/networks.ts"
import { createModal } from "../../src/stub/createModal.ts"
import { framePage, secureSite } from "../layers/frame/frameWorld.ts"

it("the embedded wallet's frame gets the modal's project, network, node, site and theme, and changes of the theme", async () => {
  const { frame: _live, ...layers } = demo(createWorld({ project: { origins: ["https://site.example"] } }))
  const page = framePage(secureSite().begun)
  const metadata = {
    name: "Fernhill Books",
    description: "Books",
    url: "https://site.example",
    icons: ["https://site.example/book.png"],
  }
  const modal = createModal({
    projectId: "fernhill",
    networks: [mainnet, base],
    defaultNetwork: base,
    customRpcUrls: { [base.caipNetworkId]: [{ url: "https://node.example" }] },
    hosts: { secureSite: "https://secure.example" },
    themeMode: "dark",
    metadata,
    layers: {
      ...layers,
      storage: withoutPage().storage,
      browser: browser({ page: { origin: "https://site.example", url: "https://site.example/" } }),
      dialog: page.dialog,
    },
  })
  const posted = (event: string) =>
    (page.frames.at(-1)?.posted ?? [])
      .filter(({ message }) => message.type === `@w3m-app/${event}`)
      .map(({ message }) => message.payload)
  await modal.ready()
  void modal.loginWithEmail({ email: "a@b.co" }).catch(() => undefined)
  await expect.poll(() => posted("SYNC_THEME")).toHaveLength(1)

  const { origin, pathname, searchParams } = new URL(page.framed.element.src)
  expect(`${origin}${pathname}`).toBe("https://secure.example/sdk")
  expect(Object.fromEntries(searchParams)).toEqual({
    projectId: "fernhill",
    chainId: "eip155:8453",
    version: "4",
    enableLogger: "false",
    rpcUrl: "https://node.example",
  })
  expect(posted("SYNC_DAPP_DATA")).toEqual([
    { metadata, projectId: "fernhill", sdkType: "appkit", sdkVersion: expect.stringMatching(/^html-universal-\d/) },
  ])
  expect(posted("SYNC_THEME")[0]).toMatchObject({ themeMode: "dark", themeVariables: {} })

  modal.setThemeMode("light")
  await expect.poll(() => posted("SYNC_THEME").at(-1)).toMatchObject({ themeMode: "light", themeVariables: {} })
  modal.setThemeVariables({ "--portico-accent": "#123456" })
  await expect
    .poll(() => posted("SYNC_THEME").at(-1))
    .toMatchObject({ themeMode: "light", themeVariables: { "--w3m-accent": "#123456" } })
  await modal.destroy()
})
