import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as DemoApi from "../../layers/api/demo.ts"
import type { World } from "../../layers/demo.ts"
import * as DemoRpc from "../../layers/rpc/demo.ts"
import { Api } from "../../services/Api.ts"
import { Rpc } from "../../services/Rpc.ts"
import { parseUnits } from "../../src/domain/amounts.ts"
import type { InvalidInput } from "../../src/domain/errors.ts"
import { InternalRpcError } from "../../src/domain/rpcErrors.ts"
import { approval, readApproval } from "../../src/domain/swap.ts"
import { buildApproveRow, buildTransactionRow, swapTokensRow } from "../../src/domain/swapRows.ts"
import { refreshActivity, showSent } from "../../src/flows/activity.ts"
import { connect } from "../../src/flows/connect.ts"
import { tellOutcomes } from "../../src/flows/sends.ts"
import { approveSwap, quoteSwap, swap, swapTokens } from "../../src/flows/swap.ts"
import {
  chooseSwapToken,
  confirmSwap,
  keepQuote,
  prepareSwap,
  reviewSwap,
  swapAll,
  turnSwap,
} from "../../src/flows/swapForm.ts"
import { Modal, use } from "../../src/modal.ts"
import { activity } from "../../src/state/activity.ts"
import { sends } from "../../src/state/sends.ts"
import { snack } from "../../src/state/snack.ts"
import { swap as slice } from "../../src/state/swap.ts"
import { createWorld, halyard, rest, shelf, visit, walletOf } from "./modal.ts"
import "../../layers/chains/evm/send.ts"
import "../../src/flows/balances.ts"

const connected = connect({ wallet: halyard })
const still = () => createWorld({ tick: 0, wallets: { "*": { delay: 0 } } })
const pass = (milliseconds: number) => Effect.andThen(TestClock.adjust(milliseconds), rest)
const quoteOf = (fromToken: string, toToken: string, amount: string) => quoteSwap({ fromToken, toToken, amount })
const ends = {
  sent: { confirmed: "", failed: "", replaced: "", different: "" },
  swapped: { confirmed: "{amount} to {to}", failed: "{amount} failed", replaced: "", different: "" },
}
const told = { approve: "Approve limit increase in your wallet", confirm: "Confirm", swapped: "Swapped" }

/** Runs something while the chain goes on. */
const mined = <A, E, R>(run: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(run)
    yield* rest
    for (let block = 0; block < 6; block += 1) yield* pass(3_000)
    return yield* Fiber.join(fiber)
  })

/** Smallest units of a token that the account has. */
const held = (world: World, symbol: string) =>
  Effect.map(Modal, ({ core }) => {
    const contract = world.market.listed("eip155:1").find((coin) => coin.symbol === symbol)?.contract
    return world.market.units("eip155:1", core.address.peek() ?? "", contract)
  })

/** The exchange's answer to a row, changed. */
const changing = (world: World, row: object, change: (answer: never) => unknown) => ({
  leaves: {
    api: Layer.provide(
      Layer.effect(
        Api,
        Effect.map(Api, (api) => ({
          ...api,
          call: (asked: never, input: never) =>
            Effect.map(api.call(asked, input), (answer) => (asked === row ? change(answer as never) : answer)),
        })) as never,
      ),
      DemoApi.layer(world),
    ) as Layer.Layer<Api>,
  },
})

