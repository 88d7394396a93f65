import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import * as DemoApi from "../../layers/api/demo.ts"
import type { DemoWallet, World } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { refreshBalances, refreshMovedBalances, retryBalances } from "../../src/balances/flows/tokens.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { balances, toBalance } from "../../src/balances/state/tokens.ts"
import { connect } from "../../src/connect/operations.ts"
import { HttpStatus } from "../../src/errors/index.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { estimateSend } from "../../src/send/operations.ts"
import { subscribe } from "../../src/stub/takeSnapshot.ts"
import { swapTokens } from "../../src/swap/steps/quote.ts"
import { settled } from "../contracts/settled.ts"
import { changed } from "../fixtures/layers.ts"
import { halyard, rest, walletOf } from "../fixtures/modal.ts"
import { ansel, anselOnSolana, recordedSnacks, test, whenConnected } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { fails, pass } from "../fixtures/visits.ts"

/** Prices that change every second, so that no response is a cached one. */
const lively = { tick: 1_000 }
const connected = connect({ wallet: halyard })
const symbols = Effect.map(slicesOf(balances), ({ tokens }) => tokens.peek().map(({ symbol }) => symbol))

describe("balances", () => {
  test("A visitor can view token balances", function* () {
    const { tokens, total, refresh } = yield* slicesOf(balances)
    yield* refreshBalances()
    const eth = tokens.peek().find(({ symbol }) => symbol === "ETH")

    assert.deepInclude(eth, {
      name: "Ether",
      chainId: "eip155:1",
      address: undefined,
      quantity: "1.204",
      decimals: 18,
    })
    assert.approximately(
      Number(total.value),
      tokens.peek().reduce((sum, { value }) => sum + value, 0),
      0.01,
    )
    assert.strictEqual(refresh.value.status, "loaded")
  })

  test("A visitor can view token balances: those on the active network", function* ({ core }) {
    const { tokens } = yield* slicesOf(balances)
    for (const network of ["eip155:8453", "eip155:1"] as const) {
      yield* settled(switchNetwork({ network }))
      yield* refreshBalances()
      assert.isNotEmpty(tokens.peek(), core.network.peek()?.name)
      assert.deepStrictEqual([...new Set(tokens.peek().map(({ chainId }) => chainId))], [network])
    }
  })

  test("Tokens with 0 decimals are filtered out", function* ({ world, core }) {
    const held = world.market.tokens("eip155:1", core.address.peek() ?? "", 0) as { symbol: string }[]
    assert.isTrue(held.some(({ symbol }) => symbol === "PASS"))
    yield* refreshBalances()

    assert.include(yield* symbols, "USDC")
    assert.notInclude(yield* symbols, "PASS")
    // Offline, the list comes from the cache.
    core.online.value = false
    yield* settled(switchNetwork({ network: "eip155:8453" }))
    yield* refreshBalances()
    assert.deepStrictEqual(yield* symbols, [])
    yield* settled(switchNetwork({ network: "eip155:1" }))
    yield* refreshBalances()
    assert.include(yield* symbols, "USDC")
    assert.notInclude(yield* symbols, "PASS")
  })

  test("refresh every 10 s, but only while they are read", { script: lively }, function* ({ world }) {
    const { tokens } = yield* slicesOf(balances)
    yield* pass(60_000)
    assert.strictEqual(world.faults.requestCount("balance"), 0)

    const leave = tokens.ids.subscribe(() => undefined)
    yield* rest
    assert.strictEqual(world.faults.requestCount("balance"), 1)
    const other = tokens.ids.subscribe(() => undefined)
    yield* pass(9_999)
    assert.strictEqual(world.faults.requestCount("balance"), 1)
    yield* pass(1)
    assert.strictEqual(world.faults.requestCount("balance"), 2)
    leave()
    yield* pass(10_000)
    assert.strictEqual(world.faults.requestCount("balance"), 3)
    other()
    yield* pass(600_000)

    assert.strictEqual(world.faults.requestCount("balance"), 3)
  })

  test("are not loaded for a subscriber of the modal's state, but reach it once something reads them", {
    script: lively,
  }, function* ({ world, instance }) {
    const { tokens } = yield* slicesOf(balances)
    const lengths: number[] = []
    const end = subscribe(instance, ({ chains }) => {
      const { tokenBalance = [] } = (chains.eip155?.accountState ?? {}) as { tokenBalance?: readonly object[] }
      if (lengths.at(-1) !== tokenBalance.length) lengths.push(tokenBalance.length)
    })
    yield* pass(60_000)
    assert.strictEqual(world.faults.requestCount("balance"), 0)
    const leave = tokens.ids.subscribe(() => undefined)
    yield* rest
    leave()
    yield* pass(60_000)
    end()

    assert.strictEqual(world.faults.requestCount("balance"), 1)
    assert.deepStrictEqual(lengths, [0, tokens.peek().length])
  })

  test("are empty, without a request or an error, on a network that the provider does not serve", {
    script: lively,
  }, function* ({ world }) {
    const { served } = yield* slicesOf(project)
    const { refresh } = yield* slicesOf(balances)
    const seen = yield* recordedSnacks
    served.value = new Set(["eip155:8453"])
    yield* refreshBalances()
    yield* rest

    assert.deepStrictEqual(yield* fetchBalances(), [])
    assert.deepStrictEqual(yield* symbols, [])
    assert.strictEqual(refresh.value.status, "loaded")
    assert.isEmpty(seen)
    assert.strictEqual(world.faults.requestCount("balance"), 0)
    served.value = undefined
    yield* refreshBalances()
    assert.include(yield* symbols, "ETH")
  })

  test.started(
    "are not requested without a connected wallet, or offline",
    { script: lively },
    function* ({ world, core }) {
      const { refresh } = yield* slicesOf(balances)
      yield* refreshBalances()
      assert.strictEqual(refresh.value.status, "idle")
      yield* connected
      core.online.value = false
      yield* refreshBalances()

      assert.strictEqual(refresh.value.status, "idle")
      assert.strictEqual(world.faults.requestCount("balance"), 0)
      assert.deepStrictEqual(yield* symbols, [])
    },
  )

  test.started(
    "are returned by the operation, on EVM networks and Solana; none without a connected wallet, or on Bitcoin",
    {
      // The provider's other services support Bitcoin.
      script: { project: { networks: [mainnet, solana, bitcoin].map(({ caipNetworkId }) => caipNetworkId) } },
      options: { networks: [mainnet, solana, bitcoin] },
    },
    function* ({ core, world }) {
      assert.deepStrictEqual(yield* fetchBalances(), [])
      for (const [wallet, namespace, symbol] of [
        [halyard, "eip155", "ETH"],
        ["example.plover", "solana", "SOL"],
        ["example.sheepshank", "bip122", undefined],
      ] as const) {
        yield* connect({ wallet, namespace })
        assert.isDefined(core.address.value)
        assert.strictEqual((yield* fetchBalances())[0]?.symbol, symbol)
      }
      assert.strictEqual(world.faults.requestCount("balance"), 2)
    },
  )
})

