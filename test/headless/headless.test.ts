// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest"
import {
  type ConnectingState,
  cancelConnecting,
  connectWallet,
  type InNamespace,
  type Wallet,
  type WalletItem,
  type WalletsState,
  watchConnecting,
  watchWallets,
} from "../../src/headless.ts"
import { ConnectionRejected, RequestAborted } from "../../src/index.ts"
import { base, bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { type TestModal, type TestOptions, testModal } from "../../src/testing/index.ts"

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  vi.restoreAllMocks()
})

/** A site that draws its own interface: what it would show now. */
const begin = async (options: TestOptions & InNamespace = {}) => {
  const { namespace, ...rest } = options
  const test: TestModal = testModal({ networks: [mainnet, base, solana, bitcoin], ...rest })
  closing.push(test.destroy)
  const lists: WalletsState[] = []
  const steps: ConnectingState[] = []
  closing.push(
    watchWallets(test.modal, (state) => lists.push(state), { namespace }),
    watchConnecting(test.modal, (state) => steps.push(state)),
  )
  await expect.poll(() => lists.at(-1)?.status).toMatch(/loaded|failed/)
  await expect.poll(() => lists.at(-1)?.wallets.length).toBeGreaterThan(0)
  const shown = () => lists.at(-1) as WalletsState
  return {
    ...test,
    lists,
    steps,
    shown,
    idOf: (name: string) => shown().wallets.find((wallet) => wallet.name === name)?.id ?? `no ${name}`,
    connect: (wallet: WalletItem | Wallet | string, of: InNamespace = {}) => connectWallet(test.modal, wallet, of),
    cancel: () => cancelConnecting(test.modal),
  }
}

