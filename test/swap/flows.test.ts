import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as browser from "../../layers/browser/withoutWindow.ts"
import type { PageChange } from "../../services/Browser.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, defineNetwork, mainnet } from "../../src/options/networks.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { swapTokensEndpoint } from "../../src/swap/endpoints.ts"
import {
  chooseSwapToken,
  completeTokens,
  confirmSwap,
  keepQuote,
  prepareSwap,
  reviewSwap,
  swapAll,
  turnSwap,
} from "../../src/swap/flows.ts"
import type { SwapToken } from "../../src/swap/model/quote.ts"
import { quoteSwap, swap } from "../../src/swap/operations.ts"
import { swap as slice } from "../../src/swap/state.ts"
import { swapTokens } from "../../src/swap/steps/quote.ts"
import { settled } from "../contracts/settled.ts"
import { listening } from "../fixtures/layers.ts"
import { halyard, rest, walletOf } from "../fixtures/modal.ts"
import { exchangeWith, test } from "../fixtures/scenes.ts"
import { pass, shownSnack } from "../fixtures/visits.ts"
import "../../layers/chains/evm/transfers.ts"
import "../../src/balances/operations.ts"

const words = { approve: "Approve", confirm: "Confirm", swapped: "Swapped" }
const mine = Effect.repeat(pass("3 seconds"), { times: 5 })
const quoteOf = (fromToken: string, toToken: string, amount: string) => quoteSwap({ fromToken, toToken, amount })
const shown = Effect.map(CurrentModal, (instance) => snapshot(instance).swap)
const sides = Effect.map(shown, (state) => [state?.sourceToken?.symbol, state?.toToken?.symbol])
const known = (symbol: string) =>
  Effect.map(slicesOf(slice), ({ known }) => known.peek().find((token) => token.symbol === symbol) as SwapToken)

const unserved = defineNetwork({ ...mainnet, id: 5, name: "Goerli", blockExplorers: undefined })

