import { Effect } from "effect"
import { addressesOn } from "../../../layers/demo/accounts.ts"
import { createWorld } from "../../../layers/demo.ts"
import { Chains } from "../../../services/Chains.ts"
import { Relay, type RelayChange } from "../../../services/Relay.ts"
import { formatUnits } from "../../../src/core/format.ts"
import type { BitcoinProvider } from "../../../src/namespaces/model/bitcoin.ts"
import { bitcoin, bitcoinTestnet, mainnet } from "../../../src/options/networks.ts"
import { settled } from "../../contracts/settled.ts"
import { fails } from "../../fixtures/fails.ts"
import { assert, describe } from "../../fixtures/it.ts"
import { unsignedPsbt } from "../../real/parts/bitcoinPsbt.ts"
import { addressOf, chainOf, test } from "./demoParts.ts"

const sheepshank = "example.sheepshank"
const [connectorId, networks] = ["walletConnect", [mainnet, bitcoin, bitcoinTestnet]] as const

describe("the demo's Bitcoin wallet", () => {
  test("is listed if a site has a Bitcoin network", {}, function* () {
    const lists: string[][] = []
    yield* settled((yield* Chains).discover("bip122", (connectors) => lists.push(connectors.map(({ id }) => id))))

    assert.deepStrictEqual(lists, [[sheepshank]])
  })

  test("has the balance of the world's market, as unspent outputs", {}, function* (world) {
    const address = addressOf(world, sheepshank)
    const units = world.market.units(bitcoin.caipNetworkId, address)
    const balance = yield* settled((yield* chainOf("bip122")).balance({ network: bitcoin, address }))

    assert.strictEqual(balance, formatUnits(units, 8))
    assert.isAbove(Number(units), 0)
  })

  test("does not connect while it is locked", { wallets: { [sheepshank]: "lock" } }, function* () {
    const { connect } = yield* chainOf("bip122")
    yield* fails(settled(connect({ connectorId: sheepshank, network: bitcoin })), { _tag: "ConnectFailed" })
  })
})

describe("the demo's phone on Bitcoin", () => {
  const [known = ""] = createWorld().phone.also("bip122")
  const main = addressesOn(known, bitcoin.caipNetworkId)
  const [address = ""] = main

  test("is on the first network in each new session", { relay: { connect: "approve" } }, function* () {
    const relay = yield* Relay
    const connected = settled(relay.connect({ networks: [bitcoin, bitcoinTestnet], onUri: () => {} }))
    const network = Effect.flatMap(relay.provider("bip122"), ({ status }) =>
      Effect.map(Effect.promise(status), ({ caipNetworkId }) => caipNetworkId),
    )
    yield* connected
    const { setDefaultChain } = yield* relay.provider("bip122")
    yield* Effect.promise(() => setDefaultChain(bitcoinTestnet.caipNetworkId))
    assert.strictEqual(yield* network, bitcoinTestnet.caipNetworkId)
    yield* relay.disconnect
    yield* connected

    assert.strictEqual(yield* network, bitcoin.caipNetworkId)
  })

  test("has a session with Bitcoin beside EVM: it signs, sends and switches", { relay: "scan" }, function* () {
    const changes: RelayChange[] = []
    const relay = yield* Relay
    yield* relay.watch((change) => change.type !== "asked" && changes.push(change))
    const session = yield* settled(relay.connect({ networks, onUri: () => {} }))
    const chain = yield* chainOf("bip122")
    const connection = yield* settled(chain.connect({ connectorId, network: bitcoin }))
    const provider = (yield* settled(chain.provider(connectorId))) as BitcoinProvider
    const psbt = unsignedPsbt([{ address, satoshis: 5_000 }], address)
    const ask = <A>(asking: () => Promise<A>) => settled(Effect.promise(asking))

    assert.includeMembers([...session.accounts], [...main.map((one) => `${bitcoin.caipNetworkId}:${one}`)])
    assert.deepStrictEqual(
      connection.accounts.map((account) => [account.address, account.type]),
      [
        [main[0], "payment"],
        [main[1], "ordinal"],
      ],
    )
    assert.deepStrictEqual(yield* ask(provider.getAccountAddresses), connection.accounts)
    assert.lengthOf(atob(yield* ask(() => provider.signMessage({ address, message: "abc" }))), 65)
    const signed = yield* ask(() => provider.signPsbt({ psbt, signInputs: [{ index: 0, address }], broadcast: true }))
    assert.notStrictEqual(signed.psbt, psbt)
    assert.match(signed.txid ?? "", /^[0-9a-f]{64}$/)
    assert.match(yield* ask(() => provider.sendTransfer({ recipient: address, amount: 1 })), /^[0-9a-f]{64}$/)

    yield* settled(chain.switchNetwork({ connectorId, network: bitcoinTestnet }))
    assert.deepStrictEqual(
      (yield* ask(provider.getAccountAddresses)).map((account) => account.address),
      addressesOn(known, bitcoinTestnet.caipNetworkId),
    )
    assert.deepStrictEqual(changes, [
      { type: "wallet", namespace: "bip122", change: { type: "chain", caipNetworkId: bitcoinTestnet.caipNetworkId } },
    ])
  })

  test("returns the visitor's rejection over the relay", {
    relay: { connect: "approve", sign: "reject" },
  }, function* () {
    yield* settled((yield* Relay).connect({ networks, onUri: () => {} }))
    const chain = yield* chainOf("bip122")
    yield* settled(chain.connect({ connectorId, network: bitcoin }))
    yield* fails(settled(chain.signMessage({ connectorId, address, message: "no" })), {
      _tag: "UserRejectedRequestError",
    })
  })
})
