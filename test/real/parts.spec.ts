import { expect, type Page } from "@playwright/test"
import { Connection, SystemProgram, Transaction } from "@solana/web3.js"
import type { UniversalProvider } from "@walletconnect/universal-provider"
import { type Hex, parseEther, toHex, verifyMessage } from "viem"
import { WebSocket } from "ws"
import { solana } from "../../src/domain/networks.ts"
import type { Anvil } from "./parts/anvil.ts"
import { metamaskInfo } from "./parts/metamask.ts"
import { soon } from "./parts/playground.ts"
import * as Relay from "./parts/relay.ts"
import { first, second, test, third } from "./parts/shared.ts"
import { keypairs } from "./parts/solanaWallet.ts"
import * as Svm from "./parts/svm.ts"
import * as Wallet from "./parts/wallet.ts"

type Dapp = Awaited<ReturnType<typeof UniversalProvider.init>>

test("a chain on anvil answers viem, takes balances and holds a token, and can be brought back", async ({
  started,
}) => {
  const { 1: ethereum, 137: polygon } = started
  expect(await polygon.client.getChainId()).toBe(137)
  const back = await ethereum.keep()
  await ethereum.setBalance(third.address, "2.5")
  expect(await ethereum.client.getBalance({ address: third.address })).toBe(parseEther("2.5"))
  const token = await ethereum.deployToken("Example Coin", "EXC", 1000, first.address)
  expect(await token.held(first.address)).toBe(parseEther("1000"))
  await back()
  expect(await ethereum.client.getBalance({ address: third.address })).toBe(parseEther("10000"))
})

test("a Solana network on litesvm answers web3.js: balances, a transfer and its fee, and why another was refused", async () => {
  const svm = await Svm.start()
  const connection = new Connection(svm.url, { commitment: "confirmed", disableRetryOnRateLimit: true })
  const [from, to] = keypairs
  const send = (lamports: number) => {
    const instruction = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports })
    return connection.sendTransaction(new Transaction().add(instruction), [from])
  }
  const granted = await connection.requestAirdrop(from.publicKey, 2_000_000_000)
  const sent = [await send(1_000_000), await send(1_000_000)]

  expect(await connection.getGenesisHash()).toMatch(new RegExp(`^${solana.id}`))
  expect(await connection.getBalance(from.publicKey)).toBe(2_000_000_000 - 2 * (1_000_000 + 5_000))
  expect((await connection.getAccountInfo(to.publicKey))?.lamports).toBe(2_000_000)
  const { value } = await connection.getSignatureStatuses([granted, ...sent])
  expect(value.map((status) => status?.confirmationStatus)).toEqual(["finalized", "finalized", "finalized"])
  await expect(send(5_000_000_000)).rejects.toThrow("InstructionError(0, Custom(1))")
  await svm.stop()
})

