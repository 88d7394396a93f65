import { Clock, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { addressesOn } from "../../../layers/demo/accounts.ts"
import { respond } from "../../../layers/demo/provider/responses.ts"
import { satsConnectWallet } from "../../../layers/demo/wallets/bitcoin.ts"
import { createWorld, type World } from "../../../layers/demo.ts"
import { Chains } from "../../../services/Chains.ts"
import { Relay, type RelayChange } from "../../../services/Relay.ts"
import { utxoEndpoint } from "../../../src/balances/endpoints/utxos.ts"
import { formatUnits } from "../../../src/core/amounts.ts"
import type { BitcoinProvider } from "../../../src/namespaces/model/bitcoinProvider.ts"
import { bitcoin, bitcoinTestnet, mainnet } from "../../../src/options/networks.ts"
import { settled } from "../../contracts/settled.ts"
import { fails } from "../../fixtures/fails.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { judge } from "../../real/parts/bitcoinJudge.ts"
import { unsignedPsbt } from "../../real/parts/bitcoinPsbt.ts"
import { addressOf, chainOf, test, walletOf } from "./demoParts.ts"

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

/** An unspent output, as the explorer lists it. */
interface ListedCoin {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly status: { readonly confirmed: boolean }
  readonly address: string
}

/** The unspent outputs of an address, undecoded. */
const listCoins = (world: World, address: string) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const listed = respond(world, utxoEndpoint, { network: bitcoin, address }, now) as readonly Omit<
      ListedCoin,
      "address"
    >[]
    return listed.map((coin): ListedCoin => ({ ...coin, address }))
  })
const totalOf = (coins: readonly ListedCoin[]) => coins.reduce((sum, { value }) => sum + value, 0)
const spending = ({ value: satoshis, ...coin }: ListedCoin) => ({ ...coin, satoshis })

