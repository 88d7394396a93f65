// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest"
import { demo } from "../../layers/index.ts"
import { mainnet } from "../../src/options/networks.ts"
import { createModal } from "../../src/stub/createModal.ts"
import type { Modal, ModalOptions } from "../../src/stub/modal.ts"

const modals: Modal[] = []
const make = (options: Partial<ModalOptions>) =>
  modals.push(createModal({ projectId: "demo", networks: [mainnet], layers: demo, ...options }))

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await Promise.all(modals.splice(0).map((modal) => modal.destroy()))
})

it("In development, a second call of createModal with the same ID reports the options that it ignores", async () => {
  vi.stubEnv("NODE_ENV", "development")
  const warn = vi.spyOn(console, "warn").mockReturnValue()
  make({ themeMode: "dark", features: { receive: false }, siwx: { getRequired: () => false } })
  make({ themeMode: "dark", features: { receive: false }, siwx: { getRequired: () => false } })
  make({ id: "another", themeMode: "light" })
  make({ themeMode: "light", features: { receive: false }, allWallets: "HIDE", siwx: { getRequired: () => false } })

  await expect
    .poll(() => warn.mock.calls)
    .toEqual([
      [
        "createModal was called again with another 'themeMode', 'allWallets', but a modal keeps its first options. Reload the page, or give this modal an 'id' of its own.",
      ],
    ])
})
