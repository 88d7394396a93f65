import { expect, type Page } from "@playwright/test"
import { bitcoin, bitcoinTestnet, mainnet, solana } from "../../src/domain/networks.ts"
import type { BitcoinPsbt, SigningProtocol } from "../../src/index.ts"
import { type Holder, holder as holderOf } from "./parts/bitcoinHolder.ts"
import { isSignedBy, judge } from "./parts/bitcoinJudge.ts"
import { keysOf } from "./parts/bitcoinKeys.ts"
import { spendingOf } from "./parts/bitcoinPsbt.ts"
import { bitcoinBeside } from "./parts/bitcoinSession.ts"
import { addressOf, becomes, choose, patiently, view, who } from "./parts/playground.ts"
import { connected, holder as evmHolder, other as evmOther, test as relayed } from "./parts/relayed.ts"
import { fromBase58, isSignedBy as isSignedOnSolana } from "./parts/solanaJudge.ts"
import { solanaBeside } from "./parts/solanaSession.ts"
import { addressOf as keyOf, keypairs } from "./parts/solanaWallet.ts"
import * as Svm from "./parts/svm.ts"
import * as Wallet from "./parts/wallet.ts"

relayed.describe.configure({ mode: "parallel" })

const [payment, ordinals] = keysOf(0, "mainnet")
const [otherPayment] = keysOf(1, "mainnet")
const [testPayment, testOrdinals] = keysOf(0, "test")
const [onSolana] = keypairs.map(keyOf)

/** The wallet approves Ethereum, Solana, and two of Bitcoin's networks. */
const test = relayed.extend<{
  readonly svm: Svm.Svm
  /** Whose Bitcoin keys the wallet has. */
  readonly person: Holder
}>({
  svm: async ({ page: _ }, use) => {
    const svm = await Svm.start()
    await use(svm)
    await svm.stop()
  },
  person: ({ page: _ }, use) => use(holderOf()),
  wallet: async ({ nodes, relay, svm, person }, use) => {
    const wallet = await Wallet.start({
      relay: relay.url,
      accounts: [evmHolder, evmOther],
      chains: { 1: nodes[1] },
      beside: {
        solana: solanaBeside(() => keypairs, { [solana.caipNetworkId]: svm.url }),
        bip122: bitcoinBeside(person, [bitcoin.caipNetworkId, bitcoinTestnet.caipNetworkId]),
      },
    })
    await use(wallet)
    await wallet.stop()
  },
  visit: ({ page, site, provider, relay, nodes, svm }, use) =>
    use(async () => {
      provider.set("GET /api/address/*/utxo", [{ value: 5_000_000 }])
      const at = (url: string) => ({ rpcUrls: { default: { http: [url] } } })
      const networks = [
        { ...mainnet, ...at(nodes[1]) },
        { ...solana, ...at(svm.url) },
        { ...bitcoin, ...at(provider.url) },
        { ...bitcoinTestnet, ...at(provider.url) },
      ]
      await page.goto(addressOf({ site, provider, relay, nodes, options: { networks } }))
      await choose(page, "walletConnect")
      return view(page, "ConnectingWalletConnect")
    }),
})

test("one session serves EVM, Solana and Bitcoin: each namespace has its accounts, and what each signs is good", async ({
  page,
  wallet,
  connect,
  signed,
}) => {
  await connect()
  expect(wallet.proposals[0]?.optionalNamespaces.bip122).toMatchObject({
    chains: [bitcoin.caipNetworkId, bitcoinTestnet.caipNetworkId],
    methods: ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
    events: ["accountsChanged", "chainChanged"],
  })
  expect(wallet.person.asked).toEqual(["session_proposal"])
  await becomes(page, { status: "connected", address: onSolana, connector: "walletConnect" }, "solana")
  await becomes(page, onBitcoin, "bip122")
  await becomes(page, connected)

  expect(await signed("one", evmHolder.address)).toBe(true)
  const two = await page.evaluate(() => window.portico.signMessage({ message: "two", namespace: "solana" }))
  expect(isSignedOnSolana(onSolana ?? "", new TextEncoder().encode("two"), fromBase58(two))).toBe(true)
  const three = await page.evaluate(() => window.portico.signMessage({ message: "three", namespace: "bip122" }))
  expect(isSignedBy(payment.address, "three", three)).toBe(true)
})

test("Wallet JSON-RPC method: signMessage, over the relay, by ECDSA and BIP-322, which bip322-js finds good", async ({
  page,
  wallet,
  connect,
}) => {
  await connect()
  for (const [address, protocol] of [
    [payment.address, "ecdsa"],
    [payment.address, "bip322"],
    [ordinals.address, undefined],
  ] as const) {
    const signature = await sign(page, "Grüße 👋", address, protocol)
    expect(isSignedBy(address, "Grüße 👋", signature)).toBe(true)
    expect(isSignedBy(address, "Grüße", signature)).toBe(false)
  }
  expect(wallet.person.asked.at(-1)).toBe("signMessage")

  wallet.person.next("reject")
  const refused = page.evaluate(() =>
    window.portico.signMessage({ message: "no", namespace: "bip122" }).catch(({ _tag }) => _tag),
  )
  expect(await refused).toBe("UserRejectedRequestError")
})

