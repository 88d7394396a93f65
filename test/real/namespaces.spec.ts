import { expect } from "@playwright/test"
import type { Namespace } from "../../src/options/namespaces.ts"
import { bitcoin, bitcoinTestnet, mainnet, solana, solanaDevnet } from "../../src/options/networks.ts"
import { type Holder, holder as holderOf } from "./parts/bitcoinHolder.ts"
import { judge as judgePsbt } from "./parts/bitcoinJudge.ts"
import { keysOf } from "./parts/bitcoinKeys.ts"
import * as Bitcoin from "./parts/bitcoinPage.ts"
import { spendingOf } from "./parts/bitcoinPsbt.ts"
import { bitcoinBeside } from "./parts/bitcoinSession.ts"
import { at, becomes, call, disconnected, refusal, soon, switchTo, view, who } from "./parts/playground.ts"
import { connected, holder, test as relayed } from "./parts/relayed.ts"
import { judge } from "./parts/solanaJudge.ts"
import * as Solana from "./parts/solanaPage.ts"
import { solanaBeside } from "./parts/solanaSession.ts"
import { addressOf as keyOf, keypairs } from "./parts/solanaWallet.ts"

// One WalletConnect session with a wallet that approves Ethereum and two networks each of Solana and Bitcoin.

relayed.describe.configure({ mode: "parallel" })

const { payment, ordinals, otherPayment, testPayment, testOrdinals, otherTestPayment } = Bitcoin
const { first, second, receiver } = Solana

const test = relayed.extend<{
  /** The Solana keys, the selected one first. */
  readonly keys: { order: typeof keypairs }
  /** The user of the Bitcoin keys. */
  readonly person: Holder
}>({
  chains: [1],
  keys: ({ browserName: _ }, use) => use({ order: keypairs }),
  person: ({ browserName: _ }, use) => use(holderOf()),
  walletOptions: ({ nodes, svms, keys, person }, use) =>
    use({
      chains: nodes,
      beside: {
        solana: solanaBeside(() => keys.order, {
          [solana.caipNetworkId]: svms.mainnet.url,
          [solanaDevnet.caipNetworkId]: svms.devnet.url,
        }),
        bip122: bitcoinBeside(person, [bitcoin.caipNetworkId, bitcoinTestnet.caipNetworkId]),
      },
    }),
  options: ({ nodes, svms, provider }, use) => {
    provider.set("GET /api/address/*/utxo", [{ value: 5_000_000 }])
    return use({
      networks: [
        at(nodes[1] ?? "", mainnet),
        at(svms.mainnet.url, solana),
        at(svms.devnet.url, solanaDevnet),
        at(provider.url, bitcoin),
        at(provider.url, bitcoinTestnet),
      ],
    })
  },
})

const onSolana = { status: "connected", address: first, connector: "walletConnect" }
const onBitcoin = { status: "connected", address: payment.address, connector: "walletConnect" }
const onTestnet = { ...onBitcoin, address: testPayment.address }
const all = ["bip122", "solana", "eip155"] as const satisfies readonly Namespace[]

test.beforeEach(({ connect }) => connect())

test("one session serves EVM, Solana and Bitcoin: valid signatures of personal_sign, solana_signMessage (verified by OpenSSL) and signMessage (by bip322-js), exactly the requested transfers (by web3.js) and PSBTs (by bitcore), and one disconnect for all", async ({
  page,
  person,
  wallet,
  signed,
}) => {
  const { optionalNamespaces } = wallet.proposals[0] ?? {}
  expect(optionalNamespaces?.solana).toMatchObject({
    chains: [solana, solanaDevnet].flatMap((one) => [one.caipNetworkId, one.deprecatedCaipNetworkId]),
    methods: expect.arrayContaining(["solana_signMessage", "solana_signTransaction", "solana_signAndSendTransaction"]),
  })
  expect(optionalNamespaces?.bip122).toMatchObject({
    chains: [bitcoin.caipNetworkId, bitcoinTestnet.caipNetworkId],
    methods: ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
    events: ["accountsChanged", "chainChanged"],
  })
  expect(wallet.person.asked).toEqual(["session_proposal"])
  await becomes(page, onSolana, "solana")
  await becomes(page, onBitcoin, "bip122")
  await becomes(page, connected)

  expect(await signed("one", holder.address)).toBe(true)
  expect(await Solana.signedBy(page, first, "two")).toBe(true)
  for (const [address, protocol] of [
    [payment.address, "ecdsa"],
    [payment.address, "bip322"],
    [ordinals.address, undefined],
  ] as const)
    expect(await Bitcoin.signedBy(page, address, "Grüße 👋", protocol)).toBeDefined()
  for (const namespace of ["solana", "bip122"] as const) {
    wallet.person.next("reject")
    const refused = await refusal(page, "signMessage", { message: "no", namespace })
    expect(refused?._tag).toBe("UserRejectedRequestError")
  }

  const { wire } = Solana
  const transfers = [
    ...(await Solana.signTransactions(page, wire(1))),
    ...(await Solana.signTransactions(page, wire(1), wire(2))),
  ]
  expect(transfers.map(judge)).toEqual(
    [1n, 1n, 2n].map((lamports) => ({ signed: true, from: first, to: receiver, lamports })),
  )

  const { psbt, txid } = await Bitcoin.signPsbt(page, spendingOf(payment, ordinals))
  expect(judgePsbt(psbt)).toEqual(["", ""])
  expect(judgePsbt(psbt, { tamper: true })).not.toContain("")
  expect(txid).toBeUndefined()

  const sent = await Bitcoin.signPsbt(page, { ...spendingOf(payment, ordinals), broadcast: true })
  expect(judgePsbt(sent.psbt)).toEqual(["", ""])
  expect(sent.txid).toMatch(/^[0-9a-f]{64}$/)

  expect(await Bitcoin.getAccounts(page)).toEqual([
    { address: payment.address, type: "payment", publicKey: payment.publicKey, path: payment.path },
    { address: ordinals.address, type: "ordinal", publicKey: ordinals.publicKey, path: ordinals.path },
  ])
  const transfer = { recipient: otherPayment.address, amount: 1_234 }
  expect(await Bitcoin.sendTransfer(page, transfer)).toMatch(/^[0-9a-f]{64}$/)
  expect(person.sent).toEqual([{ to: otherPayment.address, satoshis: 1_234 }])
  expect(wallet.person.asked.slice(1)).toEqual([
    ...["personal_sign", "solana_signMessage", ...Array(3).fill("signMessage")],
    ...["solana_signMessage", "signMessage"],
    ...["solana_signTransaction", "solana_signAllTransactions"],
    ...["signPsbt", "signPsbt", "getAccountAddresses", "sendTransfer"],
  ])

  await call(page, "disconnect", { namespace: "solana" })
  for (const one of all) await becomes(page, disconnected, one)
  await wallet.until(() => wallet.sessions().length === 0)
})

