import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { arrangeNfts, refreshNfts, retryNfts } from "../../src/balances/flows/nfts.ts"
import { refreshBalances, retryBalances } from "../../src/balances/flows/tokens.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { nfts } from "../../src/balances/state/nfts.ts"
import { balances } from "../../src/balances/state/tokens.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { InternalRpcError } from "../../src/errors/rpc.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, mainnet } from "../../src/options/networks.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, halyard, rest, walletOf } from "../fixtures/modal.ts"
import { whenRecorded } from "../fixtures/scenes/recorded.ts"
import { testing } from "../fixtures/scenes.ts"
import { pass } from "../fixtures/visits.ts"

const symbols = Effect.map(slicesOf(balances), ({ tokens }) => tokens.peek().map(({ symbol }) => symbol))
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

const test = testing(whenRecorded)

describe("balances from a wallet that lists its assets", () => {
  test("replace the service's, and refresh every 30 s while they are read", function* ({ world, asked }) {
    const { tokens } = yield* slicesOf(balances)
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
    assert.strictEqual(world.faults.requestCount("balance"), 0)

    yield* pass(29_999)
    assert.lengthOf(asked("wallet_getAssets"), 1)
    yield* pass(1)
    assert.lengthOf(asked("wallet_getAssets"), 2)
    assert.lengthOf(asked("wallet_getCapabilities"), 1)
    leave()
    yield* pass(600_000)
    assert.lengthOf(asked("wallet_getAssets"), 2)
  })

  test("are listed if the service has none, for the active network only", {
    options: { networks: [mainnet, base] },
  }, function* ({ core, instead, storage }) {
    const { served } = yield* slicesOf(project)
    served.value = new Set()
    instead.set("wallet_getAssets", Effect.succeed(usdc("0x1")))
    assert.deepStrictEqual(
      (yield* fetchBalances()).map(({ symbol, quantity }) => [symbol, quantity.numeric]),
      [["USDC", "0.000001"]],
    )
    // They are shown first on the next visit.
    assert.hasAllKeys(storage.json("portfolio_cache"), [`${core.address.peek()} eip155:1`])
    yield* settled(switchNetwork({ network: base.caipNetworkId }))
    assert.deepStrictEqual(yield* fetchBalances(), [])
  })

  test.each([
    ["invalid responses", Effect.succeed({ "0x1": [...usdc("0x1")["0x1"], { address: "0x1" }] })],
    ["a failure", Effect.fail(new InternalRpcError("Something is wrong"))],
    ["nothing, ever", Effect.never],
  ] as const)(
    "Wallet asset response: otherwise the response is ignored: the service is asked after %s",
    function* ([, response], { world, asked, instead }) {
      instead.set("wallet_getAssets", response)
      yield* settled(refreshBalances())
      assert.include(yield* symbols, "USDC")
      assert.strictEqual(world.faults.requestCount("balance"), 1)
      yield* refreshBalances()
      assert.lengthOf(asked("wallet_getAssets"), 1)

      instead.clear()
      yield* settled(retryBalances())
      assert.lengthOf(asked("wallet_getAssets"), 2)
      assert.strictEqual(world.faults.requestCount("balance"), 1)
    },
  )

  test("are not requested from a wallet without the capability, or that never reports its capabilities", {
    wallet: halyard,
  }, function* ({ world, asked, instead }) {
    yield* refreshBalances()
    assert.lengthOf(asked("wallet_getCapabilities"), 1)
    assert.include(yield* symbols, "ETH")

    instead.set("wallet_getCapabilities", Effect.never)
    yield* TestClock.adjust("5 minutes")
    yield* settled(retryBalances())
    yield* retryBalances()
    assert.lengthOf(asked("wallet_getCapabilities"), 2)
    assert.isEmpty(asked("wallet_getAssets"))
    assert.isAbove(world.faults.requestCount("balance"), 0)
  })
})