test.describe("a wallet behind the relay", () => {
  test.describe.configure({ mode: "serial" })
  const storage = new Map<string, unknown>()
  let relay: Relay.Relay
  let wallet: Wallet.Wallet
  let dapp: Dapp
  let mainnet: Anvil
  let polygon: Anvil
  let back: () => Promise<void>

  test.beforeAll(async ({ started }) => {
    ;[mainnet, polygon, relay] = [started[1], started[137], await Relay.start()]
    back = await mainnet.keep()
    wallet = await Wallet.start({
      relay: relay.url,
      accounts: [first, second],
      chains: { 1: mainnet.url, 137: polygon.url },
      approves: [1],
    })
    dapp = await openDapp(relay.url, storage)
  })

  test.afterAll(async () => {
    await leave(dapp)
    await wallet.stop()
    await relay.stop()
    await back()
  })

  const connect = () => {
    dapp.once("display_uri", (uri: string) => void wallet.pair(uri))
    const rpcMap = { 1: mainnet.url, 10: mainnet.url, 137: polygon.url }
    const chains = Object.keys(rpcMap).map((id) => `eip155:${id}`)
    const methods = ["personal_sign", "eth_sendTransaction", "wallet_switchEthereumChain"]
    const events = ["accountsChanged", "chainChanged"]
    return dapp.connect({ optionalNamespaces: { eip155: { chains, methods, events, rpcMap } } })
  }

  test("rejects a proposal", async () => {
    wallet.person.next("reject")
    await expect(connect()).rejects.toMatchObject({ code: 5000 })
    expect(dapp.session).toBeUndefined()
  })

  test("pairs and approves a session on the chains that it shares", async () => {
    const session = await connect()
    expect(session?.namespaces.eip155?.accounts).toEqual([`eip155:1:${first.address}`, `eip155:1:${second.address}`])
    expect(wallet.sessions()).toEqual([session?.topic])
  })

  test("signs a message and rejects one", async () => {
    expect(await signedBy(first.address, dapp)).toBe(true)
    wallet.person.next("reject")
    await expect(signedBy(first.address, dapp)).rejects.toMatchObject({ code: 5000 })
  })

  test("sends a transaction that the node mines", async () => {
    const before = await mainnet.client.getBalance({ address: third.address })
    const params = [{ from: first.address, to: third.address, value: toHex(7) }]
    const hash = await dapp.request<Hex>({ method: "eth_sendTransaction", params }, "eip155:1")
    expect((await mainnet.client.waitForTransactionReceipt({ hash })).status).toBe("success")
    expect(await mainnet.client.getBalance({ address: third.address })).toBe(before + 7n)
  })

  test("refuses a chain that it does not know, and adds one that it does", async () => {
    await expect(switchChain(dapp, 10)).rejects.toMatchObject({ code: 4902 })
    const changed = next(dapp, "chainChanged")
    await switchChain(dapp, 137)
    expect(Number(await changed)).toBe(137)
    expect(dapp.session?.namespaces.eip155?.chains).toEqual(["eip155:1", "eip155:137"])
  })

  test("tells of another account", async () => {
    const changed = next(dapp, "accountsChanged")
    await wallet.switchAccount(1)
    expect(await changed).toEqual([second.address, first.address])
  })

  test("is reached again after the relay dropped every socket", async () => {
    await relay.dropAll()
    await relay.until(() => relay.connections() === 2)
    expect(await signedBy(second.address, dapp)).toBe(true)
  })

  test("keeps its session over a reload of the site", async () => {
    const topic = dapp.session?.topic
    await leave(dapp)
    dapp = await openDapp(relay.url, storage)
    expect(dapp.session?.topic).toBe(topic)
    expect(await signedBy(second.address, dapp)).toBe(true)
    // One second after its start the client reads its inbox once more, and chokes on a session that ends just then: by
    // the second answer, a second after the first, that moment has gone.
    expect(await signedBy(second.address, dapp)).toBe(true)
  })

  test("ends the session", async () => {
    const ended = next(dapp, "disconnect")
    await wallet.disconnect()
    expect(await ended).toMatchObject({ code: 6000 })
    expect(dapp.session).toBeUndefined()
    expect(wallet.sessions()).toEqual([])
  })

  test("is out of reach when the relay refuses the project id", async () => {
    relay.closeWith(3000)
    const code = await new Promise((resolve) => new WebSocket(relay.url).on("close", resolve))
    relay.closeWith(undefined)
    expect(code).toBe(3000)
  })
})

test.describe("MetaMask's in-page provider", () => {
  let ask: Ask

  test.use({
    metamaskOptions: ({ ethereum, polygon }, use) =>
      use({ chains: { 1: ethereum.url }, addable: { 137: polygon.url } }),
  })
  test.beforeEach(async ({ page, metamask }) => {
    expect(metamask.log).toEqual([])
    await page.route(SITE, (route) => route.fulfill({ contentType: "text/html", body: "<title>Site</title>" }))
    await page.goto(SITE)
    ask = asking(page)
  })

  test("announces itself and connects", async ({ page }) => {
    expect(await page.evaluate(announced)).toMatchObject([metamaskInfo])
    expect(await ask("eth_accounts")).toEqual({ result: [] })
    expect(await ask("eth_requestAccounts")).toEqual({ result: lower(first.address, second.address) })
    await page.reload()
    expect(await ask("eth_accounts")).toEqual({ result: lower(first.address, second.address) })
  })

  test("rejects with 4001, and a second prompt with -32002", async ({ metamask }) => {
    metamask.person.next("reject", "hang")
    expect(await ask("eth_requestAccounts")).toMatchObject({ code: 4001 })
    const waiting = ask("eth_requestAccounts")
    await metamask.person.until(() => metamask.person.pending().length === 1)
    expect(await ask("eth_requestAccounts")).toMatchObject({ code: -32002 })
    metamask.person.answer("approve")
    expect(await waiting).toEqual({ result: lower(first.address, second.address) })
  })

  test("signs and sends on the node, and reads from it", async ({ ethereum }) => {
    expect(await ask("personal_sign", [toHex("hello"), first.address])).toMatchObject({ code: 4100 })
    await ask("eth_requestAccounts")
    const { result: signature } = await ask("personal_sign", [toHex("hello"), first.address])
    expect(await verifyMessage({ address: first.address, message: "hello", signature: signature as Hex })).toBe(true)

    const to = "0x00000000000000000000000000000000000000aa"
    const { result: hash } = await ask("eth_sendTransaction", [{ from: first.address, to, value: toHex(5) }])
    await ethereum.client.waitForTransactionReceipt({ hash: hash as Hex })
    expect(await ask("eth_getBalance", [to, "latest"])).toEqual({ result: "0x5" })
    expect(await ask("wallet_unheardOf")).toMatchObject({ code: -32601 })
  })

  test("answers 4902 for an unknown chain, then adds it and switches back", async ({ page }) => {
    await ask("eth_requestAccounts")
    const chains = await heard(page, "chainChanged")
    expect(await ask("wallet_switchEthereumChain", [{ chainId: "0x89" }])).toMatchObject({ code: 4902 })
    expect(await ask("wallet_addEthereumChain", [{ chainId: "0x89" }])).toEqual({ result: null })
    expect(await ask("eth_chainId")).toEqual({ result: "0x89" })
    expect(await ask("wallet_switchEthereumChain", [{ chainId: "0x1" }])).toEqual({ result: null })
    await soon(chains).toEqual(["0x89", "0x1"])
  })

  test("tells of another account, of being locked and of lost permission", async ({ page, metamask }) => {
    await ask("eth_requestAccounts")
    const accounts = await heard(page, "accountsChanged")
    await metamask.switchAccount(1)
    await metamask.lock()
    expect(await ask("eth_accounts")).toEqual({ result: [] })
    await metamask.unlock()
    await ask("wallet_revokePermissions", [{ eth_accounts: {} }])
    const both = lower(second.address, first.address)
    await soon(accounts).toEqual([both, [], both, []])
    expect(metamask.connected()).toBe(false)
  })
})

