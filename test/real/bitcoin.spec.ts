import { expect, type Page } from "@playwright/test"
import { bitcoin, bitcoinTestnet } from "../../src/domain/networks.ts"
import type { BitcoinPsbt, BitcoinTransfer, SigningProtocol } from "../../src/index.ts"
import { type Site, serve } from "../serve.ts"
import type { Holder } from "./parts/bitcoinHolder.ts"
import { isSignedBy, judge } from "./parts/bitcoinJudge.ts"
import { keysOf } from "./parts/bitcoinKeys.ts"
import { spendingOf } from "./parts/bitcoinPsbt.ts"
import { about, installBitcoinWallet } from "./parts/bitcoinWallet.ts"
import { addressOf, becomes, choose, patiently, sentence, snapshot, uncaught, view, who } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { test as loopback } from "./parts/shared.ts"

const [payment, ordinals] = keysOf(0, "mainnet")
const [otherPayment, otherOrdinals] = keysOf(1, "mainnet")
const [testPayment, testOrdinals] = keysOf(0, "test")

let site: Site

interface Fixtures {
  readonly api: "sats-connect" | "standard"
  readonly provider: Provider.Provider
  /** Holds the wallet: what is asked of them, and what they do by themselves. */
  readonly holder: Holder
}

const test = loopback.extend<Fixtures>({
  api: ["sats-connect", { option: true }],
  provider: async ({ page: _ }, use) => {
    const provider = await Provider.start()
    provider.set("GET /api/address/*/utxo", [{ value: 120_000_000 }, { value: 3_490_000 }])
    await use(provider)
    await provider.stop()
  },
  holder: ({ context, api }, use) => installBitcoinWallet(context, { api }).then(use),
})

test.describe.configure({ mode: "parallel" })
test.beforeAll(async () => {
  site = await serve("whole")
})
test.afterAll(() => site.stop())

