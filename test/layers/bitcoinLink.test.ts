import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { type Library, open } from "../../layers/chains/bitcoin/library.ts"
import { linked } from "../../layers/chains/bitcoin/link.ts"
import { providerOf } from "../../layers/chains/bitcoin/provider.ts"
import type { BitcoinFailure, BitcoinWallet, Granted, News } from "../../layers/chains/bitcoin/wallet.ts"
import { lacks } from "../../layers/chains/bitcoin/wallet.ts"
import { reading } from "../../layers/chains/bitcoin.ts"
import type { WalletChange } from "../../services/Chains.ts"
import { bitcoinChains } from "../../src/domain/bitcoin.ts"
import type { Account } from "../../src/domain/connection.ts"
import { NotConnectedYet, UnknownFailure } from "../../src/domain/errors.ts"
import { bitcoin, bitcoinTestnet } from "../../src/domain/networks.ts"
import { ResourceUnavailableRpcError, UnauthorizedProviderError } from "../../src/domain/rpcErrors.ts"
import { breath, settled } from "../contracts/settled.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { keysOf } from "../real/parts/bitcoinKeys.ts"

const account = (place: number, chain: "mainnet" | "test" = "mainnet"): Account => ({
  address: keysOf(place, chain)[0].address,
  type: "payment",
})
const [first, second] = [account(0), account(1)]
const on = (...accounts: Granted["accounts"]): Granted => ({ accounts, chain: bitcoinChains.mainnet })

/** A wallet that grants what a test says, and that can be heard. */
const wallet = (given: Partial<BitcoinWallet> = {}) => {
  const ears = new Set<(news: News) => void>()
  const no = () => Effect.never as Effect.Effect<never, BitcoinFailure>
  const api: BitcoinWallet = {
    connect: () => Effect.succeed(on(first)),
    granted: () => Effect.succeed(on(first)),
    disconnect: Effect.void,
    switchTo: no,
    signMessage: no,
    signPsbt: no,
    sendTransfer: no,
    listen: (heard) => {
      ears.add(heard)
      return () => void ears.delete(heard)
    },
    ...given,
  }
  const tell = (news: News) => {
    for (const ear of [...ears]) ear(news)
  }
  return { api, tell, heard: () => ears.size }
}

/** A link in a scope, whose code comes when `fetched` is opened. */
const link = Effect.fnUntraced(function* (api: BitcoinWallet) {
  const fetched = yield* Deferred.make<Library>()
  const scope = yield* Scope.make()
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const background = (effect: Effect.Effect<void>) => Fiber.runIn(fork(effect), scope)
  const parts = { library: Deferred.await(fetched), networks: () => [bitcoin, bitcoinTestnet], background }
  const made = linked(api, parts)
  return {
    made,
    fetch: Effect.andThen(Deferred.succeed(fetched, open()), breath),
    end: Scope.close(scope, yield* Effect.exit(Effect.void)),
    provider: providerOf(made, (effect) => Effect.runPromise(effect), background),
  }
})

