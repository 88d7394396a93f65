// @vitest-environment happy-dom
import {
  type Config,
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
import { base, mainnet } from "@wagmi/core/chains"
import { BrowserProvider } from "ethers"
import { createWalletClient, custom, UserRejectedRequestError } from "viem"
import { afterEach, describe, expect, it } from "vitest"
import { discover } from "../../layers/chains/evm/first-paint/eip6963.ts"
import type { Modal } from "../../src/index.ts"
import { type TestModal, type TestOptions, testModal } from "../../src/testing/index.ts"

const open: TestModal[] = []
const begin = (options?: TestOptions): TestModal => {
  const test = testModal({ networks: [mainnet, base], ...options })
  open.push(test)
  return test
}

/** wagmi configs. Each listens for wallets until it is stopped. */
const sites: Config[] = []

afterEach(async () => {
  for (const test of open.splice(0)) await test.destroy()
  for (const site of sites.splice(0)) site._internal.mipd?.destroy()
})

const accountsOf = ({ wallet }: TestModal) => wallet("example.halyard").state().addresses

/** Makes the visitor choose a wallet once the modal is open. */
const choose = async (modal: Modal) => {
  await expect.poll(() => modal.getState().open).toBe(true)
  await modal.connect({ wallet: "example.halyard" })
}

interface Announcement {
  readonly info: Readonly<Record<"uuid" | "name" | "icon" | "rdns", string>>
  readonly provider: unknown
}

/** The providers that announce themselves on request. */
const asked = (): readonly Announcement[] => {
  const found: Announcement[] = []
  const listen = (event: Event) => void found.push((event as CustomEvent<Announcement>).detail)
  window.addEventListener("eip6963:announceProvider", listen)
  window.dispatchEvent(new Event("eip6963:requestProvider"))
  window.removeEventListener("eip6963:announceProvider", listen)
  return found
}

describe("A modal with `announce`", () => {
  it("announces its provider, with the same uuid on each request, until it is destroyed", async () => {
    const { modal, destroy } = begin({ announce: true })
    await expect.poll(asked).toHaveLength(1)
    const [{ info, provider } = {}] = asked()

    expect(provider).toBe(modal.provider)
    expect(info).toMatchObject({ name: "Portico", rdns: "dev.portico" })
    expect(info?.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(info?.icon).toMatch(/^data:image\/svg\+xml,/)
    expect(Object.isFrozen(info)).toBe(true)
    expect(asked()[0]?.info.uuid).toBe(info?.uuid)
    await destroy()
    expect(asked()).toEqual([])
  })

  it("announces itself unprompted, and a second modal with its ID does not announce again", async () => {
    const found: unknown[] = []
    const listen = (event: Event) => void found.push((event as CustomEvent<Announcement>).detail.provider)
    window.addEventListener("eip6963:announceProvider", listen)
    const { modal } = begin({ announce: true, id: "announced" })
    begin({ announce: true, id: "announced" })
    await expect.poll(() => found).toEqual([modal.provider])
    window.removeEventListener("eip6963:announceProvider", listen)
  })

  it("announces nothing if it is destroyed at once", async () => {
    const found: unknown[] = []
    const listen = (event: Event) => void found.push(event)
    window.addEventListener("eip6963:announceProvider", listen)
    const { destroy } = begin({ announce: true })
    await destroy()
    const { modal } = begin({ announce: true })
    await expect.poll(() => found).toHaveLength(1)
    window.removeEventListener("eip6963:announceProvider", listen)

    expect(asked().map(({ provider }) => provider)).toEqual([modal.provider])
  })

  it("announces nothing by default", async () => {
    const { modal } = begin()
    await modal.ready()

    expect(asked()).toEqual([])
  })

  it("does not list itself as a wallet, even beside another wallet", async () => {
    begin({ announce: true })
    await expect.poll(asked).toHaveLength(1)
    const other = {
      info: { uuid: "other", name: "Other", icon: "", rdns: "example.other" },
      provider: { request() {} },
    }
    const wallets = discover({})
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: other }))

    expect(wallets.list().map(({ id }) => id)).toEqual(["example.other"])
    wallets.stop()
  })
})

describe("The announced provider", () => {
  it("serves viem's client: accounts, signature, network switch, and a closed modal", async () => {
    const test = begin()
    const { modal } = test
    const client = createWalletClient({ transport: custom(modal.provider) })
    const refused = expect(client.requestAddresses()).rejects.toBeInstanceOf(UserRejectedRequestError)
    await expect.poll(() => modal.getState().open).toBe(true)
    await modal.close()
    await refused

    const [addresses] = await Promise.all([client.requestAddresses(), choose(modal)])
    expect(addresses).toEqual(accountsOf(test))
    expect(await client.signMessage({ account: addresses[0] as `0x${string}`, message: "Hello" })).toMatch(/^0x/)
    await client.switchChain({ id: base.id })
    expect(await client.getChainId()).toBe(base.id)
    await expect.poll(() => modal.getState().caipNetworkId).toBe("eip155:8453")
  })

  it("is discovered by ethers and signs for it", async () => {
    const test = begin({ announce: true })
    await expect.poll(asked).toHaveLength(1)
    const provider = await BrowserProvider.discover({ timeout: 10, anyProvider: true, window })
    const [signer] = await Promise.all([provider?.getSigner(), choose(test.modal)])

    expect(await signer?.getAddress()).toBe(accountsOf(test)[0])
    expect(await signer?.signMessage("Hello")).toMatch(/^0x[0-9a-f]{130}$/)
    expect((await provider?.getNetwork())?.chainId).toBe(1n)
    provider?.destroy()
  })

  it("is discovered by wagmi: connects, signs, switches, follows the visitor, reconnects and signs out", async () => {
    const test = begin({ announce: true })
    const { modal, wallet } = test
    await expect.poll(asked).toHaveLength(1)
    const texts = new Map<string, string>()
    const storage = createStorage({
      storage: {
        getItem: (key) => texts.get(key),
        setItem: (key, value) => void texts.set(key, value),
        removeItem: (key) => void texts.delete(key),
      },
    })
    const site = () => {
      const config = createConfig({
        chains: [mainnet, base],
        storage,
        transports: { [mainnet.id]: http(), [base.id]: http() },
      })
      sites.push(config)
      return config
    }
    const config = site()
    const connector = config.connectors.find(({ id }) => id === "dev.portico")
    if (!connector) throw new Error("wagmi found no Portico")
    const account = () => getAccount(config)

    await Promise.all([connect(config, { connector }), choose(modal)])
    expect(account()).toMatchObject({ status: "connected", address: accountsOf(test)[0], chainId: mainnet.id })
    expect(await signMessage(config, { message: "Hello" })).toMatch(/^0x[0-9a-f]{130}$/)
    await switchChain(config, { chainId: base.id })
    expect(account().chainId).toBe(base.id)
    wallet("example.halyard").select(1)
    await expect.poll(() => account().address).toBe(accountsOf(test)[0])
    await modal.switchNetwork({ network: "eip155:1" })
    await expect.poll(() => account().chainId).toBe(mainnet.id)

    const reloaded = site()
    await reconnect(reloaded)
    expect(getAccount(reloaded)).toMatchObject({ status: "connected", address: accountsOf(test)[0] })

    await disconnect(config)
    expect(account().status).toBe("disconnected")
    await expect.poll(() => modal.getState().status).toBe("disconnected")
  })
})
