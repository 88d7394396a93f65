// @vitest-environment happy-dom
import * as wagmi2 from "@wagmi/core"
import * as wagmi3 from "@wagmi/core-3"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { BrowserProvider, type Eip1193Provider } from "ethers"
import { createWalletClient, custom } from "viem"
import { base, mainnet, polygon } from "viem/chains"
import { afterEach, describe, expect, it } from "vitest"
import { createWorld, demo } from "../../layers/demo.ts"
import { Storage } from "../../services/Storage.ts"
import type { Modal } from "../../src/index.ts"
import { type TestModal, testModal } from "../../src/testing/index.ts"
import { portico } from "../../src/wagmi.ts"

/** A site's code, written with a library. */
interface Site {
  connect(): Promise<readonly string[]>
  /** The library's own view of the account. */
  account(): Promise<{ readonly address: string | undefined; readonly chainId: number | undefined }>
  sign(): Promise<string | undefined>
  switchTo(chainId: 1 | 8453 | 137): Promise<unknown>
  disconnect(): Promise<unknown>
}

/** Loads a page of the site. `texts` outlives the page. */
type Load = (modal: Modal, texts: Map<string, string>) => Promise<Site>

const message = "Hello"
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const found = async <Value>(read: () => Value): Promise<NonNullable<Value>> => {
  await expect.poll(read).toBeTruthy()
  return read() as NonNullable<Value>
}

/** wagmi, connecting by `portico(modal)` or by the announced wallet. */
const wagmiBy =
  (wagmi: typeof wagmi2, by: "connector" | "announcement"): Load =>
  async (modal, texts) => {
    const config = wagmi.createConfig({
      chains: [mainnet, base, polygon],
      connectors: by === "connector" ? [portico(modal)] : [],
      multiInjectedProviderDiscovery: by === "announcement",
      storage: wagmi.createStorage({
        storage: {
          getItem: (key) => texts.get(key),
          setItem: (key, value) => void texts.set(key, value),
          removeItem: (key) => void texts.delete(key),
        },
      }),
      transports: { [mainnet.id]: wagmi.http(), [base.id]: wagmi.http(), [polygon.id]: wagmi.http() },
    })
    closing.push(() => config._internal.mipd?.destroy())
    const connector = await found(() => config.connectors.find(({ id }) => /portico/.test(id)))
    await wagmi.reconnect(config)
    return {
      connect: async () => (await wagmi.connect(config, { connector })).accounts,
      account: async () => wagmi.getAccount(config),
      sign: () => wagmi.signMessage(config, { message }),
      switchTo: (chainId) => wagmi.switchChain(config, { chainId }),
      disconnect: () => wagmi.disconnect(config),
    }
  }

const viem: Load = async (modal) => {
  const client = createWalletClient({ transport: custom(modal.provider) })
  return {
    connect: () => client.requestAddresses(),
    account: async () => ({ address: (await client.getAddresses())[0], chainId: await client.getChainId() }),
    sign: async () => {
      const [account] = await client.getAddresses()
      return account && client.signMessage({ account, message })
    },
    switchTo: (id) => client.switchChain({ id }),
    disconnect: () => client.request({ method: "wallet_revokePermissions", params: [{ eth_accounts: {} }] }),
  }
}

const ethersBy =
  (by: "provider" | "announcement"): Load =>
  async (modal) => {
    const discovered = () => BrowserProvider.discover({ timeout: 20, anyProvider: true, window })
    const provider =
      by === "provider"
        ? new BrowserProvider(modal.provider as Eip1193Provider)
        : await expect.poll(discovered).not.toBeNull().then(discovered)
    if (!provider) throw new Error("ethers discovered no provider")
    closing.push(() => provider.destroy())
    return {
      connect: async () => [await (await provider.getSigner()).getAddress()],
      account: async () => ({
        address: (await provider.send("eth_accounts", []))[0],
        chainId: Number(await provider.send("eth_chainId", [])),
      }),
      sign: async () => (await provider.getSigner()).signMessage(message),
      switchTo: (chainId) => provider.send("wallet_switchEthereumChain", [{ chainId: `0x${chainId.toString(16)}` }]),
      disconnect: () => provider.send("wallet_revokePermissions", [{ eth_accounts: {} }]),
    }
  }

const core3 = wagmi3 as unknown as typeof wagmi2
const libraries: Readonly<Record<string, Load>> = {
  "wagmi 2 by portico(modal)": wagmiBy(wagmi2, "connector"),
  "wagmi 3 by portico(modal)": wagmiBy(core3, "connector"),
  "wagmi 2 by EIP-6963": wagmiBy(wagmi2, "announcement"),
  "wagmi 3 by EIP-6963": wagmiBy(core3, "announcement"),
  "viem by modal.provider": viem,
  "ethers 6 by modal.provider": ethersBy("provider"),
  "ethers 6 by EIP-6963": ethersBy("announcement"),
}