describe("What a Bitcoin wallet tells while our code is fetched", () => {
  it.effect("another account counts more than the answer before it", function* () {
    let granted = on(first)
    const { api, tell } = wallet({ granted: () => Effect.sync(() => granted) })
    const { made, fetch } = yield* link(api)
    const connecting = yield* Effect.forkChild(made.connect(bitcoin), { startImmediately: true })
    granted = on(second)
    tell({ is: "accounts", accounts: [second] })
    yield* fetch
    const { accounts } = yield* Fiber.join(connecting)

    assert.deepStrictEqual(accounts, [second])
    assert.deepStrictEqual(made.standing()?.accounts, [second])
  })

  it.effect("a wallet that was locked meanwhile is not connected", function* () {
    const { api, tell, heard } = wallet({ granted: () => Effect.fail(new UnauthorizedProviderError("locked")) })
    const { made, fetch } = yield* link(api)
    const connecting = yield* Effect.forkChild(made.connect(bitcoin), { startImmediately: true })
    tell({ is: "accounts", accounts: [] })
    yield* fetch
    const error = yield* Effect.flip(Fiber.join(connecting))

    assert.strictEqual(error._tag, "UnauthorizedProviderError")
    assert.strictEqual(made.standing(), undefined)
    assert.strictEqual(heard(), 0)
  })

  it.effect("one that tells nothing without a prompt is believed its answer", function* () {
    const { api, tell } = wallet({ granted: () => lacks("its accounts") })
    const { made, fetch } = yield* link(api)
    const connecting = yield* Effect.forkChild(made.connect(bitcoin), { startImmediately: true })
    tell({ is: "stale" })
    yield* fetch

    assert.deepStrictEqual((yield* Fiber.join(connecting)).accounts, [first])
  })
})

describe("Who hears a Bitcoin wallet", () => {
  it.effect("what is asked on the way ends with the modal", function* () {
    let ended = false
    const { api, tell } = wallet({
      granted: () =>
        Effect.onInterrupt(Effect.never, () =>
          Effect.sync(() => {
            ended = true
          }),
        ),
    })
    const { made, end } = yield* link(api)
    made.follow(() => {})
    tell({ is: "stale" })
    yield* breath
    yield* end

    assert.isTrue(ended)
  })

  it.effect("a site's listeners hear no more once the modal has ended", function* () {
    const { api, tell, heard } = wallet()
    const { made, fetch, provider, end } = yield* link(api)
    yield* fetch
    yield* made.connect(bitcoin)
    const changes: unknown[] = []
    const listener = (said: unknown) => void changes.push(said)
    provider.on("accountsChanged", listener)
    tell({ is: "accounts", accounts: [second] })
    const before = heard()
    yield* end
    tell({ is: "accounts", accounts: [first] })

    assert.deepStrictEqual(changes, [[second]])
    assert.deepStrictEqual([before, heard()], [1, 0])
  })

  it.effect("a site that listens to nothing any more is not heard for, and may listen again", function* () {
    const { api, heard } = wallet()
    const { provider } = yield* link(api)
    const listener = () => {}
    const counts = [heard()]
    for (let time = 0; time < 2; time++) {
      provider.on("chainChanged", listener)
      counts.push(heard())
      provider.removeListener("chainChanged", listener)
      counts.push(heard())
    }

    assert.deepStrictEqual(counts, [0, 1, 0, 1, 0])
  })
})

describe("Who follows a Bitcoin wallet later", () => {
  it.effect("is told where it stands, though nothing of it is new", function* () {
    const { made, fetch } = yield* link(wallet().api)
    yield* fetch
    yield* made.connect(bitcoin)
    const changes: WalletChange[] = []
    made.follow((change) => changes.push(change))
    yield* made.catchUp

    assert.deepStrictEqual(changes, [
      { is: "chain", caipNetworkId: bitcoinChains.mainnet },
      { is: "accounts", accounts: [first] },
    ])
  })
})

