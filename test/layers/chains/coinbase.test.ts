// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { createWorld, demo, withoutPage } from "../../../layers/demo.ts"
import { mainnet } from "../../../src/options/networks.ts"
import { createModal } from "../../../src/stub/createModal.ts"

it.each([true, false])(
  "the live layers connect to Coinbase's page only if the site does not disable it: %s",
  async (enableCoinbase) => {
    const { chains: _live, ...layers } = demo(createWorld({ tick: 0 }))
    const modal = createModal({
      id: `coinbase-${enableCoinbase}`,
      projectId: "fernhill",
      networks: [mainnet],
      enableCoinbase,
      layers: { ...withoutPage(), ...layers },
    })
    await modal.ready()
    const ids = modal.getState().connectors?.map(({ id }) => id)
    expect(ids?.includes("coinbaseWalletSDK")).toBe(enableCoinbase)
    await modal.destroy()
  },
)