/** The demo's services, with these balances. */
const serving = (balances: readonly object[]) => (world: World) => ({
  api: changed(Api, DemoApi.layer(world), ({ call }) => ({
    call: (row, input) =>
      Effect.map(call(row, input), (response) =>
        row.name === "balance" ? ({ balances } as typeof response) : response,
      ),
  })),
})

describe("balances without a network", () => {
  const coin = { name: "Ether", symbol: "ETH", price: 1, quantity: { decimals: "18", numeric: "1" }, iconUrl: "" }
  test("belong to the active one, on which they can be sent", { layers: serving([coin]) }, function* () {
    const { tokens } = yield* slicesOf(balances)
    yield* refreshBalances()
    const [row] = tokens.peek()
    assert.deepInclude(row, { key: "eip155:1:native", chainId: "eip155:1" })
    const [token] = toBalance(row)
    const transfer = { ...(token && { token }), sendTokenAmount: "0.1", receiverAddress: ansel }
    assert.strictEqual((yield* settled(estimateSend(transfer))).sendTokenAmount, "0.1")
  })
})

describe("balances from a hostile service", () => {
  const contract = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
  it.effect.each([
    ["once if their addresses differ only in letter case", mainnet, contract, [12]],
    ["twice on Solana, whose addresses depend on it", solana, anselOnSolana, [12, 9_000_000]],
  ] as const)("list two tokens %s, and count what is listed", ([, network, address, values]) => {
    const token = (address: string, value: number) => ({
      name: "USDC",
      symbol: "USDC",
      chainId: network.caipNetworkId,
      address: `${network.caipNetworkId}:${address}`,
      value,
      price: 1,
      quantity: { decimals: "6", numeric: String(value) },
      iconUrl: "",
    })
    const list = [token(address, 12), token(address.toLowerCase(), 9_000_000)]
    const setup = {
      layers: serving(list),
      options: { networks: [network] },
      wallet: network === solana ? "example.plover" : halyard,
    }
    return whenConnected(setup, function* () {
      const { tokens, total } = yield* slicesOf(balances)
      yield* refreshBalances()
      assert.deepStrictEqual(
        tokens.peek().map(({ value }) => value),
        [...values],
      )
      assert.strictEqual(total.peek(), `${values.reduce((sum: number, value) => sum + value, 0)}.00`)
    })
  })
})

