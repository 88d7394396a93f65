import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { coinsKnown } from "../../layers/demo/coins.ts"
import type { Popup } from "../../services/Frame.ts"
import { latest } from "../../src/domain/loadable.ts"
import { base, defineNetwork, mainnet } from "../../src/domain/networks.ts"
import { assetsOn, type PaymentInput } from "../../src/domain/pay.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import {
  checkDeposit,
  chooseAsset,
  depositFrom,
  prepareDeposit,
  resumeDeposit,
  startOver,
} from "../../src/flows/deposit.ts"
import { openModal } from "../../src/flows/open.ts"
import {
  checkPayment,
  connectToPay,
  leaveWallet,
  payAgain,
  payByExchange,
  payFromWallet,
  preparePay,
  pricePayment,
} from "../../src/flows/payForm.ts"
import { fundWallet, openDeposit } from "../../src/flows/receive.ts"
import { Modal, use } from "../../src/modal.ts"
import * as Router from "../../src/router.ts"
import { snapshot } from "../../src/snapshot.ts"
import { deposit, pay } from "../../src/state/pay.ts"
import { sends } from "../../src/state/sends.ts"
import { snack } from "../../src/state/snack.ts"
import { createWorld, halyard, rest, shelf, visit, walletOf, withWallet } from "./modal.ts"
import "../../src/domain/payRows.ts"
import "../../src/domain/swapRows.ts"

const connected = connect({ wallet: halyard })
const still = (script: Parameters<typeof createWorld>[0] = {}) => createWorld({ tick: 0, ...script })
const told = { going: "going", completed: "completed", failed: "failed", late: "late" }
const merchant = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"
const usdc = assetsOn(mainnet).find(({ metadata }) => metadata.symbol === "USDC")
if (!usdc) throw new Error("It is built in")
const order: PaymentInput = { paymentAsset: usdc, recipient: merchant, amount: "12.5" }
/** A token of the demo's market that is not built in; the site calls it as it likes. */
const harbour = coinsKnown().find(({ symbol }) => symbol === "HRB")?.on["eip155:1"]?.[1] ?? ""
const orderOf = (asset: string): PaymentInput => ({
  ...order,
  paymentAsset: { ...usdc, asset, metadata: { name: "USD Coin", symbol: "USDC", decimals: 18 } },
})
const aurora = defineNetwork({ ...mainnet, id: 1313161554, name: "Aurora" })

const windowOf = (blocked = false) => {
  const seen: string[] = []
  const popup: Popup = {
    blocked,
    go: (url) => void seen.push(url),
    close: () => void seen.push("closed"),
    isClosed: () => false,
    sent: () => false,
  }
  return { popup, seen }
}
const later = (millis: number) => Effect.andThen(rest, Effect.andThen(TestClock.adjust(millis), rest))
const long = Effect.repeat(later(5_000), { times: 3 })
const first = Effect.map(use(deposit), ({ exchanges }) => {
  const [one] = latest(exchanges.peek())?.exchanges ?? []
  if (!one) throw new Error("There is no exchange")
  return one
})
const begun = (popup: Popup) =>
  Effect.gen(function* () {
    yield* openDeposit()
    yield* prepareDeposit(told)
    yield* depositFrom(yield* first, popup, told)
    yield* rest
  })
const payWithWallet = Effect.gen(function* () {
  const { cost } = yield* use(pay)
  const prepared = latest(cost.peek())
  if (!prepared) throw new Error("Nobody knows what it costs")
  yield* payFromWallet(prepared)
})
const ready = (given: PaymentInput = order) =>
  Effect.gen(function* () {
    yield* Router.reset({ name: "Pay", payment: given })
    yield* preparePay(given)
    yield* pricePayment()
  })

