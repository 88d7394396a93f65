// @vitest-environment happy-dom
import { useSignMessage } from "@solana/react"
import { isWalletAdapterCompatibleStandardWallet } from "@solana/wallet-adapter-base"
import type { SolanaSignMessageFeature } from "@solana/wallet-standard-features"
import { StandardWalletAdapter } from "@solana/wallet-standard-wallet-adapter-base"
import { getWallets } from "@wallet-standard/app"
import type { StandardConnectFeature, StandardDisconnectFeature } from "@wallet-standard/features"
import { type UiWallet, type UiWalletAccount, useConnect, useDisconnect, useWallets } from "@wallet-standard/react"
import { useEffect } from "react"
import { createRoot } from "react-dom/client"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { connectorIn, registered } from "../../layers/chains/shared/walletStandard.ts"
import { createWorld, demo, withoutPage } from "../../layers/demo.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { type TestModal, testModal } from "../../src/testing/index.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })

/** A Solana site's code, written with a library that finds wallets by the Wallet Standard. */
interface Site {
  connect(): Promise<unknown>
  /** The library's own view of the account. */
  address(): string | undefined
  /** Returns the length of the signature. */
  sign(): Promise<number | undefined>
  disconnect(): Promise<unknown>
}

const message = new TextEncoder().encode("Hello")
const closing: (() => unknown)[] = []

