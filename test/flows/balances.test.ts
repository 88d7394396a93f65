import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as DemoApi from "../../layers/api/demo.ts"
import type { Script } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { HttpStatus } from "../../src/domain/errors.ts"
import { bitcoin, mainnet } from "../../src/domain/networks.ts"
import { fetchBalances, noteMoved, refreshBalances, retryBalances } from "../../src/flows/balances.ts"
import { connect } from "../../src/flows/connect.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { Modal, use } from "../../src/modal.ts"
import { subscribe } from "../../src/snapshot.ts"
import { balances } from "../../src/state/balances.ts"
import { project } from "../../src/state/project.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { createWorld, halyard, rest, visit, walletOf } from "./modal.ts"

/** A world whose prices move every second, so that no answer is a cached one. */
const lively = (script: Script = {}) => createWorld({ tick: 1_000, ...script })
const connected = connect({ wallet: halyard })
const pass = (milliseconds: number) => Effect.andThen(TestClock.adjust(milliseconds), rest)
const symbols = Effect.map(use(balances), ({ tokens }) => tokens.peek().map(({ symbol }) => symbol))
/** Each snack that was shown, from now on. */
const snacks = Effect.map(use(snack), ({ shown }) => {
  const seen: string[] = []
  shown.subscribe(({ open, variant, message }) => void (open && seen.push(`${variant}: ${message}`)))
  return seen
})

describe("Balances", () => {
  it.effect("A visitor can view token balances", () =>
    visit(
      createWorld({ tick: 0 }),
      Effect.gen(function* () {
        const { tokens, total, refresh } = yield* use(balances)
        yield* connected
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
          total.value,
          tokens.peek().reduce((sum, { value }) => sum + value, 0),
          1e-6,
        )
        assert.strictEqual(refresh.value.is, "loaded")
      }),
    ),
  )

  it.effect("Tokens with 0 decimals are filtered out", () => {
    const world = createWorld()
    const run = Effect.gen(function* () {
      const { accounts } = yield* connected
      const held = world.market.tokens("eip155:1", accounts[0]?.address ?? "", 0) as { symbol: string }[]
      assert.include(
        held.map(({ symbol }) => symbol),
        "PASS",
      )
      yield* refreshBalances()

      assert.include(yield* symbols, "USDC")
      assert.notInclude(yield* symbols, "PASS")
    })
    return visit(world, run)
  })

  it.effect("are read every 10 s, but only while somebody looks", () => {
    const world = lively()
    const run = Effect.gen(function* () {
      const { tokens } = yield* use(balances)
      yield* connected
      yield* pass(60_000)
      assert.strictEqual(world.faults.asked("balance"), 0)

      const leave = tokens.ids.subscribe(() => undefined)
      yield* rest
      assert.strictEqual(world.faults.asked("balance"), 1)
      const other = tokens.ids.subscribe(() => undefined)
      yield* pass(9_999)
      assert.strictEqual(world.faults.asked("balance"), 1)
      yield* pass(1)
      assert.strictEqual(world.faults.asked("balance"), 2)
      leave()
      yield* pass(10_000)
      assert.strictEqual(world.faults.asked("balance"), 3)
      other()
      yield* pass(600_000)

      assert.strictEqual(world.faults.asked("balance"), 3)
    })
    return visit(world, run)
  })

  it.effect(
    "are not read for a site that only follows the modal's state, which tells of them when somebody else looks",
    () => {
      const world = lively()
      const run = Effect.gen(function* () {
        const { tokens } = yield* use(balances)
        const told: unknown[] = []
        const end = subscribe(yield* Modal, ({ chains }) => {
          const { tokenBalance: held = [] } = (chains.eip155?.accountState ?? {}) as {
            tokenBalance?: readonly object[]
          }
          if (told.at(-1) !== held.length) told.push(held.length)
        })
        yield* connected
        yield* pass(60_000)
        assert.strictEqual(world.faults.asked("balance"), 0)
        const leave = tokens.ids.subscribe(() => undefined)
        yield* rest
        leave()
        yield* pass(60_000)
        end()

        assert.strictEqual(world.faults.asked("balance"), 1)
        assert.deepStrictEqual(told, [0, tokens.peek().length])
      })
      return visit(world, run)
    },
  )

  it.effect("are none on a network that the provider does not list: nothing is asked, and nothing has failed", () => {
    const world = lively()
    const run = Effect.gen(function* () {
      const { served } = yield* use(project)
      const { refresh } = yield* use(balances)
      const seen = yield* snacks
      yield* connected
      served.value = new Set(["eip155:8453"])
      yield* refreshBalances()
      yield* rest

      assert.deepStrictEqual(yield* fetchBalances(), [])
      assert.deepStrictEqual(yield* symbols, [])
      assert.strictEqual(refresh.value.is, "loaded")
      assert.isEmpty(seen)
      assert.strictEqual(world.faults.asked("balance"), 0)
      served.value = undefined
      yield* refreshBalances()
      assert.include(yield* symbols, "ETH")
    })
    return visit(world, run)
  })

  it.effect("of nobody, or offline, are not asked for", () => {
    const world = lively()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* refreshBalances()
      yield* connected
      core.online.value = false
      yield* refreshBalances()

      assert.strictEqual(world.faults.asked("balance"), 0)
      assert.deepStrictEqual(yield* symbols, [])
    })
    return visit(world, run)
  })

  it.effect(
    "the operation gives them to a caller, and nothing where nobody is connected or the namespace has none",
    () =>
      visit(
        createWorld(),
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* fetchBalances(), [])
          yield* connected
          assert.include(
            (yield* fetchBalances()).map(({ symbol }) => symbol),
            "ETH",
          )
          yield* switchNetwork({ network: bitcoin.caipNetworkId })
          assert.deepStrictEqual(yield* fetchBalances(), [])
        }),
        { options: { networks: [mainnet, bitcoin] } },
      ),
  )
})