for (const api of ["sats-connect", "standard"] as const)
  test.describe(`A Bitcoin wallet by ${api}`, () => {
    test.use({ api })

    let errors: readonly string[]
    test.beforeEach(async ({ page, provider, holder }) => {
      expect(holder.asked).toEqual([])
      errors = uncaught(page)
      const networks = [bitcoin, bitcoinTestnet].map((network) => ({
        ...network,
        rpcUrls: { default: { http: [provider.url] } },
      }))
      await page.goto(addressOf({ site, provider, nodes: {}, options: { networks } }))
    })
    test.afterEach(() => expect(errors, "what nobody caught in the page").toEqual([]))

    test("A visitor can connect: the payment account, then the ordinals account", async ({ page, holder }) => {
      await connect(page)
      await expect(page.locator("portico-modal dialog")).toBeHidden()
      expect(holder.asked).toEqual(["connect"])
      expect(await accounts(page)).toMatchObject([
        { address: payment.address, type: "payment", publicKey: payment.publicKey },
        { address: ordinals.address, type: "ordinal", publicKey: ordinals.publicKey },
      ])
    })

    test("Error: 'Connection rejected' for a Bitcoin wallet's refusal, and trying again asks again", async ({
      page,
      holder,
    }) => {
      holder.answers = "reject"
      await choose(page, await rowOf(page))
      const connecting = view(page, "ConnectingExternal")
      await patiently(connecting.getByRole("heading", { name: sentence("You declined in Loopback") })).toBeVisible()
      expect(await who(page, "bip122")).toMatchObject({ status: "disconnected", address: undefined })

      holder.answers = "approve"
      await connecting.getByRole("button", { name: "Try again" }).click()
      await becomes(page, connected, "bip122")
      expect(holder.asked).toEqual(["connect", "connect"])
    })

    test("a text is signed by each account's key, which bip322-js finds good", async ({ page, holder }) => {
      await connect(page)
      const text = "Grüße 👋"
      const signature = await page.evaluate((message) => window.portico.signMessage({ message }), text)
      expect(isSignedBy(payment.address, text, signature)).toBe(true)
      expect(isSignedBy(payment.address, `${text}!`, signature)).toBe(false)
      expect(isSignedBy(ordinals.address, text, await sign(page, text, ordinals.address))).toBe(true)

      holder.answers = "reject"
      const refused = page.evaluate(() =>
        window.portico.signMessage({ message: "no" }).catch(({ _tag, code }) => [_tag, code]),
      )
      expect(await refused).toEqual(["UserRejectedRequestError", 4001])
    })

    test("a PSBT with inputs of both accounts is signed; by bitcore's interpreter it may be spent, and no satoshi may be moved", async ({
      page,
      holder,
    }) => {
      await connect(page)
      const asked = spendingOf(payment, ordinals)
      const signed = await signPsbt(page, asked)

      expect(judge(signed.psbt)).toEqual(["", ""])
      expect(judge(signed.psbt, { tamper: true })).not.toContain("")
      expect(holder.asked).toEqual(["connect", "signPsbt"])

      const stranger = { ...asked, signInputs: [{ index: 0, address: otherPayment.address }] }
      expect(await signPsbt(page, stranger).catch((error: Error) => error.message)).toContain(
        "The wallet does not grant this address",
      )
      expect(holder.asked).toEqual(["connect", "signPsbt"])
    })

    test("Active chain change of a Bitcoin wallet: its holder is asked, and the accounts are that network's", async ({
      page,
      holder,
    }) => {
      await connect(page)
      holder.answers = "reject"
      await press(page, bitcoinTestnet.caipNetworkId)
      await patiently(view(page, "Networks")).toBeVisible()
      await becomes(page, connected, "bip122")

      holder.answers = "approve"
      await view(page, "Networks").locator(`[data-network="${bitcoinTestnet.caipNetworkId}"]`).click()
      await becomes(page, onTestnet, "bip122")
      expect(holder.asked).toEqual(["connect", "switch", "switch"])
      expect(await accounts(page)).toMatchObject([{ address: testPayment.address }, { address: testOrdinals.address }])
      expect(judge((await signPsbt(page, spendingOf(testPayment, testOrdinals))).psbt)).toEqual(["", ""])
    })

    test("A visitor can view their balance of BTC as the unspent outputs sum up, floored to 3 decimals", async ({
      page,
      provider,
    }) => {
      await connect(page)
      await page.getByRole("button", { name: "Open account" }).click()
      await patiently(view(page, "Account").getByText("1.234 BTC").first()).toBeVisible()
      expect((await snapshot(page)).chains.bip122?.accountState).toMatchObject({
        balance: "1.2349",
        balanceSymbol: "BTC",
      })
      expect(provider.ledger.map(({ path }) => path)).toContain(`/api/address/${payment.address}/utxo`)
    })

    test("another account and another network that the Bitcoin wallet's holder picks are followed", async ({
      page,
      holder,
    }) => {
      await connect(page)
      holder.select(1)
      await becomes(page, { ...connected, address: otherPayment.address }, "bip122")
      const signature = await sign(page, "second", otherOrdinals.address)
      expect(isSignedBy(otherOrdinals.address, "second", signature)).toBe(true)

      holder.move("testnet")
      await becomes(page, { ...onTestnet, address: keysOf(1, "test")[0].address }, "bip122")
      expect(holder.asked).toEqual(["connect", "signMessage"])
    })

    test("a Bitcoin wallet that locks itself is asleep, and back when it is unlocked", async ({ page, holder }) => {
      await connect(page)
      await page.getByRole("button", { name: "Open account" }).click()
      holder.lock()
      await patiently(
        view(page, "Account").getByRole("heading", { name: sentence("Reconnect to Loopback") }),
      ).toBeVisible()
      expect(await who(page, "bip122")).toMatchObject({ status: "disconnected" })
      holder.unlock()
      await becomes(page, connected, "bip122")
    })

    test("On start with reconnect enabled, a Bitcoin connection is restored on the network that was in use, without a prompt", async ({
      page,
      holder,
    }) => {
      await connect(page)
      await page.evaluate((network) => window.portico.switchNetwork({ network }), bitcoinTestnet.caipNetworkId)
      const asked = [...holder.asked]
      await page.reload()
      await becomes(page, onTestnet, "bip122")

      expect(holder.asked).toEqual(asked)
      const signature = await sign(page, "again", testPayment.address)
      expect(isSignedBy(testPayment.address, "again", signature)).toBe(true)
    })

    test("a Bitcoin wallet that takes its grant back is no longer shown as connected, nor after a reload", async ({
      page,
      holder,
    }) => {
      await connect(page)
      holder.leave()
      await becomes(page, { status: "disconnected", address: undefined }, "bip122")
      await page.reload()
      await page.evaluate(() => window.portico.ready())
      await becomes(page, { status: "disconnected", address: undefined }, "bip122")
      expect(holder.asked).toEqual(["connect"])
    })

    test("a disconnect gives the grant back to the Bitcoin wallet, and a reload brings nothing back", async ({
      page,
      holder,
    }) => {
      await connect(page)
      await page.evaluate(() => window.portico.disconnect())
      await becomes(page, { status: "disconnected", address: undefined, connector: undefined }, "bip122")
      await patiently.poll(() => holder.granted).toBe(false)
      await page.reload()
      await page.evaluate(() => window.portico.ready())
      expect(await who(page, "bip122")).toMatchObject({ status: "disconnected", address: undefined })
      expect(holder.asked).toEqual(["connect"])
    })
  })