describe("The Swap view", () => {
  test("offers other networks if this one has no swaps", { options: { networks: [unserved] } }, function* ({ core }) {
    core.stack.value = [{ name: "Account" }, { name: "FundWallet" }, { name: "Swap" }]
    yield* prepareSwap({ fromToken: "USDC" })

    assert.deepStrictEqual<readonly object[]>(core.stack.value, [
      { name: "Account" },
      { name: "FundWallet" },
      { name: "UnsupportedChain", swap: true },
    ])
    assert.deepStrictEqual(yield* sides, [undefined, undefined])
  })

  const twelve = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
  const celo = 42220
  const everywhere = [celo, ...twelve].map((id) => defineNetwork({ ...mainnet, id, name: `Chain ${id}` }))
  test("Swaps: twelve supported networks, and no other opens the view", {
    options: { networks: everywhere },
  }, function* ({ core }) {
    const opened: unknown[] = []
    for (const { id, caipNetworkId: network } of everywhere) {
      yield* settled(switchNetwork({ network }))
      core.stack.value = [{ name: "Swap" }]
      yield* prepareSwap({})
      if (core.route.value?.name === "Swap") opened.push(id)
    }

    assert.deepStrictEqual(opened, twelve)
  })

  test("begins with the native currency, and ignores unknown symbols and impossible amounts", function* () {
    yield* prepareSwap({ fromToken: "NOPE", toToken: "NOPE", amount: "many" })
    assert.deepStrictEqual(yield* sides, ["ETH", undefined])
    assert.strictEqual((yield* shown)?.sourceTokenAmount, "")
    yield* prepareSwap({ fromToken: "USDC", toToken: "HRB", amount: "4" })
    yield* prepareSwap({})
    assert.deepStrictEqual(yield* sides, ["USDC", "HRB"])
    assert.strictEqual((yield* shown)?.sourceTokenAmount, "4")
  })

  test("selects nothing at first on a network whose native currency cannot be swapped", {
    layers: exchangeWith(swapTokensEndpoint, ({ tokens }: { tokens: readonly SwapToken[] }) => ({
      tokens: tokens.filter(({ symbol }) => symbol !== "ETH"),
    })),
  }, function* () {
    // A second one takes over from the first.
    yield* Effect.all([prepareSwap({ fromToken: "USDC" }), prepareSwap({})], { concurrency: 2 })
    assert.deepStrictEqual(yield* sides, [undefined, undefined])
    assert.isNotEmpty((yield* slicesOf(slice)).known.peek())
  })

  test("selects no token of the network that was active before", function* () {
    yield* prepareSwap({ fromToken: "USDC", toToken: "HRB" })
    yield* switchNetwork({ network: base.caipNetworkId })
    assert.deepStrictEqual(yield* sides, [undefined, undefined])
  })

  const page: { tell: (change: PageChange) => void } = { tell: () => {} }
  const watched = (told: (change: PageChange) => void) => {
    page.tell = told
  }
  test("requests no price without an amount or a second token, or while the page is hidden", {
    layers: { browser: browser.layer({ watched }) },
  }, function* ({ world }) {
    const { amount, quote, quotedAt, target } = yield* slicesOf(slice)
    const asked = () => world.faults.requestCount("swapQuotes")
    yield* prepareSwap({ fromToken: "USDC" })
    yield* Effect.forkChild(keepQuote())
    yield* rest
    assert.isTrue((yield* shown)?.loadingQuote)
    yield* pass(200)
    assert.deepStrictEqual<object>(quote.peek(), { status: "idle" })
    assert.deepInclude(yield* shown, { toTokenAmount: "", loadingQuote: false })
    amount.value = "400"
    yield* pass(10_000)
    assert.strictEqual(asked(), 0)
    target.value = (yield* known("HRB")).address
    for (const none of ["0", "many"]) {
      amount.value = none
      yield* pass(10_000)
      assert.strictEqual(asked(), 0)
      assert.deepStrictEqual<object>(quote.peek(), { status: "idle" })
    }
    amount.value = "400"
    page.tell("hidden")
    yield* pass(10_000)
    assert.deepStrictEqual([asked(), quotedAt.peek()], [0, 0])
    page.tell("blurred")
    yield* pass(10_000)
    assert.strictEqual(asked(), 0)
    page.tell("visible")
    yield* pass(10_000)
    assert.strictEqual(asked(), 1)
    assert.isAbove(quotedAt.peek(), 0)
    // A price that fails is not a newer price.
    const before = quotedAt.peek()
    world.faults.set("swapQuotes", { status: 500 })
    yield* pass(10_000)
    assert.strictEqual(asked(), 2)
    assert.strictEqual(quotedAt.peek(), before)
  })

  test("requests no price in a page that is hidden from the start", {
    layers: { browser: browser.layer({ watched, hidden: true }) },
  }, function* ({ world }) {
    yield* prepareSwap({ fromToken: "USDC", toToken: "HRB", amount: "400" })
    yield* Effect.forkChild(keepQuote())
    yield* rest
    yield* pass(10_200)
    assert.strictEqual(world.faults.requestCount("swapQuotes"), 0)
    page.tell("visible")
    yield* pass(10_000)
    assert.strictEqual(world.faults.requestCount("swapQuotes"), 1)
  })

  test("requests no price if the page is hidden before the first one", {
    layers: { browser: browser.layer({ watched }) },
  }, function* ({ world }) {
    yield* prepareSwap({ fromToken: "USDC", toToken: "HRB", amount: "400" })
    yield* Effect.forkChild(keepQuote())
    yield* rest
    page.tell("hidden")
    yield* pass(10_200)
    assert.strictEqual(world.faults.requestCount("swapQuotes"), 0)
  })

  test("keeps the amount that was typed while the tokens could not be loaded", function* ({ world }) {
    const { amount } = yield* slicesOf(slice)
    const asked = { fromToken: "USDC", toToken: "HRB", amount: "400" }
    world.faults.set("swapTokens", { status: 500 })
    yield* prepareSwap(asked)
    assert.deepStrictEqual([...(yield* sides), amount.peek()], [undefined, undefined, "400"])
    amount.value = "7"
    world.faults.heal("swapTokens")
    yield* Effect.forkChild(completeTokens(asked))
    yield* pass(10_000)
    assert.deepStrictEqual([...(yield* sides), amount.peek()], ["USDC", "HRB", "7"])
  })

  test("loads the tokens until the balances are known, and keeps what the visitor selects meanwhile", {
    script: { faults: { balance: { status: 500 } } },
  }, function* ({ world }) {
    const { lacks, target } = yield* slicesOf(slice)
    const asked = { fromToken: "USDC", toToken: "HRB" }
    yield* prepareSwap(asked)
    const loading = yield* Effect.forkChild(completeTokens(asked))
    yield* rest
    target.value = (yield* known("ETH")).address
    yield* pass(10_000)
    assert.deepStrictEqual([...(yield* sides), lacks.value], ["USDC", "ETH", true])
    world.faults.heal("balance")
    yield* Effect.repeat(pass(10_000), { times: 2 })
    assert.deepStrictEqual([...(yield* sides), lacks.value], ["USDC", "ETH", false])
    assert.isDefined(loading.pollUnsafe())
  })

  test("knows with each price whether the wallet can approve and swap in one bundle", {
    script: { wallets: { [halyard]: { able: ["calls"] } } },
  }, function* () {
    const { whole } = yield* slicesOf(slice)
    yield* prepareSwap({ fromToken: "USDC", toToken: "HRB", amount: "400" })
    yield* Effect.forkChild(keepQuote())
    yield* pass(200)
    assert.isTrue(whole.value)
  })

  const { events, telemetry } = listening()
  test("selects a token, and goes back to the view that asked for it", { layers: { telemetry } }, function* ({ core }) {
    yield* prepareSwap({ fromToken: "USDC", toToken: "HRB" })
    core.stack.value = [{ name: "Account" }, { name: "Swap" }, { name: "SwapSelectToken", target: "toToken" }]
    yield* chooseSwapToken("toToken", yield* known("ETH"))
    assert.deepStrictEqual(yield* sides, ["USDC", "ETH"])
    assert.deepStrictEqual<readonly object[]>(core.stack.value, [{ name: "Account" }, { name: "Swap" }])
    core.stack.value = [{ name: "SwapSelectToken", target: "toToken" }]
    yield* chooseSwapToken("toToken", yield* known("USDC"))
    assert.deepStrictEqual(yield* sides, ["ETH", "USDC"])
    assert.deepStrictEqual<readonly object[]>(core.stack.value, [{ name: "Swap" }])
    assert.lengthOf(
      events.filter(({ event }) => event === "CLICK_SELECT_TOKEN_TO_SWAP"),
      2,
    )
  })

  test("switches the sides, with the quoted amount if there is one", function* () {
    const { quote } = yield* slicesOf(slice)
    yield* prepareSwap({ fromToken: "USDC", toToken: "HRB", amount: "400" })
    yield* turnSwap()
    assert.deepStrictEqual([...(yield* sides), (yield* shown)?.sourceTokenAmount], ["HRB", "USDC", "400"])
    const value = yield* quoteOf("HRB", "USDC", "5")
    quote.value = { status: "loaded", value }
    assert.strictEqual((yield* shown)?.toTokenAmount, value.toAmount)
    yield* turnSwap()
    assert.deepStrictEqual([...(yield* sides), (yield* shown)?.sourceTokenAmount], ["USDC", "HRB", value.toAmount])
  })

  test("swaps nothing of a native balance that is below the fee", function* () {
    const { tokens, amount } = yield* slicesOf(slice)
    yield* swapAll()
    assert.strictEqual(amount.value, "")
    yield* prepareSwap({ fromToken: "ETH", toToken: "USDC" })
    yield* swapAll()
    // Without a quote, the fee is one at a busy time.
    const [eth] = yield* swapTokens()
    assert.approximately(Number(eth?.quantity) - Number(amount.value), 150_000 * 30e-9, 1e-9)
    tokens.value = { status: "loaded", value: [{ ...(yield* known("ETH")), quantity: "0.000001" }] }
    yield* swapAll()
    assert.strictEqual(amount.value, "0")
  })
})

