import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import { createWorld, type World } from "../../layers/demo.ts"
import { refreshActivity, showSent } from "../../src/activity/operations.ts"
import { activity } from "../../src/activity/state.ts"
import { balanceEndpoint } from "../../src/balances/endpoints/balances.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import type { TokenBalance } from "../../src/balances/model/tokens.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { capabilities } from "../../src/capabilities/operations.ts"
import { connect } from "../../src/connect/operations.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { parseUnits } from "../../src/core/amounts.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { SendUnclear } from "../../src/errors/index.ts"
import { UserRejectedRequestError } from "../../src/errors/rpc.ts"
import { namespaceTable } from "../../src/namespaces/model/namespaceTable.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, bitcoin, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { push } from "../../src/runtime/router.ts"
import { confirmSend, findReceiver, priceSend, sendAll } from "../../src/send/flows.ts"
import { isSevere } from "../../src/send/model/receiver.ts"
import { asTransaction, type Prepared } from "../../src/send/model/transfer.ts"
import { estimateSend, prepare, type SendInput, send, sendPrepared } from "../../src/send/operations.ts"
import { send as sendState } from "../../src/send/state/form.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import { reportOutcomes } from "../../src/send/steps/outcomes.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { settled } from "../contracts/settled.ts"
import { answering, listening } from "../fixtures/layers.ts"
import { cinderbox, halyard, rest, shelf, walletOf } from "../fixtures/modal.ts"
import {
  ansel,
  anselOnSolana,
  exchangeWith,
  lastSent,
  sendingWith,
  test,
  whenConnected,
  whenStarted,
} from "../fixtures/scenes.ts"
import { begun, fails, pass, shownSnack } from "../fixtures/visits.ts"

import "../../src/send/steps/outcomes.ts"
import "../../layers/chains/evm/transfers.ts"
import "../../layers/chains/solana/transfers.ts"
import "../../layers/demo/nodes/solanaTransfer.ts"

const marguerite = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"
const plover = "example.plover"
const harbourOnSolana = "2rUvkkctmqRgvGHrHwxLhHBopqzyJtjtzy3doiFYCZF9"
const usdcOnSolana = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
interface Moved {
  readonly amount: string
}
const outcomes = {
  sent: {
    confirmed: ({ amount }: Moved) => `Sent ${amount}`,
    failed: ({ amount }: Moved) => `${amount} failed`,
    replaced: ({ amount }: Moved) => `${amount} replaced`,
    different: ({ amount }: Moved) => `Not the ${amount} that was shown`,
  },
  swapped: { confirmed: String, failed: String, replaced: String, different: String },
}

const contract = `0x${"7".repeat(40)}`
const onSolana = { options: { networks: [solana] }, wallet: plover }
const words = { started: "Started", failed: "Failed" }

/** A transfer of the native currency to Ansel. */
const ether = (sendTokenAmount: string) => ({ token: "native", sendTokenAmount, receiverAddress: ansel })

/** Sends 0.1 ETH to Ansel. */
const sendOne = settled(send(ether("0.1")))

/** Fills in the form for a transfer of 0.4 ETH to Ansel. Returns what the review shows. */
const reviewed = Effect.gen(function* () {
  const { amount, receiver, cost } = yield* slicesOf(sendState)
  amount.value = "0.4"
  receiver.value = ansel
  yield* settled(findReceiver())
  yield* settled(priceSend())
  return latest(cost.peek()) as Prepared
})

/** Looks up a recipient as the form does while the visitor types. */
const lookedUp = Effect.fnUntraced(function* (text: string) {
  const { receiver, found } = yield* slicesOf(sendState)
  receiver.value = text
  yield* settled(findReceiver())
  return latest(found.peek())
})