describe("Balances from a hostile service", () => {
  it.effect("list two tokens with one address once, whatever its capitals, and count it once", () => {
    const contract = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
    const token = (address: string, symbol: string, value: number) => ({
      name: symbol,
      symbol,
      chainId: "eip155:1",
      address: `eip155:1:${address}`,
      value,
      price: 1,
      quantity: { decimals: "6", numeric: String(value) },
      iconUrl: "",
    })
    const list = [token(contract, "USDC", 12), token(contract.toLowerCase(), "USDC", 9_000_000)]
    const world = createWorld({ tick: 0 })
    const api = Layer.provide(
      Layer.effect(
        Api,
        Effect.map(Api, (given) => ({
          ...given,
          call: (row, input) =>
            Effect.map(given.call(row, input), (answer) =>
              row.name === "balance" ? ({ balances: list } as typeof answer) : answer,
            ),
        })),
      ),
      DemoApi.layer(world),
    )
    const run = Effect.gen(function* () {
      const { tokens, total } = yield* use(balances)
      yield* connected
      yield* refreshBalances()
      assert.deepStrictEqual(
        tokens.peek().map(({ value }) => value),
        [12],
      )
      assert.strictEqual(total.peek(), 12)
    })
    return visit(world, run, { leaves: { api } })
  })
})

describe("Balances of what has just moved", () => {
  it.effect("are asked for anew, by the tokens, until no older answer is given again", () => {
    const world = createWorld({ tick: 0 })
    const asked: unknown[] = []
    const api = Layer.provide(
      Layer.effect(
        Api,
        Effect.map(Api, (given) => ({
          ...given,
          call: (row, input) => {
            if (row.name === "balance") asked.push([row.fresh, (input as { forceUpdate?: unknown }).forceUpdate])
            return given.call(row, input)
          },
        })),
      ),
      DemoApi.layer(world),
    )
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* connected
      const account = `eip155:1:${core.address.peek()}`
      asked.length = 0
      yield* noteMoved(account, ["eip155:1:0xa"])
      yield* pass(10_000)
      yield* noteMoved(account, ["eip155:1:0xb"])
      yield* noteMoved("eip155:1:0x0000000000000000000000000000000000000001", ["eip155:1:0xc"])
      yield* noteMoved(account, ["eip155:1:0xd"])
      yield* pass(30_000)
      yield* refreshBalances()

      const now = (...ids: string[]) => [0, ids.map((id) => `eip155:1:0x${id}`)]
      assert.deepStrictEqual(asked, [now("a"), now("a", "b"), [30_000, undefined], now("d"), [30_000, undefined]])
    })
    return visit(world, run, { leaves: { api } })
  })
})