describe("Swapping", () => {
  it.effect(
    "The modal can also offer swaps: a token is approved for just the amount, then swapped, and balances change",
    () => {
      const world = still()
      return visit(
        world,
        Effect.gen(function* () {
          yield* connected
          const quote = yield* quoteOf("USDC", "HRB", "400")
          const [usdc, hrb] = [yield* held(world, "USDC"), yield* held(world, "HRB")]
          assert.isTrue(quote.needsApproval)
          assert.strictEqual(quote.fromAmount, "400")
          const { hash } = yield* mined(swap({ quote }))

          assert.match(hash, /^0x[0-9a-f]{64}$/)
          const [approved, swapped] = world.ledger.moved.map(
            ({ sent }) => sent as { to: string; data: string; value: string },
          )
          assert.deepStrictEqual(readApproval(approved?.data ?? ""), {
            spender: swapped?.to ?? "",
            units: 400_000_000n,
          })
          assert.strictEqual(approved?.to, quote.from.address.slice("eip155:1:".length))
          assert.strictEqual(approved?.value, "0x0")
          assert.strictEqual(usdc - (yield* held(world, "USDC")), 400_000_000n)
          assert.isTrue((yield* held(world, "HRB")) > hrb, "more of it")
        }),
      )
    },
  )

  it.effect("the chain's own coin needs no approval, and goes along as the value", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const quote = yield* quoteOf("ETH", "USDC", "0.5")
        assert.isFalse(quote.needsApproval)
        yield* mined(swap({ quote }))

        assert.lengthOf(world.ledger.moved, 1)
        assert.strictEqual(
          world.ledger.moved.map(({ sent }) => (sent as { value: string }).value).join(),
          "0x6f05b59d3b20000",
        )
      }),
    )
  })

  it.effect("a quote tells rate, price impact, fees, and what comes of it at least with a slippage of 1", () =>
    visit(
      still(),
      Effect.gen(function* () {
        yield* connected
        const quote = yield* quoteOf("USDC", "HRB", "400")
        assert.approximately(Number(quote.minimum) / Number(quote.toAmount), 0.99, 1e-9)
        assert.approximately(Number(quote.rate) * Number(quote.toAmount), 400, 1e-6)
        assert.approximately(quote.priceImpact ?? 0, 0.125, 0.01)
        assert.approximately(Number(quote.providerFee), 3.4, 1e-9)
        assert.isAbove(Number(quote.networkFee), 0)
      }),
    ),
  )

  it.effect(
    "A swap allowance is enough when it is at least the source amount; one that shrinks is asked for again",
    () => {
      const world = still()
      return visit(
        world,
        Effect.gen(function* () {
          const { core } = yield* Modal
          yield* connected
          const contract = world.market.listed("eip155:1").find(({ symbol }) => symbol === "USDC")?.contract ?? ""
          const allow = (units: bigint) => world.market.allow("eip155:1", core.address.peek() ?? "", contract, units)
          allow(400_000_000n)
          const quote = yield* quoteOf("USDC", "HRB", "400")
          assert.isFalse(quote.needsApproval)
          allow(399_999_999n)
          const error = yield* Effect.flip(swap({ quote }))
          assert.strictEqual(error._tag, "QuoteChanged")
          assert.lengthOf(world.ledger.moved, 0, "nothing is approved that the quote did not tell of")
          const now = error._tag === "QuoteChanged" ? error.quote : quote
          assert.isTrue(now.needsApproval)
          const { hash, approvals } = yield* mined(swap({ quote: now }))

          assert.deepStrictEqual(
            world.ledger.moved.map(({ id, allows }) => [`0x${id}`, allows]),
            [
              [approvals[0], 400_000_000n],
              [hash, undefined],
            ],
          )
        }),
      )
    },
  )

  it.effect(
    "an allowance that shrinks between the preview and the yes is asked about again, and nothing is sent",
    () => {
      const world = still()
      return visit(
        world,
        Effect.gen(function* () {
          const { core } = yield* Modal
          const { asked, sending } = yield* use(slice)
          yield* connected
          const contract = world.market.listed("eip155:1").find(({ symbol }) => symbol === "USDC")?.contract ?? ""
          const allow = (units: bigint) => world.market.allow("eip155:1", core.address.peek() ?? "", contract, units)
          allow(400_000_000n)
          const quote = yield* quoteOf("USDC", "HRB", "400")
          allow(0n)
          yield* confirmSwap(quote, told)
          yield* rest

          assert.lengthOf(world.ledger.moved, 0)
          assert.deepStrictEqual([sending.value.is, asked.value?.needsApproval], ["failed", true])
        }),
      )
    },
  )

  it.effect("a token like USDT, which lets nobody raise an allowance, is brought to zero first", () => {
    const world = still()
    const strict = (given: { readonly method: string; readonly params?: readonly unknown[] }) => {
      const { data = "", from = "", to = "" } = (given.params?.[0] ?? {}) as Readonly<Record<string, string>>
      const asked = given.method === "eth_call" ? readApproval(data) : undefined
      return asked !== undefined && asked.units > 0n && world.market.allowance("eip155:1", from, to) > 0n
    }
    return visit(
      world,
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connected
        const contract = world.market.listed("eip155:1").find(({ symbol }) => symbol === "USDC")?.contract ?? ""
        world.market.allow("eip155:1", core.address.peek() ?? "", contract, 5n)
        const { approvals } = yield* mined(swap({ quote: yield* quoteOf("USDC", "HRB", "400") }))

        assert.lengthOf(approvals, 2)
        assert.deepStrictEqual(
          world.ledger.moved.map(({ allows }) => allows),
          [0n, 400_000_000n, undefined],
        )
      }),
      {
        leaves: {
          rpc: Layer.provide(
            Layer.effect(
              Rpc,
              Effect.map(Rpc, (rpc) => ({
                ...rpc,
                request: (call) =>
                  strict(call) ? Effect.fail(new InternalRpcError("execution reverted")) : rpc.request(call),
              })),
            ),
            DemoRpc.layer(world),
          ),
        },
      },
    )
  })

  const outcomes = [
    ["mined", "confirmed", "0.5 ETH to"],
    ["reverted", "failed", "0.5 ETH failed"],
  ] as const
  it.effect.each(outcomes)(
    "a swap that is %s survives a reload: the activity has it, and its outcome is told once",
    ([sendsAs, status, sentence]) => {
      const storage = shelf()
      const world = createWorld({ tick: 0, sends: sendsAs, wallets: { "*": { delay: 0 } } })
      return Effect.gen(function* () {
        yield* visit(
          world,
          Effect.gen(function* () {
            const { transactions } = yield* use(activity)
            yield* connected
            yield* refreshActivity()
            yield* confirmSwap(yield* quoteOf("ETH", "HRB", "0.5"), told)
            yield* rest
            yield* showSent
            const [first] = transactions.ids.peek()
            const listed = transactions.get(first ?? "")?.peek()
            assert.deepStrictEqual(
              [listed?.metadata.operationType, listed?.metadata.status, listed?.transfers.map((one) => one.direction)],
              ["trade", "pending", ["out", "in"]],
            )
          }),
          { leaves: { storage: storage.leaf } },
        )
        yield* visit(
          world,
          Effect.gen(function* () {
            const { sent, untold } = yield* use(sends)
            yield* pass(10_000)
            assert.strictEqual(sent.peek()[0]?.status, status)
            assert.lengthOf(untold.peek(), 1)
            yield* tellOutcomes(ends)
            assert.include((yield* use(snack)).shown.peek().message, sentence)
            yield* pass(20_000)
          }),
          { leaves: { storage: storage.leaf } },
        )
        assert.isNull(storage.json("sent_transfers"))
      })
    },
  )

  it.effect("a swap whose receipt never comes is no failure: it is followed, and told of when it comes", () => {
    const world = createWorld({ tick: 0, sends: "stuck", wallets: { "*": { delay: 0 } } })
    return visit(
      world,
      Effect.gen(function* () {
        const { sent } = yield* use(sends)
        yield* connected
        const fiber = yield* Effect.forkChild(Effect.flip(swap({ quote: yield* quoteOf("ETH", "HRB", "0.5") })))
        yield* rest
        for (let minute = 0; minute < 6; minute += 1) yield* pass(60_000)
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "SwapUnsettled")
        assert.strictEqual(sent.peek()[0]?.status, "pending")
        // Something else than the exchange's call is what the wallet has made of it.
        Object.assign(world.ledger.moved[0]?.sent as object, { data: "0x" })
        yield* pass(10_000)
        assert.strictEqual(sent.peek()[0]?.status, "different")
      }),
    )
  })

  const forged: readonly (readonly [what: string, change: object | string, path: string])[] = [
    ["is a text", "a quote", "quote"],
    ["names no token to pay with", { from: undefined }, "quote.from"],
    ["names a token without an address", { to: { symbol: "HRB", decimals: 18 } }, "quote.to.address"],
    ["has a token of so many decimals", { from: { address: "0x", symbol: "", decimals: 1e9 } }, "quote.from.decimals"],
    ["has an amount that is a number", { fromAmount: 5 }, "quote.fromAmount"],
    ["says nothing of what it brings", { toAmount: undefined }, "quote.toAmount"],
  ]
  for (const [what, change, path] of forged)
    it.effect(`a quote that ${what} is none, and nothing is asked`, () => {
      const world = still()
      return visit(
        world,
        Effect.gen(function* () {
          yield* connected
          const whole = yield* quoteOf("ETH", "HRB", "0.5")
          const quote = (typeof change === "string" ? change : { ...whole, ...change }) as never
          for (const asked of [Effect.asVoid(swap({ quote })), Effect.asVoid(approveSwap({ quote }))]) {
            const error = yield* Effect.flip(asked)
            assert.strictEqual(error._tag, "InvalidInput")
            assert.strictEqual((error as InvalidInput).path, path)
          }
          assert.isEmpty(world.ledger.moved)
        }),
      )
    })

  it.effect("a price that is worse by the time of the yes is asked about again, and nothing is sent", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { quote: shown, sending } = yield* use(slice)
        yield* connected
        const quote = yield* quoteOf("ETH", "HRB", "0.5")
        world.market.setPrice("HRB", 3)
        const error = yield* Effect.flip(swap({ quote }))
        assert.strictEqual(error._tag, "QuoteChanged")
        yield* confirmSwap(quote, told)
        yield* rest

        assert.lengthOf(world.ledger.moved, 0)
        assert.strictEqual(sending.value.is, "failed")
        assert.isBelow(Number(shown.value.is === "loaded" && shown.value.value.toAmount), Number(quote.toAmount))
        world.market.setPrice("HRB", 1)
        yield* mined(swap({ quote }))
        assert.lengthOf(world.ledger.moved, 1)
      }),
    )
  })

  const token = "0x1111111111111111111111111111111111111111"
  const lies: readonly (readonly [string, object, (answer: never) => unknown, string])[] = [
    [
      "an approval for another than the exchange",
      buildApproveRow,
      (answer: { tx: object }) => ({ tx: { ...answer.tx, data: approval(token, 2n ** 255n) } }),
      "Failed to create approval transaction",
    ],
    [
      "an approval of another token",
      buildApproveRow,
      (answer: { tx: object }) => ({ tx: { ...answer.tx, to: `eip155:1:${token}` } }),
      "Failed to create approval transaction",
    ],
    [
      "a call that is no approval",
      buildApproveRow,
      (answer: { tx: object }) => ({ tx: { ...answer.tx, data: `0xa9059cbb${"0".repeat(128)}` } }),
      "Failed to create approval transaction",
    ],
    [
      "a swap on another network",
      buildTransactionRow,
      (answer: { tx: object }) => ({ tx: { ...answer.tx, to: `eip155:137:${token}` } }),
      "Failed to create transaction",
    ],
    [
      "a swap from another account",
      buildTransactionRow,
      (answer: { tx: object }) => ({ tx: { ...answer.tx, from: `eip155:1:${token}` } }),
      "Failed to create transaction",
    ],
    [
      "a call of the token itself",
      buildTransactionRow,
      (answer: { tx: { data: string } }) => ({
        tx: { ...answer.tx, to: `eip155:1:0x${answer.tx.data.slice(34, 74)}` },
      }),
      "Failed to create transaction",
    ],
    ...["0xa9059cbb", "0x23b872dd", "0x095ea7b3", "0x39509351", "0xA22CB465", "0xd505accf"].map((selector) => [
      `a call of some other token that moves it (${selector})`,
      buildTransactionRow,
      (answer: { tx: object }) => ({
        tx: { ...answer.tx, to: `eip155:1:${token}`, data: `${selector}${"0".repeat(128)}` },
      }),
      "Failed to create transaction",
    ]),
    [
      "an amount of a token whose decimals the list has wrong",
      swapTokensRow,
      (answer: { tokens: readonly { symbol: string }[] }) => ({
        tokens: answer.tokens.map((one) => (one.symbol === "USDC" ? { ...one, decimals: 9 } : one)),
      }),
      "Failed to create transaction",
    ],
    [
      "a gain in a token whose decimals the list has wrong",
      swapTokensRow,
      (answer: { tokens: readonly { symbol: string }[] }) => ({
        tokens: answer.tokens.map((one) => (one.symbol === "HRB" ? { ...one, decimals: 15 } : one)),
      }),
      "Failed to create transaction",
    ],
  ] as never
  it.effect.each(lies)("what is signed is what was shown: %s never reaches the wallet", ([, row, change, sentence]) => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const quote = yield* quoteOf("USDC", "HRB", "400")
        const error = yield* Effect.flip(swap({ quote }))
        assert.strictEqual(error.message, sentence)
        assert.lengthOf(world.ledger.moved, 0)
      }),
      changing(world, row, change),
    )
  })

  it.effect(
    "a price that gets worse while the approval goes on is asked about again: approved is not swapped yet",
    () => {
      const world = still()
      return visit(
        world,
        Effect.gen(function* () {
          yield* connected
          const quote = yield* quoteOf("USDC", "HRB", "400")
          const fiber = yield* Effect.forkChild(Effect.flip(swap({ quote })))
          yield* rest
          world.market.setPrice("HRB", 3)
          for (let block = 0; block < 6; block += 1) yield* pass(3_000)

          assert.strictEqual((yield* Fiber.join(fiber))._tag, "QuoteChanged")
          assert.deepStrictEqual(
            world.ledger.moved.map(({ allows }) => allows),
            [400_000_000n],
          )
        }),
      )
    },
  )

  it.effect(
    "one that goes on still is not forgotten when another is looked at: it is told of, and no second is sent",
    () => {
      const world = still()
      return visit(
        world,
        Effect.gen(function* () {
          const { sending, asked, quote: shown } = yield* use(slice)
          const snacks = yield* use(snack)
          yield* connected
          const quote = yield* quoteOf("ETH", "HRB", "0.5")
          yield* confirmSwap(quote, told)
          yield* rest
          const next = yield* quoteOf("ETH", "HRB", "0.1")
          shown.value = { is: "loaded", value: next }
          yield* reviewSwap()
          assert.strictEqual(sending.value.is, "loading")
          assert.strictEqual(asked.value, quote)
          yield* confirmSwap(next, told)
          for (let block = 0; block < 6; block += 1) yield* pass(3_000)

          assert.lengthOf(world.ledger.moved, 1)
          assert.strictEqual(snacks.shown.value.message, told.swapped)
        }),
      )
    },
  )

  it.effect("what was approved is not asked to be approved once more, while its next price is on its way", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { asked, sending } = yield* use(slice)
        yield* connected
        yield* confirmSwap(yield* quoteOf("USDC", "HRB", "400"), told)
        for (let block = 0; block < 6; block += 1) yield* pass(3_000)

        assert.deepStrictEqual([sending.value.is, asked.value?.needsApproval], ["idle", false])
        assert.deepStrictEqual(
          world.ledger.moved.map(({ allows }) => allows),
          [400_000_000n],
        )
      }),
    )
  })

  it.effect("all of the coin leaves what its fee costs, exactly, and hostile decimals break nothing", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { tokens, from, source, amount, quote } = yield* use(slice)
        yield* connected
        yield* prepareSwap({ fromToken: "ETH", toToken: "USDC" })
        quote.value = { is: "loaded", value: yield* quoteOf("ETH", "USDC", "0.5") }
        yield* swapAll()
        const units = (text: string | undefined) => parseUnits(text ?? "", 18) ?? 0n
        const fee = 150_000n * 1_200_000_000n
        const kept = units(from.value?.quantity) - units(amount.value)
        assert.isTrue(kept >= fee - 1_000n && kept <= fee, String(kept))

        tokens.value = { is: "loaded", value: (yield* swapTokens()).map((one) => ({ ...one, decimals: 255 })) }
        source.value = tokens.value.value.find(({ symbol }) => symbol === "USDC")?.address
        yield* swapAll()
        assert.strictEqual(units(amount.value), units(from.value?.quantity))
      }),
    ),
  )

  it.effect(
    "fails where nothing is swapped, for tokens and amounts that there are not, and for another's quote",
    () => {
      const world = still()
      return visit(
        world,
        Effect.gen(function* () {
          const { core } = yield* Modal
          assert.strictEqual((yield* Effect.flip(swapTokens()))._tag, "NoActiveCaipAddress")
          yield* connected
          assert.strictEqual((yield* Effect.flip(quoteOf("NOPE", "HRB", "1")))._tag, "InvalidInput")
          assert.strictEqual((yield* Effect.flip(quoteOf("ETH", "ETH", "1")))._tag, "InvalidInput")
          for (const amount of ["0", "", "-1", "many"])
            assert.strictEqual((yield* Effect.flip(quoteOf("ETH", "HRB", amount)))._tag, "IncorrectAmount")
          const quote = yield* quoteOf("ETH", "HRB", "0.5")
          const other = { ...quote, account: `eip155:1:${token}` }
          assert.strictEqual((yield* Effect.flip(swap({ quote: other })))._tag, "SwapNotBuilt")
          world.faults.set("gasPrice", { status: 400 })
          assert.strictEqual(
            (yield* Effect.flip(quoteOf("ETH", "HRB", "1"))).message,
            "Network not supported for Gas Price",
          )
          core.remoteFeatures.value = { ...core.remoteFeatures.value, swaps: false }
          assert.strictEqual(
            (yield* Effect.flip(quoteOf("ETH", "HRB", "1"))).message,
            "Network not supported for Swaps",
          )
        }),
      )
    },
  )

  it.effect(
    "a wallet that declines, and a chain that does not carry it out, end in 'Transaction error'; whoever declined is told that alone",
    () => {
      const world = createWorld({ tick: 0, sends: "reverted", wallets: { "*": { delay: 0, sign: "reject" } } })
      return visit(
        world,
        Effect.gen(function* () {
          const { shown } = yield* use(snack)
          const { refused, sending } = yield* use(slice)
          yield* connected
          const quote = yield* quoteOf("ETH", "HRB", "0.5")
          assert.strictEqual((yield* Effect.flip(swap({ quote }))).message, "Transaction error")
          assert.lengthOf(world.ledger.moved, 0)
          yield* confirmSwap(quote, told)
          yield* pass(200)
          yield* pass(200)
          assert.deepStrictEqual([sending.value.is, refused.value, shown.value.open], ["failed", true, false])

          walletOf(world).behave({ sign: "approve" })
          yield* confirmSwap(quote, told)
          assert.isFalse(refused.value)
          for (let block = 0; block < 6; block += 1) yield* pass(3_000)
          assert.isFalse(refused.value)
          assert.deepInclude(shown.value, { variant: "error", message: "Transaction error" })
        }),
      )
    },
  )

  it.effect("a second press never sends twice, and leaving the view leaves the swap going on", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connected
        const quote = yield* quoteOf("ETH", "HRB", "0.5")
        core.stack.value = [{ name: "Swap" }, { name: "SwapPreview" }]
        const view = yield* Effect.forkChild(confirmSwap(quote, told))
        yield* rest
        view.interruptUnsafe()
        yield* confirmSwap(quote, told)
        for (let block = 0; block < 6; block += 1) yield* pass(3_000)

        assert.lengthOf(world.ledger.moved, 1)
        assert.strictEqual(core.route.value?.name, "Account")
      }),
    )
  })

  it.effect(
    "The modal can also open with swap arguments for the Swap view, and prices are asked for 200 ms after, then every 10 s",
    () => {
      const world = still()
      return visit(
        world,
        Effect.gen(function* () {
          const { from, to, amount, quote } = yield* use(slice)
          yield* connected
          yield* prepareSwap({ fromToken: "USDC", toToken: "HRB", amount: "400" })
          assert.deepStrictEqual([from.value?.symbol, to.value?.symbol, amount.value], ["USDC", "HRB", "400"])
          yield* Effect.forkChild(keepQuote())
          yield* pass(199)
          assert.strictEqual(world.faults.asked("swapQuotes"), 0)
          yield* pass(1)
          assert.strictEqual(quote.value.is, "loaded")
          assert.strictEqual(world.faults.asked("swapQuotes"), 1)
          yield* pass(10_000)
          assert.strictEqual(world.faults.asked("swapQuotes"), 2)

          yield* turnSwap()
          assert.deepStrictEqual([from.value?.symbol, to.value?.symbol], ["HRB", "USDC"])
          if (to.value) yield* chooseSwapToken("sourceToken", to.value)
          assert.deepStrictEqual([from.value?.symbol, to.value?.symbol], ["USDC", "HRB"])
          yield* swapAll()
          assert.strictEqual(amount.value, from.value?.quantity)
        }),
      )
    },
  )

  it.effect("tokens that do not come say 'Failed to initialize swap'", () => {
    const world = createWorld({ tick: 0, faults: { swapTokens: { status: 500 } } })
    return visit(
      world,
      Effect.gen(function* () {
        const { shown } = yield* use(snack)
        yield* connected
        yield* prepareSwap({})
        yield* pass(200)
        assert.deepInclude(shown.value, { variant: "error", message: "Failed to initialize swap" })
      }),
    )
  })
})
