import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { demo, type Script } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { toUnits } from "../../src/domain/amounts.ts"
import { latest } from "../../src/domain/loadable.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { base, mainnet } from "../../src/domain/networks.ts"
import type { PaymentAsset } from "../../src/domain/pay.ts"
import {
  ChainDisconnectedError,
  InternalRpcError,
  InvalidParamsRpcError,
  type RpcFailure,
  UnknownRpcError,
  UnsupportedNonOptionalCapabilityError,
  UserRejectedRequestError,
} from "../../src/domain/rpcErrors.ts"
import type { Transfer } from "../../src/domain/send.ts"
import { fetchBalances } from "../../src/flows/balances.ts"
import { connect } from "../../src/flows/connect.ts"
import { pay as payDirectly } from "../../src/flows/pay.ts"
import { payFromWallet, preparePay, pricePayment } from "../../src/flows/payForm.ts"
import { estimateSend, send } from "../../src/flows/send.ts"
import { confirmSend, findReceiver, sendAll } from "../../src/flows/sendForm.ts"
import { quoteSwap, swap } from "../../src/flows/swap.ts"
import { confirmSwap, keepQuote, prepareSwap, swapAll } from "../../src/flows/swapForm.ts"
import { Modal, use } from "../../src/modal.ts"
import { push, reset } from "../../src/router.ts"
import { pay } from "../../src/state/pay.ts"
import { send as sendState } from "../../src/state/send.ts"
import { sends } from "../../src/state/sends.ts"
import { snack } from "../../src/state/snack.ts"
import { swap as swapState } from "../../src/state/swap.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, halyard, rest, visit, walletOf, withWallet } from "./modal.ts"

import "../../layers/chains/evm/send.ts"
import "../../layers/chains/evm/abilities.ts"
import "../../src/domain/payRows.ts"