describe("balances after a transfer", () => {
  it.effect("are requested without the cache, for the tokens that moved", () => {
    const asked: unknown[] = []
    const layers = (world: World) => ({
      api: changed(Api, DemoApi.layer(world), ({ call }) => ({
        call: (row, input) => {
          if (row.name === "balance") asked.push([row.fresh, (input as { forceUpdate?: unknown }).forceUpdate])
          return call(row, input)
        },
      })),
    })
    return whenConnected({ layers }, function* ({ core }) {
      const account = `eip155:1:${core.address.peek()}`
      asked.length = 0
      yield* refreshMovedBalances(account, ["eip155:1:0xa"])
      yield* pass(10_000)
      yield* refreshMovedBalances(account, ["eip155:1:0xb"])
      yield* refreshMovedBalances("eip155:1:0x0000000000000000000000000000000000000001", ["eip155:1:0xc"])
      yield* refreshMovedBalances(account, ["eip155:1:0xd"])
      yield* pass(30_000)
      yield* refreshBalances()
      yield* refreshMovedBalances(account, ["eip155:1:0xe"])

      const now = (...ids: string[]) => [0, ids.map((id) => `eip155:1:0x${id}`)]
      const cached = [30_000, undefined]
      assert.deepStrictEqual(asked, [now("a"), now("a", "b"), cached, now("d"), cached, now("e")])
    })
  })
})

describe("balances in storage", () => {
  test("stay as old as the response that they came from, also between those of other networks", function* ({
    core,
    storage,
  }) {
    const on = (network: "eip155:1" | "eip155:8453") =>
      Effect.gen(function* () {
        yield* settled(switchNetwork({ network }))
        yield* fetchBalances()
        return (storage.json("portfolio_cache") as Readonly<Record<string, unknown>>)[
          `${core.address.peek()} ${network}`
        ]
      })
    const first = yield* on("eip155:1")
    yield* pass(1_000)
    assert.deepStrictEqual(yield* on("eip155:1"), first)
    yield* on("eip155:8453")
    assert.deepStrictEqual(yield* on("eip155:1"), first)
    yield* pass(30_000)
    assert.notDeepEqual(yield* on("eip155:1"), first)
  })

  test("give way to those of an account that becomes active while they are read", function* ({ world }) {
    const wallet = walletOf(world)
    yield* refreshBalances()
    wallet.move(8453)
    yield* rest
    wallet.move(1)
    yield* rest
    world.faults.set("balance", { delay: 5_000 })
    const before = yield* Effect.forkChild(refreshBalances(), { startImmediately: true })
    wallet.select(1)
    const now = yield* Effect.forkChild(refreshBalances(), { startImmediately: true })
    yield* ended(before)
    assert.deepStrictEqual(yield* symbols, [])
    yield* pass(5_000)
    yield* ended(now)
    assert.include(yield* symbols, "ETH")
  })
})