test.describe("A Bitcoin wallet that also sends", () => {
  test("signs by the protocol that the site names, broadcasts a PSBT and sends whole satoshis", async ({
    page,
    provider,
    holder,
  }) => {
    await page.goto(addressOf({ site, provider, nodes: {}, options: { networks: [bitcoin] } }))
    await connect(page)
    for (const protocol of ["ecdsa", "bip322"] as const) {
      const signature = await sign(page, protocol, payment.address, protocol)
      expect(isSignedBy(payment.address, protocol, signature)).toBe(true)
      expect(atob(signature).length === 65).toBe(protocol === "ecdsa")
    }
    const signed = await signPsbt(page, { ...spendingOf(payment, ordinals), broadcast: true })
    expect(judge(signed.psbt)).toEqual(["", ""])
    expect(signed.txid).toMatch(/^[0-9a-f]{64}$/)

    expect(await send(page, { recipient: otherPayment.address, amount: 12_345 })).toMatch(/^[0-9a-f]{64}$/)
    expect(holder.sent).toEqual([{ to: otherPayment.address, satoshis: 12_345 }])
    const wrong = send(page, { recipient: testPayment.address, amount: 1 }).catch((error: Error) => error.message)
    expect(await wrong).toContain("Expected an address of")
    expect(holder.sent).toHaveLength(1)
  })
})

test("hostile Bitcoin wallets break nothing: what cannot be read is not listed, the rest fails in the catalogue's words", async ({
  page,
  provider,
  holder,
}) => {
  const errors = uncaught(page)
  await page.addInitScript(putHostile, { mainnet: payment.address, testnet: testPayment.address })
  await page.goto(addressOf({ site, provider, nodes: {}, options: { networks: [bitcoin] } }))
  await page.getByRole("button", { name: "Connect Wallet" }).first().click()
  const rows = view(page, "Connect").locator('button[data-wallet]:not([data-wallet="all"])')
  await patiently(rows).toContainText(["WalletConnect", "Loopback", "Texts", "Nobody's", "Elsewhere", "Forger"])
  await expect(rows.filter({ hasText: "Loopback" })).toHaveCount(1)

  for (const id of ["hostile.texts", "hostile.nobody", "hostile.elsewhere"]) {
    await view(page, "Connect").locator(`[data-wallet="${id}"]`).click()
    await patiently(view(page, "ConnectingExternal").getByRole("button", { name: "Try again" })).toBeVisible()
    expect(await who(page, "bip122")).toMatchObject({ status: "disconnected", address: undefined })
    await view(page, "ConnectingExternal").getByRole("button", { name: "Another wallet" }).click()
  }
  const outcomes = await page.evaluate(
    async ({ psbt, signInputs }) => {
      const tagOf = (error: { readonly _tag: string }) => error._tag
      await window.portico.connect({ wallet: "hostile.forger" })
      const { signPsbt, sendTransfer } = await window.portico.getProvider("bip122")
      const [{ address = "" } = {}] = signInputs
      return Promise.all([
        window.portico.signMessage({ message: "hello" }).catch(tagOf),
        signPsbt({ psbt, signInputs }).catch(tagOf),
        signPsbt({ psbt: `00${psbt}`, signInputs }).catch(tagOf),
        sendTransfer({ recipient: address, amount: 1 }).catch(tagOf),
      ])
    },
    { ...spendingOf(payment, ordinals), signInputs: [{ index: 0, address: payment.address }] },
  )
  expect(outcomes).toEqual(["AnswerInvalid", "AnswerInvalid", "InvalidParamsRpcError", "AnswerInvalid"])
  await page.evaluate(() => window.portico.disconnect())

  await page.evaluate(() => window.portico.close())
  await connect(page)
  expect(holder.asked).toEqual(["connect"])
  expect(errors, "what nobody caught in the page").toEqual([])
})