const ansel = "0xb51e07D3f8426Ac9035E71b98D4fa2C60788E3F5"
const paymaster = { url: "https://pays.example", context: { policyId: "welcome" } }
const on = { options: { networks: [mainnet], paymasters: { [mainnet.caipNetworkId]: paymaster } } }
const input = { token: "native", sendTokenAmount: "0.1", receiverAddress: ansel }
const coin: PaymentAsset = {
  network: mainnet.caipNetworkId,
  asset: "native",
  metadata: { name: "Ether", symbol: "ETH", decimals: 18 },
}
const order = { paymentAsset: coin, recipient: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", amount: "0.1" }
const connected = settled(connect({ wallet: cinderbox }))

const watched = (script: Script = {}) => {
  const before = createWorld(script)
  const wallet = walletOf(before, cinderbox)
  const asked: { readonly method: string; readonly params?: unknown }[] = []
  const instead = new Map<string, () => Effect.Effect<unknown, RpcFailure>>()
  const world = withWallet(before, cinderbox, () => ({
    request: (input) => {
      asked.push(input)
      return instead.get(input.method)?.() ?? wallet.request(input)
    },
  }))
  const paramsOf = (method: string) =>
    asked.filter((one) => one.method === method).map(({ params }) => (params as readonly object[])[0])
  return { world, paramsOf, instead }
}

describe("a site that pays the network", () => {
  it.effect("pays for a transfer: the wallet is told of its paymaster, and all of the coin can be sent", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      const [coin] = yield* settled(fetchBalances())
      const estimate = yield* settled(estimateSend({ ...input, sendTokenAmount: "max" }))
      assert.deepInclude(estimate, { fee: "0", sponsored: true, sendTokenAmount: coin?.quantity.numeric ?? "" })
      const { hash } = yield* settled(send({ ...input, sendTokenAmount: "max" }))

      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
      assert.deepInclude(paramsOf("wallet_sendCalls")[0], { capabilities: { paymasterService: paymaster } })
      assert.isEmpty(paramsOf("eth_sendTransaction"))
      assert.strictEqual(world.ledger.moved[0]?.fee, 0n)
      const { sent } = yield* use(sends)
      assert.deepInclude(sent.peek()[0], { id: hash, bundle: true, status: "pending" })
      yield* TestClock.adjust("10 seconds")
      yield* rest
      assert.deepInclude(sent.peek()[0], { status: "confirmed", hash: `0x${world.ledger.moved[0]?.id}` })
    })
    return visit(world, run, on)
  })

  it.effect("is not told of to a wallet that does not know what a paymaster is", () => {
    const { world, paramsOf } = watched({ wallets: { [cinderbox]: { able: ["calls"] } } })
    const run = Effect.gen(function* () {
      yield* connected
      assert.deepInclude(yield* settled(estimateSend(input)), { sponsored: false })
      yield* settled(send(input))
      assert.isEmpty(paramsOf("wallet_sendCalls"))
      assert.lengthOf(paramsOf("eth_sendTransaction"), 1)
    })
    return visit(world, run, on)
  })

  it.effect("names none: the wallet is not even asked whether it knows", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      yield* settled(send(input))
      assert.isEmpty(paramsOf("wallet_getCapabilities"))
      assert.lengthOf(paramsOf("eth_sendTransaction"), 1)
    })
    return visit(world, run, { options: { networks: [mainnet] } })
  })

  it.effect("whose paymaster the wallet refuses: the operation sends the usual way, once", () => {
    const { world, paramsOf, instead } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      instead.set("wallet_sendCalls", () => Effect.fail(new UnsupportedNonOptionalCapabilityError("no")))
      yield* settled(send(input))
      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
      assert.lengthOf(paramsOf("eth_sendTransaction"), 1)
      assert.lengthOf(world.ledger.moved, 1)
      yield* settled(send(input))
      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
    })
    return visit(world, run, on)
  })

  it.effect("whose paymaster is refused while the wallet goes to another account: that one sends nothing", () => {
    const world = createWorld({ wallets: { [halyard]: { able: ["calls", "paymaster"] } } })
    const wallet = walletOf(world, halyard)
    const asked: string[] = []
    const watching = withWallet(world, halyard, () => ({
      request: (input) => {
        asked.push(input.method)
        if (input.method !== "wallet_sendCalls") return wallet.request(input)
        wallet.select(1)
        return Effect.andThen(Effect.sleep("1 second"), Effect.fail(new UnsupportedNonOptionalCapabilityError("no")))
      },
    }))
    const run = Effect.gen(function* () {
      yield* settled(connect({ wallet: halyard }))
      const error = yield* Effect.flip(settled(send({ ...input, sendTokenAmount: "0.001" })))
      assert.strictEqual(error._tag, "TransactionDiffers")
      assert.include(asked, "wallet_sendCalls")
      assert.notInclude(asked, "eth_sendTransaction")
      assert.isEmpty(world.ledger.moved)
      // The other account's wallet has refused nothing.
      assert.deepInclude(yield* settled(estimateSend({ ...input, sendTokenAmount: "0.001" })), { sponsored: true })
    })
    return visit(watching, run, {
      options: { networks: [base], paymasters: { [base.caipNetworkId]: paymaster } },
    })
  })

  it.effect("whose paymaster is refused for what was asked for twice at a time: it is sent the usual way once", () => {
    const { world, paramsOf, instead } = watched()
    let prepared = 0
    const chains = Layer.effect(
      Chains,
      Effect.map(Chains, (all) => ({
        ...all,
        get: (namespace: Namespace) =>
          Effect.map(all.get(namespace), (chain) => ({
            ...chain,
            sending: chain.sending && {
              ...chain.sending,
              // The nodes take their time over the last question.
              prepare: (transfer: Transfer) =>
                chain.sending?.prepare(transfer).pipe(Effect.delay(++prepared === 4 ? "1 minute" : 0)),
            },
          })) as ReturnType<typeof all.get>,
      })),
    ).pipe(Layer.provide(demo(world).chains))
    const run = Effect.gen(function* () {
      yield* connected
      instead.set("wallet_sendCalls", () =>
        Effect.andThen(Effect.sleep("1 second"), Effect.fail(new UnsupportedNonOptionalCapabilityError("no"))),
      )
      yield* settled(Effect.all([send(input), send(input)], { concurrency: 2 }))
      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
      assert.lengthOf(paramsOf("eth_sendTransaction"), 1)
      assert.lengthOf(world.ledger.moved, 1)
    })
    return visit(world, run, { ...on, leaves: { chains } })
  })

  for (const [what, error, tag] of [
    ["that may come from after it was sent", new InvalidParamsRpcError("no"), "SendUnclear"],
    ["of its own", new InternalRpcError("no"), "InternalRpcError"],
    ["of its holder's", new UserRejectedRequestError("no"), "UserRejectedRequestError"],
  ] as const)
    it.effect(`sends nothing anew by itself after a failure ${what}`, () => {
      const { world, paramsOf, instead } = watched()
      const run = Effect.gen(function* () {
        yield* connected
        instead.set("wallet_sendCalls", () => Effect.fail(error))
        assert.strictEqual((yield* Effect.flip(settled(send(input))))._tag, tag)
        assert.isEmpty(paramsOf("eth_sendTransaction"))
        assert.isEmpty(world.ledger.moved)
        // Only parameters that are not taken say something of who pays: all else may be paid for the next time.
        assert.deepInclude(yield* settled(estimateSend(input)), { sponsored: tag !== "SendUnclear" })
      })
      return visit(world, run, on)
    })

  it.effect("pays for the next transfer after one for which nobody could be reached", () => {
    const { world, paramsOf, instead } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      instead.set("wallet_sendCalls", () => Effect.fail(new InternalRpcError("Failed to fetch")))
      yield* Effect.flip(settled(send(input)))
      instead.delete("wallet_sendCalls")
      yield* settled(send(input))
      assert.deepInclude(paramsOf("wallet_sendCalls").at(-1), { capabilities: { paymasterService: paymaster } })
      assert.strictEqual(world.ledger.moved[0]?.fee, 0n)
    })
    return visit(world, run, on)
  })

  it.effect("lets a visitor send at their own cost where nobody could be reached twice, and pays again later", () => {
    const { world, instead } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      instead.set("wallet_sendCalls", () => Effect.fail(new UnknownRpcError("503", 503)))
      yield* Effect.flip(settled(send(input)))
      assert.deepInclude(yield* settled(estimateSend(input)), { sponsored: true })
      yield* Effect.flip(settled(send(input)))
      assert.deepInclude(yield* settled(estimateSend(input)), { sponsored: false })
      yield* settled(send(input))
      assert.isAbove(Number(world.ledger.moved[0]?.fee), 0)
      yield* TestClock.adjust("5 minutes")
      assert.deepInclude(yield* settled(estimateSend(input)), { sponsored: true })
    })
    return visit(world, run, on)
  })

  it.effect(
    "goes on to be paid for where a transfer between two failures was, and where the wallet was not asked",
    () => {
      const { world, instead } = watched()
      const run = Effect.gen(function* () {
        yield* connected
        const failing = (error: InternalRpcError | ChainDisconnectedError) =>
          Effect.gen(function* () {
            instead.set("wallet_sendCalls", () => Effect.fail(error))
            yield* Effect.flip(settled(send(input)))
            instead.delete("wallet_sendCalls")
          })
        yield* failing(new InternalRpcError("Failed to fetch"))
        yield* settled(send(input))
        yield* failing(new InternalRpcError("Failed to fetch"))
        yield* failing(new ChainDisconnectedError("no network"))
        assert.deepInclude(yield* settled(estimateSend(input)), { sponsored: true })
      })
      return visit(world, run, on)
    },
  )

  it.effect("whose paymaster says no through a bundler is not asked again in the visit", () => {
    const { world, instead } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      const said = Object.assign(new Error("AA33 reverted"), { code: -32501 })
      instead.set("wallet_sendCalls", () => Effect.fail(new InternalRpcError("no", { cause: said })))
      yield* Effect.flip(settled(send(input)))
      yield* TestClock.adjust("1 hour")
      assert.deepInclude(yield* settled(estimateSend(input)), { sponsored: false })
    })
    return visit(world, run, on)
  })

  it.effect("pays for the next swap after one for which nobody could be reached", () => {
    const { world, paramsOf, instead } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      const asked = { fromToken: "USDC", toToken: "HRB", amount: "5" }
      const quote = yield* settled(quoteSwap(asked))
      instead.set("wallet_sendCalls", () => Effect.fail(new InternalRpcError("Failed to fetch")))
      yield* Effect.flip(settled(swap({ quote })))
      instead.delete("wallet_sendCalls")
      const again = yield* settled(quoteSwap(asked))
      assert.deepInclude(again, { sponsored: true })
      yield* settled(swap({ quote: again }))
      assert.deepInclude(paramsOf("wallet_sendCalls").at(-1), { capabilities: { paymasterService: paymaster } })
    })
    return visit(world, run, on)
  })

  it.effect(
    "whose paymaster the wallet refuses: the review shows the fee, and asks anew before anything leaves",
    () => {
      const { world, paramsOf, instead } = watched()
      const run = Effect.gen(function* () {
        yield* connected
        const { amount, receiver, cost, busy } = yield* use(sendState)
        receiver.value = ansel
        yield* settled(findReceiver())
        yield* settled(sendAll())
        const all = amount.peek()
        yield* push({ name: "WalletSendPreview" })
        const shown = latest(cost.peek())
        assert.deepInclude(shown, { fee: 0n, paymaster })
        instead.set("wallet_sendCalls", () => Effect.fail(new UnsupportedNonOptionalCapabilityError("no")))
        if (shown) yield* settled(confirmSend(shown, { started: "started", failed: "failed" }))

        assert.isEmpty(paramsOf("eth_sendTransaction"))
        assert.isFalse(busy.peek())
        const now = latest(cost.peek())
        assert.isUndefined(now?.paymaster)
        assert.isAbove(Number(now?.fee), 0)
        assert.isBelow(Number(amount.peek()), Number(all))
        assert.include((yield* use(snack)).shown.peek().message, "cannot pay the network fee")
        if (now) yield* settled(confirmSend(now, { started: "started", failed: "failed" }))
        assert.lengthOf(paramsOf("eth_sendTransaction"), 1)
        assert.lengthOf(world.ledger.moved, 1)
      })
      return visit(world, run, on)
    },
  )

  it.effect("pays for a swap and its approval, which leave together", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      const quote = yield* settled(quoteSwap({ fromToken: "USDC", toToken: "HRB", amount: "5" }))
      assert.deepInclude(quote, { needsApproval: true, sponsored: true })
      assert.strictEqual(Number(quote.networkFee), 0)
      yield* settled(swap({ quote }))
      const [bundle] = paramsOf("wallet_sendCalls") as readonly { calls: readonly object[]; capabilities: unknown }[]
      assert.lengthOf(bundle?.calls ?? [], 2)
      assert.deepStrictEqual(bundle?.capabilities, { paymasterService: paymaster })
      assert.deepStrictEqual(
        world.ledger.moved.map(({ fee }) => fee),
        [0n, 0n],
      )
    })
    return visit(world, run, on)
  })

  it.effect("pays for a swap that needs no approval, of all there is of the coin", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      const [coin] = yield* settled(fetchBalances())
      const { amount } = yield* use(swapState)
      yield* settled(prepareSwap({}))
      yield* settled(swapAll())
      assert.strictEqual(toUnits(amount.peek(), 18), toUnits(coin?.quantity.numeric ?? "", 18))
      const quote = yield* settled(quoteSwap({ fromToken: "ETH", toToken: "HRB", amount: "0.1" }))
      assert.deepInclude(quote, { needsApproval: false, sponsored: true })
      yield* settled(swap({ quote }))
      const [bundle] = paramsOf("wallet_sendCalls") as readonly { readonly calls: readonly { value: string }[] }[]
      assert.deepStrictEqual(
        bundle?.calls.map(({ value }) => BigInt(value)),
        [toUnits("0.1", 18)],
      )
    })
    return visit(world, run, on)
  })

  it.effect("is not told of a swap that was shown with a fee, whatever the wallet can by now", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      for (const [fromToken, amount] of [
        ["ETH", "0.1"],
        ["USDC", "5"],
      ] as const) {
        const { sponsored: _, ...quote } = yield* settled(quoteSwap({ fromToken, toToken: "HRB", amount }))
        yield* settled(swap({ quote }))
      }
      assert.lengthOf(paramsOf("eth_sendTransaction"), 1)
      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
      assert.notProperty(paramsOf("wallet_sendCalls")[0], "capabilities")
      assert.isTrue(world.ledger.moved.every(({ fee }) => fee > 0n))
    })
    return visit(world, run, on)
  })

  it.effect("pays for the approval too where the wallet in use by now can do both in one go", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      const { amount, target, source, known, quote, sending, whole } = yield* use(swapState)
      yield* settled(prepareSwap({ fromToken: "USDC", toToken: "HRB" }))
      assert.isTrue(known.peek().some(({ address }) => address === source.peek()) && target.peek() !== undefined)
      amount.value = "5"
      // As it is after another wallet's review.
      whole.value = false
      const keeping = yield* Effect.forkChild(keepQuote())
      yield* settled(Effect.sleep("5 seconds"))
      const shown = latest(quote.peek())
      assert.deepInclude(shown, { needsApproval: true, sponsored: true })
      yield* Fiber.interrupt(keeping)
      if (shown) yield* confirmSwap(shown, { approve: "approve", confirm: "confirm", swapped: "swapped" })
      yield* settled(Effect.sleep("30 seconds"))
      assert.notStrictEqual(sending.peek().is, "failed")
      assert.isEmpty(paramsOf("eth_sendTransaction"))
      assert.isTrue(world.ledger.moved.every(({ fee }) => fee === 0n))
      assert.lengthOf(world.ledger.moved, 2)
    })
    return visit(world, run, on)
  })

  it.effect(
    "whose paymaster the wallet refuses for a swap: the quote with the fee is shown before anything leaves",
    () => {
      const { world, paramsOf, instead } = watched()
      const run = Effect.gen(function* () {
        yield* connected
        const quote = yield* settled(quoteSwap({ fromToken: "USDC", toToken: "HRB", amount: "5" }))
        instead.set("wallet_sendCalls", () => Effect.fail(new UnsupportedNonOptionalCapabilityError("no")))
        const error = yield* Effect.flip(settled(swap({ quote })))
        assert.isEmpty(paramsOf("eth_sendTransaction"))
        assert.isTrue(error._tag === "QuoteChanged" && !error.quote.sponsored && Number(error.quote.networkFee) > 0)
        instead.delete("wallet_sendCalls")
        if (error._tag === "QuoteChanged") yield* settled(swap({ quote: error.quote }))
        assert.lengthOf(world.ledger.moved, 2)
        assert.notProperty(paramsOf("wallet_sendCalls").at(-1), "capabilities")
      })
      return visit(world, run, on)
    },
  )

  it.effect("pays for a payment: it leaves as calls, and answers with the transaction that the chain knows", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      const { result } = yield* settled(payDirectly(order))
      assert.deepInclude(paramsOf("wallet_sendCalls")[0], { capabilities: { paymasterService: paymaster } })
      assert.isEmpty(paramsOf("eth_sendTransaction"))
      assert.deepInclude(world.ledger.moved[0], { fee: 0n, units: 100_000_000_000_000_000n })
      assert.strictEqual(result, `0x${world.ledger.moved[0]?.id}`)
    })
    return visit(world, run, on)
  })

  it.effect("pays for a payment on another network than the one in use, where it names somebody for that one", () => {
    const { world, paramsOf } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      yield* settled(payDirectly({ ...order, paymentAsset: { ...coin, network: base.caipNetworkId } }))
      assert.deepInclude(paramsOf("wallet_sendCalls")[0], {
        chainId: "0x2105",
        capabilities: { paymasterService: paymaster },
      })
      yield* settled(payDirectly(order))
      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
      assert.lengthOf(paramsOf("eth_sendTransaction"), 1)
    })
    return visit(world, run, {
      options: { networks: [mainnet, base], paymasters: { [base.caipNetworkId]: paymaster } },
    })
  })

  it.effect("whose paymaster the wallet refuses: the operation pays the usual way, once", () => {
    const { world, paramsOf, instead } = watched()
    const run = Effect.gen(function* () {
      yield* connected
      instead.set("wallet_sendCalls", () =>
        Effect.andThen(Effect.sleep("1 second"), Effect.fail(new UnsupportedNonOptionalCapabilityError("no"))),
      )
      const [one, other] = yield* settled(Effect.all([payDirectly(order), payDirectly(order)], { concurrency: 2 }))
      assert.deepStrictEqual(one, other)
      assert.lengthOf(paramsOf("wallet_sendCalls"), 1)
      assert.lengthOf(paramsOf("eth_sendTransaction"), 1)
      assert.lengthOf(world.ledger.moved, 1)
    })
    return visit(world, run, on)
  })

  it.effect("whose paymaster the wallet refuses: the payment shows its fee, and is asked for anew", () => {
    const { world, paramsOf, instead } = watched()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { cost, current } = yield* use(pay)
      yield* connected
      yield* reset({ name: "Pay", payment: order })
      yield* settled(preparePay(order))
      yield* settled(pricePayment())
      const shown = latest(cost.peek())
      assert.deepInclude(shown, { fee: 0n, paymaster })
      instead.set("wallet_sendCalls", () => Effect.fail(new UnsupportedNonOptionalCapabilityError("no")))
      if (shown) yield* payFromWallet(shown)
      yield* settled(Effect.sleep("1 second"))

      assert.isEmpty(paramsOf("eth_sendTransaction"))
      assert.isUndefined(current.peek())
      assert.strictEqual(core.route.peek()?.name, "Pay")
      assert.include((yield* use(snack)).shown.peek().message, "cannot pay the network fee")
      yield* settled(preparePay(order))
      yield* settled(pricePayment())
      const now = latest(cost.peek())
      assert.isUndefined(now?.paymaster)
      assert.isAbove(Number(now?.fee), 0)
      if (now) yield* payFromWallet(now)
      yield* settled(Effect.sleep("20 seconds"))
      assert.lengthOf(world.ledger.moved, 1)
    })
    return visit(world, run, on)
  })
})