describe("balances that cannot be loaded", () => {
  test("'Token Balance Unavailable': a snack error when the balance fetch fails, and the list stays", {
    script: lively,
  }, function* ({ world }) {
    const { tokens, refresh } = yield* slicesOf(balances)
    const seen = yield* recordedSnacks
    yield* refreshBalances()
    const before = tokens.peek()
    world.faults.set("balance", { status: 500 })
    yield* pass(1_000)
    yield* refreshBalances()
    yield* rest

    assert.deepStrictEqual(seen, ["error: Token Balance Unavailable"])
    assert.strictEqual(refresh.value.status, "failed")
    assert.isNotEmpty(before)
    assert.deepStrictEqual(tokens.peek(), before)
    const error = yield* fails(fetchBalances(), { message: "Token Balance Unavailable" })
    assert.strictEqual(error.cause instanceof HttpStatus && error.cause.status, 500)
  })

  for (const [what, fault] of [
    ["cannot be read", { body: "mistyped" }],
    ["does not arrive", { offline: true }],
  ] as const)
    test(`'Token Balance Unavailable': a snack error when the response ${what}`, {
      script: { ...lively, faults: { balance: fault } },
    }, function* () {
      const seen = yield* recordedSnacks
      yield* refreshBalances()
      yield* rest

      assert.deepStrictEqual(seen, ["error: Token Balance Unavailable"])
    })

  test("'Token Balance Unavailable': the 30 s without a retry begin with a late failure, not with its request", {
    script: { ...lively, faults: { balance: { status: 500, delay: 10_000, times: 1 } } },
  }, function* ({ world }) {
    const failed = yield* Effect.forkChild(Effect.flip(fetchBalances()))
    yield* pass(10_000)
    yield* ended(failed)
    yield* pass(29_999)
    yield* refreshBalances()
    yield* fails(fetchBalances(), { message: "Token Balance Unavailable" })

    assert.strictEqual(world.faults.requestCount("balance"), 1)
  })

  test("'Token Balance Unavailable': the site's fetchBalances and the tokens of a swap do not request again within 30 s either", {
    script: { ...lively, faults: { balance: { status: 500, times: 1 } } },
  }, function* ({ world }) {
    yield* fails(fetchBalances(), { message: "Token Balance Unavailable" })
    yield* pass(29_999)
    yield* fails(fetchBalances(), { message: "Token Balance Unavailable" })
    yield* swapTokens()
    yield* refreshBalances()
    assert.strictEqual(world.faults.requestCount("balance"), 1)
    yield* pass(1)

    assert.isNotEmpty(yield* fetchBalances())
    assert.strictEqual(world.faults.requestCount("balance"), 2)
  })

  test("'Token Balance Unavailable': there is no retry within 30 s", {
    script: { ...lively, faults: { balance: { status: 500 } } },
  }, function* ({ world }) {
    const { tokens } = yield* slicesOf(balances)
    const seen = yield* recordedSnacks
    const leave = tokens.ids.subscribe(() => undefined)
    yield* rest
    yield* Effect.repeat(TestClock.adjust("1 second"), { times: 28 })
    yield* refreshBalances()
    yield* rest
    assert.strictEqual(world.faults.requestCount("balance"), 1)
    assert.lengthOf(seen, 1)
    world.faults.heal()
    yield* pass(1_000)
    leave()

    assert.strictEqual(world.faults.requestCount("balance"), 2)
    assert.include(yield* symbols, "ETH")
  })

  test("'Token Balance Unavailable': a failure on another network does not end the 30 s of the first", {
    script: { ...lively, faults: { balance: { status: 500 } } },
  }, function* ({ world }) {
    yield* fails(fetchBalances(), { message: "Token Balance Unavailable" })
    yield* settled(switchNetwork({ network: "eip155:8453" }))
    yield* fails(fetchBalances(), { message: "Token Balance Unavailable" })
    assert.strictEqual(world.faults.requestCount("balance"), 2)
    yield* settled(switchNetwork({ network: "eip155:1" }))
    yield* fails(fetchBalances(), { message: "Token Balance Unavailable" })

    assert.strictEqual(world.faults.requestCount("balance"), 2)
  })

  test("are not requested again after a 503, until the visitor retries", {
    script: { ...lively, faults: { balance: { status: 503 } } },
  }, function* ({ world }) {
    const { tokens, stopped } = yield* slicesOf(balances)
    const leave = tokens.ids.subscribe(() => undefined)
    yield* rest
    yield* Effect.repeat(pass("1 minute"), { times: 9 })
    assert.strictEqual(world.faults.requestCount("balance"), 1)
    assert.isTrue(stopped.value)
    world.faults.heal()
    yield* retryBalances()
    assert.include(yield* symbols, "ETH")
    assert.strictEqual(world.faults.requestCount("balance"), 2)
    yield* pass(20_000)
    leave()

    assert.isAbove(world.faults.requestCount("balance"), 2)
  })

  test("can be retried by the visitor at once", {
    script: { ...lively, faults: { balance: { status: 500, times: 1 } } },
  }, function* () {
    yield* refreshBalances()
    assert.deepStrictEqual(yield* symbols, [])
    yield* retryBalances()

    assert.include(yield* symbols, "ETH")
  })

  test("are requested at once for another network, despite earlier failures", {
    script: { ...lively, faults: { balance: { status: 503, times: 1 } } },
  }, function* () {
    yield* refreshBalances()
    assert.deepStrictEqual(yield* symbols, [])
    yield* settled(switchNetwork({ network: "eip155:8453" }))
    yield* refreshBalances()

    assert.include(yield* symbols, "TLN")
  })
})

