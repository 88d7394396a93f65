import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { Popup } from "../../services/Frame.ts"
import { base, bitcoin, mainnet, solana } from "../../src/domain/networks.ts"
import { assetsOn, checkPayment, type PaymentInput } from "../../src/domain/pay.ts"
import { fetchActivity } from "../../src/flows/activity.ts"
import { fetchBalances } from "../../src/flows/balances.ts"
import { connect } from "../../src/flows/connect.ts"
import { exchanges, pay, payWithExchange, preparePayment } from "../../src/flows/pay.ts"
import { Modal, use } from "../../src/modal.ts"
import { sends } from "../../src/state/sends.ts"
import { createWorld, halyard, rest, visit } from "./modal.ts"
import "../../src/domain/historyRow.ts"
import "../../src/domain/payRows.ts"

const connected = connect({ wallet: halyard })
const still = (script: Parameters<typeof createWorld>[0] = {}) => createWorld({ tick: 0, ...script })
const off = { project: { features: [] } } as const
const merchant = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"
const usdc = assetsOn(mainnet).find(({ metadata }) => metadata.symbol === "USDC")
const ether = assetsOn(mainnet).find(({ asset }) => asset === "native")
if (!usdc || !ether) throw new Error("Both are built in")

const order = (changes: Partial<PaymentInput> = {}): PaymentInput => ({
  paymentAsset: usdc,
  recipient: merchant,
  amount: "12.5",
  ...changes,
})
const windowOf = (blocked = false) => {
  const told: string[] = []
  const popup: Popup = {
    blocked,
    go: (url) => void told.push(url),
    close: () => void told.push("closed"),
    isClosed: () => false,
    sent: () => false,
  }
  return { popup, told }
}
const later = (millis: number) => Effect.andThen(rest, Effect.andThen(TestClock.adjust(millis), rest))
/** As long as it takes a chain, or an exchange, several times over. */
const long = Effect.repeat(later(4_000), { times: 5 })
const quantityOf = (symbol: string) =>
  Effect.map(fetchBalances(), (tokens) => tokens.find((token) => token.symbol === symbol)?.quantity.numeric)

describe("exchanges", () => {
  it.effect("gives those that pay out an asset, by itself the first of the network in use", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { exchanges: found, total } = yield* exchanges()
        const narrowed = yield* exchanges({ paymentAsset: usdc, amount: "5", exclude: ["quayside"] })

        assert.deepStrictEqual([found.length, total], [3, 3])
        assert.notInclude(
          narrowed.exchanges.map(({ id }) => id),
          "quayside",
        )
      }),
    ),
  )

  it.effect("fails with a code of the catalogue where there is nothing to ask", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const elsewhere = { ...usdc, network: "eip155:424242" as const }
        assert.strictEqual((yield* Effect.flip(exchanges({ paymentAsset: elsewhere }))).code, "ASSET_NOT_SUPPORTED")
        assert.strictEqual((yield* Effect.flip(exchanges({ amount: "none" }))).code, "INVALID_AMOUNT")
      }),
    ),
  )

  it.effect("is refused where the project has neither deposits nor payments on", () =>
    visit(
      still(off),
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(exchanges())).code, "INVALID_PAYMENT_CONFIG")
      }),
    ),
  )

  it.effect("Per-capability chain support: pay-with-exchange: EVM and Solana", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const asset = assetsOn(solana)[0]
        if (!asset) return assert.fail("nothing is paid out on Solana")
        assert.isNotEmpty((yield* exchanges({ paymentAsset: asset })).exchanges)
        const coin = { ...ether, network: bitcoin.caipNetworkId }
        assert.strictEqual((yield* Effect.flip(exchanges({ paymentAsset: coin }))).code, "INVALID_CHAIN_NAMESPACE")
      }),
      { options: { networks: [mainnet, solana, bitcoin] } },
    ),
  )

  it.effect("fails with UNABLE_TO_GET_EXCHANGES where the service does not answer", () =>
    visit(
      still({ faults: { exchanges: { status: 500 } } }),
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(exchanges())).code, "UNABLE_TO_GET_EXCHANGES")
      }),
    ),
  )
})