const connected = {
  status: "connected",
  address: payment.address,
  network: bitcoin.caipNetworkId,
}
const onTestnet = { status: "connected", address: testPayment.address, network: bitcoinTestnet.caipNetworkId }

const accounts = (page: Page) =>
  page.evaluate(async () => (await window.portico.getProvider("bip122")).getAccountAddresses())

/** The wallet's row: its id is its path in the page, or its name. */
const rowOf = async (page: Page) =>
  (await page.evaluate(() => "btc_providers" in window)) ? "LoopbackProviders.Bitcoin" : about.name

const connect = async (page: Page) => {
  await choose(page, await rowOf(page))
  await becomes(page, connected, "bip122")
}

const press = async (page: Page, network: string) => {
  await page.evaluate(() => window.portico.open({ view: "Networks" }))
  await view(page, "Networks").locator(`[data-network="${network}"]`).click()
}

const sign = (page: Page, message: string, address: string, protocol?: SigningProtocol) =>
  page.evaluate(
    async (input) => (await window.portico.getProvider("bip122")).signMessage(input),
    protocol ? { message, address, protocol } : { message, address },
  )

const signPsbt = (page: Page, input: BitcoinPsbt) =>
  page.evaluate(async (asked) => (await window.portico.getProvider("bip122")).signPsbt(asked), input)

const send = (page: Page, input: BitcoinTransfer) =>
  page.evaluate(async (asked) => (await window.portico.getProvider("bip122")).sendTransfer(asked), input)

/** Runs in the page: puts wallets there that no page should have to meet. */
const putHostile = ({ mainnet, testnet }: { readonly mainnet: string; readonly testnet: string }) => {
  const throwing = () => {
    throw new Error("hostile")
  }
  const trap = new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing })
  const answering = (answers: Readonly<Record<string, unknown>>) => ({
    request: async (method: string) => ({ jsonrpc: "2.0", id: "1", result: answers[method] ?? null }),
    addListener: throwing,
  })
  const account = (address: string) => ({ addresses: [{ address, purpose: "payment", publicKey: "02" }] })
  Object.assign(window, {
    LeatherProvider: trap,
    hostile: {
      texts: { request: async () => "connected" },
      nobody: answering({ wallet_connect: account(`${mainnet.slice(0, -1)}${mainnet.endsWith("q") ? "p" : "q"}`) }),
      elsewhere: answering({
        wallet_connect: { ...account(testnet), network: { bitcoin: { name: "Mainnet" } } },
      }),
      forger: answering({
        wallet_connect: account(mainnet),
        signMessage: { signature: "of nobody" },
        signPsbt: { psbt: "cHNidP8B" },
        sendTransfer: { txid: ["00"] },
      }),
    },
  })
  const entries = [
    null,
    trap,
    { id: "hostile.texts", name: "Texts" },
    { id: "hostile.texts", name: "Texts" },
    { id: "hostile.nobody", name: "Nobody's" },
    { id: "hostile.elsewhere", name: "Elsewhere" },
    { id: "hostile.forger", name: "Forger" },
    { id: "hostile.forger", name: "Loopback" },
  ]
  const listed = (window as unknown as { btc_providers?: unknown[] }).btc_providers ?? []
  Object.assign(window, { btc_providers: [...listed, ...entries] })
}
