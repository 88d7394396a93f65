// @vitest-environment happy-dom

import { Effect } from "effect"
import type { RelayProvider, RelayProviderEvent } from "../../../../services/Relay.ts"
import type { Account } from "../../../../src/connections/opening/model.ts"
import { SwitchNotApproved } from "../../../../src/errors/index.ts"
import type { BitcoinProvider } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet, mainnet } from "../../../../src/options/networks.ts"
import { breath, settled } from "../../../contracts/settled.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { holder } from "../../../real/parts/bitcoinHolder.ts"
import { keysOf } from "../../../real/parts/bitcoinKeys.ts"
import { unsignedPsbt } from "../../../real/parts/bitcoinPsbt.ts"
import { bitcoinOn } from "./live.ts"

const [payment, ordinals] = keysOf(0, "mainnet")
const [testPayment, testOrdinals] = keysOf(0, "test")
const [other] = keysOf(1, "mainnet")

const accountsOn = (chain: "mainnet" | "test"): readonly Account[] => {
  const [payment, ordinal] = keysOf(0, chain)
  return [
    { address: payment.address, type: "payment" },
    { address: ordinal.address, type: "ordinal" },
  ]
}

describe("A WalletConnect session in bip122", () => {
  it.effect("reconnects to the accounts of the session, payment first, ordinal second", function* () {
    const { page } = yield* session()
    const { accounts, caipNetwork } = yield* settled(page.reconnect(bitcoin))

    assert.deepStrictEqual(accounts, accountsOn("mainnet"))
    assert.strictEqual(caipNetwork, bitcoin)
  })

  it.effect("reports its network and accounts once watched, then every change of the wallet", function* () {
    const { page, emit, stand } = yield* session()
    const changes = yield* settled(page.followed)
    emit("accountsChanged", [other.address])
    stand.addresses = [testPayment.address, testOrdinals.address]
    stand.caipNetworkId = bitcoinTestnet.caipNetworkId
    emit("chainChanged", bitcoinTestnet.id)
    yield* breath
    yield* breath
    emit("accountsChanged", [])
    emit("disconnect", new Error("over"))

    assert.deepStrictEqual(changes, [
      { type: "chain", caipNetworkId: bitcoin.caipNetworkId },
      { type: "accounts", accounts: accountsOn("mainnet") },
      { type: "accounts", accounts: [{ address: other.address, type: "payment" }] },
      { type: "chain", caipNetworkId: bitcoinTestnet.caipNetworkId },
      { type: "accounts", accounts: accountsOn("test") },
      { type: "accounts", accounts: [] },
      { type: "disconnect" },
    ])
  })

  it.effect("switches only among the networks of the session", function* () {
    const { page, stand } = yield* session()
    yield* settled(page.reconnect(bitcoin))
    yield* settled(page.switchTo(bitcoinTestnet))
    const { accounts, caipNetwork } = yield* settled(page.reconnect(bitcoin))

    assert.strictEqual(stand.caipNetworkId, bitcoinTestnet.caipNetworkId)
    assert.deepStrictEqual([accounts[0]?.address, caipNetwork], [testPayment.address, bitcoinTestnet])
    assert.strictEqual((yield* Effect.flip(settled(page.switchTo(bitcoinSignet))))._tag, "SwitchNotApproved")
    assert.strictEqual((yield* Effect.flip(settled(page.switchTo(mainnet)))).message, "Unsupported chain")
  })

  it.effect("sends signMessage, signPsbt, sendTransfer and getAccountAddresses", function* () {
    const { page, asked } = yield* session()
    yield* settled(page.reconnect(bitcoin))
    const provider = (yield* settled(page.provider)) as BitcoinProvider
    const [account, ordinal] = [payment.address, ordinals.address]
    const psbt = unsignedPsbt([{ address: account, satoshis: 9_000 }], ordinal)
    const signInputs = [{ index: 0, address: account, sighashTypes: [1] }]
    const answers = yield* settled(
      Effect.promise(async () => [
        await provider.signMessage({ message: "Hello", address: account }),
        await provider.signMessage({ message: "Hello", address: ordinal }),
        (await provider.signPsbt({ psbt, signInputs, broadcast: true })).txid,
        await provider.sendTransfer({ recipient: ordinal, amount: 1_000 }),
        await provider.getAccountAddresses(),
      ]),
    )

    assert.deepStrictEqual(asked, [
      { method: "signMessage", params: { account, address: account, message: "Hello", protocol: "ecdsa" } },
      { method: "signMessage", params: { account: ordinal, address: ordinal, message: "Hello", protocol: "bip322" } },
      { method: "signPsbt", params: { account, psbt, signInputs, broadcast: true } },
      { method: "sendTransfer", params: { account, recipientAddress: ordinal, amount: "1000" } },
      { method: "getAccountAddresses", params: { account } },
    ])
    // The wallet responds in hex; a site gets base64.
    assert.match(String(answers[0]), /^[A-Za-z0-9+/]{87}=$/)
    assert.match(String(answers[2]), /^[0-9a-f]{64}$/)
    assert.deepStrictEqual(answers[4], [
      { address: account, type: "payment", publicKey: payment.publicKey, path: payment.path },
      { address: ordinal, type: "ordinal", publicKey: ordinals.publicKey, path: ordinals.path },
    ])
  })

  it.effect("has no adapter once the session is over", function* () {
    const { page } = yield* session()
    yield* settled(page.disconnect)

    assert.strictEqual((yield* Effect.flip(settled(page.reconnect(bitcoin))))._tag, "ConnectFailed")
    assert.strictEqual((yield* Effect.flip(settled(page.provider)))._tag, "AdapterNotFound")
  })
})