// `getWallets` listens to the page for ever. Other tests send it events that it does not survive.
const add = vi.spyOn(window, "addEventListener")
getWallets()
const calls = [...add.mock.calls]
add.mockRestore()
afterAll(() => {
  for (const [name, listener] of calls)
    if (name === "wallet-standard:register-wallet") window.removeEventListener(name, listener as EventListener)
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const standardWallets = () =>
  getWallets()
    .get()
    .filter(({ name }) => name === "Portico")

const theOne = async () => {
  await expect.poll(standardWallets).toHaveLength(1)
  return standardWallets()[0] as NonNullable<ReturnType<typeof standardWallets>[0]>
}

const app = async (): Promise<Site> => {
  const wallet = await theOne()
  const features = wallet.features as StandardConnectFeature & StandardDisconnectFeature & SolanaSignMessageFeature
  return {
    connect: () => features["standard:connect"].connect(),
    address: () => wallet.accounts[0]?.address,
    sign: async () => {
      const [account] = wallet.accounts
      if (!account) return undefined
      return (await features["solana:signMessage"].signMessage({ account, message }))[0]?.signature.length
    },
    disconnect: () => features["standard:disconnect"].disconnect(),
  }
}

const walletAdapter = async (): Promise<Site> => {
  const wallet = await theOne()
  if (!isWalletAdapterCompatibleStandardWallet(wallet)) throw new Error("The wallet adapter leaves the wallet out")
  const adapter = new StandardWalletAdapter({ wallet })
  closing.push(() => adapter.destroy())
  return {
    connect: () => adapter.connect(),
    address: () => adapter.publicKey?.toBase58(),
    sign: async () => (await adapter.signMessage?.(message))?.length,
    disconnect: () => adapter.disconnect(),
  }
}

/** Functions of the components on a page with `@solana/react`. */
interface Page {
  wallet?: Pick<Site, "connect" | "disconnect">
  account?: Pick<Site, "sign"> & { readonly address: string }
}

function Account({ account, page }: { readonly account: UiWalletAccount; readonly page: Page }) {
  const sign = useSignMessage(account)
  useEffect(() => {
    page.account = { address: account.address, sign: async () => (await sign({ message })).signature.length }
    return () => {
      delete page.account
    }
  })
  return null
}

function Wallet({ wallet, page }: { readonly wallet: UiWallet; readonly page: Page }) {
  const [, connect] = useConnect(wallet)
  const [, disconnect] = useDisconnect(wallet)
  useEffect(() => {
    page.wallet = { connect, disconnect }
  })
  return wallet.accounts[0] && <Account account={wallet.accounts[0]} page={page} />
}

function Wallets({ page }: { readonly page: Page }) {
  return useWallets().map(
    (wallet) => wallet.name === "Portico" && <Wallet key={wallet.name} wallet={wallet} page={page} />,
  )
}

const solanaReact = async (): Promise<Site> => {
  const page: Page = {}
  const root = createRoot(document.createElement("div"))
  root.render(<Wallets page={page} />)
  closing.push(() => root.unmount())
  await expect.poll(() => page.wallet).toBeDefined()
  return {
    connect: async () => page.wallet?.connect(),
    address: () => page.account?.address,
    sign: async () => page.account?.sign(),
    disconnect: async () => page.wallet?.disconnect(),
  }
}

const begin = async (load: () => Promise<Site>) => {
  const world = createWorld({ tick: 0 })
  const options = { announce: true, networks: [solana] } as const
  const test: TestModal = testModal({ ...options, layers: () => ({ ...demo(world), ...withoutPage() }) })
  closing.push(test.destroy)
  const wallet = world.wallets.get("example.plover")
  if (!wallet) throw new Error("The demo has no wallet example.plover")
  const site = await load()
  const opened = () => expect.poll(() => test.modal.getState()).toMatchObject({ open: true, view: "Connect" })
  const shows = (address: string | undefined) => expect.poll(site.address).toBe(address)
  return { ...test, site, wallet, opened, shows, own: () => wallet.state().addresses[0] }
}

describe.each(
  Object.entries({ "@wallet-standard/app": app, "the wallet adapter": walletAdapter, "@solana/react": solanaReact }),
)("A Solana site with %s", (_, load) => {
  it("opens the modal to connect, signs, and signs out", async () => {
    const { modal, opened, own, shows, site, wallet } = await begin(load)
    await shows(undefined)
    const asked = site.connect()
    await opened()
    await modal.connect({ wallet: wallet.id, namespace: "solana" })
    await asked
    await shows(own())

    expect(await site.sign()).toBe(64)
    wallet.behave({ sign: "reject" })
    await expect(site.sign()).rejects.toThrow()
    await site.disconnect()
    await shows(undefined)
    expect(modal.getState().status).toBe("disconnected")
  })

  it("fails if the visitor closes the modal", async () => {
    const { modal, opened, site } = await begin(load)
    const asked = expect(site.connect()).rejects.toThrow()
    await opened()
    await modal.close()
    await asked
  })

  it("follows the visitor: another account, signed out", async () => {
    const { modal, opened, own, shows, site, wallet } = await begin(load)
    const asked = site.connect()
    await opened()
    await modal.connect({ wallet: wallet.id, namespace: "solana" })
    await asked
    wallet.select(1)
    await shows(own())
    await modal.disconnect()
    await shows(undefined)
  })
})

describe("The modal as a wallet of the Wallet Standard", () => {
  it("is registered until the modal is destroyed, for libraries that start later too", async () => {
    const { destroy } = testModal({ announce: true, networks: [solana] })
    const wallet = await theOne()
    expect(wallet).toMatchObject({ version: "1.0.0", chains: ["solana:mainnet"], accounts: [] })
    const later: unknown[] = []
    const api = { register: (...wallets: readonly unknown[]) => void later.push(...wallets) }
    window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }))
    expect(later).toContain(wallet)

    await destroy()
    expect(standardWallets()).toEqual([])
  })

  it("is not registered by default, nor without Solana", async () => {
    for (const options of [{ networks: [solana] }, { announce: true, networks: [mainnet] }] as const) {
      const { modal, destroy } = testModal(options)
      await modal.ready()
      expect(standardWallets()).toEqual([])
      await destroy()
    }
  })

  it("is not listed by the modal itself", async () => {
    const { modal, destroy } = testModal({ announce: true, networks: [solana] })
    await theOne()
    const { list, stop } = registered((wallet) => {
      const connector = connectorIn("solana", wallet, { chains: "solana", connect: "standard:connect" })
      return connector && { connector, wallet }
    })

    expect(list()).toEqual([])
    stop()
    await modal.ready()
    await destroy()
  })
})
