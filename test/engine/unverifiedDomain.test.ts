// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { layer as browser } from "../../layers/browser/withoutWindow.ts"
import { createWorld, demo, withoutPage } from "../../layers/demo.ts"
import { mainnet } from "../../src/options/networks.ts"
import { createModal } from "../../src/stub/createModal.ts"
import { virtualClock } from "../../src/testing/index.ts"
import { framePage } from "../layers/frame/frameWorld.ts"

it.each([
  ["a listed page: load failed", "https://site.example", "Network Error: Wallet Load Failed", ["APKT003"]],
  ["any other page: unverified domain", "https://other.example", "Unverified Domain", ["APKT002", "APKT005"]],
])("A frame that does not load on %s", async (_, origin, message, alerts) => {
  const clock = virtualClock()
  const { frame: _live, ...layers } = demo(createWorld({ project: { origins: ["https://site.example"] } }))
  const page = framePage(() => {})
  const modal = createModal({
    projectId: "demo",
    networks: [mainnet],
    layers: {
      ...layers,
      storage: withoutPage().storage,
      browser: browser({ page: { origin, url: `${origin}/` } }),
      dialog: page.dialog,
      clock: clock.layer,
    },
  })
  await modal.ready()
  const failed = modal.loginWithEmail({ email: "a@b.co" }).catch((error: Error) => error.message)
  await expect.poll(() => page.frames).toHaveLength(1)
  await clock.advance(20_000)

  expect(await failed).toBe(message)
  await expect.poll(() => modal.getState().alerts.map(({ code }) => code)).toEqual(alerts)
  await modal.destroy()
})