test("networks of Solana and Bitcoin switch without a prompt and are restored; accounts and networks that the user selects leave the other namespaces as they are; the end of the session ends all three", async ({
  page,
  wallet,
  svms,
  keys,
  person,
}) => {
  await switchTo(page, bitcoin.caipNetworkId)
  await becomes(page, { ...onBitcoin, network: bitcoin.caipNetworkId }, "bip122")
  await call(page, "open", { view: "Account" })
  await expect(view(page, "Account").getByText("0.050 BTC").first()).toBeVisible()

  await switchTo(page, solanaDevnet.caipNetworkId)
  await becomes(page, { ...onSolana, network: solanaDevnet.caipNetworkId }, "solana")
  await Solana.sendLamports(page, 7_000_000)
  const balances = () => [svms.mainnet.balanceOf(receiver), svms.devnet.balanceOf(receiver)]
  expect(balances()).toEqual([0n, 7_000_000n])
  const there = { ...onTestnet, network: bitcoinTestnet.caipNetworkId }
  await switchTo(page, bitcoinTestnet.caipNetworkId)
  await becomes(page, there, "bip122")
  const asked = ["session_proposal", "solana_signAndSendTransaction"]
  expect(wallet.person.asked).toEqual(asked)

  await page.reload()
  await becomes(page, there, "bip122")
  await becomes(page, onSolana, "solana")
  await becomes(page, { status: "connected", address: holder.address })
  expect(wallet.person.asked).toEqual(asked)
  expect(await Bitcoin.signedBy(page, testPayment.address)).toBeDefined()
  expect(judgePsbt((await Bitcoin.signPsbt(page, spendingOf(testPayment, testOrdinals))).psbt)).toEqual(["", ""])
  await Solana.sendLamports(page, 5_000_000)
  expect(balances()).toEqual([0n, 12_000_000n])

  keys.order = [keys.order[1], keys.order[0]]
  await wallet.tell(solanaDevnet.caipNetworkId, "accountsChanged", keys.order.map(keyOf))
  await becomes(page, { address: second }, "solana")
  expect(await Solana.signedBy(page, second)).toBe(true)
  await wallet.tell(solana.caipNetworkId, "chainChanged", solana.id)
  await soon(() => page.evaluate(() => window.portico.state.accounts.solana.value.caipNetworkId)).toBe(
    solana.caipNetworkId,
  )
  await becomes(page, onTestnet, "bip122")

  person.select(1)
  const addresses = keysOf(1, "test").map(({ address }) => address)
  await wallet.tell(bitcoinTestnet.caipNetworkId, "accountsChanged", addresses)
  await becomes(page, { address: otherTestPayment.address }, "bip122")
  expect(await Bitcoin.signedBy(page, otherTestPayment.address)).toBeDefined()
  await wallet.tell(bitcoin.caipNetworkId, "chainChanged", bitcoin.id)
  await becomes(page, { address: otherPayment.address }, "bip122")
  await becomes(page, { address: second }, "solana")
  await becomes(page, { status: "connected", address: holder.address, connector: "walletConnect" })

  await wallet.disconnect()
  for (const namespace of all) await becomes(page, disconnected, namespace)
  await page.reload()
  await call(page, "ready")
  for (const namespace of all) expect(await who(page, namespace)).toMatchObject(disconnected)
})