describe("A deposit from an exchange", () => {
  it.effect("is begun with an amount in dollars, which the price turns into tokens of 4 decimals", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { amount, tokenAmount, asset, exchanges } = yield* use(deposit)
        yield* connected
        yield* prepareDeposit(told)

        assert.deepStrictEqual([amount.value, asset.value?.metadata.symbol], ["10", "ETH"])
        assert.match(tokenAmount.value ?? "", /^0\.00\d\d$/)
        assert.lengthOf(latest(exchanges.value)?.exchanges ?? [], 3)
        yield* chooseAsset(usdc)
        yield* prepareDeposit(told)
        assert.strictEqual(tokenAmount.value, "10.0000")
        amount.value = "0"
        assert.isUndefined(tokenAmount.value)
      }),
    ),
  )

  it.effect("goes on in the window of the click, and on the account what becomes of it is told", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { current } = yield* use(deposit)
        const { shown } = yield* use(snack)
        const { popup, seen } = windowOf()
        yield* connected
        yield* begun(popup)

        assert.lengthOf(seen, 1)
        assert.strictEqual(core.route.value?.name, "Account")
        assert.deepInclude(shown.value, { message: "going", variant: "loading", open: true })
        yield* long
        assert.strictEqual(current.value?.status, "success")
        assert.deepInclude(shown.value, { message: "completed", variant: "success" })
        const { exchange } = snapshot(yield* Modal) as unknown as { exchange: Record<string, unknown> }
        assert.deepInclude(exchange.currentPayment as object, { type: "exchange", status: "SUCCESS" })
        assert.strictEqual(exchange.isPaymentInProgress, false)
      }),
    ),
  )

  it.effect("whose window was blocked stays where it can be opened by another click, and is followed", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { current } = yield* use(deposit)
        yield* connected
        yield* begun(windowOf(true).popup)

        assert.strictEqual(core.route.value?.name, "PayWithExchange")
        assert.deepInclude(current.value, { status: "waiting", blocked: true })
        assert.match(current.value?.url ?? "", /^http/)
        yield* long
        assert.strictEqual(current.value?.status, "success")
      }),
    ),
  )

  it.effect("is begun once, however often is pressed", () => {
    const world = still({ faults: { payUrl: { delay: 3_000 } } })
    return visit(
      world,
      Effect.gen(function* () {
        yield* connected
        yield* prepareDeposit(told)
        const one = yield* first
        yield* depositFrom(one, windowOf().popup, told)
        yield* rest
        yield* depositFrom(one, windowOf().popup, told)
        yield* later(3_000)

        assert.strictEqual(world.faults.asked("payUrl"), 1)
      }),
    )
  })

  it.effect("that an exchange refuses closes its window and says why", () =>
    visit(
      still({ faults: { payUrl: { status: 500 } } }),
      Effect.gen(function* () {
        const { current, error } = yield* use(deposit)
        const { popup, seen } = windowOf()
        yield* connected
        yield* begun(popup)

        assert.deepStrictEqual(seen, ["closed"])
        assert.isUndefined(current.value)
        assert.strictEqual((error.value as { code?: string } | undefined)?.code, "UNABLE_TO_GET_PAY_URL")
      }),
    ),
  )

  it.effect("polls each 5 s, up to 20 times: then it is late, and can be asked about again", () => {
    const world = still({ deposits: "stuck" })
    return visit(
      world,
      Effect.gen(function* () {
        const { current } = yield* use(deposit)
        const { shown } = yield* use(snack)
        yield* connected
        yield* begun(windowOf().popup)
        for (let asked = 0; asked < 25; asked++) yield* later(5_000)

        assert.strictEqual(world.faults.asked("buyStatus"), 20)
        assert.strictEqual(current.value?.status, "late")
        assert.strictEqual(shown.value.message, "late")
        yield* checkDeposit(told)
        yield* later(5_000)
        assert.strictEqual(world.faults.asked("buyStatus"), 21)
        yield* startOver()
        assert.isUndefined(current.value)
      }),
    )
  })

  it.effect("that fails is told, and another can be begun", () =>
    visit(
      still({ deposits: "failed" }),
      Effect.gen(function* () {
        const { current } = yield* use(deposit)
        const { shown } = yield* use(snack)
        yield* connected
        yield* begun(windowOf().popup)
        yield* long

        assert.strictEqual(current.value?.status, "failed")
        assert.deepInclude(shown.value, { message: "failed", variant: "error" })
        yield* prepareDeposit(told)
        assert.isUndefined(current.value)
      }),
    ),
  )

  it.effect("survives a reload: it is followed further, and told of", () => {
    const world = still()
    const { leaf, texts } = shelf()
    return Effect.gen(function* () {
      yield* visit(world, Effect.andThen(connected, begun(windowOf().popup)), { leaves: { storage: leaf } })
      assert.isTrue(texts.has("exchange_payments"))
      yield* visit(
        world,
        Effect.gen(function* () {
          const { current } = yield* use(deposit)
          yield* resumeDeposit(told)
          assert.deepInclude(current.value, { status: "waiting" })
          yield* long
          assert.strictEqual(current.value?.status, "success")
        }),
        { leaves: { storage: leaf } },
      )
      assert.isFalse(texts.has("exchange_payments"))
    })
  })

  it.effect.each([
    ["no JSON", "{"],
    ["no list", "7"],
    ["a page that runs something", JSON.stringify([{ url: "javascript:alert(1)" }])],
  ] as const)("takes nothing back from storage that it did not keep: %s", ([, text]) =>
    visit(
      still(),
      Effect.gen(function* () {
        const { current } = yield* use(deposit)
        yield* resumeDeposit(told)
        assert.isUndefined(current.value)
      }),
      { leaves: { storage: shelf({ exchange_payments: text }).leaf } },
    ),
  )

  it.effect("is offered nowhere that exchanges do not pay out, and not where the project has it off", () =>
    visit(
      still({ project: { features: [] } }),
      Effect.gen(function* () {
        const { asset, exchanges } = yield* use(deposit)
        yield* connected
        yield* prepareDeposit(told)

        assert.isUndefined(asset.value)
        assert.strictEqual(exchanges.value.is, "idle")
      }),
      { options: { networks: [aurora, mainnet] } },
    ),
  )

  it.effect("is one of the ways to fund a wallet: several are offered, one is gone to at once", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* connected
        yield* fundWallet()
        assert.strictEqual(core.route.value?.name, "FundWallet")
        core.features.value = { ...core.features.peek(), receive: false }
        core.remoteFeatures.value = { ...core.remoteFeatures.peek(), onramp: false }
        yield* fundWallet()
        assert.strictEqual(core.route.value?.name, "PayWithExchange")
      }),
    ),
  )
})