describe("send", () => {
  test("A visitor can send native transfers", function* ({ world }) {
    const before = world.market.units("eip155:1", ansel)
    const { hash } = yield* settled(send(ether("0.4")))
    assert.match(hash, /^0x[0-9a-f]{64}$/)
    yield* pass("5 seconds")

    assert.strictEqual(world.market.units("eip155:1", ansel) - before, 400_000_000_000_000_000n)
    assert.deepInclude(yield* lastSent, { id: hash, status: "confirmed", amount: "0.4", symbol: "ETH", to: ansel })
  })

  test("A visitor can send token transfers", function* ({ world }) {
    const tokens = yield* settled(fetchBalances())
    const usdc = tokens.find(({ symbol }) => symbol === "USDC")
    assert.isDefined(usdc)
    const contract = usdc?.address?.split(":")[2]
    const before = world.market.units("eip155:1", ansel, contract)
    yield* settled(send({ token: usdc, sendTokenAmount: "12.000001", receiverAddress: ansel } as SendInput))
    yield* pass("5 seconds")

    assert.strictEqual(world.market.units("eip155:1", ansel, contract) - before, 12_000_001n)
  })

  it.effect("Send: a native token, a token transfer or a Solana token, depending on the active chain namespace", () => {
    const options = { networks: [mainnet, solana] }
    return whenConnected({ options }, function* ({ world }) {
      yield* sendOne
      yield* settled(connect({ wallet: plover }))
      yield* settled(send({ ...ether("0.1"), receiverAddress: anselOnSolana }))

      assert.deepStrictEqual(
        world.ledger.moved.map(({ chain, units }) => [chain, units]),
        [
          ["eip155:1", 100_000_000_000_000_000n],
          [solana.caipNetworkId, 100_000_000n],
        ],
      )
    })
  })

  test.each([
    ["its native currency", "native", "0.25", 250_000_000n],
    ["a token", usdcOnSolana, "3.5", 3_500_000n],
  ] as const)("Send: on Solana %s", onSolana, function* ([, token, sendTokenAmount, units], { world }) {
    const contract = token === "native" ? undefined : token
    const held = () => world.market.units(solana.caipNetworkId, anselOnSolana, contract)
    const before = held()
    yield* settled(send({ token, sendTokenAmount, receiverAddress: anselOnSolana }))
    yield* pass("5 seconds")

    assert.strictEqual(held() - before, units)
    // A token of the balances.
    const { caipNetworkId: chainId } = solana
    const quantity = { decimals: contract === undefined ? "9" : "6", numeric: "10" }
    const shown = { name: "", symbol: contract === undefined ? "SOL" : "USDC", price: 1, quantity, iconUrl: "" }
    const listed = { ...shown, chainId, ...(contract !== undefined && { address: `${chainId}:${contract}` }) }
    yield* settled(send({ token: listed, sendTokenAmount, receiverAddress: anselOnSolana }))
    yield* pass("5 seconds")
    assert.strictEqual(held() - before, 2n * units)
    assert.strictEqual((yield* lastSent)?.status, "confirmed")
  })

  test(
    "takes the symbol of a Solana token from the account's list, since its mint has none",
    onSolana,
    function* ({ world }) {
      const symbols = Effect.fnUntraced(function* (...tokens: readonly string[]) {
        const found: string[] = []
        for (const token of tokens)
          found.push(
            (yield* settled(estimateSend({ token, sendTokenAmount: "1", receiverAddress: anselOnSolana }))).symbol,
          )
        return found
      })
      const contracts = [usdcOnSolana, harbourOnSolana]
      assert.deepStrictEqual(yield* symbols(...contracts), ["", ""])
      yield* settled(refreshBalances())
      const known = contracts.map((one) => world.market.token(solana.caipNetworkId, one)?.symbol)
      assert.deepStrictEqual<unknown>(yield* symbols(...contracts), known)
      assert.strictEqual(new Set(known).size, 2)
    },
  )

  test("takes the decimals of an EVM token from its contract, and its symbol from there too unless the site names it", function* () {
    const usdc = (yield* settled(fetchBalances())).find(({ symbol }) => symbol === "USDC")
    const contract = usdc?.address ?? ""
    const quantity = { decimals: "1", numeric: "9" }
    for (const [token, symbol] of [
      [contract, "USDC"],
      [contract.slice("eip155:1:".length), "USDC"],
      [{ ...usdc, quantity, symbol: "Dollars" }, "Dollars"],
    ] as const) {
      const estimate = yield* settled(
        estimateSend({ token, sendTokenAmount: "0.000001", receiverAddress: ansel } as SendInput),
      )
      assert.deepInclude(estimate, { symbol, sendTokenAmount: "0.000001" })
    }
  })

  test("estimates a transfer of the native currency", function* () {
    const { fee, ...estimate } = yield* settled(estimateSend(ether("0.40")))
    assert.isAbove(Number(fee), 0)
    assert.deepStrictEqual(estimate, {
      ...{ sendTokenAmount: "0.4", symbol: "ETH", receiverAddress: ansel, deposit: "0", withheld: "0" },
      ...{ feeSymbol: "ETH", sponsored: false },
    })
  })

  test("rejects an EVM recipient without 0x, for tokens too; the form visibly completes it", function* () {
    const receiverAddress = ansel.slice(2)
    const held = yield* fetchBalances()
    const usdc = held.find(({ symbol }) => symbol === "USDC")
    assert.isDefined(usdc)
    for (const token of ["native", usdc])
      for (const spelled of [receiverAddress, receiverAddress.toLowerCase(), `0X${receiverAddress}`])
        yield* fails(settled(send({ token, sendTokenAmount: "0.1", receiverAddress: spelled })), {
          _tag: "ReceiverInvalid",
        })
    yield* fails(settled(send({ ...ether("0.1"), token: "a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48" })), {
      _tag: "TokenNotFound",
    })
    assert.strictEqual((yield* lookedUp(receiverAddress))?.address, ansel)
  })

  test("rejects a Solana mint as the recipient", onSolana, function* () {
    const input = { ...ether("0.1"), receiverAddress: usdcOnSolana }
    yield* fails(settled(estimateSend(input)), { _tag: "ReceiverInvalid" })
  })

  const [evmNative, solanaNative] = [`0x${"e".repeat(40)}`, "So11111111111111111111111111111111111111111"]
  it.effect.each([
    ["Native token addresses exist per namespace", evmNative, mainnet, halyard, ansel],
    [
      "The Solana native token address is a fixed address (value not shown)",
      solanaNative,
      solana,
      plover,
      anselOnSolana,
    ],
  ] as const)("%s: it sends the native currency", ([, token, network, wallet, receiverAddress]) =>
    whenConnected({ options: { networks: [network] }, wallet }, function* ({ world }) {
      assert.strictEqual(namespaceTable[network.chainNamespace].nativeToken, token)
      for (const { nativeToken } of Object.values(namespaceTable))
        assert.isTrue(nativeToken.startsWith("0x") || nativeToken === solanaNative)
      const held = () => world.market.units(network.caipNetworkId, receiverAddress)
      const before = held()
      yield* settled(send({ token, sendTokenAmount: "0.1", receiverAddress }))
      yield* pass("5 seconds")

      assert.strictEqual(held() - before, 10n ** BigInt(network.nativeCurrency.decimals - 1))
    }),
  )

  test("keeps the transfers and past recipients that another tab stored", { script: { sends: "stuck" } }, function* ({
    storage,
  }) {
    const { hash } = yield* sendOne
    const id = `0x${"77".repeat(32)}`
    const theirs = { ...(storage.json("sent_transfers") as readonly object[])[0], id }
    const known = { namespace: "eip155", address: marguerite, times: 3 }
    storage.texts.set("sent_transfers", JSON.stringify([theirs]))
    storage.texts.set("past_receivers", JSON.stringify([known]))
    const second = yield* sendOne

    const kept = storage.json("sent_transfers") as readonly { readonly id: string }[]
    assert.sameMembers(
      kept.map((one) => one.id),
      [second.hash, hash, id],
    )
    assert.deepInclude(storage.json("past_receivers") as object[], known)
  })

  test("Send: any other namespace fails as an unsupported chain", {
    options: { networks: [bitcoin] },
    wallet: "example.sheepshank",
  }, function* () {
    for (const input of [{ ...ether("1"), receiverAddress: "bc1q" }, {}])
      yield* fails(send(input), { message: "Unsupported chain" })
  })

  test("Send: the send state resets after success, and the visitor is back at the account", function* ({ core }) {
    const { amount, all, receiver, cost, chosen, choices, found } = yield* slicesOf(sendState)
    chosen.value = choices.peek()[0]?.key
    assert.isDefined(chosen.peek())
    const shown = yield* reviewed
    assert.strictEqual(shown.amount, 400_000_000_000_000_000n)
    all.value = true
    yield* push({ name: "WalletSendPreview" })
    yield* settled(confirmSend(shown, words))
    yield* rest

    assert.deepStrictEqual([amount.peek(), receiver.peek(), chosen.peek()], ["", "", undefined])
    assert.isFalse(all.peek())
    assert.deepStrictEqual([cost.peek().status, found.peek().status], ["idle", "idle"])
    assert.deepStrictEqual(core.stack.peek(), [{ name: "Account" }])
    assert.strictEqual((yield* shownSnack).message, "Started")
  })

  test("stays at the review, and sends nothing, if the wallet rejects the transfer", {
    script: { wallets: { [halyard]: { send: "reject" } } },
  }, function* ({ world }) {
    const { amount, refused, busy } = yield* slicesOf(sendState)
    yield* settled(confirmSend(yield* reviewed, words))

    assert.deepStrictEqual([amount.peek(), refused.peek(), busy.peek()], ["0.4", "rejected", false])
    assert.isEmpty(world.ledger.moved)
  })

  const nothing = (world: World) => sendingWith(world, () => ({ send: () => Effect.die("It was sent") }))
  test.each<readonly [when: string, change: Effect.Effect<object, unknown, Needs>]>([
    ["another account is active", Effect.succeed({ from: ansel })],
    ["another wallet is active", Effect.succeed({ connectorId: cinderbox })],
    ["another network is active", Effect.as(switchNetwork({ network: "eip155:137" }), {})],
    ["no wallet is connected", Effect.as(disconnect(), {})],
  ])("sends nothing if %s, unlike at the review", { layers: nothing }, function* ([, change]) {
    const shown = yield* reviewed
    const changed = yield* settled(change)
    yield* fails(settled(sendPrepared({ ...shown, ...changed })), { _tag: "TransactionDiffers" })
  })

  test("sends once when confirmed twice while the wallet prompts", {
    script: { wallets: { [halyard]: { send: "hang" } } },
  }, function* ({ world }) {
    const shown = yield* reviewed
    const first = yield* Effect.forkChild(settled(confirmSend(shown, words)))
    yield* rest
    yield* confirmSend(shown, words)
    walletOf(world).approve()
    yield* Fiber.join(first)

    assert.lengthOf(world.ledger.moved, 1)
  })

  test.each<readonly [what: string, text: string, warnings: readonly string[], found: boolean]>([
    [
      "a lookalike of the visitor's address",
      "0xdbc707d12a9b4fc6b3851e2c90fad46b3ca027c9",
      ["lookalike", "unused"],
      true,
    ],
    ["another chain's address", "BjSMME56N22XUGKZBaLH1RYm42iW1ro9eYm68kZo4Zwi", ["otherChain"], false],
    ["an address with a wrong checksum", ansel.replace("Cab", "cab"), ["checksum"], true],
    ["an unused address", `0x${"12".repeat(20)}`, ["unused"], true],
    ["an unregistered name", "nobody.eth", [], false],
    ["a registered name", "ansel.eth", [], true],
  ])("finds a recipient, with warnings: %s", function* ([, text, warnings, found]) {
    const known = yield* lookedUp(text)
    assert.deepStrictEqual(
      known?.warnings.map(({ type }) => type),
      warnings,
    )
    assert.strictEqual(known?.address !== undefined, found)
  })

  test("gives a severe warning for a name that has an address on Ethereum only, and names that network", {
    options: { networks: [mainnet, base] },
  }, function* ({ world }) {
    world.names.set("far.reown.id", { name: "far.reown.id", addresses: { 60: { address: ansel } } })
    assert.deepStrictEqual((yield* lookedUp("far.reown.id"))?.warnings, [])
    yield* settled(switchNetwork({ network: base.caipNetworkId }))
    const found = yield* lookedUp("far.reown.id")
    assert.strictEqual(found?.address, ansel)
    assert.deepStrictEqual(found?.warnings.find(isSevere), { type: "otherNetwork", network: "Ethereum" })
  })

  test("warns of the token's own contract, and counts earlier transfers to a recipient", function* () {
    yield* settled(refreshBalances())
    const { choices, chosen } = yield* slicesOf(sendState)
    const usdc = choices.peek().find(({ symbol }) => symbol === "USDC")
    chosen.value = usdc?.key
    const contract = yield* lookedUp(usdc?.address?.split(":")[2] ?? "")
    assert.isTrue(contract?.warnings.some(({ type }) => type === "token"))

    yield* sendOne
    assert.strictEqual((yield* lookedUp(ansel))?.times, 1)
  })

  test("fills in everything except the fee", function* () {
    const { amount, all, cost } = yield* slicesOf(sendState)
    yield* settled(sendAll())
    const priced = latest(cost.peek())

    assert.isTrue(all.peek())
    assert.strictEqual(parseUnits(amount.peek(), 18), (priced?.held ?? 0n) - (priced?.fee ?? 0n))
  })

  test("looks up a recipient half a second after the last keystroke", function* ({ world }) {
    const { receiver } = yield* slicesOf(sendState)
    receiver.value = "ansel.eth"
    const asked = world.faults.requestCount("identity")
    yield* begun(findReceiver())
    yield* pass(499)
    assert.strictEqual(world.faults.requestCount("identity"), asked)
    yield* pass(1)
    assert.strictEqual(world.faults.requestCount("identity"), asked + 1)
  })

  test("fills in everything except the fee for a recipient who is still being looked up", function* () {
    const { amount, receiver } = yield* slicesOf(sendState)
    receiver.value = ansel
    const filling = yield* Effect.forkChild(sendAll())
    yield* Effect.yieldNow
    yield* priceSend()
    yield* settled(Fiber.join(filling))
    const filled = amount.peek()
    assert.notStrictEqual(filled, "")

    amount.value = ""
    yield* settled(findReceiver())
    yield* settled(sendAll())
    assert.strictEqual(amount.peek(), filled)
  })

  const incomplete = [{}, { sendTokenAmount: "1" }, { receiverAddress: ansel }, { token: "native" }]
  test.each<readonly [title: string, message: string, ...inputs: readonly SendInput[]]>([
    [
      "Sending needs an amount and a receiver address, else 'An amount and receiver address are required'",
      "An amount and receiver address are required",
      ...incomplete,
      { receiverAddress: ansel, token: "native" },
      { ...ether(""), receiverAddress: ansel },
      { ...ether("1"), receiverAddress: "" },
    ],
    [
      "Sending needs a token, else 'A token is required'",
      "A token is required",
      { sendTokenAmount: "1", receiverAddress: ansel },
      { ...ether("1"), token: "" },
    ],
    ["rejects an amount that is not a positive plain decimal", "Incorrect Value", ether("1e3"), ether("0.0")],
    [
      "rejects an address that is malformed or has a wrong checksum",
      "Invalid Address",
      { ...ether("1"), receiverAddress: "0x12" },
      { ...ether("1"), receiverAddress: ansel.replace("Cab", "cab") },
    ],
    ["rejects more than the account holds", "Insufficient Funds", ether("9000")],
    ["rejects an unknown token", "Token not found", { ...ether("1"), token: marguerite }],
  ])("%s", function* ([, message, ...inputs]) {
    for (const input of inputs) {
      yield* fails(settled(send(input)), { message })
      yield* fails(settled(estimateSend(input)), { message })
    }
  })

  test("rejects a token that the active network does not have, or that is not named by its address", function* () {
    const held = yield* fetchBalances()
    const usdc = held.find(({ symbol }) => symbol === "USDC")
    const { address = "", ...unnamed } = usdc ?? ({} as TokenBalance)
    const { address: _, chainId, ...coin } = held.find(({ symbol }) => symbol === "ETH") ?? ({} as TokenBalance)
    for (const token of [
      ...[address.replace("eip155:1:", "eip155:8453:"), "eip155:137:native", ":native"],
      ...[
        unnamed,
        { ...unnamed, contract: address },
        { ...coin, chainId: "eip155:137" },
        { ...coin, chainId, address: null },
      ],
    ])
      yield* fails(settled(send({ ...ether("0.1"), token } as SendInput)), { _tag: "TokenNotFound" })
    for (const token of [coin, { ...coin, chainId: "eip155:1" }])
      assert.strictEqual((yield* settled(estimateSend({ ...ether("0.1"), token }))).symbol, "ETH")
  })

  test.started("fails without a connected wallet", function* () {
    yield* fails(send(ether("1")), { message: "No ActiveCaipAddress found" })
  })

  test("sends the whole balance minus the fee, to the last unit", function* ({ world }) {
    yield* settled(switchNetwork({ network: polygon.caipNetworkId }))
    const estimate = yield* settled(estimateSend(ether("max")))
    yield* settled(send(ether("max")))
    yield* pass("5 seconds")

    assert.notStrictEqual(estimate.fee, "0")
    assert.strictEqual(world.market.units("eip155:137", marguerite), 0n)
  })

  test("prompts once for two concurrent calls with the same transfer", {
    script: { wallets: { [halyard]: { sign: "hang" } } },
  }, function* ({ world }) {
    const both = yield* Effect.forkChild(Effect.all([sendOne, sendOne], { concurrency: 2 }))
    yield* rest
    walletOf(world).approve()
    const [one, other] = yield* Fiber.join(both)

    assert.strictEqual(one.hash, other.hash)
    assert.lengthOf(world.ledger.moved, 1)
  })

  test("prompts for each of several concurrent calls with different transfers", function* ({ world }) {
    const usdc = (yield* settled(fetchBalances())).find(({ symbol }) => symbol === "USDC")
    const inputs = [
      ether("0.1"),
      ether("0.2"),
      { ...ether("0.1"), receiverAddress: contract },
      { ...ether("0.1"), token: usdc },
    ]
    const sending = inputs.map((input) => settled(send(input as SendInput)))
    const hashes = yield* Effect.all(sending, { concurrency: "unbounded" })
    assert.strictEqual(new Set(hashes.map(({ hash }) => hash)).size, 4)
    assert.lengthOf(world.ledger.moved, 4)
  })

  const properties = { isSmartAccount: false, network: "eip155:1", token: "ETH", amount: "0.1" }
  it.effect.each([
    ["that is sent", undefined, "SEND_SUCCESS", {}],
    ["that the visitor rejects", new UserRejectedRequestError("no"), "SEND_ERROR", { message: "rejected" }],
    ["that fails", new SendUnclear(), "SEND_ERROR", { message: new SendUnclear().message }],
  ] as const)("records events of a transfer %s, unless the caller does", ([, error, event, more]) => {
    const { events, telemetry } = listening()
    const failing = (world: World) => sendingWith(world, () => (error ? { send: () => Effect.fail(error) } : {}))
    const layers = (world: World) => ({ ...failing(world), telemetry })
    return whenConnected({ layers }, function* () {
      const prepared = yield* settled(prepare(ether("0.1")))
      const silent = yield* Effect.result(settled(sendPrepared(prepared, { silent: true })))
      assert.strictEqual(Result.isSuccess(silent), !error)
      assert.isEmpty(events.filter((one) => one.event.startsWith("SEND_")))
      const outcome = yield* Effect.result(settled(sendPrepared(prepared)))
      const hash = Result.isSuccess(outcome) ? { hash: outcome.success } : {}
      assert.deepStrictEqual<unknown>(
        events.filter((one) => one.event.startsWith("SEND_")),
        [
          { event: "SEND_INITIATED", properties },
          { event, properties: { ...properties, ...hash, ...more } },
        ],
      )
    })
  })

  test("fails with the wallet's 4001 if the visitor rejects, and sends nothing", {
    script: { wallets: { [halyard]: { sign: "reject" } } },
  }, function* ({ world }) {
    yield* fails(sendOne, { code: 4001 })
    assert.isEmpty(world.ledger.moved)
  })

  test("follows a transfer that is approved after its caller was interrupted", {
    script: { wallets: { [halyard]: { sign: "hang" } } },
  }, function* ({ world }) {
    const asking = yield* Effect.forkChild(sendOne)
    yield* rest
    yield* Fiber.interrupt(asking)
    walletOf(world).approve()
    yield* rest
    assert.strictEqual((yield* lastSent)?.status, "pending")
  })

  it.effect.each([
    ["mined", "confirmed", "Sent 0.1 ETH"],
    ["reverted", "failed", "0.1 ETH failed"],
    ["canceled", "replaced", "0.1 ETH replaced"],
    ["repriced", "confirmed", "Sent 0.1 ETH"],
  ] as const)("keeps a %s transfer across a reload, and shows its outcome once", ([sendsAs, status, sentence]) =>
    Effect.gen(function* () {
      const setup = { world: createWorld({ sends: sendsAs }), storage: shelf() }
      yield* whenConnected(setup, function* () {
        yield* sendOne
      })
      yield* whenStarted(setup, function* () {
        const { sent, unreported } = yield* slicesOf(transfers)
        assert.lengthOf(sent.peek(), 1)
        yield* pass("20 seconds")
        assert.strictEqual(sent.peek()[0]?.status, status)
        assert.lengthOf(unreported.peek(), 1)
        yield* settled(reportOutcomes(outcomes))
        yield* rest
        assert.strictEqual((yield* shownSnack).message, sentence)
        assert.isEmpty(unreported.peek())
      })
      assert.isNull(setup.storage.json("sent_transfers"))
    }),
  )

  test("reports a transaction other than the one shown as different, not as failed", {
    script: { sends: "stuck" },
  }, function* ({ world }) {
    yield* sendOne
    Object.assign(world.ledger.moved[0]?.sent as object, { to: marguerite })
    yield* pass("5 seconds")

    assert.strictEqual((yield* lastSent)?.status, "different")
    yield* settled(reportOutcomes(outcomes))
    assert.deepInclude(yield* shownSnack, { variant: "error", message: "Not the 0.1 ETH that was shown" })
  })

  const faster = `0x${"cd".repeat(32)}`
  it.effect.each([
    ["confirmed, if it was confirmed under the hash of a replacement", faster, "confirmed"],
    ["failed, if it failed under the hash of a replacement", faster, "failed"],
    ["replaced, if another transfer from here was confirmed instead", undefined, "replaced"],
  ] as const)("reports a transfer as %s", ([, given, status]) => {
    let hash: string | undefined = given
    let first = ""
    const layers = (world: World) =>
      sendingWith(world, () => ({
        outcome: ({ id }) => {
          const is = status === "failed" ? status : "confirmed"
          return Effect.succeed(
            id === first ? { status: is, settled: true, ...(hash && { hash }) } : { status: "pending" },
          )
        },
      }))
    return whenConnected({ script: { sends: "stuck" }, layers }, function* () {
      first = (yield* sendOne).hash
      hash ??= (yield* sendOne).hash
      yield* pass("5 seconds")
      const transfer = (yield* slicesOf(transfers)).sent.peek().find(({ id }) => id === first)
      assert.strictEqual(transfer?.status, status)
      if (!transfer || status === "replaced") return
      assert.strictEqual(transfer.hash, given)
      assert.strictEqual(asTransaction(transfer).metadata.hash, given)
    })
  })

  const eth = "eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
  test("lists a native currency with a placeholder address once, and sends it as such", {
    layers: exchangeWith(balanceEndpoint, ({ balances }: { balances: readonly TokenBalance[] }) => ({
      balances: balances.map((one) => (one.symbol === "ETH" ? { ...one, address: eth } : one)),
    })),
  }, function* ({ instance, world }) {
    yield* slicesOf(sendState)
    yield* settled(refreshBalances())
    const { tokenBalances, networkBalanceInUSD, token } = snapshot(instance).send ?? {}
    const [ether, ...others] = tokenBalances?.filter(({ symbol }) => symbol === "ETH") ?? []
    assert.isEmpty(others)
    assert.strictEqual(ether?.address, eth)
    assert.strictEqual(networkBalanceInUSD, String(ether?.value))
    assert.isAbove(ether?.value ?? 0, 0)
    const before = world.market.units("eip155:1", ansel)
    yield* settled(send({ token, sendTokenAmount: "0.4", receiverAddress: ansel } as SendInput))
    yield* pass("5 seconds")
    assert.strictEqual(world.market.units("eip155:1", ansel) - before, 400_000_000_000_000_000n)
  })

  test("Send state: token, sendTokenAmount, receiverAddress and the others, in the snapshot", function* ({ instance }) {
    const { chosen, choices, amount, receiver, found, busy } = yield* slicesOf(sendState)
    const held = yield* fetchBalances()
    yield* settled(refreshBalances())
    amount.value = "0.4"
    receiver.value = ansel
    chosen.value = choices.peek().find(({ symbol }) => symbol === "USDC")?.key
    const typed = { token: held[1], tokenBalances: held, networkBalanceInUSD: "4090.1566" }
    assert.deepInclude(typed.token, { symbol: "USDC", chainId: "eip155:1", value: 3120.44 })
    const none = { receiverProfileName: undefined, receiverProfileImageUrl: undefined }
    assert.deepStrictEqual(snapshot(instance).send, {
      ...typed,
      ...none,
      sendTokenAmount: "0.4",
      receiverAddress: ansel,
      loading: false,
    })
    const value = { text: "ansel.eth", address: ansel, name: "ansel.eth", avatar: "https://ansel.example/me" }
    found.value = { status: "loaded", value: { ...value, warnings: [], times: 0 } }
    receiver.value = "ansel.eth"
    busy.value = true

    const known = { receiverProfileName: value.name, receiverProfileImageUrl: value.avatar }
    assert.deepInclude(snapshot(instance).send, { ...known, receiverAddress: ansel, loading: true })
  })

  test("lists a transfer as pending at once, then as the service lists it", function* () {
    yield* settled(refreshActivity())
    const { transactions } = yield* slicesOf(activity)
    const before = transactions.peek().length
    const { hash } = yield* sendOne
    yield* showSent
    const first = () => transactions.peek().find(({ metadata }) => metadata.hash === hash)
    const { minedAt = "", ...metadata } = first()?.metadata ?? {}
    assert.closeTo(Date.parse(minedAt), yield* Clock.currentTimeMillis, 60_000)
    const of = { chain: "eip155:1", operationType: "send", status: "pending" }
    assert.deepStrictEqual<unknown>(metadata, { ...of, hash, sentFrom: marguerite, sentTo: ansel })
    assert.containsSubset(first()?.transfers, [{ fungible_info: { symbol: "ETH" }, quantity: { numeric: "0.1" } }])
    assert.strictEqual(transactions.peek().length, before + 1)

    yield* pass("40 seconds")
    yield* settled(refreshActivity())
    assert.deepInclude(first()?.metadata, { status: "confirmed" })
    assert.isFalse(first()?.id.startsWith("sent:"))
    assert.strictEqual(transactions.peek().length, before + 1)
  })

  test("'Failed to fetch transactions': the list is marked empty, also of a transfer sent from here", function* ({
    world,
  }) {
    yield* settled(refreshActivity())
    const { transactions } = yield* slicesOf(activity)
    yield* sendOne
    yield* showSent
    assert.isNotEmpty(transactions.peek())
    world.faults.set("history", { status: 500 })
    yield* pass("40 seconds")
    yield* settled(refreshActivity())

    assert.isEmpty(transactions.peek())
  })

  test("Only transactions on the active chain are shown, also of those sent from here", {
    script: { sends: "stuck" },
  }, function* () {
    const { transactions } = yield* slicesOf(activity)
    const { hash } = yield* sendOne
    for (const [network, isListed] of [
      ["eip155:1", true],
      ["eip155:137", false],
    ] as const) {
      yield* settled(switchNetwork({ network }))
      yield* settled(refreshActivity())
      const listed = transactions.peek().map(({ metadata }) => metadata)

      assert.isNotEmpty(listed)
      assert.isTrue(listed.every(({ chain }) => chain === network))
      assert.strictEqual(
        listed.some((one) => one.hash === hash),
        isListed,
      )
    }
  })

  test("Active chain change: resets the send state", { options: { networks: [base, mainnet, solana] } }, function* ({
    core,
  }) {
    const { amount, receiver, chosen, all, found, cost, refused } = yield* slicesOf(sendState)
    yield* connect({ wallet: plover })
    // Within a namespace, and to another one.
    for (const { caipNetworkId: network } of [base, mainnet, solana]) {
      amount.value = "0.4"
      all.value = true
      chosen.value = "a token"
      receiver.value = ansel
      for (const one of [found, cost]) one.value = { status: "loading", last: undefined }
      refused.value = "failed"
      yield* settled(switchNetwork({ network }))

      assert.strictEqual(core.network.peek()?.caipNetworkId, network)
      assert.deepStrictEqual([amount.peek(), receiver.peek(), chosen.peek()], ["", "", undefined], network)
      assert.deepStrictEqual([found.peek().status, cost.peek().status], ["idle", "idle"])
      assert.deepStrictEqual([all.peek(), refused.peek()], [false, undefined])
    }
  })

  const atomic = { "0x1": { atomic: { status: "supported" } } }
  test.started(
    "Wallet operation: wallet capabilities, for visitors who are connected",
    { world: answering("wallet_getCapabilities", () => Effect.succeed(atomic)) },
    function* () {
      yield* fails(capabilities(), { message: "Missing address parameter in wallet_getCapabilities request" })
      yield* connect({ wallet: halyard })
      assert.deepStrictEqual(yield* settled(capabilities()), { "eip155:1": atomic["0x1"] })
      // Another wallet becomes the active one, beside the first.
      yield* connect({ wallet: cinderbox })
      assert.notDeepEqual(yield* settled(capabilities()), { "eip155:1": atomic["0x1"] })
    },
  )
})