describe("payWithExchange", () => {
  it.effect("The modal can also offer pay-with-exchange: a deposit arrives, and balance and activity have it", () =>
    visit(
      still(),
      Effect.gen(function* () {
        yield* connected
        const { popup, told } = windowOf()
        const before = yield* quantityOf("USDC")
        const going = yield* Effect.forkChild(
          payWithExchange({ exchange: "quayside", paymentAsset: usdc, amount: "10" }, popup),
        )
        yield* long
        const paid = yield* Fiber.join(going)
        yield* TestClock.adjust(30_000)
        const { transactions } = yield* fetchActivity()

        assert.deepStrictEqual(told, [paid.url])
        assert.match(paid.result ?? "", /^0x[0-9a-f]{64}$/)
        assert.strictEqual(Number(yield* quantityOf("USDC")) - Number(before), 10)
        assert.deepInclude(transactions[0]?.metadata, { operationType: "receive", status: "confirmed" })
      }),
    ),
  )

  it.effect("pays somebody else, where the project takes payments", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const going = yield* Effect.forkChild(payWithExchange({ exchange: "quayside", ...order() }, windowOf().popup))
        yield* long
        assert.isDefined((yield* Fiber.join(going)).result)
      }),
    ),
  )

  it.effect("fails with what the exchange says, and closes the window", () =>
    visit(
      still(),
      Effect.gen(function* () {
        yield* connected
        const { popup, told } = windowOf()
        const error = yield* Effect.flip(payWithExchange({ exchange: "nobody", amount: "1" }, popup))

        assert.deepInclude(error, { code: "UNABLE_TO_GET_PAY_URL" })
        assert.strictEqual(error.message, "There is no such exchange")
        assert.deepStrictEqual(told, ["closed"])
      }),
    ),
  )

  it.effect("tells of a window that the browser blocked, and of nobody to pay", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const nobody = yield* Effect.flip(payWithExchange({ exchange: "quayside", amount: "1" }, windowOf().popup))
        assert.strictEqual(nobody._tag, "NoActiveCaipAddress")
        yield* connected
        const blocked = yield* Effect.flip(payWithExchange({ exchange: "quayside", amount: "1" }, windowOf(true).popup))
        assert.strictEqual(blocked._tag, "PopupBlocked")
      }),
    ),
  )

  it.effect.each([
    ["failed", "PaymentFailed"],
    ["stuck", "PaymentTimedOut"],
  ] as const)("a deposit that %s ends as %s, asked 20 times at most", ([deposits, tag]) =>
    Effect.suspend(() => {
      const world = still({ deposits })
      return visit(
        world,
        Effect.gen(function* () {
          yield* connected
          const going = yield* Effect.forkChild(
            Effect.flip(payWithExchange({ exchange: "quayside", amount: "1" }, windowOf().popup)),
          )
          for (let asked = 0; asked < 21; asked++) yield* later(5_000)
          const error = yield* Fiber.join(going)

          assert.strictEqual(error._tag, tag)
          assert.isAtMost(world.faults.asked("buyStatus"), 20)
        }),
      )
    }),
  )

  it.effect("fails with UNABLE_TO_GET_BUY_STATUS where nobody tells what became of it", () =>
    visit(
      still({ faults: { buyStatus: { status: 500 } } }),
      Effect.gen(function* () {
        yield* connected
        const going = yield* Effect.forkChild(
          Effect.flip(payWithExchange({ exchange: "quayside", amount: "1" }, windowOf().popup)),
        )
        for (let asked = 0; asked < 20; asked++) yield* later(5_000)
        assert.deepInclude(yield* Fiber.join(going), { code: "UNABLE_TO_GET_BUY_STATUS" })
      }),
    ),
  )
})