describe("Balances that cannot be read", () => {
  it.effect("'Token Balance Unavailable': a snack error when the balance fetch fails, and the list stays", () => {
    const world = lively()
    const run = Effect.gen(function* () {
      const { tokens, refresh } = yield* use(balances)
      const seen = yield* snacks
      yield* connected
      yield* refreshBalances()
      const before = tokens.peek()
      world.faults.set("balance", { status: 500 })
      yield* pass(1_000)
      yield* refreshBalances()
      yield* rest

      assert.deepStrictEqual(seen, ["error: Token Balance Unavailable"])
      assert.strictEqual(refresh.value.is, "failed")
      assert.isNotEmpty(before)
      assert.deepStrictEqual(tokens.peek(), before)
      const error = yield* Effect.flip(fetchBalances())
      assert.strictEqual(error.message, "Token Balance Unavailable")
      assert.strictEqual(error.cause instanceof HttpStatus && error.cause.status, 500)
    })
    return visit(world, run)
  })

  it.effect("'Token Balance Unavailable': there is no retry within 30 s", () => {
    const world = lively({ faults: { balance: { status: 500 } } })
    const run = Effect.gen(function* () {
      const { tokens } = yield* use(balances)
      const seen = yield* snacks
      yield* connected
      const leave = tokens.ids.subscribe(() => undefined)
      yield* rest
      for (let second = 0; second < 29; second++) yield* TestClock.adjust(1_000)
      yield* refreshBalances()
      yield* rest
      assert.strictEqual(world.faults.asked("balance"), 1)
      assert.lengthOf(seen, 1)
      world.faults.heal()
      yield* pass(1_000)
      leave()

      assert.strictEqual(world.faults.asked("balance"), 2)
      assert.include(yield* symbols, "ETH")
    })
    return visit(world, run)
  })

  it.effect("after a 503 nothing more is asked until the visitor wants to try again", () => {
    const world = lively({ faults: { balance: { status: 503 } } })
    const run = Effect.gen(function* () {
      const { tokens, stopped } = yield* use(balances)
      yield* connected
      const leave = tokens.ids.subscribe(() => undefined)
      yield* rest
      for (let minute = 0; minute < 10; minute++) yield* pass(60_000)
      assert.strictEqual(world.faults.asked("balance"), 1)
      assert.isTrue(stopped.value)
      world.faults.heal()
      yield* retryBalances()
      assert.include(yield* symbols, "ETH")
      assert.strictEqual(world.faults.asked("balance"), 2)
      yield* pass(20_000)
      leave()

      assert.isAbove(world.faults.asked("balance"), 2)
    })
    return visit(world, run)
  })

  it.effect("the visitor may try again at once", () => {
    const world = lively({ faults: { balance: { status: 500, times: 1 } } })
    const run = Effect.gen(function* () {
      yield* connected
      yield* refreshBalances()
      assert.deepStrictEqual(yield* symbols, [])
      yield* retryBalances()

      assert.include(yield* symbols, "ETH")
    })
    return visit(world, run)
  })

  it.effect("another account or network is asked for at once, whatever failed for the one before", () => {
    const world = lively({ faults: { balance: { status: 503, times: 1 } } })
    const run = Effect.gen(function* () {
      yield* connected
      yield* refreshBalances()
      assert.deepStrictEqual(yield* symbols, [])
      yield* settled(switchNetwork({ network: "eip155:8453" }))
      yield* refreshBalances()

      assert.include(yield* symbols, "TLN")
    })
    return visit(world, run)
  })
})

describe("An account or network change", () => {
  for (const [what, change] of [
    ["another account", (world: ReturnType<typeof createWorld>) => walletOf(world).select(1)],
    ["another network", (world: ReturnType<typeof createWorld>) => walletOf(world).move(8453)],
    ["nobody", (world: ReturnType<typeof createWorld>) => walletOf(world).lock()],
  ] as const) {
    it.effect(`empties the list of whoever looks at it, at once: ${what}`, () => {
      const world = lively()
      const run = Effect.gen(function* () {
        const { tokens } = yield* use(balances)
        yield* connected
        const leave = tokens.ids.subscribe(() => undefined)
        yield* rest
        assert.include(yield* symbols, "ETH")
        world.faults.set("balance", { delay: 5_000 })
        change(world)
        yield* rest
        assert.deepStrictEqual(yield* symbols, [])
        assert.strictEqual(tokens.ids.value.length, 0)
        yield* pass(5_000)
        leave()

        assert.strictEqual((yield* symbols).length > 0, what !== "nobody")
      })
      return visit(world, run)
    })

    it.effect(`an answer that was still under way is not taken for the new one: ${what}`, () => {
      const world = lively({ faults: { balance: { delay: 5_000 } } })
      const run = Effect.gen(function* () {
        yield* connected
        const asked = yield* Effect.forkChild(refreshBalances())
        yield* rest
        change(world)
        yield* rest
        yield* pass(5_000)
        yield* Fiber.join(asked)

        assert.deepStrictEqual(yield* symbols, [])
      })
      return visit(world, run)
    })
  }
})