const SITE = "http://localhost/"

const lower = (...addresses: readonly string[]) => addresses.map((address) => address.toLowerCase())

/** A site on the real relay client. Two of them on one storage are one site before and after a reload. */
const openDapp = async (relayUrl: string, storage: Map<string, unknown>): Promise<Dapp> => {
  const { UniversalProvider } = await import("@walletconnect/universal-provider")
  return UniversalProvider.init({
    projectId: "portico-test-site",
    relayUrl,
    logger: "silent",
    telemetryEnabled: false,
    disableProviderPing: true,
    metadata: { name: "Site", description: "A site", url: "https://site.example", icons: [] },
    storage: {
      getKeys: async () => [...storage.keys()],
      getEntries: async <T>() => [...storage] as [string, T][],
      getItem: async <T>(key: string) => structuredClone(storage.get(key)) as T | undefined,
      setItem: async (key: string, value: unknown) => void storage.set(key, structuredClone(value)),
      removeItem: async (key: string) => void storage.delete(key),
    },
  })
}

const leave = async ({ client }: Dapp) => {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
}

const signedBy = async (address: Hex, dapp: Dapp) => {
  const message = "Portico says hello"
  const params = [toHex(message), address]
  const signature = await dapp.request<Hex>({ method: "personal_sign", params }, "eip155:1")
  return verifyMessage({ address, message, signature })
}

const switchChain = (dapp: Dapp, chainId: number) =>
  dapp.request({ method: "wallet_switchEthereumChain", params: [{ chainId: toHex(chainId) }] }, "eip155:1")

const next = (dapp: Dapp, event: string): Promise<unknown> => new Promise((resolve) => dapp.once(event, resolve))

interface InPage {
  request(asked: { method: string; params?: unknown[] }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): void
}

type Reply = { readonly result?: unknown; readonly code?: number; readonly message?: string }
type Ask = (method: string, params?: unknown[]) => Promise<Reply>

const asking =
  (page: Page): Ask =>
  (method, params = []) =>
    page.evaluate(
      (asked) =>
        (window as unknown as { ethereum: InPage }).ethereum.request(asked).then(
          (result): Reply => ({ result }),
          ({ code, message }): Reply => ({ code, message }),
        ),
      { method, params },
    )

const announced = () => {
  const found: unknown[] = []
  addEventListener("eip6963:announceProvider", (event) => found.push((event as CustomEvent).detail.info))
  dispatchEvent(new Event("eip6963:requestProvider"))
  return found
}

/** Collects an event of the in-page provider from now on. */
const heard = async (page: Page, event: string) => {
  const values = await page.evaluateHandle((name) => {
    const list: unknown[] = []
    ;(window as unknown as { ethereum: InPage }).ethereum.on(name, (value) => list.push(value))
    return list
  }, event)
  return () => values.jsonValue()
}