/** A session with mainnet and testnet, with a wallet that approves everything. */
const session = Effect.fnUntraced(function* () {
  const person = holder()
  yield* Effect.promise(() => person.connect())
  const asked: { method: string; params?: unknown }[] = []
  const listeners = new Map<RelayProviderEvent, Set<(value: unknown) => void>>()
  const stand = {
    caipNetworkId: bitcoin.caipNetworkId as `bip122:${string}`,
    addresses: [payment.address, ordinals.address],
  }
  const approved = [bitcoin.caipNetworkId, bitcoinTestnet.caipNetworkId]

  const perform = async (method: string, params: Record<string, never>) => {
    switch (method) {
      case "signMessage": {
        const { address, message, protocol } = params
        const signature = await person.signMessage(address ?? "", message ?? "", protocol)
        return { address, signature: Buffer.from(signature, "base64").toString("hex") }
      }
      case "signPsbt": {
        const { psbt, txid } = await person.signPsbt(Buffer.from(params.psbt ?? "", "base64"), [{ index: 0 }], true)
        return { psbt: Buffer.from(psbt).toString("base64"), txid }
      }
      case "sendTransfer":
        return { txid: await person.transfer(params.recipientAddress ?? "", Number(params.amount)) }
      default:
        return person.keys().map(({ address, publicKey, path, purpose }) => ({
          address,
          publicKey,
          path,
          type: purpose === "ordinals" ? "ordinal" : "payment",
        }))
    }
  }
  const provider: RelayProvider = {
    request: async (input) => {
      asked.push(input)
      return perform(input.method, input.params as Record<string, never>)
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    status: async () => ({ ...stand, approved, methods: new Set() }),
    setDefaultChain: async (id) => {
      if (!approved.some((one) => one === id)) throw new SwitchNotApproved(id)
      stand.caipNetworkId = id as typeof stand.caipNetworkId
      if (id === bitcoinTestnet.caipNetworkId) stand.addresses = [testPayment.address, testOrdinals.address]
    },
  }
  const emit = (event: RelayProviderEvent, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  return { page: yield* bitcoinOn("walletConnect", provider), asked, stand, emit }
})