describe("balances after an account or network change", () => {
  const changes: readonly (readonly [to: string, change: (wallet: DemoWallet) => void])[] = [
    ["another account", (wallet) => wallet.select(1)],
    ["another network", (wallet) => wallet.move(8453)],
    ["no account", (wallet) => wallet.lock()],
  ]
  test.each(changes)(
    "are emptied at once for their readers: %s",
    { script: lively },
    function* ([to, change], { world }) {
      const { tokens } = yield* slicesOf(balances)
      const leave = tokens.ids.subscribe(() => undefined)
      yield* rest
      assert.include(yield* symbols, "ETH")
      world.faults.set("balance", { delay: 5_000 })
      change(walletOf(world))
      yield* rest
      assert.deepStrictEqual(yield* symbols, [])
      assert.strictEqual(tokens.ids.value.length, 0)
      yield* pass(5_000)
      leave()

      assert.strictEqual((yield* symbols).length > 0, to !== "no account")
    },
  )

  test.each(changes)(
    "ignore the response to an earlier request: %s",
    { script: { ...lively, faults: { balance: { delay: 5_000 } } } },
    function* ([, change], { world }) {
      const asked = yield* Effect.forkChild(refreshBalances())
      yield* rest
      change(walletOf(world))
      yield* rest
      yield* pass(5_000)
      yield* ended(asked)

      assert.deepStrictEqual(yield* symbols, [])
    },
  )
})
