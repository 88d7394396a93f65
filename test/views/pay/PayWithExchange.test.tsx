// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { bitcoin, mainnet, solana } from "../../../src/options/networks.ts"
import { PayWithExchange } from "../../../views/pay/PayWithExchange.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("Per-capability chain support: pay-with-exchange: EVM and Solana, with no deposits on other chains", async () => {
  for (const [network, offered] of [
    [mainnet, true],
    [solana, true],
    [bitcoin, false],
  ] as const) {
    const instance = instanceOf({ networks: [network] })
    const { accounts, remoteFeatures } = instance.core
    remoteFeatures.value = { ...remoteFeatures.peek(), payWithExchange: true }
    const state = accounts[network.chainNamespace]
    const connection = { namespace: network.chainNamespace, connectorId: "w", accounts: [{ address: "0x01" }] }
    state.value = { ...state.peek(), status: "connected", active: "w", connections: [connection] }
    await page.show(viewContextOf(instance), <PayWithExchange />)

    expect(page.place.textContent?.includes("Deposits aren't available here"), network.name).toBe(!offered)
  }
})