describe("Connecting a Bitcoin wallet", () => {
  it.effect("a prompt that is open already (-32002) is waited for, and given up after two minutes", function* () {
    let granted: Effect.Effect<Granted, BitcoinFailure> = Effect.fail(new UnauthorizedProviderError("none"))
    const { chain } = yield* adapted(
      wallet({
        connect: () => Effect.fail(new ResourceUnavailableRpcError("A prompt is open")),
        granted: () => Effect.suspend(() => granted),
      }).api,
    )
    const error = yield* Effect.flip(settled(chain.connect({ connectorId, network: bitcoin })))
    const waiting = yield* Effect.forkChild(chain.connect({ connectorId, network: bitcoin }))
    yield* breath
    yield* TestClock.adjust("1 minute")
    granted = Effect.succeed(on(first))
    const { accounts } = yield* settled(Fiber.join(waiting))

    assert.strictEqual(error._tag, "ConnectFailed")
    assert.deepStrictEqual(accounts, [first])
  })

  it.effect(
    "is done though the wallet still asks whether to go to another network, to which it may go later",
    function* () {
      const test = account(0, "test")
      let granted = on(first)
      const { api, tell } = wallet({ granted: () => Effect.sync(() => granted) })
      const { chain } = yield* adapted(api)
      const waiting = yield* Effect.forkChild(chain.connect({ connectorId, network: bitcoinTestnet }))
      for (let turn = 0; turn < 20; turn++) yield* breath
      assert.strictEqual(waiting.pollUnsafe(), undefined)
      yield* TestClock.adjust("10 seconds")
      const { caipNetwork } = yield* settled(Fiber.join(waiting))
      const changes: WalletChange[] = []
      yield* chain.follow(connectorId, (change) => changes.push(change))
      granted = { accounts: [test], chain: bitcoinChains.testnet }
      tell({ is: "chain", caipNetworkId: bitcoinChains.testnet })
      yield* breath
      yield* breath

      assert.strictEqual(caipNetwork, bitcoin)
      assert.deepStrictEqual(changes, [
        { is: "chain", caipNetworkId: bitcoinChains.testnet },
        { is: "accounts", accounts: [test] },
      ])
    },
  )

  it.effect("a wallet that is locked while it asks for another network is not connected", function* () {
    const { api, tell } = wallet({
      switchTo: () => Effect.sync(() => tell({ is: "accounts", accounts: [] })).pipe(Effect.andThen(Effect.never)),
    })
    const { chain } = yield* adapted(api)
    const error = yield* Effect.flip(settled(chain.connect({ connectorId, network: bitcoinTestnet })))

    assert.strictEqual(error._tag, "ConnectFailed")
  })
})

describe("A Bitcoin wallet's object that another takes the place of", () => {
  it.effect("is heard no more: the new one is asked without a prompt", function* () {
    const [before, after] = [wallet(), wallet({ granted: () => Effect.succeed(on(second)) })]
    const { chain, put } = yield* adapted(before.api)
    yield* settled(chain.connect({ connectorId, network: bitcoin }))
    const changes: WalletChange[] = []
    yield* chain.follow(connectorId, (change) => changes.push(change))
    put(after.api)
    yield* settled(breath)
    put(undefined)

    assert.deepStrictEqual(changes, [
      { is: "chain", caipNetworkId: bitcoinChains.mainnet },
      { is: "accounts", accounts: [second] },
      { is: "disconnect" },
    ])
    assert.deepStrictEqual([before.heard(), after.heard()], [0, 0])
  })
})

const connectorId = "Test"

/** The adapter over one wallet, in whose place another can be put. */
const adapted = Effect.fnUntraced(function* (api: BitcoinWallet) {
  const scope = yield* Effect.scope
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const watchers = new Set<() => void>()
  let here: BitcoinWallet | undefined = api
  const chain = reading({ call: () => Effect.never, image: () => "" }).adapt({
    networks: () => [bitcoin, bitcoinTestnet],
    rpc: { request: () => Effect.fail(new UnknownFailure()) },
    relay: {
      connect: () => Effect.never,
      restore: Effect.succeed(undefined),
      disconnect: Effect.void,
      follow: () => Effect.void,
      provider: () => Effect.fail(new NotConnectedYet()),
      revive: Effect.void,
    },
    wallets: {
      list: () => [],
      find: (id) => (id === connectorId ? here : undefined),
      watch: (changed) => {
        watchers.add(changed)
        return () => void watchers.delete(changed)
      },
    },
    background: (effect) => Fiber.runIn(fork(effect), scope),
  })
  const put = (next: BitcoinWallet | undefined) => {
    here = next
    for (const changed of [...watchers]) changed()
  }
  return { chain, put }
})