/** Codes of an error, and of those that a library wrapped in it. */
const codesOf = (error: unknown): readonly unknown[] => {
  if (typeof error !== "object" || error === null) return []
  const { code, cause, info, error: inner } = error as Readonly<Record<string, unknown>>
  return [code, ...[cause, info, inner].flatMap(codesOf)].filter((one) => typeof one === "number")
}
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => "no error",
    (error) => codesOf(error)[0] ?? error,
  )

/** A site, and its visitor. `reload` loads its page again, with the wallets and the storage of the visit before. */
const begin = async (load: Load) => {
  const world = createWorld({ tick: 0 })
  const texts = new Map<string, string>()
  const stored = new Map<string, string>()
  const storage = Layer.succeed(Storage, {
    read: (key) => Effect.sync(() => stored.get(key)),
    write: (key, text) => Effect.sync(() => void stored.set(key, text)),
    remove: (key) => Effect.sync(() => void stored.delete(key)),
  })
  const wallet = world.wallets.get("example.halyard")
  if (!wallet) throw new Error("The demo has no wallet example.halyard")
  const visit = async () => {
    const options = { id: "site", announce: true, networks: [mainnet, base] as const }
    const test: TestModal = testModal({ ...options, layers: { ...demo(world), storage } })
    closing.push(test.destroy)
    return { modal: test.modal, site: await load(test.modal, texts), destroy: test.destroy }
  }
  const { modal, site, destroy } = await visit()
  const opened = () => expect.poll(() => modal.getState()).toMatchObject({ open: true, view: "Connect" })
  return {
    modal,
    site,
    wallet,
    opened,
    /** Connects through the library, while the visitor chooses a wallet. */
    connected: async () => {
      const asked = site.connect()
      await opened()
      await modal.connect({ wallet: wallet.id })
      return asked
    },
    address: () => wallet.state().addresses[0],
    reload: async () => {
      await destroy()
      return visit()
    },
  }
}

describe.each(Object.entries(libraries))("%s", (_, load) => {
  it("opens the modal, and connects with the account the visitor chooses", async () => {
    const { connected, site, address } = await begin(load)

    expect((await connected())[0]).toBe(address())
    expect(await site.account()).toMatchObject({ address: address(), chainId: mainnet.id })
  })

  it("fails with 4001 if the visitor closes the modal, and opens it again for the next request", async () => {
    const { modal, opened, site } = await begin(load)
    for (const _ of ["first", "second"]) {
      const asked = codeOf(site.connect())
      await opened()
      await modal.close()
      expect(await asked).toBe(4001)
    }
    expect((await site.account()).address).toBeUndefined()
  })

  it("signs, and fails with 4001 if the visitor rejects", async () => {
    const { connected, site, wallet } = await begin(load)
    await connected()

    expect(await site.sign()).toMatch(/^0x[0-9a-f]{130}$/)
    wallet.behave({ sign: "reject" })
    expect(await codeOf(site.sign())).toBe(4001)
  })

  it("switches the wallet's network, and fails with 4001 if the visitor rejects", async () => {
    const { connected, modal, site, wallet } = await begin(load)
    await connected()
    await site.switchTo(base.id)
    await expect.poll(async () => (await site.account()).chainId).toBe(base.id)
    await expect.poll(() => modal.getState().caipNetworkId).toBe("eip155:8453")

    wallet.behave({ switch: "reject" })
    expect(await codeOf(site.switchTo(mainnet.id))).toBe(4001)
    expect((await site.account()).chainId).toBe(base.id)
  })

  it("follows the visitor: another account, another network, signed out", async () => {
    const { connected, modal, site, wallet, address } = await begin(load)
    await connected()
    wallet.select(1)
    await expect.poll(async () => (await site.account()).address).toBe(address())
    await modal.switchNetwork({ network: "eip155:8453" })
    await expect.poll(async () => (await site.account()).chainId).toBe(base.id)
    await modal.disconnect()
    await expect.poll(async () => (await site.account()).address).toBeUndefined()
  })

  it("reconnects after a reload without a prompt, but not after signing out", async () => {
    const { connected, reload, address } = await begin(load)
    await connected()
    const second = await reload()
    expect((await second.site.account()).address).toBe(address())

    await second.site.disconnect()
    await expect.poll(() => second.modal.getState().status).toBe("disconnected")
    expect((await second.site.account()).address).toBeUndefined()
    await second.destroy()
    const third = await reload()
    expect((await third.site.account()).address).toBeUndefined()
    expect(third.modal.getState().open).toBe(false)
  })
})
