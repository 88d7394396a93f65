// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { base, bitcoin, mainnet, type Network, solana } from "../../../src/options/networks.ts"
import { deposit } from "../../../src/pay/state.ts"
import { PayWithExchange } from "../../../views/pay/PayWithExchange.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

const sepolia: Network = { ...base, id: 84532, caipNetworkId: "eip155:84532", name: "Base Sepolia" }

it("advises another asset or network only if there is one", async () => {
  const shown = async (networks: readonly Network[]) => {
    const instance = instanceOf({ networks })
    const { accounts, remoteFeatures } = instance.core
    remoteFeatures.value = { ...remoteFeatures.peek(), payWithExchange: true }
    const connection = { namespace: "eip155", connectorId: "w", accounts: [{ address: "0x01" }] } as const
    accounts.eip155.value = { ...accounts.eip155.peek(), status: "connected", active: "w", connections: [connection] }
    const { asset, exchanges } = deposit(instance)
    if (asset.value) exchanges.value = { status: "loaded", value: { of: asset.value, exchanges: [] } }
    await page.show(viewContextOf(instance), <PayWithExchange />)
    return page.place.textContent
  }

  expect(await shown([sepolia])).toContain("No exchange supports ETH on Base Sepolia.")
  expect(await shown([sepolia])).not.toContain("Try another")
  for (const networks of [[mainnet], [sepolia, mainnet]])
    expect(await shown(networks)).toContain("Try another asset or network.")
})

it("says that an account can receive only if there is an account and the site has receiving on", async () => {
  const shown = async (connected: boolean, receive: boolean) => {
    const instance = instanceOf({ networks: [mainnet], features: { receive } })
    const { accounts } = instance.core
    const connection = { namespace: "eip155", connectorId: "w", accounts: [{ address: "0x01" }] } as const
    if (connected)
      accounts.eip155.value = { ...accounts.eip155.peek(), status: "connected", active: "w", connections: [connection] }
    await page.show(viewContextOf(instance), <PayWithExchange />)
    expect(page.place.textContent).toContain("Deposits aren't available here")
    return page.place.textContent?.includes("You can still receive tokens at your address.")
  }

  expect([await shown(true, true), await shown(true, false), await shown(false, true)]).toEqual([true, false, false])
})

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