describe("the demo's Bitcoin chain", () => {
  const stranger = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
  /** A connected wallet of the page: its provider, as a site has it, and its payment address. */
  const connected = Effect.gen(function* () {
    const chain = yield* chainOf("bip122")
    const connection = yield* settled(chain.connect({ connectorId: sheepshank, network: bitcoin }))
    const provider = (yield* settled(chain.provider(sheepshank))) as BitcoinProvider
    return { provider, address: connection.accounts[0]?.address ?? "" }
  })
  const outcome = <A>(asking: () => Promise<A>) => settled(Effect.result(Effect.tryPromise(asking)))

  test("executes a transfer: its inputs are spent at once, and the payment and the change confirm when it is mined", {
    tick: 0,
  }, function* (world) {
    const { provider, address } = yield* connected
    const before = yield* listCoins(world, address)
    const txid = yield* settled(Effect.promise(() => provider.sendTransfer({ recipient: stranger, amount: 20_000 })))
    const [paid] = yield* listCoins(world, stranger)
    const waiting = yield* listCoins(world, address)

    assert.deepInclude(paid, { txid, value: 20_000, status: { confirmed: false } })
    assert.isBelow(waiting.filter(({ status }) => status.confirmed).length, before.length)
    const fee = totalOf(before) - totalOf(waiting) - 20_000
    assert.isAbove(fee, 100)
    assert.isBelow(fee, 2_000)
    assert.strictEqual(Number(world.market.units(bitcoin.caipNetworkId, address)), totalOf(before))
    yield* TestClock.adjust("3 seconds")

    assert.isTrue((yield* listCoins(world, stranger))[0]?.status.confirmed)
    const after = yield* listCoins(world, address)
    assert.isTrue(after.every(({ status }) => status.confirmed))
    assert.strictEqual(Number(world.market.units(bitcoin.caipNetworkId, address)), totalOf(after))
    assert.strictEqual(totalOf(after), totalOf(before) - 20_000 - fee)
  })

  test("sends a PSBT that spends its coins, whose signatures bitcore's interpreter accepts", {
    tick: 0,
  }, function* (world) {
    const { provider, address } = yield* connected
    const coins = yield* listCoins(world, address)
    const psbt = unsignedPsbt(coins.map(spending), stranger, 1_000)
    const signInputs = coins.map((_, index) => ({ index, address }))
    const sent = yield* settled(Effect.promise(() => provider.signPsbt({ psbt, signInputs, broadcast: true })))

    assert.deepStrictEqual(judge(sent.psbt), ["", ""])
    assert.deepStrictEqual(yield* listCoins(world, address), [])
    assert.deepInclude((yield* listCoins(world, stranger))[0], { txid: sent.txid ?? "", value: totalOf(coins) - 1_000 })
  })

  const refused: readonly (readonly [
    string,
    (coins: readonly ListedCoin[]) => readonly [ListedCoin[], fee: number],
  ])[] = [
    ["an output that does not exist", ([coin]) => [coin ? [{ ...coin, vout: 7 }] : [], 500]],
    ["an output of another amount", ([coin]) => [coin ? [{ ...coin, value: coin.value * 2 }] : [], 500]],
    ["a fee below a satoshi a virtual byte", ([coin]) => [coin ? [coin] : [], 50]],
  ]
  for (const [what, change] of refused)
    test(`rejects a transaction with ${what}, and nothing is spent`, { tick: 0 }, function* (world) {
      const { provider, address } = yield* connected
      const before = yield* listCoins(world, address)
      const [coins, fee] = change(before)
      const psbt = unsignedPsbt(coins.map(spending), stranger, fee)
      const ended = yield* outcome(() =>
        provider.signPsbt({ psbt, signInputs: [{ index: 0, address }], broadcast: true }),
      )

      assert.isTrue(Result.isFailure(ended))
      assert.deepStrictEqual(yield* listCoins(world, address), before)
    })

  test("rejects a second transaction that spends the same output", { tick: 0 }, function* (world) {
    const { provider, address } = yield* connected
    const [coin] = yield* listCoins(world, address)
    if (!coin) throw new Error("The account has no coins")
    const send = (fee: number) =>
      outcome(() =>
        provider.signPsbt({
          psbt: unsignedPsbt([spending(coin)], stranger, fee),
          signInputs: [{ index: 0, address }],
          broadcast: true,
        }),
      )

    assert.isTrue(Result.isSuccess(yield* send(500)))
    assert.isTrue(Result.isFailure(yield* send(600)))
  })

  test("sends two payments at once from different outputs, or from the change", { tick: 0 }, function* (world) {
    const { provider } = yield* connected
    const sent = yield* settled(
      Effect.promise(() =>
        Promise.all([1_000, 2_000].map((amount) => provider.sendTransfer({ recipient: stranger, amount }))),
      ),
    )

    assert.strictEqual(new Set(sent).size, 2)
    assert.deepStrictEqual(
      (yield* listCoins(world, stranger)).map(({ value }) => value).sort((one, other) => one - other),
      [1_000, 2_000],
    )
  })

  test("forgets a dropped payment and those that spend its change, and takes it again", { tick: 0 }, function* (world) {
    const { provider, address } = yield* connected
    const before = yield* listCoins(world, address)
    const send = (amount: number) =>
      settled(Effect.promise(() => provider.sendTransfer({ recipient: stranger, amount })))
    const first = yield* send(totalOf(before) - 50_000)
    yield* send(20_000)
    assert.isTrue(world.ledger.drop(first))

    assert.deepStrictEqual(yield* listCoins(world, address), before)
    assert.deepStrictEqual(yield* listCoins(world, stranger), [])
    assert.strictEqual(yield* send(totalOf(before) - 50_000), first)
    assert.lengthOf(yield* listCoins(world, stranger), 1)
  })

  test("confirms a payment after the one whose change it spends, also after a reorganization", {
    tick: 0,
  }, function* (world) {
    const { provider, address } = yield* connected
    const before = yield* listCoins(world, address)
    const send = (amount: number) =>
      settled(Effect.promise(() => provider.sendTransfer({ recipient: stranger, amount })))
    yield* send(totalOf(before) - 50_000)
    yield* TestClock.adjust("4 seconds")
    yield* listCoins(world, address)
    yield* send(20_000)
    // The first payment is mined again at 8 s, and the second would be due at 7 s.
    yield* TestClock.adjust("1 second")
    yield* listCoins(world, address)
    world.ledger.reorganize()
    for (let second = 0; second < 5; second++) {
      yield* TestClock.adjust("1 second")
      const [parent, child] = (yield* listCoins(world, stranger)).map(({ status }) => status.confirmed)
      assert.isTrue(parent || !child)
    }

    const all = yield* listCoins(world, stranger)
    assert.isTrue(all.every(({ status }) => status.confirmed))
    assert.lengthOf(all, 2)
  })

  test("lists each amount that was added from outside as one output, which is spent once", {
    tick: 0,
  }, function* (world) {
    const { provider, address } = yield* connected
    const chain = bitcoin.caipNetworkId
    world.market.move(chain, address, undefined, 100_000n)
    const coins = yield* listCoins(world, address)
    const added = coins.filter(({ value }) => value === 100_000)
    const psbt = unsignedPsbt(added.map(spending), stranger, 1_000)
    yield* settled(
      Effect.promise(() => provider.signPsbt({ psbt, signInputs: [{ index: 0, address }], broadcast: true })),
    )
    yield* TestClock.adjust("3 seconds")
    world.market.move(chain, address, undefined, 50_000n)
    const now = yield* listCoins(world, address)

    assert.lengthOf(added, 1)
    assert.strictEqual(totalOf(now), Number(world.market.units(chain, address)))
    assert.lengthOf(now, coins.length)
  })

  const amounts = [0, -5, 1.5, "", "0x10", "  900 ", [700], 100]
  it.effect.each(amounts)("refuses an amount that is invalid or too small for an output: %j", function* (amount) {
    const world = createWorld({ tick: 0 })
    const wallet = walletOf(world, sheepshank)
    wallet.resume({ granted: true })
    const object = satsConnectWallet(wallet, Effect.runPromise, world)
    for (const recipients of [[{ address: stranger, amount }], amount, [null], []]) {
      const ended = yield* Effect.promise(async () => object.request("sendTransfer", { recipients }))
      assert.isNumber((ended as { readonly error: { readonly code: number } }).error.code)
    }

    assert.deepStrictEqual(yield* listCoins(world, stranger), [])
  })

  test("fails for more than the account has, and spends nothing", { tick: 0 }, function* (world) {
    const { provider, address } = yield* connected
    const before = yield* listCoins(world, address)
    const ended = yield* outcome(() => provider.sendTransfer({ recipient: stranger, amount: totalOf(before) }))

    assert.isTrue(Result.isFailure(ended))
    assert.deepStrictEqual(yield* listCoins(world, address), before)
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

  test("has a session with Bitcoin beside EVM: it signs, sends and switches", { relay: "scan" }, function* (world) {
    const changes: RelayChange[] = []
    const relay = yield* Relay
    yield* relay.watch((change) => change.type !== "requested" && changes.push(change))
    const session = yield* settled(relay.connect({ networks, onUri: () => {} }))
    const chain = yield* chainOf("bip122")
    const connection = yield* settled(chain.connect({ connectorId, network: bitcoin }))
    const provider = (yield* settled(chain.provider(connectorId))) as BitcoinProvider
    const coins = yield* listCoins(world, address)
    const psbt = unsignedPsbt(coins.slice(0, 1).map(spending), address)
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
    assert.match(yield* ask(() => provider.sendTransfer({ recipient: address, amount: 1_000 })), /^[0-9a-f]{64}$/)

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