describe("A confirmed swap", () => {
  const ends = () => {
    const { events, telemetry } = listening()
    const swaps = () => events.filter(({ event }) => event.includes("SWAP_") || event.includes("_SWAP"))
    return { swaps, layers: { telemetry } }
  }
  const properties = {
    network: "eip155:1",
    swapFromToken: "USDC",
    swapToToken: "HRB",
    swapFromAmount: "400",
    isSmartAccount: false,
  }
  /** The tests' events, with the amount received left out. */
  const told = (list: readonly object[]) =>
    list.map((one) => {
      const { event, properties: all } = one as { event: string; properties: Record<string, unknown> }
      const { swapToAmount, ...rest } = all
      assert.isAbove(Number(swapToAmount), 0)
      return [event, rest]
    })

  const done = ends()
  test("reports its start and success, and leaves an empty form and the account", done, function* ({ swaps, core }) {
    const { reviewed, quote, amount, sending } = yield* slicesOf(slice)
    core.open.value = true
    core.stack.value = [{ name: "Swap" }]
    yield* prepareSwap({ fromToken: "USDC", toToken: "HRB", amount: "400" })
    const shownQuote = yield* quoteOf("USDC", "HRB", "400")
    quote.value = { status: "loaded", value: shownQuote }
    yield* reviewSwap()
    assert.strictEqual(core.route.value?.name, "SwapPreview")
    assert.strictEqual(reviewed.value, shownQuote)
    yield* confirmSwap(shownQuote, words)
    yield* rest
    assert.deepInclude(yield* shownSnack, { message: words.approve, variant: "loading" })
    yield* mine
    // The approval alone is no swap.
    assert.isEmpty(swaps())
    assert.deepStrictEqual<object>(quote.value, { status: "loaded", value: { ...shownQuote, needsApproval: false } })
    yield* confirmSwap({ ...shownQuote, needsApproval: false }, words)
    yield* rest
    assert.deepInclude(yield* shownSnack, { message: words.confirm, variant: "loading" })
    const { sent } = yield* slicesOf(transfers)
    const contractOf = ({ address }: SwapToken) => address.slice("eip155:1:".length)
    const [from, to] = [contractOf(shownQuote.from), contractOf(shownQuote.to)]
    const record = sent.peek()[0]
    assert.deepInclude(record, { symbol: "USDC", token: from, amount: "400", iconUrl: shownQuote.from.logoUri })
    assert.deepInclude(record?.swap, { symbol: "HRB", token: to, iconUrl: shownQuote.to.logoUri, value: "0" })
    yield* mine

    assert.deepStrictEqual(told(swaps()), [
      ["INITIATE_SWAP", properties],
      ["SWAP_SUCCESS", properties],
    ])
    assert.deepInclude(yield* shownSnack, { message: words.swapped, variant: "success" })
    assert.deepStrictEqual([amount.value, quote.value.status, reviewed.value], ["", "idle", undefined])
    assert.deepStrictEqual<readonly object[]>(core.stack.value, [{ name: "Account" }])
    // The next review does not show this one's outcome.
    yield* reviewSwap()
    assert.strictEqual(sending.value.status, "idle")
  })

  test("stays in the view that the visitor has opened since", function* ({ core }) {
    core.stack.value = [{ name: "Swap" }, { name: "SwapPreview" }]
    yield* confirmSwap(yield* quoteOf("ETH", "HRB", "0.5"), words)
    yield* rest
    core.stack.value = [{ name: "Account" }, { name: "Networks" }]
    yield* mine

    assert.strictEqual(core.route.value?.name, "Networks")
    const record = (yield* slicesOf(transfers)).sent.peek()[0]
    assert.notProperty(record, "token")
    assert.property(record?.swap, "token")
  })

  const failing = ends()
  test("reports why it failed: in the approval or in the swap", failing, function* ({ swaps, world }) {
    const quote = yield* quoteOf("USDC", "HRB", "400")
    walletOf(world).behave({ sign: "reject" })
    yield* confirmSwap(quote, words)
    yield* pass(400)
    yield* confirmSwap({ ...quote, needsApproval: false }, words)
    yield* pass(400)
    walletOf(world).behave({ sign: "approve" })
    world.faults.set("buildApprove", { status: 500 })
    yield* confirmSwap(quote, words)
    yield* pass(400)
    assert.deepInclude(yield* shownSnack, { message: "Failed to create approval transaction", variant: "error" })
    walletOf(world).behave({ sign: "reject" })
    yield* confirmSwap(yield* quoteOf("ETH", "HRB", "0.5"), words)
    yield* pass(400)
    assert.isFalse((yield* shownSnack).open)

    const ether = { ...properties, swapFromToken: "ETH", swapFromAmount: "0.5" }
    const approval = { ...properties, message: "Transaction error" }
    assert.deepStrictEqual(told(swaps()), [
      ["SWAP_APPROVAL_ERROR", approval],
      ["INITIATE_SWAP", properties],
      ["SWAP_ERROR", { ...properties, message: "The price has changed" }],
      ["SWAP_APPROVAL_ERROR", { ...properties, message: "Failed to create approval transaction" }],
      ["INITIATE_SWAP", ether],
      ["SWAP_ERROR", { ...ether, message: "Transaction error" }],
    ])
  })

  test("stays unconfirmed if it is rejected, for another attempt", function* ({ world }) {
    const { reviewed, sending, refused } = yield* slicesOf(slice)
    const quote = yield* quoteOf("ETH", "HRB", "0.5")
    walletOf(world).behave({ sign: "reject" })
    yield* confirmSwap(quote, words)
    yield* pass(400)

    assert.deepStrictEqual([sending.value.status, refused.value, reviewed.value], ["failed", true, quote])
  })

  test("sends one transaction for each of two different swaps, and one for the same swap twice", function* ({ world }) {
    const [one, other] = [yield* quoteOf("ETH", "HRB", "0.5"), yield* quoteOf("ETH", "HRB", "0.25")]
    for (const quote of [one, other, one]) yield* Effect.forkChild(swap({ quote }))
    yield* rest
    yield* mine

    assert.lengthOf(world.ledger.moved, 2)
  })
})