describe("A site with its own interface", () => {
  it("lists the wallets of Connect, with their icons and what they serve", async () => {
    const { lists, shown } = await begin()

    expect(lists[0]).toMatchObject({ status: "loading", error: undefined, pairing: undefined })
    expect(shown()).toMatchObject({ status: "loaded", error: undefined, pairing: undefined })
    expect(shown().wallets[0]).toMatchObject({
      name: "WalletConnect",
      group: "walletConnect",
      tag: "qrCode",
      namespaces: [],
      icon: expect.stringMatching(/^(data:image|https:|blob:)/),
    })
    expect(shown().wallets.find(({ name }) => name === "Halyard")).toMatchObject({
      group: "injected",
      tag: "multichain",
      namespaces: ["eip155", "solana"],
      disabled: false,
      icon: expect.stringMatching(/^(data:image|https:|blob:)/),
    })
    expect(new Set(shown().wallets.map(({ id }) => id)).size).toBe(shown().wallets.length)
  })

  it("lists the wallets of one namespace, and connects them there", async () => {
    const { connect, shown } = await begin({ namespace: "solana" })
    const installed = shown().wallets.filter(({ group }) => group === "injected")

    expect(installed.length).toBeGreaterThan(0)
    expect(installed.every(({ namespaces }) => `${namespaces}` === "solana")).toBe(true)
    expect((await connect(installed[0] as WalletItem)).namespace).toBe("solana")
  })

  it("connects an installed wallet, without opening the modal", async () => {
    const { connect, idOf, modal, steps, wallet } = await begin()
    const id = idOf("Halyard")
    const { accounts } = await connect(id)

    expect(accounts[0]?.address).toBe(wallet("example.halyard").state().addresses[0])
    const connection = { connectorId: "example.halyard", accounts }
    await expect
      .poll(() => steps.at(-1))
      .toMatchObject({ status: "connected", wallet: id, connection, error: undefined })
    expect(steps.map(({ status }) => status)).toEqual(expect.arrayContaining(["idle", "connecting", "connected"]))
    expect(modal.getState()).toMatchObject({ status: "connected", open: false })
  })

  it("connects an installed wallet by its connector ID again, in another namespace", async () => {
    const { connect } = await begin()
    expect((await connect("example.halyard")).namespace).toBe("eip155")
    expect((await connect("example.halyard", { namespace: "solana" })).namespace).toBe("solana")
  })

  it("gets the error of a rejected attempt, and connects on the next", async () => {
    const { connect, idOf, steps, wallet } = await begin()
    wallet("example.halyard").behave({ connect: "reject" })
    await expect(connect(idOf("Halyard"))).rejects.toBeInstanceOf(ConnectionRejected)
    await expect.poll(() => steps.at(-1)).toMatchObject({ status: "failed", error: expect.any(ConnectionRejected) })

    wallet("example.halyard").behave({ connect: "approve" })
    await connect(idOf("Halyard"))
    await expect.poll(() => steps.at(-1)).toMatchObject({ status: "connected", error: undefined })
    wallet("example.cinderbox").behave({ connect: "reject" })
    await expect(connect("example.cinderbox")).rejects.toBeInstanceOf(ConnectionRejected)
    await expect.poll(() => steps.at(-1)).toMatchObject({ status: "failed", connection: undefined })
  })

  it("shows a pairing code while WalletConnect waits, and connects once a wallet approves", async () => {
    const { connect, idOf, phone, shown, steps } = await begin({ script: { wallets: { "*": { connect: "hang" } } } })
    const asked = connect(idOf("WalletConnect"))
    await expect.poll(() => shown().pairing?.uri).toMatch(/^wc:/)
    expect(shown().pairing?.expiresAt).toBeGreaterThan(Date.now())
    await expect.poll(() => steps.at(-1)?.status).toBe("connecting")

    phone.approve()
    await asked
    await expect.poll(() => steps.at(-1)?.status).toBe("connected")
    await expect.poll(() => shown().pairing).toBeUndefined()
  })

  it("ends an attempt by cancelling it or choosing another wallet", async () => {
    const { cancel, connect, idOf, shown, steps } = await begin({ script: { wallets: { "*": { connect: "hang" } } } })
    const first = expect(connect(idOf("WalletConnect"))).rejects.toBeInstanceOf(RequestAborted)
    await expect.poll(() => shown().pairing).toBeDefined()
    await cancel()
    await first
    await expect.poll(() => shown().pairing).toBeUndefined()
    expect(steps.at(-1)?.status).toBe("idle")

    const second = expect(connect(idOf("WalletConnect"))).rejects.toBeInstanceOf(RequestAborted)
    await expect.poll(() => shown().pairing).toBeDefined()
    const third = expect(connect(idOf("Halyard"))).rejects.toBeInstanceOf(RequestAborted)
    await second
    await expect.poll(() => steps.at(-1)).toMatchObject({ status: "connecting", wallet: idOf("Halyard") })
    await cancel()
    await third
  })

  it("does not apply an approval that comes after the attempt was cancelled", async () => {
    const hangs = { script: { wallets: { "*": { connect: "hang" } } } } as const
    const { cancel, connect, idOf, modal, phone, shown, wallet } = await begin(hangs)
    const installed = expect(connect(idOf("Halyard"))).rejects.toBeInstanceOf(RequestAborted)
    await expect.poll(() => wallet("example.halyard").state().openPrompts).toEqual(["connect"])
    await cancel()
    await installed
    wallet("example.halyard").approve()
    await expect.poll(() => wallet("example.halyard").state().openPrompts).toEqual([])

    const relayed = expect(connect(idOf("WalletConnect"))).rejects.toBeInstanceOf(RequestAborted)
    await expect.poll(() => shown().pairing).toBeDefined()
    await cancel()
    await relayed
    phone.approve()
    wallet("example.cinderbox").behave({ connect: "approve" })
    await connect("example.cinderbox")

    const { accounts } = modal.state
    const held = Object.values(accounts).flatMap((of) => of.peek().connections.map(({ connectorId }) => connectorId))
    expect(held).toEqual(["example.cinderbox"])
  })

  it("gets the error of a directory that does not respond, and the wallets known meanwhile", async () => {
    const { shown } = await begin({ script: { faults: { wallets: { status: 500 } } } })

    expect(shown()).toMatchObject({ status: "failed", error: expect.any(Error) })
    expect(shown().wallets.map(({ name }) => name)).toContain("Halyard")
  })

  it("gets no state once it stops watching", async () => {
    const { lists, modal, shown, steps } = await begin()
    const told: unknown[] = []
    const stops = [
      watchConnecting(modal, (state) => told.push(state)),
      watchWallets(modal, (state) => told.push(state)),
    ]
    await expect.poll(() => told).toEqual(expect.arrayContaining([steps.at(-1), shown()]))
    for (const stop of stops) stop()
    const [before, after] = [told.length, lists.length]
    await modal.connect({ wallet: "example.halyard" })
    await expect.poll(() => lists.length).toBeGreaterThan(after)

    expect(told).toHaveLength(before)
  })

  it("connects a directory wallet that the visitor searched for", async () => {
    const { connect, modal, phone, shown } = await begin({ script: { wallets: { "*": { connect: "hang" } } } })
    const installed = shown().wallets.flatMap(({ group, name }) => (group === "injected" ? name : []))
    const found = (await modal.searchWallets({ search: "a" })).find(({ name }) => !installed.includes(name))
    if (!found) throw new Error("The demo's directory has no other wallet")
    const asked = connect(found)
    await expect.poll(() => shown().pairing).toMatchObject({ uri: expect.stringMatching(/^wc:/), link: undefined })
    phone.approve()
    await asked

    await expect.poll(() => shown().wallets.find(({ tag }) => tag === "recent")?.name).toBe(found.name)
  })

  it("gets the link to a wallet's app on a phone, also of a wallet that it names by its ID", async () => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")
    const customWallets = [{ id: "own", name: "Own", mobile_link: "own://" }]
    const script = { wallets: { "*": { connect: "hang" } } } as const
    const { cancel, connect, idOf, shown } = await begin({ customWallets, script })
    for (const [chosen, link] of [
      [idOf("Own"), expect.stringMatching(/^own:\/\/wc\?uri=wc%3A/)],
      ["own", expect.stringMatching(/^own:\/\/wc\?uri=wc%3A/)],
      ["walletConnect", undefined],
    ] as const) {
      const asked = expect(connect(chosen)).rejects.toBeInstanceOf(RequestAborted)
      await expect.poll(() => shown().pairing).toMatchObject({ link })
      await cancel()
      await asked
      await expect.poll(() => shown().pairing).toBeUndefined()
    }
  })
})
