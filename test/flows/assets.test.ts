import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import type { Script } from "../../layers/demo.ts"
import { base, mainnet } from "../../src/domain/networks.ts"
import { InternalRpcError, type RpcFailure } from "../../src/domain/rpcErrors.ts"
import { fetchBalances, refreshBalances, retryBalances } from "../../src/flows/balances.ts"
import { connect } from "../../src/flows/connect.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { refreshNfts, retryNfts } from "../../src/flows/nfts.ts"
import { Modal, use } from "../../src/modal.ts"
import { balances } from "../../src/state/balances.ts"
import { nfts } from "../../src/state/nfts.ts"
import { project } from "../../src/state/project.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, halyard, rest, visit, walletOf, withWallet } from "./modal.ts"

/** A world, how often its wallet was asked for a method, and how it answers one from now on. */
const watched = (script: Script = {}, id = cinderbox) => {
  const before = createWorld({ tick: 0, ...script })
  const wallet = walletOf(before, id)
  const asked: string[] = []
  const instead = new Map<string, () => Effect.Effect<unknown, RpcFailure>>()
  const world = withWallet(before, id, () => ({
    request: (input) => {
      asked.push(input.method)
      return instead.get(input.method)?.() ?? wallet.request(input)
    },
  }))
  return { world, times: (method: string) => asked.filter((one) => one === method).length, instead }
}
const symbols = Effect.map(use(balances), ({ tokens }) => tokens.peek().map(({ symbol }) => symbol))
const pass = (milliseconds: number) => Effect.andThen(TestClock.adjust(milliseconds), rest)
const usdc = (said: string) => ({
  "0x1": [
    {
      address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
      balance: said,
      type: "ERC20",
      metadata: { name: "USD Coin", symbol: "USDC", decimals: 6, price: 1, iconUrl: "" },
    },
  ],
})

describe("a wallet that knows what its account holds", () => {
  it.effect("is asked in place of the provider's service, once in 30 s while somebody looks", () => {
    const { world, times } = watched()
    const run = Effect.gen(function* () {
      const { tokens } = yield* use(balances)
      yield* settled(connect({ wallet: cinderbox }))
      const leave = tokens.ids.subscribe(() => undefined)
      yield* rest
      assert.includeMembers([...(yield* symbols)], ["ETH", "USDC", "HRB"])
      assert.notInclude(yield* symbols, "PASS")
      const service = world.market.tokens("eip155:1", walletOf(world, cinderbox).accounts()[0] ?? "", 0) as {
        readonly symbol: string
        readonly value: number
      }[]
      for (const { symbol, value } of tokens.peek())
        assert.approximately(value, service.find((one) => one.symbol === symbol)?.value ?? -1, 1e-3)
      assert.strictEqual(world.faults.asked("balance"), 0)

      yield* pass(29_999)
      assert.strictEqual(times("wallet_getAssets"), 1)
      yield* pass(10_001)
      assert.strictEqual(times("wallet_getAssets"), 2)
      assert.strictEqual(times("wallet_getCapabilities"), 1)
      leave()
      yield* pass(600_000)
      assert.strictEqual(times("wallet_getAssets"), 2)
    })
    return visit(world, run)
  })

  it.effect("is asked also where the provider serves nothing, and on the network in use alone", () => {
    const { world, instead } = watched()
    const run = Effect.gen(function* () {
      const { served } = yield* use(project)
      served.value = new Set()
      yield* settled(connect({ wallet: cinderbox }))
      instead.set("wallet_getAssets", () => Effect.succeed(usdc("0x1")))
      assert.deepStrictEqual(
        (yield* fetchBalances()).map(({ symbol, quantity }) => [symbol, quantity.numeric]),
        [["USDC", "0.000001"]],
      )
      yield* settled(switchNetwork({ network: base.caipNetworkId }))
      assert.deepStrictEqual(yield* fetchBalances(), [])
    })
    return visit(world, run, { options: { networks: [mainnet, base] } })
  })

  const odd: readonly (readonly [string, () => Effect.Effect<unknown, RpcFailure>])[] = [
    ["what cannot be read", () => Effect.succeed({ "0x1": [{ address: "0x1" }] })],
    ["a failure", () => Effect.fail(new InternalRpcError("Something is wrong"))],
    ["nothing, ever", () => Effect.never],
  ]
  for (const [what, answer] of odd)
    it.effect(`Wallet asset response: otherwise the response is ignored: the service is asked after ${what}`, () => {
      const { world, times, instead } = watched()
      const run = Effect.gen(function* () {
        yield* settled(connect({ wallet: cinderbox }))
        instead.set("wallet_getAssets", answer)
        yield* settled(refreshBalances())
        assert.include(yield* symbols, "USDC")
        assert.strictEqual(world.faults.asked("balance"), 1)
        yield* refreshBalances()
        assert.strictEqual(times("wallet_getAssets"), 1)

        instead.clear()
        yield* settled(retryBalances())
        assert.strictEqual(times("wallet_getAssets"), 2)
        assert.strictEqual(world.faults.asked("balance"), 1)
      })
      return visit(world, run)
    })

  it.effect("one that does not say so is not asked, nor one that never says what it can", () => {
    const { world, times, instead } = watched({}, halyard)
    const run = Effect.gen(function* () {
      yield* settled(connect({ wallet: halyard }))
      yield* refreshBalances()
      assert.strictEqual(times("wallet_getCapabilities"), 1)
      assert.include(yield* symbols, "ETH")

      instead.set("wallet_getCapabilities", () => Effect.never)
      yield* TestClock.adjust("5 minutes")
      yield* settled(retryBalances())
      yield* retryBalances()
      assert.strictEqual(times("wallet_getCapabilities"), 2)
      assert.strictEqual(times("wallet_getAssets"), 0)
      assert.isAbove(world.faults.asked("balance"), 0)
    })
    return visit(world, run)
  })
})