describe("A payment", () => {
  it.effect("is made from the wallet in use, and closes the modal 3 s after it was completed", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { current } = yield* use(pay)
        yield* connected
        yield* openModal({ view: "Pay", arguments: order })
        yield* preparePay(order)
        yield* pricePayment()
        yield* payWithWallet
        yield* rest

        assert.strictEqual(core.route.value?.name, "PayLoading")
        yield* long
        assert.deepInclude(current.value, { status: "success", result: `0x${world.ledger.moved[0]?.id}` })
        yield* later(3_000)
        assert.isFalse(core.open.value)
        assert.deepInclude(world.ledger.moved[0], { units: 12_500_000n })
        const names = world.events.map(({ props }) => props.event).filter((name) => /^(PAY|SEND)_/.test(name))
        assert.deepStrictEqual(names, ["PAY_MODAL_OPEN", "PAY_INITIATED", "PAY_SUCCESS"])
      }),
    )
  })

  it.effect("without a wallet tells what the token's own contract calls itself, whatever the site calls it", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { payment, current, exchanges } = yield* use(pay)
        yield* ready(orderOf(harbour))
        const named = latest(payment.value)
        assert.strictEqual(named?.paymentAsset.metadata.symbol, "HRB")
        assert.isUndefined(named?.siteNamed)
        const [exchange] = latest(exchanges.value) ?? []
        if (!exchange) return assert.fail("there is no exchange")
        yield* payByExchange(exchange, windowOf().popup)
        yield* rest
        assert.strictEqual(current.value?.of.paymentAsset.metadata.symbol, "HRB")
      }),
    ),
  )

  it.effect("of a token whose contract does not say is marked as named by the site alone, until it does", () => {
    const world = still({ faults: { eth_call: { status: 500 } } })
    return visit(
      world,
      Effect.gen(function* () {
        const { payment } = yield* use(pay)
        const preparing = yield* Effect.forkChild(preparePay(orderOf(harbour)))
        for (let asked = 0; asked < 10; asked++) yield* later(1_000)
        yield* Fiber.join(preparing)
        const named = latest(payment.value)
        assert.deepInclude(named, { siteNamed: true })
        assert.strictEqual(named?.paymentAsset.metadata.symbol, "USDC")

        world.faults.set("eth_call", {})
        yield* preparePay(undefined)
        const again = latest(payment.value)
        assert.strictEqual(again?.paymentAsset.metadata.symbol, "HRB")
        assert.isUndefined(again?.siteNamed)
      }),
    )
  })

  it.effect("A second press pays nothing twice", () => {
    const world = still({ wallets: { [halyard]: { send: "hang" } } })
    return visit(
      world,
      Effect.gen(function* () {
        const { current } = yield* use(pay)
        yield* connected
        yield* ready()
        yield* payWithWallet
        yield* rest
        yield* payWithWallet
        yield* Router.reset({ name: "Pay" })
        yield* preparePay(undefined)
        yield* payWithWallet
        yield* rest
        assert.strictEqual(current.value?.status, "opening")
        walletOf(world).approve()
        yield* long

        assert.lengthOf(world.ledger.moved, 1)
        assert.strictEqual(current.value?.status, "success")
      }),
    )
  })

  it.effect(
    "of which the wallet does not say whether it was sent is not told as failed, and nobody waits for it",
    () => {
      const before = still()
      const wallet = walletOf(before)
      const world = withWallet(before, halyard, () => ({
        request: (asked) => (asked.method === "eth_sendTransaction" ? Effect.succeed({}) : wallet.request(asked)),
      }))
      return visit(
        world,
        Effect.gen(function* () {
          const { current, error } = yield* use(pay)
          yield* connected
          yield* ready()
          yield* payWithWallet
          yield* rest
          assert.strictEqual((error.value as { readonly _tag?: string } | undefined)?._tag, "SendUnclear")
          assert.strictEqual(current.value?.status, "late")
          yield* checkPayment()
          assert.strictEqual(current.value?.status, "late")
          yield* payAgain()
          assert.isUndefined(current.value)
        }),
      )
    },
  )

  it.effect("that failed on the chain is told by the hash of the copy that the wallet sent with a higher fee", () =>
    visit(
      still({ sends: "stuck" }),
      Effect.gen(function* () {
        const { current } = yield* use(pay)
        const { sent } = yield* use(sends)
        const hash = `0x${"cd".repeat(32)}`
        yield* connected
        yield* ready()
        yield* payWithWallet
        yield* rest
        yield* later(1_000)
        sent.value = sent.peek().map((one) => ({ ...one, status: "failed", hash }))
        yield* rest
        assert.deepInclude(current.value, { status: "failed", result: hash })
      }),
    ),
  )

  it.effect("that the wallet declines can be made again", () => {
    const world = still({ wallets: { [halyard]: { send: "reject" } } })
    return visit(
      world,
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { current, error } = yield* use(pay)
        yield* connected
        yield* ready()
        yield* payWithWallet
        yield* rest
        assert.strictEqual(current.value?.status, "failed")
        assert.strictEqual((error.value as { _tag?: string })._tag, "UserRejectedRequestError")
        walletOf(world).behave({ send: "approve" })
        yield* payAgain()
        assert.deepInclude(core.route.value, { name: "Pay" })
        yield* preparePay(order)
        yield* pricePayment()
        yield* payWithWallet
        yield* long
        assert.lengthOf(world.ledger.moved, 1)
      }),
    )
  })

  it.effect("is not made from another account than the one that was shown", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { current, error } = yield* use(pay)
        yield* connected
        yield* ready()
        walletOf(world).select(1)
        yield* rest
        yield* payWithWallet
        yield* rest

        assert.strictEqual(current.value?.status, "failed")
        assert.strictEqual((error.value as { _tag?: string })._tag, "TransactionDiffers")
        assert.isEmpty(world.ledger.moved)
      }),
    )
  })

  it.effect("is made on its own network, where the wallet goes first", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { core } = yield* Modal
        const asset = assetsOn(base).find(({ metadata }) => metadata.symbol === "USDC")
        if (!asset) return assert.fail("it is built in")
        yield* connected
        yield* ready({ ...order, paymentAsset: asset })
        yield* payWithWallet
        yield* long

        assert.strictEqual(core.network.value?.caipNetworkId, base.caipNetworkId)
        assert.deepInclude(world.ledger.moved[0], { chain: base.caipNetworkId })
      }),
    )
  })

  it.effect("is made by an exchange, asked each 4 s", () => {
    const world = still()
    return visit(
      world,
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { current, exchanges } = yield* use(pay)
        const { popup, seen } = windowOf()
        yield* ready()
        const list = latest(exchanges.value) ?? []
        // As many as fit.
        assert.lengthOf(list, 2)
        const [one] = list
        if (!one) return
        yield* payByExchange(one, popup)
        yield* rest
        assert.strictEqual(core.route.value?.name, "PayLoading")
        assert.lengthOf(seen, 1)
        yield* later(4_000)
        yield* later(4_000)
        yield* later(4_000)

        assert.strictEqual(current.value?.status, "success")
        assert.strictEqual(world.faults.asked("buyStatus"), 3)
      }),
    )
  })

  it.effect("by an exchange survives a reload: the same payment is followed, and not offered once more", () => {
    const world = still()
    const { leaf } = shelf()
    const given = { leaves: { storage: leaf } }
    const started = Effect.gen(function* () {
      const { exchanges } = yield* use(pay)
      yield* ready()
      const [one] = latest(exchanges.value) ?? []
      if (one) yield* payByExchange(one, windowOf().popup)
      yield* rest
    })
    return Effect.gen(function* () {
      yield* visit(world, started, given)
      yield* visit(
        world,
        Effect.gen(function* () {
          const { current } = yield* use(pay)
          yield* preparePay({ ...order, amount: "99" })
          assert.isTrue(current.value === undefined)
          yield* preparePay(order)
          const status = () => current.value?.status
          assert.strictEqual(status(), "waiting")
          yield* long
          assert.strictEqual(status(), "success")
        }),
        given,
      )
    })
  })

  it.effect("from a wallet survives a reload: the same payment is followed, and not offered once more", () => {
    const world = still({ sends: "stuck" })
    const { leaf } = shelf()
    const given = { leaves: { storage: leaf } }
    const started = Effect.gen(function* () {
      const { current } = yield* use(pay)
      yield* connected
      yield* ready()
      yield* payWithWallet
      yield* later(1_000)
      assert.strictEqual(current.value?.status, "waiting")
    })
    return Effect.gen(function* () {
      yield* visit(world, started, given)
      yield* visit(
        world,
        Effect.gen(function* () {
          const { current } = yield* use(pay)
          yield* preparePay({ ...order, amount: "99" })
          assert.isTrue(current.value === undefined)
          yield* preparePay(order)
          assert.deepInclude(current.value, { status: "waiting", type: "wallet" })
          yield* payWithWallet.pipe(Effect.ignoreCause)
          assert.lengthOf(world.ledger.moved, 1)
          yield* payAgain()
          yield* preparePay(order)
          assert.isTrue(current.value === undefined)
        }),
        given,
      )
    })
  })

  it.effect("that an exchange does not tell of leaves the way to pay another way", () => {
    const world = still({ deposits: "stuck" })
    return visit(
      world,
      Effect.gen(function* () {
        const { current, exchanges } = yield* use(pay)
        yield* ready()
        const [one] = latest(exchanges.value) ?? []
        if (!one) return assert.fail("there is no exchange")
        yield* payByExchange(one, windowOf().popup)
        for (let asked = 0; asked < 80; asked++) yield* later(4_000)
        assert.strictEqual(current.value?.status, "late")
        yield* payAgain()
        yield* preparePay(order)
        assert.isUndefined(current.value)
      }),
    )
  })

  it.effect("times out after 300 s, and is asked about again", () => {
    const world = still({ deposits: "stuck" })
    return visit(
      world,
      Effect.gen(function* () {
        const { current, exchanges } = yield* use(pay)
        yield* ready()
        const [one] = latest(exchanges.value) ?? []
        if (!one) return assert.fail("there is no exchange")
        yield* payByExchange(one, windowOf().popup)
        for (let asked = 0; asked < 80; asked++) yield* later(4_000)
        assert.strictEqual(world.faults.asked("buyStatus"), 75)
        assert.strictEqual(current.value?.status, "late")
        yield* checkPayment()
        assert.strictEqual(current.value?.status, "waiting")
      }),
    )
  })

  it.effect("whoever has no wallet connects one, and is at the payment again", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { cost } = yield* use(pay)
        yield* openModal({ view: "Pay", arguments: order })
        yield* preparePay(order)
        yield* pricePayment()
        assert.strictEqual(cost.value.is, "idle")
        yield* connectToPay()
        assert.deepInclude(core.route.value, { name: "Connect", namespace: "eip155" })
        const view = yield* Effect.forkChild(connectExternal(halyard))
        yield* rest
        yield* Fiber.join(view)

        assert.isTrue(core.open.value)
        assert.deepStrictEqual(core.stack.value, [{ name: "Pay", payment: order }])
        yield* pricePayment()
        assert.strictEqual(cost.value.is, "loaded")
        yield* leaveWallet({ failed: "failed" })
        assert.isUndefined(core.connection.value)
      }),
    ),
  )

  it.effect("whoever leaves the payment for good is not led back to it by connecting later", () =>
    visit(
      still(),
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal({ view: "Pay", arguments: order })
        yield* preparePay(order)
        yield* connectToPay()
        yield* Effect.flatMap(
          Effect.promise(() => import("../../src/flows/open.ts")),
          ({ closeModal }) => closeModal(),
        )
        yield* openModal()
        yield* Effect.forkChild(connectExternal(halyard))
        yield* rest

        assert.isFalse(core.open.value)
      }),
    ),
  )

  it.effect("that is none, or that the site's project does not take, is not offered", () =>
    visit(
      still({ project: { features: [] } }),
      Effect.gen(function* () {
        const { payment } = yield* use(pay)
        yield* preparePay(order)
        assert.strictEqual(payment.value.is, "failed")
        const { core } = yield* Modal
        core.remoteFeatures.value = { ...core.remoteFeatures.peek(), payments: true }
        yield* preparePay({ ...order, recipient: "nobody" })
        const now = payment.value
        assert.deepInclude(now.is === "failed" ? now.error : {}, { code: "INVALID_RECIPIENT" })
        yield* preparePay(undefined)
        assert.strictEqual(payment.value.is, "failed")
      }),
    ),
  )
})
