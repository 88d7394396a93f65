import { readdirSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { answer } from "../../layers/demo/answers.ts"
import { people } from "../../layers/demo/cast.ts"
import { createWorld, type Script, type World } from "../../layers/demo.ts"
import { Api } from "../../services/Api.ts"
import { balanceRow } from "../../src/domain/balancesRow.ts"
import { formatUnits } from "../../src/domain/format.ts"
import { registrationMessage } from "../../src/domain/names.ts"
import { base, bitcoin, polygon } from "../../src/domain/networks.ts"
import { walletsRow } from "../../src/domain/walletsRow.ts"
import { breath, settled } from "../contracts/settled.ts"
import { addressOf, everything, evm } from "./demoParts.ts"

const directory = Effect.fnUntraced(function* () {
  return yield* settled((yield* Api).call(walletsRow, { page: 1, entries: 1_000 }))
})
const tokens = Effect.fnUntraced(function* (world: World, chainId = "eip155:8453") {
  return (yield* settled((yield* Api).call(balanceRow, { address: addressOf(world), chainId }))).balances
})

interface Moved {
  readonly fungible_info: { readonly symbol: string } | null
  readonly direction: "in" | "out"
  readonly quantity: { readonly numeric: string }
}
const now = Date.parse("2026-01-15T12:00:00Z")

describe("the demo's world", () => {
  const seen = (script: Script) => {
    const world = createWorld({ tick: 0, ...script })
    return Effect.provide(Effect.all([directory(), tokens(world)]), everything(world))
  }

  it.effect("answers the same for the same seed, and otherwise for another", () =>
    Effect.gen(function* () {
      const [first, again, other] = yield* Effect.all([seen({ seed: 7 }), seen({ seed: 7 }), seen({ seed: 8 })])

      assert.deepStrictEqual(again, first)
      assert.notDeepEqual(other[0], first[0])
      assert.notDeepEqual(other[1], first[1])
    }),
  )

  it("tells of every account a history that fits what it holds: what came less what went is there, and never was it less than nothing", () => {
    for (const seed of [1, 7])
      for (const chain of ["eip155:1", "eip155:8453", "eip155:137"])
        for (const { address } of people.filter(({ address }) => address.startsWith("0x"))) {
          const world = createWorld({ seed, tick: 0, transactions: 30 })
          const story = world.history(chain, address, now)
          const held = new Map<string, number>()
          for (const { metadata, transfers } of story.toReversed())
            for (const { fungible_info: token, direction, quantity } of transfers as readonly Moved[]) {
              if (!token || metadata.status === "failed" || metadata.operationType === "approve") continue
              const units = Math.round(Number(quantity.numeric) * 1e6)
              held.set(token.symbol, (held.get(token.symbol) ?? 0) + (direction === "in" ? units : -units))
              assert.isAtLeast(held.get(token.symbol) ?? 0, -transfers.length)
            }
          for (const { coin, units } of world.market.began(chain, address))
            assert.approximately(
              held.get(coin.symbol) ?? 0,
              Number(formatUnits(units, coin.decimals)) * 1e6,
              100,
              `${chain} ${coin.symbol}`,
            )
          assert.deepStrictEqual(createWorld({ seed, tick: 0, transactions: 30 }).history(chain, address, now), story)
          assert.strictEqual(new Set(story.map(({ id }) => id)).size, story.length)
        }
  })

  it.effect("holds some 600 wallets of different ids and names with small drawn pictures", () =>
    Effect.gen(function* () {
      const api = yield* Api
      const { data, count } = yield* directory()
      const pictures = data.map(({ image_id }) => api.image("wallet", image_id ?? ""))

      assert.strictEqual(count, 640)
      assert.strictEqual(new Set(data.map(({ id }) => id)).size, 640)
      assert.strictEqual(new Set(data.map(({ name }) => name)).size, 640)
      assert.isAbove(new Set(pictures).size, 400)
      for (const picture of pictures) assert.match(picture, /^data:image\/svg\+xml,[\x20-\x7e]{150,900}$/)
    }).pipe(Effect.provide(everything())),
  )

  it.effect("holds as many wallets and tokens as it is told to", () => {
    const world = createWorld({ directory: 5_000, tokens: 500 })
    return Effect.gen(function* () {
      const { count } = yield* directory()
      const held = yield* tokens(world)

      assert.strictEqual(count, 5_000)
      assert.isAbove(held.length, 500)
    }).pipe(Effect.provide(everything(world)))
  })

  it.effect("moves prices with time, and nothing else", () => {
    const world = createWorld({ tick: 1_000 })
    return Effect.gen(function* () {
      const before = yield* tokens(world)
      yield* TestClock.adjust("5 seconds")
      const after = yield* tokens(world)
      const still = ({ price: _, value: __, ...rest }: (typeof before)[number]) => rest

      assert.notDeepEqual(after, before)
      assert.deepStrictEqual(after.map(still), before.map(still))
      for (const { symbol, price } of after) {
        const was = before.find((one) => one.symbol === symbol)?.price ?? 0
        assert.approximately(price, was, was * 0.04)
      }
    }).pipe(Effect.provide(everything(world)))
  })

  it.effect("moves one price, or all, when it is told to", () => {
    const world = createWorld({ tick: 0 })
    return Effect.gen(function* () {
      const before = yield* tokens(world)
      world.market.setPrice("HRB", 5)
      const one = yield* tokens(world)
      world.market.tick()
      const all = yield* tokens(world)

      const changed = one.filter((token, index) => token.price !== before[index]?.price)
      assert.deepStrictEqual(
        changed.map(({ symbol, price }) => [symbol, price]),
        [["HRB", 5]],
      )
      assert.isAbove(all.filter((token, index) => token.price !== one[index]?.price).length, 1)
    }).pipe(Effect.provide(everything(world)))
  })

  it.effect("has one balance, whoever tells it", () => {
    const world = createWorld({ tick: 0 })
    return Effect.gen(function* () {
      const chain = yield* evm
      for (const [network, symbol] of [
        [base, "ETH"],
        [polygon, "POL"],
      ] as const) {
        const balance = yield* settled(chain.balance({ network, address: addressOf(world) }))
        const listed = (yield* tokens(world, network.caipNetworkId)).find((token) => token.symbol === symbol)

        assert.strictEqual(listed?.quantity.numeric, balance)
        assert.strictEqual(listed?.address, undefined)
      }
    }).pipe(Effect.provide(everything(world)))
  })

  it.effect("fails as often as it is told to, then answers; a row's fault goes before its service's", () => {
    const world = createWorld({ tick: 0, faults: { balance: { status: 503, times: 2 }, api: { offline: true } } })
    return Effect.gen(function* () {
      const causes = []
      for (let time = 0; time < 3; time++) causes.push((yield* Effect.flip(tokens(world))).cause)
      world.faults.heal()

      assert.deepStrictEqual(
        causes.map((cause) => cause instanceof Error && cause.message),
        ["HTTP status code: 503", "HTTP status code: 503", "Unknown error"],
      )
      assert.isNotEmpty(yield* tokens(world))
    }).pipe(Effect.provide(everything(world)))
  })

  it.effect("takes its time over an answer", () => {
    const world = createWorld({ latency: 300, faults: { wallets: { delay: 700 } } })
    return Effect.gen(function* () {
      const asking = yield* Effect.forkChild((yield* Api).call(walletsRow, { page: 1, entries: 4 }))
      yield* TestClock.adjust("999 millis")
      yield* breath
      assert.strictEqual(asking.pollUnsafe(), undefined)
      yield* TestClock.adjust("1 millis")

      assert.lengthOf((yield* Fiber.join(asking)).data, 4)
    }).pipe(Effect.provide(everything(world)))
  })
})

describe("the demo's provider", () => {
  it("has an answer for every endpoint row of the domain", async () => {
    const files = readdirSync("src/domain").filter((file) => /Rows?\.ts$/.test(file))
    const world = createWorld()
    const chainId = "eip155:1"
    const token = `${chainId}:0x${"e".repeat(40)}`
    const swapped = { amount: "1", from: token, to: token, userAddress: `${chainId}:${addressOf(world)}` }
    const bought = { purchaseCurrency: { symbol: "USDC" }, paymentCurrency: { id: "USD" }, amount: "100" }
    const inputs: Readonly<Record<string, object>> = {
      wallets: { page: 1, entries: 1 },
      balance: { address: addressOf(world), chainId: "eip155:1" },
      history: { address: addressOf(world), chainId: "eip155:1" },
      utxo: { network: bitcoin, address: addressOf(world) },
      identity: { address: addressOf(world) },
      userOperation: { chainId: "eip155:1", bundler: "demo", id: "0x1" },
      sessions: { account: `eip155:1:${addressOf(world)}` },
      addSession: { account: `eip155:1:${addressOf(world)}`, request: { expiry: 1, permissions: [] } },
      activateSession: { account: `eip155:1:${addressOf(world)}`, pci: "1" },
      revokeSession: { address: addressOf(world), pci: "1" },
      lookUpName: { name: "ansel.reown.id" },
      namesOf: { address: addressOf(world) },
      suggestions: { name: "ansel" },
      registerName: {
        coinType: 60,
        address: addressOf(world),
        message: registrationMessage("harbour", 0),
        signature: "0x",
      },
      authenticate: { data: { nonce: "1" }, nonceToken: "" },
      authMe: { token: "" },
      authAccountMetadata: { token: "", metadata: {} },
      authOtp: { email: "ansel@inkwell.example" },
      authOtpConfirm: { uuid: "1", code: "1" },
      onrampQuote: bought,
      onrampUrl: { ...bought, address: addressOf(world) },
      exchanges: { page: 0 },
      payUrl: { exchangeId: "none" },
      buyStatus: { sessionId: "none" },
      swapTokens: { chainId },
      swapQuotes: swapped,
      allowance: { tokenAddress: token, userAddress: swapped.userAddress },
      buildApprove: swapped,
      buildTransaction: swapped,
      prices: { addresses: [token] },
    }
    const rows = (await Promise.all(files.map((file) => import(`../../src/domain/${file}`)))).flatMap((module) =>
      Object.values(module as object).filter((one) => typeof one?.path === "function"),
    )

    assert.isAbove(rows.length, 30)
    for (const row of rows) assert.exists(answer(world, row, inputs[row.name], 0), row.name)
  })
})
