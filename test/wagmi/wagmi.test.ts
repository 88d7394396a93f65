// @vitest-environment happy-dom
import {
  type Connector,
  connect,
  createConfig,
  createStorage,
  disconnect,
  getAccount,
  http,
  reconnect,
  signMessage,
  switchChain,
} from "@wagmi/core"
import { base, mainnet, polygon } from "@wagmi/core/chains"
import { SwitchChainError, UserRejectedRequestError } from "viem"
import { afterEach, describe, expect, it } from "vitest"
import { type TestModal, testModal } from "../../src/testing/index.ts"
import { portico } from "../../src/wagmi.ts"

const open: TestModal[] = []

afterEach(async () => {
  for (const test of open.splice(0)) await test.destroy()
})

const begin = () => {
  const test = testModal({ networks: [mainnet, base] })
  open.push(test)
  const texts = new Map<string, string>()
  const storage = createStorage({
    storage: {
      getItem: (key) => texts.get(key),
      setItem: (key, value) => void texts.set(key, value),
      removeItem: (key) => void texts.delete(key),
    },
  })
  /** A page of the site, as it is after each load. */
  const load = () =>
    createConfig({
      chains: [mainnet, base, polygon],
      connectors: [portico(test.modal)],
      multiInjectedProviderDiscovery: false,
      storage,
      transports: { [mainnet.id]: http(), [base.id]: http(), [polygon.id]: http() },
    })
  const config = load()
  return {
    ...test,
    config,
    load,
    connector: config.connectors[0] as Connector,
    account: () => getAccount(config),
    address: () => test.wallet("example.halyard").state().addresses[0],
  }
}

/** Connects through wagmi; the visitor chooses a wallet. */
const connectedBy = async ({ config, connector, modal }: ReturnType<typeof begin>, chainId?: 1 | 8453) => {
  const asked = connect(config, { connector, ...(chainId && { chainId }) })
  await expect.poll(() => modal.getState()).toMatchObject({ open: true, view: "Connect" })
  await modal.connect({ wallet: "example.halyard" })
  return asked
}

describe("The wagmi connector", () => {
  it("opens the modal, connects, signs and signs out", async () => {
    const site = begin()
    const { accounts, chainId } = await connectedBy(site)

    expect([accounts, chainId]).toEqual([[site.address()], mainnet.id])
    expect(await signMessage(site.config, { message: "Hello" })).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await site.connector.getProvider()).toBe(site.modal.provider)
    await disconnect(site.config)
    expect(site.account().status).toBe("disconnected")
    expect(site.modal.getState().status).toBe("disconnected")
  })

  it("connects on the chain that wagmi requests", async () => {
    const site = begin()
    await connectedBy(site, base.id)

    expect(site.account()).toMatchObject({ status: "connected", chainId: base.id })
  })

  it("rejects with viem's error class if the visitor closes the modal", async () => {
    const { config, connector, modal, account } = begin()
    const asked = expect(connect(config, { connector })).rejects.toBeInstanceOf(UserRejectedRequestError)
    await expect.poll(() => modal.getState().open).toBe(true)
    await modal.close()
    await asked

    expect(account().status).toBe("disconnected")
  })

  it("switches the wallet, and fails with viem's error classes: rejected, and a chain that the modal does not offer", async () => {
    const site = begin()
    await connectedBy(site)
    await switchChain(site.config, { chainId: base.id })
    expect(site.account().chainId).toBe(base.id)

    await expect(switchChain(site.config, { chainId: polygon.id })).rejects.toBeInstanceOf(SwitchChainError)
    site.wallet("example.halyard").behave({ switch: "reject" })
    await expect(switchChain(site.config, { chainId: mainnet.id })).rejects.toBeInstanceOf(UserRejectedRequestError)
    expect(site.account().chainId).toBe(base.id)
  })

  it("follows the visitor: connected by the modal, another account, another network, signed out", async () => {
    const { account, address, modal, wallet } = begin()
    await modal.connect({ wallet: "example.halyard" })
    await expect.poll(account).toMatchObject({ status: "connected", address: address(), chainId: mainnet.id })
    wallet("example.halyard").select(1)
    await expect.poll(() => account().address).toBe(address())
    await modal.switchNetwork({ network: "eip155:8453" })
    await expect.poll(() => account().chainId).toBe(base.id)
    await modal.disconnect()
    await expect.poll(() => account().status).toBe("disconnected")
  })

  it("reconnects after a reload while the modal is connected, but not afterwards", async () => {
    const site = begin()
    await connectedBy(site)
    const reloaded = site.load()
    await reconnect(reloaded)
    expect(getAccount(reloaded)).toMatchObject({ status: "connected", address: site.address() })

    await site.modal.disconnect()
    const later = site.load()
    await reconnect(later)
    expect(getAccount(later).status).toBe("disconnected")
    expect(site.modal.getState().open).toBe(false)
  })
})
