import { Deferred, Effect, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { reading } from "../../../../layers/chains/bitcoin/adapter.ts"
import { connectWallet } from "../../../../layers/chains/bitcoin/connectedWallet.ts"
import { providerOf } from "../../../../layers/chains/bitcoin/provider.ts"
import { type Library, open } from "../../../../layers/chains/bitcoin/psbt.ts"
import type {
  BitcoinFailure,
  BitcoinWallet,
  Granted,
  WalletEvent,
} from "../../../../layers/chains/bitcoin/wallets/wallet.ts"
import { lacks } from "../../../../layers/chains/bitcoin/wallets/wallet.ts"
import type { WalletChange } from "../../../../services/Chains.ts"
import type { Account } from "../../../../src/connections/opening/model.ts"
import { UnknownFailure } from "../../../../src/errors/index.ts"
import { ResourceUnavailableRpcError, UnauthorizedProviderError } from "../../../../src/errors/rpc.ts"
import { bitcoinChains } from "../../../../src/namespaces/model/bitcoinProvider.ts"
import { bitcoin, bitcoinTestnet } from "../../../../src/options/networks.ts"
import { breath, settled } from "../../../contracts/settled.ts"
import { fails } from "../../../fixtures/fails.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { keysOf } from "../../../real/parts/bitcoinKeys.ts"
import { noRelay } from "../chainScene.ts"

const account = (place: number, chain: "mainnet" | "test" = "mainnet"): Account => ({
  address: keysOf(place, chain)[0].address,
  type: "payment",
})
const [first, second] = [account(0), account(1)]
const on = (...accounts: Granted["accounts"]): Granted => ({ accounts, chain: bitcoinChains.mainnet })

/** A scriptable wallet that grants its first account, and the number of its listeners. */
const wallet = (given: Partial<BitcoinWallet> = {}) => {
  const ears = new Set<(news: WalletEvent) => void>()
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
  const tell = (news: WalletEvent) => {
    for (const ear of [...ears]) ear(news)
  }
  return { api, tell, heard: () => ears.size }
}

/** A `link` in a scope, whose library loads with `fetch`. */
const link = Effect.fnUntraced(function* (api: BitcoinWallet) {
  const fetched = yield* Deferred.make<Library>()
  const scope = yield* Scope.make()
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const background = (effect: Effect.Effect<void>) => Fiber.runIn(fork(effect), scope)
  const parts = { library: Deferred.await(fetched), networks: () => [bitcoin, bitcoinTestnet], background }
  const made = connectWallet(api, parts)
  return {
    made,
    fetch: Effect.andThen(Deferred.succeed(fetched, open()), breath),
    end: Scope.close(scope, yield* Effect.exit(Effect.void)),
    provider: providerOf(made, (effect) => Effect.runPromise(effect), background),
  }
})

describe("A Bitcoin wallet that changes while its library loads", () => {
  const connecting = Effect.fnUntraced(function* (given: Partial<BitcoinWallet>, news: WalletEvent) {
    const { api, tell, heard } = wallet(given)
    const { made, fetch } = yield* link(api)
    const connection = yield* Effect.forkChild(made.connect(bitcoin), { startImmediately: true })
    tell(news)
    yield* fetch
    return { made, heard, connection: Fiber.join(connection) }
  })

  it.effect("connects to the account to which it switched", function* () {
    let granted = on(first)
    const { made, connection } = yield* connecting(
      {
        connect: () =>
          Effect.sync(() => {
            const before = granted
            granted = on(second)
            return before
          }),
        granted: () => Effect.sync(() => granted),
      },
      { type: "accounts", accounts: [second] },
    )

    assert.deepStrictEqual((yield* connection).accounts, [second])
    assert.deepStrictEqual(made.standing()?.accounts, [second])
  })

  it.effect("is not connected after being locked", function* () {
    const { made, heard, connection } = yield* connecting(
      { granted: () => Effect.fail(new UnauthorizedProviderError("locked")) },
      { type: "accounts", accounts: [] },
    )

    assert.strictEqual((yield* Effect.flip(connection))._tag, "UnauthorizedProviderError")
    assert.isUndefined(made.standing())
    assert.strictEqual(heard(), 0)
  })

  it.effect("is connected by its first response if it reports nothing without a prompt", function* () {
    const { connection } = yield* connecting({ granted: () => lacks("its accounts") }, { type: "stale" })

    assert.deepStrictEqual((yield* connection).accounts, [first])
  })
})

describe("The listeners of a Bitcoin wallet", () => {
  it.effect("end with the modal, as do the requests they have started", function* () {
    let ended = false
    const stopped = Effect.sync(() => {
      ended = true
    })
    const { api, tell } = wallet({ granted: () => Effect.onInterrupt(Effect.never, () => stopped) })
    const { made, end } = yield* link(api)
    made.follow(() => {})
    tell({ type: "stale" })
    yield* breath
    yield* end

    assert.isTrue(ended)
  })

  it.effect("of a site end with the modal", function* () {
    const { api, tell, heard } = wallet()
    const { made, fetch, provider, end } = yield* link(api)
    yield* fetch
    yield* made.connect(bitcoin)
    const changes: unknown[] = []
    provider.on("accountsChanged", (said: unknown) => void changes.push(said))
    tell({ type: "accounts", accounts: [second] })
    assert.strictEqual(heard(), 1)
    yield* end
    tell({ type: "accounts", accounts: [first] })

    assert.deepStrictEqual(changes, [[second]])
    assert.strictEqual(heard(), 0)
  })

  it.effect("are shared by a site's listeners, and removed with the last of them", function* () {
    const { api, heard } = wallet()
    const { provider } = yield* link(api)
    const listener = () => {}
    for (let time = 0; time < 2; time++) {
      assert.strictEqual(heard(), 0)
      provider.on("chainChanged", listener)
      assert.strictEqual(heard(), 1)
      provider.removeListener("chainChanged", listener)
    }

    assert.strictEqual(heard(), 0)
  })

  it.effect("receive the current network and accounts if they are added later", function* () {
    const { made, fetch } = yield* link(wallet().api)
    yield* fetch
    yield* made.connect(bitcoin)
    const changes: WalletChange[] = []
    made.follow((change) => changes.push(change))
    yield* made.catchUp

    assert.deepStrictEqual(changes, [
      { type: "chain", caipNetworkId: bitcoinChains.mainnet },
      { type: "accounts", accounts: [first] },
    ])
  })
})

describe("Connecting a Bitcoin wallet", () => {
  it.effect("waits for a prompt that is already open (-32002), for up to two minutes", function* () {
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

  it.effect("is done while the wallet still prompts for another network, to which it may switch later", function* () {
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
    yield* chain.watch(connectorId, (change) => changes.push(change))
    granted = { accounts: [test], chain: bitcoinChains.testnet }
    tell({ type: "chain", caipNetworkId: bitcoinChains.testnet })
    yield* breath
    yield* breath

    assert.strictEqual(caipNetwork, bitcoin)
    assert.deepStrictEqual(changes, [
      { type: "chain", caipNetworkId: bitcoinChains.testnet },
      { type: "accounts", accounts: [test] },
    ])
  })

  it.effect("fails if the wallet is locked while it prompts for another network", function* () {
    const { api, tell } = wallet({
      switchTo: () => Effect.sync(() => tell({ type: "accounts", accounts: [] })).pipe(Effect.andThen(Effect.never)),
    })
    const { chain } = yield* adapted(api)
    yield* fails(settled(chain.connect({ connectorId, network: bitcoinTestnet })), { _tag: "ConnectFailed" })
  })
})

describe("A Bitcoin wallet's object that was replaced", () => {
  it.effect("has no effect any more: the new one is queried without a prompt", function* () {
    const [before, after] = [wallet(), wallet({ granted: () => Effect.succeed(on(second)) })]
    const { chain, put } = yield* adapted(before.api)
    yield* settled(chain.connect({ connectorId, network: bitcoin }))
    const changes: WalletChange[] = []
    yield* chain.watch(connectorId, (change) => changes.push(change))
    put(after.api)
    yield* settled(breath)
    put(undefined)

    assert.deepStrictEqual(changes, [
      { type: "chain", caipNetworkId: bitcoinChains.mainnet },
      { type: "accounts", accounts: [second] },
      { type: "disconnect" },
    ])
    assert.deepStrictEqual([before.heard(), after.heard()], [0, 0])
  })
})

const connectorId = "Test"

/** The adapter over one wallet, which can be replaced. */
const adapted = Effect.fnUntraced(function* (api: BitcoinWallet) {
  const scope = yield* Effect.scope
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const watchers = new Set<() => void>()
  let here: BitcoinWallet | undefined = api
  const chain = reading({ call: () => Effect.never, image: () => "" }).adapt({
    networks: () => [bitcoin, bitcoinTestnet],
    rpc: { request: () => Effect.fail(new UnknownFailure()) },
    relay: noRelay,
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