describe("NFTs", () => {
  const names = Effect.map(use(nfts), ({ list }) => list.peek().map(({ name }) => name))

  it.effect("are those that the wallet tells of, without pictures of spam", () => {
    const { world, times } = watched()
    const run = Effect.gen(function* () {
      const { list, refresh } = yield* use(nfts)
      yield* settled(connect({ wallet: cinderbox }))
      const leave = list.ids.subscribe(() => undefined)
      yield* rest
      assert.deepStrictEqual(yield* names, [
        "Kittiwake at Dusk",
        "Long Pier, Low Tide",
        "Orchard in March",
        "Claim 5000 now",
      ])
      const [first, , , spam] = list.peek()
      assert.match(first?.picture ?? "", /^data:image/)
      assert.strictEqual(spam?.picture, "")
      assert.deepStrictEqual(refresh.value, { is: "loaded", value: true })
      yield* pass(29_000)
      assert.strictEqual(times("wallet_getAssets"), 1)
      leave()
    })
    return visit(world, run)
  })

  it.effect("cannot be listed where the wallet does not tell", () =>
    visit(
      {},
      Effect.gen(function* () {
        const { refresh } = yield* use(nfts)
        yield* settled(connect({ wallet: halyard }))
        yield* refreshNfts()
        assert.deepStrictEqual(refresh.value, { is: "loaded", value: false })
      }),
    ),
  )

  it.effect("that failed can be asked for again; those of another account go at once; offline nobody is asked", () => {
    const { world, instead, times } = watched()
    const run = Effect.gen(function* () {
      const { refresh, list } = yield* use(nfts)
      const { core } = yield* Modal
      yield* settled(connect({ wallet: cinderbox }))
      instead.set("wallet_getAssets", () => Effect.fail(new InternalRpcError("no")))
      yield* refreshNfts()
      assert.strictEqual(refresh.value.is, "failed")
      instead.clear()
      yield* retryNfts()
      assert.lengthOf(list.peek(), 4)

      core.online.value = false
      const before = list.peek().map(({ key }) => key)
      yield* settled(switchNetwork({ network: base.caipNetworkId }))
      yield* refreshNfts()
      assert.isEmpty(list.peek())
      assert.strictEqual(times("wallet_getAssets"), 2)
      core.online.value = true
      yield* refreshNfts()
      assert.lengthOf(list.peek(), 4)
      assert.notIncludeMembers(
        list.peek().map(({ key }) => key),
        before,
      )
    })
    return visit(world, run)
  })
})
