// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest"

beforeEach(() => {
  vi.resetModules()
  vi.doMock("@preact/signals-react", async (original) => ({
    ...(await original<typeof import("@preact/signals-react")>()),
    Signal: class {},
  }))
})

afterEach(() => {
  vi.doUnmock("@preact/signals-react")
  vi.resetModules()
})

it("Two copies of signals on a page are reported when the modal opens, which stays closed", async () => {
  const { createModal, mainnet } = await import("../../src/index.ts")
  const modal = createModal({ projectId: "demo", networks: [mainnet] })

  await expect(modal.open()).rejects.toMatchObject({
    _tag: "InvalidInput",
    message: expect.stringContaining("@preact/signals-core is loaded twice"),
  })
  expect(modal.getState().open).toBe(false)
  await modal.destroy()
})