describe("NFTs", () => {
  const names = Effect.map(slicesOf(nfts), ({ list }) => list.peek().map(({ name }) => name))

  test("are those the wallet lists, without pictures of spam", function* ({ asked }) {
    const { list, refresh } = yield* slicesOf(nfts)
    const leave = list.ids.subscribe(() => undefined)
    yield* rest
    assert.deepStrictEqual(yield* names, [
      "Kittiwake at Dusk",
      "Long Pier, Low Tide",
      "Orchard in March",
      "Keeper's Night",
      "Out Past the Sound",
      "Clear Sky over Anvil Peak",
      "Claim 5000 now",
    ])
    const [first, ...others] = list.peek()
    const spam = others.at(-1)
    assert.match(first?.picture ?? "", /^data:image/)
    assert.strictEqual(spam?.picture, "")
    assert.deepStrictEqual(refresh.value, { status: "loaded", value: true })
    yield* pass(29_000)
    assert.lengthOf(asked("wallet_getAssets"), 1)
    yield* pass(10_000)
    assert.lengthOf(asked("wallet_getAssets"), 2)
    // An unchanged NFT is not rendered again.
    assert.strictEqual(list.peek()[0], first)
    leave()
  })

  test("leave the state with their account, before another list is requested", function* () {
    const { list, of, refresh } = yield* slicesOf(nfts)
    yield* refreshNfts()
    assert.lengthOf(list.peek(), 7)
    yield* settled(disconnect())
    assert.isEmpty(list.peek())
    assert.deepStrictEqual([of.value, refresh.value], ["", { status: "idle" }])
    yield* refreshNfts()
    assert.deepStrictEqual(refresh.value, { status: "idle" })
  })

  test("are requested again at most every 30 s after a failure while they are read", function* ({ instead, asked }) {
    const { list, refresh } = yield* slicesOf(nfts)
    instead.set("wallet_getAssets", Effect.fail(new InternalRpcError("no")))
    const leave = list.ids.subscribe(() => undefined)
    yield* rest
    assert.strictEqual(refresh.value.status, "failed")
    yield* pass(29_999)
    assert.lengthOf(asked("wallet_getAssets"), 1)
    instead.clear()
    yield* pass(10_001)
    assert.lengthOf(asked("wallet_getAssets"), 2)
    assert.lengthOf(list.peek(), 7)
    leave()
  })

  test.each([
    ["lists no assets", Effect.succeed({ "0x1": {} })],
    ["does not report its capabilities", Effect.fail(new InternalRpcError("no"))],
  ] as const)("cannot be listed if the wallet %s", function* ([, response], { instead }) {
    const { refresh } = yield* slicesOf(nfts)
    instead.set("wallet_getCapabilities", response)
    yield* refreshNfts()
    assert.deepStrictEqual(refresh.value, { status: "loaded", value: false })
  })

  test("change if the wallet reports other traits, and with the visitor's arrangement", function* ({ instead }) {
    const { list, arrangement } = yield* slicesOf(nfts)
    yield* arrangeNfts("list")
    assert.strictEqual(arrangement.value, "list")
    for (const value of ["Dusk", "Dawn"]) {
      const metadata = { tokenId: "1", attributes: [{ trait_type: "Light", value }] }
      instead.set(
        "wallet_getAssets",
        Effect.succeed({ "0x1": [{ ...usdc("0x1")["0x1"][0], type: "ERC721", metadata }] }),
      )
      yield* retryNfts()
      assert.deepStrictEqual(list.peek()[0]?.traits, [{ name: "Light", value }])
    }
  })

  test.each([
    ["a failure", Effect.fail(new InternalRpcError("no"))],
    ["no response", Effect.never],
  ] as const)(
    "can be retried after %s, belong to one network, and are not requested offline",
    function* ([, response], { instead, asked, core }) {
      const { refresh, list } = yield* slicesOf(nfts)
      instead.set("wallet_getAssets", response)
      yield* settled(refreshNfts())
      assert.strictEqual(refresh.value.status, "failed")
      instead.clear()
      yield* retryNfts()
      assert.lengthOf(list.peek(), 7)

      core.online.value = false
      const before = list.peek().map(({ key }) => key)
      yield* settled(switchNetwork({ network: base.caipNetworkId }))
      yield* refreshNfts()
      assert.isEmpty(list.peek())
      assert.lengthOf(asked("wallet_getAssets"), 2)
      core.online.value = true
      yield* refreshNfts()
      assert.lengthOf(list.peek(), 7)
      assert.notIncludeMembers(
        list.peek().map(({ key }) => key),
        before,
      )
    },
  )
})