test("Wallet JSON-RPC method: signPsbt, over the relay, with inputs of both accounts; by bitcore's interpreter it may be spent, and no satoshi may be moved", async ({
  page,
  wallet,
  connect,
}) => {
  await connect()
  const { psbt, txid } = await signPsbt(page, spendingOf(payment, ordinals))
  expect(judge(psbt)).toEqual(["", ""])
  expect(judge(psbt, { tamper: true })).not.toContain("")
  expect(txid).toBeUndefined()

  const sent = await signPsbt(page, { ...spendingOf(payment, ordinals), broadcast: true })
  expect(judge(sent.psbt)).toEqual(["", ""])
  expect(sent.txid).toMatch(/^[0-9a-f]{64}$/)
  expect(wallet.person.asked.slice(1)).toEqual(["signPsbt", "signPsbt"])
})

test("Wallet JSON-RPC methods: getAccountAddresses and sendTransfer, over the relay", async ({
  page,
  person,
  wallet,
  connect,
}) => {
  await connect()
  const [accounts, txid] = await page.evaluate(async (recipient) => {
    const { getAccountAddresses, sendTransfer } = await window.portico.getProvider("bip122")
    return [await getAccountAddresses(), await sendTransfer({ recipient, amount: 1_234 })] as const
  }, otherPayment.address)

  expect(accounts).toEqual([
    { address: payment.address, type: "payment", publicKey: payment.publicKey, path: payment.path },
    { address: ordinals.address, type: "ordinal", publicKey: ordinals.publicKey, path: ordinals.path },
  ])
  expect(txid).toMatch(/^[0-9a-f]{64}$/)
  expect(person.sent).toEqual([{ to: otherPayment.address, satoshis: 1_234 }])
  expect(wallet.person.asked.slice(1)).toEqual(["getAccountAddresses", "sendTransfer"])
})

test("a switch of Bitcoin's network asks nobody, and the accounts are that network's", async ({
  page,
  wallet,
  connect,
  switchTo,
}) => {
  await connect()
  await switchTo(bitcoinTestnet.caipNetworkId)
  await becomes(page, onTestnet, "bip122")
  expect(wallet.person.asked).toEqual(["session_proposal"])

  expect(isSignedBy(testPayment.address, "test", await sign(page, "test", testPayment.address))).toBe(true)
  expect(judge((await signPsbt(page, spendingOf(testPayment, testOrdinals))).psbt)).toEqual(["", ""])
  expect((await who(page)).address).toBe(evmHolder.address)
})

test("A visitor can view their balance of BTC over the relay", async ({ page, connect, switchTo }) => {
  await connect()
  await switchTo(bitcoin.caipNetworkId)
  await becomes(page, { ...onBitcoin, network: bitcoin.caipNetworkId }, "bip122")
  await page.evaluate(() => window.portico.open({ view: "Account" }))
  await patiently(view(page, "Account").getByText("0.050 BTC").first()).toBeVisible()
})

test("a Bitcoin account and network that the wallet's holder picks are followed, and EVM and Solana stay as they were", async ({
  page,
  person,
  wallet,
  connect,
}) => {
  await connect()
  person.select(1)
  await wallet.tell(
    bitcoin.caipNetworkId,
    "accountsChanged",
    keysOf(1, "mainnet").map(({ address }) => address),
  )
  await becomes(page, { address: otherPayment.address }, "bip122")
  expect(isSignedBy(otherPayment.address, "other", await sign(page, "other", otherPayment.address))).toBe(true)

  await wallet.tell(bitcoinTestnet.caipNetworkId, "chainChanged", bitcoinTestnet.id)
  await becomes(page, { address: keysOf(1, "test")[0].address }, "bip122")
  await becomes(page, { address: onSolana }, "solana")
  await becomes(page, connected)
})

test("a reload restores all three namespaces where they stood, and nobody is asked", async ({
  page,
  wallet,
  connect,
  switchTo,
}) => {
  await connect()
  await switchTo(bitcoinTestnet.caipNetworkId)
  await becomes(page, onTestnet, "bip122")
  await page.reload()
  await becomes(page, onTestnet, "bip122")
  await becomes(page, { status: "connected", address: onSolana }, "solana")
  await becomes(page, { status: "connected", address: evmHolder.address })
  expect(wallet.person.asked).toEqual(["session_proposal"])

  expect(isSignedBy(testPayment.address, "again", await sign(page, "again", testPayment.address))).toBe(true)
})

test("a session that the wallet ends has ended in all three namespaces, and a reload brings nothing back", async ({
  page,
  wallet,
  connect,
}) => {
  await connect()
  await wallet.disconnect()
  const gone = { status: "disconnected", address: undefined, connector: undefined }
  for (const namespace of ["bip122", "solana", "eip155"] as const) await becomes(page, gone, namespace)
  await page.reload()
  await page.evaluate(() => window.portico.ready())
  expect(await who(page, "bip122")).toMatchObject(gone)
})

test("signing out of Bitcoin ends the session for all, on the wallet's side too", async ({ page, wallet, connect }) => {
  await connect()
  await page.evaluate(() => window.portico.disconnect({ namespace: "bip122" }))
  const gone = { status: "disconnected", address: undefined, connector: undefined }
  for (const namespace of ["bip122", "solana", "eip155"] as const) await becomes(page, gone, namespace)
  await patiently.poll(() => wallet.sessions()).toEqual([])
})

const onBitcoin = { status: "connected", address: payment.address, connector: "walletConnect" }
const onTestnet = { ...onBitcoin, address: testPayment.address, network: bitcoinTestnet.caipNetworkId }

const sign = (page: Page, message: string, address: string, protocol?: SigningProtocol) =>
  page.evaluate(
    async (input) => (await window.portico.getProvider("bip122")).signMessage(input),
    protocol ? { message, address, protocol } : { message, address },
  )

const signPsbt = (page: Page, input: BitcoinPsbt) =>
  page.evaluate(async (asked) => (await window.portico.getProvider("bip122")).signPsbt(asked), input)
