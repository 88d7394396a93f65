// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { createModal, mainnet } from "../../src/index.ts"

it("A script in the head can open the modal, which shows once there is a body", async () => {
  const { body } = document
  body.remove()
  const modal = createModal({
    projectId: "demo",
    networks: [mainnet],
    layers: () => import("../../layers/index.ts").then(({ demo }) => demo()),
  })
  const opened = modal.open()
  await modal.preload()
  expect(modal.element.isConnected).toBe(false)

  document.documentElement.append(body)
  await opened
  await expect
    .poll(() => modal.element.isConnected && modal.element.shadowRoot?.querySelector("dialog")?.open)
    .toBe(true)
  await modal.destroy()
})
