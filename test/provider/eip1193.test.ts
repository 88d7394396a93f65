// @vitest-environment happy-dom
import { fireEvent, within } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { EIP1193EventMap } from "viem"
import { afterEach, describe, expect, it } from "vitest"
import { createWorld, demo } from "../../layers/demo.ts"
import { Storage } from "../../services/Storage.ts"
import { createModal } from "../../src/index.ts"
import { base, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { instanceOf } from "../../src/stub/createModal.ts"
import type { Modal } from "../../src/stub/modal.ts"
import { type TestModal, type TestOptions, testModal } from "../../src/testing/index.ts"

const open: TestModal[] = []
const begin = (options?: TestOptions): TestModal => {
  const test = testModal({ networks: [mainnet, base, solana], ...options })
  open.push(test)
  return test
}

afterEach(async () => {
  for (const test of open.splice(0)) await test.destroy()
})

/** Any request, as a site without types may write it. */
const ask = ({ provider }: Modal, method: unknown, params?: unknown) =>
  (provider.request as (asked: unknown) => Promise<unknown>)({ method, ...(params !== undefined && { params }) })

const shown = ({ modal }: TestModal) =>
  expect.poll(() => modal.getState()).toMatchObject({ open: true, view: "Connect" })
const halyard = { wallet: "example.halyard" }
const cinderbox = { wallet: "example.cinderbox" }

/** Everything a provider emits from now on, by event. */
const emitted = ({ provider }: Modal) => {
  const events: (readonly [name: string, value: unknown])[] = []
  const names = ["connect", "disconnect", "accountsChanged", "chainChanged"] as const
  for (const name of names) provider.on(name, (value: unknown) => events.push([name, value]))
  return events
}

describe("The provider of a modal", () => {
  it("is one object from the start, for all modals with one ID", () => {
    const { modal } = begin({ id: "shared" })
    const { provider } = modal

    expect(createModal({ id: "shared", projectId: "test", networks: [mainnet] }).provider).toBe(provider)
    expect(modal.provider).toBe(provider)
  })

  it("returns no accounts and the next chain before a wallet is connected, without starting the engine", async () => {
    const { modal } = begin()

    expect(await ask(modal, "eth_accounts")).toEqual([])
    expect(await ask(modal, "eth_chainId")).toBe("0x1")
    expect(instanceOf(modal)?.running.peek()).toBeUndefined()
    expect(modal.getState().open).toBe(false)
  })

  it("opens the modal for eth_requestAccounts, and resolves for all concurrent callers with the accounts", async () => {
    const test = begin({ networks: [mainnet], script: { wallets: { "*": { connect: "hang" } } } })
    const { modal, screen, wallet } = test
    const first = ask(modal, "eth_requestAccounts")
    await shown(test)
    fireEvent.click(await within(screen()).findByRole("button", { name: /Halyard/ }, { timeout: 45_000 }))
    await expect.poll(() => wallet("example.halyard").state().openPrompts).toEqual(["connect"])
    expect(modal.getState().view).toBe("ConnectingExternal")
    const views: unknown[] = []
    modal.subscribe(({ view }) => views.push(view))
    const second = ask(modal, "eth_requestAccounts")
    expect(await ask(modal, "eth_accounts")).toEqual([])
    wallet("example.halyard").approve()
    const { addresses } = wallet("example.halyard").state()

    expect(await Promise.all([first, second])).toEqual([addresses, addresses])
    await expect.poll(() => modal.getState().open).toBe(false)
    expect(views).not.toContain("Connect")
    expect(await ask(modal, "eth_requestAccounts")).toEqual(addresses)
    expect(await ask(modal, "eth_accounts")).toEqual(addresses)
  })

  it("opens the modal for wallet_requestPermissions, and signs out for wallet_revokePermissions", async () => {
    const test = begin()
    const { modal, wallet } = test
    const asked = ask(modal, "wallet_requestPermissions", [{ eth_accounts: {} }])
    await shown(test)
    await modal.connect(halyard)

    expect(await asked).toMatchObject([
      { parentCapability: "eth_accounts", caveats: [{ value: wallet("example.halyard").state().addresses }] },
    ])
    expect(await ask(modal, "wallet_revokePermissions", [{ eth_accounts: {} }])).toBeNull()
    expect(await ask(modal, "eth_accounts")).toEqual([])
    expect(modal.getState().status).toBe("disconnected")
  })

  it("rejects with 4001 if the visitor closes the modal, and opens it again for the next request", async () => {
    const test = begin()
    const { modal } = test
    for (const _ of ["first", "second"]) {
      const asked = expect(ask(modal, "eth_requestAccounts")).rejects.toMatchObject({ code: 4001 })
      await shown(test)
      await modal.close()
      await asked
    }
  })

  it("passes other requests to the active wallet", async () => {
    const { modal, wallet } = begin()
    await modal.connect(halyard)
    const [address] = wallet("example.halyard").state().addresses

    expect(await ask(modal, "personal_sign", ["0x48656c6c6f", address])).toMatch(/^0x[0-9a-f]{130}$/)
    expect(await ask(modal, "wallet_switchEthereumChain", [{ chainId: "0x2105" }])).toBeNull()
    expect(await ask(modal, "eth_chainId")).toBe("0x2105")
    await expect.poll(() => modal.getState().caipNetworkId).toBe("eip155:8453")
  })

  it("passes requests on a network that the site does not use if unsupported chains are allowed", async () => {
    const { modal, wallet } = begin({ allowUnsupportedChain: true })
    await modal.connect(halyard)
    wallet("example.halyard").move(polygon.id)
    await expect.poll(() => modal.getState().caipNetworkId).toBe("eip155:137")
    const [address] = wallet("example.halyard").state().addresses

    await expect(ask(modal, "personal_sign", ["0x48", address])).resolves.toMatch(/^0x[0-9a-f]{130}$/)
    const sent = ask(modal, "eth_sendTransaction", [{ from: address, to: address, value: "0x1" }])
    await expect(sent).resolves.toMatch(/^0x[0-9a-f]{64}$/)
  })

  it.each<readonly [what: string, code: number, request: (test: TestModal) => Promise<unknown>]>([
    ["a transaction without an account", 4100, ({ modal }) => ask(modal, "eth_sendTransaction", [{}])],
    ["a wallet's method without an account", 4100, ({ modal }) => ask(modal, "wallet_getCapabilities", [])],
    ["a message to sign without an account", 4100, ({ modal }) => ask(modal, "personal_sign", ["0x48"])],
    ["a hash to sign without an account", 4100, ({ modal }) => ask(modal, "eth_sign", ["0x48"])],
    ["typed data to sign without an account", 4100, ({ modal }) => ask(modal, "eth_signTypedData_v4", ["0x48"])],
    ["a batch of calls without an account", 4100, ({ modal }) => ask(modal, "wallet_sendCalls", [{}])],
    ["a node's method without a wallet", 4900, ({ modal }) => ask(modal, "eth_blockNumber")],
    [
      "a request to a wallet on a network that the site does not use",
      4901,
      async ({ modal, wallet }) => {
        await modal.connect(halyard)
        wallet("example.halyard").move(polygon.id)
        await expect.poll(() => modal.getState().caipNetworkId).toBe("eip155:137")
        return ask(modal, "personal_sign", ["0x48", wallet("example.halyard").state().addresses[0]])
      },
    ],
    [
      "a method that the wallet does not support",
      4200,
      async ({ modal }) => {
        await modal.connect(halyard)
        return ask(modal, "wallet_doWhatNoWalletDoes", [])
      },
    ],
    [
      "a request that the visitor rejects in the wallet",
      4001,
      async ({ modal, wallet }) => {
        await modal.connect(halyard)
        wallet("example.halyard").behave({ sign: "reject" })
        return ask(modal, "personal_sign", ["0x48", wallet("example.halyard").state().addresses[0]])
      },
    ],
    ["a request without a method", -32600, ({ modal }) => ask(modal, undefined)],
    ["a method that is not a string", -32600, ({ modal }) => ask(modal, 5)],
    ["parameters that are a string", -32600, ({ modal }) => ask(modal, "eth_accounts", "all")],
    [
      "a modal that was destroyed",
      4900,
      async ({ modal }) => {
        await modal.destroy()
        return ask(modal, "eth_requestAccounts")
      },
    ],
  ])("rejects with the standard's code: %s", async (_, code, request) => {
    await expect(request(begin())).rejects.toMatchObject({ code, message: expect.stringMatching(/\S/) })
  })

  it("switches a wallet away from a network that the site does not use", async () => {
    const { modal, wallet } = begin()
    await modal.connect(halyard)
    wallet("example.halyard").move(polygon.id)
    await expect.poll(() => modal.getState().caipNetworkId).toBe("eip155:137")

    expect(await ask(modal, "eth_chainId")).toBe("0x89")
    await ask(modal, "wallet_switchEthereumChain", [{ chainId: "0x1" }])
    expect(await ask(modal, "eth_chainId")).toBe("0x1")
  })
})

describe("The events of a modal's provider", () => {
  it("follow the active account: connected, another account, another chain, locked, another wallet, signed out", async () => {
    const { modal, wallet } = begin()
    const events = emitted(modal)
    const since = async (count: number) => {
      await expect.poll(() => events.length).toBeGreaterThanOrEqual(count)
      return events.splice(0)
    }
    const own = () => wallet("example.halyard").state().addresses

    await modal.connect(halyard)
    expect(await since(2)).toEqual([
      ["connect", { chainId: "0x1" }],
      ["accountsChanged", own()],
    ])
    wallet("example.halyard").select(1)
    expect(await since(1)).toEqual([["accountsChanged", own()]])
    wallet("example.halyard").move(base.id)
    expect(await since(1)).toEqual([["chainChanged", "0x2105"]])
    wallet("example.halyard").lock()
    expect(await since(2)).toEqual([
      ["accountsChanged", []],
      ["disconnect", expect.objectContaining({ code: 4900 })],
    ])
    wallet("example.halyard").unlock()
    expect(await since(2)).toEqual([
      ["connect", { chainId: "0x2105" }],
      ["accountsChanged", own()],
    ])
    await modal.connect(cinderbox)
    const other = wallet("example.cinderbox").state().addresses
    await expect.poll(() => events.at(-1)).toEqual(["accountsChanged", other])
    events.splice(0)
    await modal.disconnect()
    await expect
      .poll(() => events.slice(-2))
      .toEqual([
        ["accountsChanged", []],
        ["disconnect", expect.objectContaining({ code: 4900 })],
      ])
  })

  it("do not include a connection in another namespace", async () => {
    const { modal } = begin()
    const events = emitted(modal)
    await modal.connect({ wallet: "example.plover" })
    await modal.connect(halyard)

    await expect.poll(() => events.map(([name]) => name)).toEqual(["connect", "accountsChanged"])
  })

  it("do not reach a removed listener, and reach the others even if one throws", async () => {
    const { modal, wallet } = begin()
    const heard: string[] = []
    const removed: EIP1193EventMap["accountsChanged"] = () => heard.push("removed")
    const failed: unknown[] = []
    const catchIt = (error: unknown) => void failed.push(error)
    process.on("uncaughtException", catchIt)
    modal.provider.on("accountsChanged", removed)
    modal.provider.on("accountsChanged", () => {
      throw new Error("of the site")
    })
    modal.provider.on("accountsChanged", () => heard.push("kept"))
    await modal.connect(halyard)
    await expect.poll(() => heard).toEqual(["removed", "kept"])
    modal.provider.removeListener("accountsChanged", removed)
    wallet("example.halyard").select(1)

    await expect.poll(() => heard).toEqual(["removed", "kept", "kept"])
    await expect.poll(() => failed).toHaveLength(2)
    process.off("uncaughtException", catchIt)
  })

  it("include a connection restored by a reload, for which eth_accounts waits", async () => {
    const world = createWorld({ tick: 0 })
    const texts = new Map<string, string>()
    const storage = Layer.succeed(Storage, {
      read: (key) => Effect.sync(() => texts.get(key)),
      write: (key, text) => Effect.sync(() => void texts.set(key, text)),
      remove: (key) => Effect.sync(() => void texts.delete(key)),
    })
    const visit = () => begin({ id: "kept", layers: { ...demo(world), storage } })
    const first = visit()
    await first.modal.connect(halyard)
    const { addresses } = world.wallets.get("example.halyard")?.state() ?? {}
    await first.destroy()
    const { modal } = visit()
    const events = emitted(modal)

    expect(await ask(modal, "eth_accounts")).toEqual(addresses)
    await expect
      .poll(() => events)
      .toEqual([
        ["connect", { chainId: "0x1" }],
        ["accountsChanged", addresses],
      ])
  })
})
