import { expect, type Page } from "@playwright/test"
import { bitcoin, bitcoinTestnet } from "../../src/options/networks.ts"
import type { Holder } from "./parts/bitcoinHolder.ts"
import { judge } from "./parts/bitcoinJudge.ts"
import {
  getAccounts,
  ordinals,
  otherOrdinals,
  otherPayment,
  payment,
  sendTransfer,
  signedBy,
  signPsbt,
  testOrdinals,
  testPayment,
} from "./parts/bitcoinPage.ts"
import { spendingOf } from "./parts/bitcoinPsbt.ts"
import { installBitcoinWallet } from "./parts/bitcoinWallet.ts"
import { at, becomes, call, press, row, snack, switchTo, view, who } from "./parts/playground.ts"
import { test as shared } from "./parts/shared.ts"

// Tests specific to Bitcoin wallets; pageWallets.spec.ts has those of all wallets.

shared.describe.configure({ mode: "parallel" })

const test = shared.extend<{
  readonly api: "sats-connect" | "standard"
  /** The wallet's user: prompts, and actions that show none. */
  readonly holder: Holder
}>({
  api: ["sats-connect", { option: true }],
  holder: async ({ context, api }, use) => use(await installBitcoinWallet(context, api)),
  options: ({ provider }, use) => use({ networks: [bitcoin, bitcoinTestnet].map((one) => at(provider.url, one)) }),
  connect: ({ page, api }, use) =>
    use(async () => {
      await call(page, "connect", { wallet: api === "standard" ? "Loopback" : "LoopbackProviders.Bitcoin" })
      await becomes(page, connected, "bip122")
    }),
})

const connected = { status: "connected", address: payment.address, network: bitcoin.caipNetworkId }
const onTestnet = { status: "connected", address: testPayment.address, network: bitcoinTestnet.caipNetworkId }

/** Signs with the site's protocol, broadcasts a PSBT and sends whole satoshis. */
const sends = async (page: Page, { sent }: Holder) => {
  for (const protocol of ["ecdsa", "bip322"] as const) {
    const signature = await signedBy(page, payment.address, protocol, protocol)
    expect(atob(signature ?? "").length === 65).toBe(protocol === "ecdsa")
  }
  const signed = await signPsbt(page, { ...spendingOf(payment, ordinals), broadcast: true })
  expect(judge(signed.psbt)).toEqual(["", ""])
  expect(signed.txid).toMatch(/^[0-9a-f]{64}$/)

  expect(await sendTransfer(page, { recipient: otherPayment.address, amount: 12_345 })).toMatch(/^[0-9a-f]{64}$/)
  const wrong = sendTransfer(page, { recipient: testPayment.address, amount: 1 })
  await expect(wrong).rejects.toThrow("Expected an address of")
  expect(sent).toEqual([{ to: otherPayment.address, satoshis: 12_345 }])
}

for (const api of ["sats-connect", "standard"] as const)
  test.describe(`A Bitcoin wallet with ${api}`, () => {
    test.use({ api })

    test("signs PSBTs that bitcore's interpreter accepts, in which no satoshi can be moved, sends if it can, signs after an Active chain change with a prompt, and after its user selects accounts and networks", async ({
      page,
      holder,
      visit,
      connect,
    }) => {
      expect(holder.asked).toEqual([])
      await visit()
      await connect()
      expect(await signedBy(page, ordinals.address)).toBeDefined()
      const asked = spendingOf(payment, ordinals)
      const signed = await signPsbt(page, asked)
      expect(judge(signed.psbt)).toEqual(["", ""])
      expect(judge(signed.psbt, { tamper: true })).not.toContain("")
      const stranger = { ...asked, signInputs: [{ index: 0, address: otherPayment.address }] }
      await expect(signPsbt(page, stranger)).rejects.toThrow("The wallet does not grant this address")
      expect(holder.asked).toEqual(["connect", "signMessage", "signPsbt"])
      if (api === "sats-connect") await sends(page, holder)
      const before = holder.asked.length

      holder.refuse()
      await switchTo(page, bitcoinTestnet.caipNetworkId)
      await expect(snack(page, "error")).toBeVisible()
      await becomes(page, connected, "bip122")
      await view(page, "Networks").locator(`[data-network="${bitcoinTestnet.caipNetworkId}"]`).click()
      await becomes(page, onTestnet, "bip122")
      expect(holder.asked.slice(before)).toEqual(["switch", "switch"])
      expect(await getAccounts(page)).toMatchObject([
        { address: testPayment.address },
        { address: testOrdinals.address },
      ])
      expect(judge((await signPsbt(page, spendingOf(testPayment, testOrdinals))).psbt)).toEqual(["", ""])

      holder.move("mainnet")
      await becomes(page, connected, "bip122")
      holder.select(1)
      await becomes(page, { ...connected, address: otherPayment.address }, "bip122")
      expect(await signedBy(page, otherOrdinals.address)).toBeDefined()
      expect(holder.asked.slice(before + 2)).toEqual(["signPsbt", "signMessage"])
    })
  })

test("hostile Bitcoin wallets break nothing: unreadable ones are not listed, the others fail with catalog errors", async ({
  page,
  holder,
  visit,
  connect,
}) => {
  expect(holder.asked).toEqual([])
  await page.addInitScript(putHostile, payment.address)
  await visit({ networks: [bitcoin] })
  await press(page)
  const rows = view(page, "Connect").locator('button[data-wallet]:not([data-wallet="all"])')
  await expect(rows).toContainText(["WalletConnect", "Loopback", "Texts", "Forger"])
  await expect(rows.filter({ hasText: "Loopback" })).toHaveCount(1)

  await row(page, "hostile.texts").click()
  await expect(view(page, "ConnectingExternal").getByRole("button", { name: "Try again" })).toBeVisible()
  expect(await who(page, "bip122")).toMatchObject({ status: "disconnected", address: undefined })
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
  await call(page, "disconnect")
  await call(page, "close")
  await connect()
  expect(holder.asked).toEqual(["connect"])
})

/** Runs in the page: adds hostile wallets. */
const putHostile = (address: string) => {
  const throwing = () => {
    throw new Error("hostile")
  }
  const trap = new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing })
  const answering = (answers: Readonly<Record<string, unknown>>) => ({
    request: async (method: string) => ({ jsonrpc: "2.0", id: "1", result: answers[method] ?? null }),
    addListener: throwing,
  })
  Object.assign(window, {
    LeatherProvider: trap,
    hostile: {
      texts: { request: async () => "connected" },
      forger: answering({
        wallet_connect: { addresses: [{ address, purpose: "payment", publicKey: "02" }] },
        signMessage: { signature: "of no key" },
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
    { id: "hostile.forger", name: "Forger" },
    { id: "hostile.forger", name: "Loopback" },
  ]
  const listed = (window as unknown as { btc_providers?: unknown[] }).btc_providers ?? []
  Object.assign(window, { btc_providers: [...listed, ...entries] })
}
