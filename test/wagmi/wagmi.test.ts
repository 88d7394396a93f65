// @vitest-environment happy-dom
import * as wagmi2 from "@wagmi/core"
import * as wagmi3 from "@wagmi/core-3"
import { SwitchChainError } from "viem"
import { base, mainnet, polygon } from "viem/chains"
import { afterEach, describe, expect, it } from "vitest"
import { createModal } from "../../src/stub/createModal.ts"
import { type TestModal, testModal } from "../../src/testing/index.ts"
import { portico } from "../../src/wagmi.ts"

// What the connector does beyond what test/provider/libraries.test.ts proves of every library.

const open: TestModal[] = []

afterEach(async () => {
  for (const test of open.splice(0)) await test.destroy()
})

const begin = ({ createConfig, getAccount, http }: typeof wagmi2) => {
  const test = testModal({ networks: [mainnet, base] })
  open.push(test)
  const config = createConfig({
    chains: [mainnet, base, polygon],
    connectors: [portico(test.modal)],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { [mainnet.id]: http(), [base.id]: http(), [polygon.id]: http() },
  })
  const [connector] = config.connectors
  if (!connector) throw new Error("wagmi made no connector")
  return { ...test, config, connector, account: () => getAccount(config) }
}

describe.each([
  ["wagmi 2", wagmi2],
  ["wagmi 3", wagmi3 as unknown as typeof wagmi2],
])("The connector for %s", (_, wagmi) => {
  it("connects on the chain that wagmi requests, by the modal's provider", async () => {
    const { account, config, connector, modal } = begin(wagmi)
    const asked = wagmi.connect(config, { connector, chainId: base.id })
    await expect.poll(() => modal.getState().open).toBe(true)
    await modal.connect({ wallet: "example.halyard" })
    await asked

    expect(account()).toMatchObject({ status: "connected", chainId: base.id })
    expect(await connector.getProvider()).toBe(modal.provider)
  })

  it("starts nothing on a visit without a connection to restore", async () => {
    let started = false
    const layers = () => {
      started = true
      return {}
    }
    const modal = createModal({ id: "wagmi-first-visit", projectId: "a-project", networks: [mainnet], layers })
    const config = wagmi.createConfig({
      chains: [mainnet],
      connectors: [portico(modal)],
      multiInjectedProviderDiscovery: false,
      storage: null,
      transports: { [mainnet.id]: wagmi.http() },
    })
    expect(await wagmi.reconnect(config)).toEqual([])
    expect(started).toBe(false)
    await modal.destroy()
  })

  it("follows a visitor who connects and signs out in the modal", async () => {
    const { account, modal, wallet } = begin(wagmi)
    await modal.connect({ wallet: "example.halyard" })
    const [address] = wallet("example.halyard").state().addresses
    await expect.poll(account).toMatchObject({ status: "connected", address, chainId: mainnet.id })

    await modal.disconnect()
    await expect.poll(() => account().status).toBe("disconnected")
  })

  it("fails with viem's SwitchChainError for a chain that the modal does not offer", async () => {
    const { account, config, modal } = begin(wagmi)
    await modal.connect({ wallet: "example.halyard" })
    await expect.poll(() => account().status).toBe("connected")
    const asked = wagmi.switchChain(config, { chainId: polygon.id })

    await expect(asked).rejects.toBeInstanceOf(SwitchChainError)
    await expect(asked).rejects.toMatchObject({ code: 4902 })
    expect(account().chainId).toBe(mainnet.id)
  })
})