describe("pay", () => {
  it.effect("The modal can also offer payments: the wallet in use pays just what was asked for", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const before = yield* quantityOf("USDC")
        const going = yield* Effect.forkChild(pay(order()))
        yield* long
        const { result } = yield* Fiber.join(going)
        yield* TestClock.adjust(30_000)

        const [moved] = world.ledger.moved
        assert.strictEqual(result, `0x${moved?.id}`)
        assert.deepInclude(moved, { units: 12_500_000n, chain: "eip155:1" })
        assert.strictEqual(moved?.to.toLowerCase(), merchant.toLowerCase())
        assert.strictEqual(Number(before) - Number(yield* quantityOf("USDC")), 12.5)
        const { untold } = yield* use(sends)
        assert.isEmpty(untold.value)
      }),
    )
  })

  it.effect("goes to the payment's network first", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connected
        const asset = assetsOn(base)[0]
        if (!asset) return assert.fail("nothing is built in")
        const going = yield* Effect.forkChild(pay(order({ paymentAsset: asset, amount: "0.25" })))
        yield* long
        yield* Fiber.join(going)

        assert.strictEqual(core.network.value?.caipNetworkId, base.caipNetworkId)
        assert.deepInclude(world.ledger.moved[0], { chain: base.caipNetworkId, units: 250_000_000_000_000_000n })
      }),
    )
  })

  it.effect("the same payment asked for twice at a time is made once", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const going = yield* Effect.forkChild(Effect.all([pay(order()), pay(order())], { concurrency: 2 }))
        yield* long
        const [one, other] = yield* Fiber.join(going)

        assert.strictEqual(one.result, other.result)
        assert.lengthOf(world.ledger.moved, 1)
      }),
    )
  })

  it.effect("signs no other amount than was shown: a token that counts otherwise than the site says is refused", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        const odd = { ...usdc, metadata: { ...usdc.metadata, decimals: 18 } }
        assert.deepInclude(yield* Effect.flip(pay(order({ paymentAsset: odd }))), { code: "INVALID_ASSET" })
        assert.isEmpty(world.ledger.moved)
      }),
    )
  })

  it.effect("fails where nobody is connected, where there is not enough, and where the wallet says no", () => {
    const world = still({ wallets: { [halyard]: { send: "reject" } } })
    return visit(
      world,
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(pay(order())))._tag, "NoActiveCaipAddress")
        yield* connected
        assert.strictEqual((yield* Effect.flip(pay(order({ amount: "5000" }))))._tag, "InsufficientFunds")
        assert.strictEqual((yield* Effect.flip(pay(order())))._tag, "UserRejectedRequestError")
        assert.isEmpty(world.ledger.moved)
      }),
    )
  })

  it.effect("fails where the chain does not carry it out", () =>
    visit(
      still({ sends: "reverted" }),
      Effect.gen(function* () {
        yield* connected
        const going = yield* Effect.forkChild(Effect.flip(pay(order())))
        yield* long
        assert.deepInclude(yield* Fiber.join(going), { code: "GENERIC_PAYMENT_ERROR" })
      }),
    ),
  )

  for (const status of ["replaced", "different"] as const)
    it.effect(`is not told as failed where another transaction may have paid (${status})`, () =>
      visit(
        still({ sends: "stuck" }),
        Effect.gen(function* () {
          const { sent } = yield* use(sends)
          yield* connected
          const going = yield* Effect.forkChild(Effect.flip(pay(order())))
          yield* rest
          yield* rest
          yield* later(1_000)
          sent.value = sent.peek().map((one) => ({ ...one, status }))
          yield* rest
          assert.strictEqual((yield* Fiber.join(going))._tag, "PaymentTimedOut")
        }),
      ),
    )

  it.effect(
    "answers with the hash that the chain knows it by, where the wallet sent it once more with a higher fee",
    () =>
      visit(
        still({ sends: "stuck" }),
        Effect.gen(function* () {
          const { sent } = yield* use(sends)
          const hash = `0x${"cd".repeat(32)}`
          yield* connected
          const going = yield* Effect.forkChild(pay(order()))
          yield* rest
          yield* rest
          yield* later(1_000)
          sent.value = sent.peek().map((one) => ({ ...one, status: "confirmed", hash }))
          yield* rest
          assert.strictEqual((yield* Fiber.join(going)).result, hash)
        }),
      ),
  )

  it.effect("that failed tells by which hash, where the wallet sent it once more with a higher fee", () =>
    visit(
      still({ sends: "stuck" }),
      Effect.gen(function* () {
        const { sent } = yield* use(sends)
        const hash = `0x${"cd".repeat(32)}`
        yield* connected
        const going = yield* Effect.forkChild(Effect.flip(pay(order())))
        yield* rest
        yield* rest
        yield* later(1_000)
        sent.value = sent.peek().map((one) => ({ ...one, status: "failed", hash }))
        yield* rest
        assert.deepInclude(yield* Fiber.join(going), { _tag: "PaymentFailed", result: hash })
      }),
    ),
  )

  it.effect("shows and signs a token by its own symbol, and a coin by its network's", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connected
        const called = (symbol: string) => ({ ...usdc, metadata: { ...usdc.metadata, symbol } })
        const payment = checkPayment(order({ paymentAsset: called("PENNY") }), core.networks.value)
        if (payment instanceof Error) return assert.fail(payment.message)
        assert.strictEqual((yield* preparePayment(payment)).token.symbol, "USDC")
        const metadata = { name: "Penny", symbol: "PENNY", decimals: 18 }
        const coin = checkPayment(order({ paymentAsset: { ...usdc, asset: "native", metadata } }), core.networks.value)
        if (coin instanceof Error) return assert.fail(coin.message)
        assert.strictEqual(coin.paymentAsset.metadata.symbol, "ETH")
      }),
    ),
  )

  it.effect("times out after 300 s, and tells by what it can be looked up", () =>
    visit(
      still({ sends: "stuck" }),
      Effect.gen(function* () {
        yield* connected
        const going = yield* Effect.forkChild(Effect.flip(pay(order())))
        yield* rest
        yield* rest
        yield* later(300_000)
        const error = yield* Fiber.join(going)

        assert.strictEqual(error._tag, "PaymentTimedOut")
        assert.match((error as { readonly result?: string }).result ?? "", /^0x[0-9a-f]{64}$/)
      }),
    ),
  )

  it.effect("is refused where the project takes no payments, and for what is none", () =>
    visit(
      still(),
      Effect.gen(function* () {
        yield* connected
        assert.deepInclude(yield* Effect.flip(pay(order({ recipient: "0x1" }))), { code: "INVALID_RECIPIENT" })
        assert.deepInclude(yield* Effect.flip(pay({} as never)), { code: "INVALID_ASSET" })
        assert.deepInclude(yield* Effect.flip(pay(order({ recipient: (yield* Modal).core.address.value ?? "" }))), {
          code: "INVALID_RECIPIENT",
        })
      }),
    ),
  )
})
