import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as browser from "../../layers/browser/withoutWindow.ts"
import type { World } from "../../layers/demo.ts"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { idle, latest } from "../../src/core/first-paint/loadable.ts"
import { InsufficientFunds, NotSponsored, type SendError, SendUnclear } from "../../src/errors/index.ts"
import { ResourceUnavailableRpcError, UnsupportedNonOptionalCapabilityError } from "../../src/errors/rpc.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { base, defineNetwork, mainnet, polygon, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { push } from "../../src/runtime/router.ts"
import {
  chooseToken,
  confirmSend,
  findReceiver,
  openSend,
  pasteReceiver,
  priceSend,
  reviewSend,
  sendAll,
  takeReceiver,
} from "../../src/send/flows.ts"
import { isSevere } from "../../src/send/model/receiver.ts"
import type { Prepared } from "../../src/send/model/transfer.ts"
import { send } from "../../src/send/state/form.ts"
import { settled } from "../contracts/settled.ts"
import { listening } from "../fixtures/layers.ts"
import { halyard, walletOf } from "../fixtures/modal.ts"
import { ansel, anselOnSolana, lastSent, sendingWith, test } from "../fixtures/scenes.ts"
import { begun, shownSnack } from "../fixtures/visits.ts"
import "../../layers/chains/evm/transfers.ts"
import "../../layers/chains/solana/transfers.ts"
import "../../layers/demo/nodes/solanaTransfer.ts"

const marguerite = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"
const plover = "example.plover"
const words = { started: "Started", failed: "Failed" }
const form = slicesOf(send)

/** Looks up a recipient as the form does while the visitor types. */
const lookedUp = Effect.fnUntraced(function* (text: string) {
  const { receiver, found } = yield* form
  receiver.value = text
  yield* settled(findReceiver())
  return latest(found.peek())
})

/** Fills in the form. Returns what the review shows. */
const reviewed = Effect.fnUntraced(function* (amount: string, receiver = ansel) {
  const state = yield* form
  state.amount.value = amount
  yield* lookedUp(receiver)
  yield* settled(priceSend())
  return latest(state.cost.peek()) as Prepared
})

/** Selects a token by its symbol. */
const choose = Effect.fnUntraced(function* (symbol: string) {
  yield* settled(refreshBalances())
  const key = (yield* form).choices.peek().find((one) => one.symbol === symbol)?.key ?? ""
  yield* chooseToken(key)
  return key
})

describe("The send form", () => {
  const events = listening()
  test("opens with an event", { layers: { telemetry: events.telemetry } }, function* ({ core }) {
    yield* openSend()
    const properties = { network: "eip155:1", isSmartAccount: false }
    assert.deepInclude(events.events as object[], { event: "OPEN_SEND", properties })
    assert.deepStrictEqual(core.route.peek(), { name: "WalletSend" })
  })

  test("goes back from the list of tokens, and clears what was entered for another token", function* ({ core }) {
    const { token, amount, all, cost } = yield* form
    const enter = Effect.gen(function* () {
      core.stack.value = [{ name: "Account" }, { name: "WalletSend" }, { name: "WalletSendSelectToken" }]
      yield* reviewed("0.4")
      all.value = true
    })
    const entered = () => [amount.peek(), all.peek(), cost.peek().status]
    yield* enter
    yield* chooseToken(token.peek()?.key ?? "")
    assert.deepStrictEqual(entered(), ["0.4", true, "loaded"])
    const key = yield* choose("USDC")
    assert.strictEqual(token.peek()?.key, key)
    assert.deepStrictEqual(entered(), ["", false, "idle"])
    assert.deepStrictEqual<readonly object[]>(core.stack.peek(), [{ name: "Account" }, { name: "WalletSend" }])
  })

  test("cannot be filled in with a token that the account no longer holds, until another is selected", function* () {
    const { token, chosen, amount, all, cost } = yield* form
    const key = token.peek()?.key ?? ""
    chosen.value = "gone"
    yield* sendAll()
    assert.deepStrictEqual([all.peek(), amount.peek(), cost.peek().status], [false, "", "idle"])
    assert.isUndefined(yield* reviewed("0.4"))
    yield* chooseToken(key)
    assert.deepStrictEqual([token.peek()?.key, amount.peek()], [key, ""])
  })

  const pastes = (clipboard?: string) => ({
    layers: { browser: browser.layer({ ...(clipboard !== undefined && { clipboard }) }) },
  })
  test("takes a pasted recipient without spaces around it", pastes(` ${ansel}\n`), function* () {
    yield* pasteReceiver(words)
    assert.strictEqual((yield* form).receiver.peek(), ansel)
  })

  test("takes 256 characters of a pasted text", pastes(` ${"a".repeat(300)}`), function* () {
    yield* pasteReceiver(words)
    assert.strictEqual((yield* form).receiver.peek(), "a".repeat(256))
  })

  test("keeps its recipient, and says so, if the page may not read the clipboard", pastes(), function* () {
    const { receiver } = yield* form
    receiver.value = ansel
    yield* pasteReceiver(words)
    assert.strictEqual(receiver.peek(), ansel)
    assert.deepInclude(yield* shownSnack, { variant: "error", message: "Failed" })
  })

  test("is shown again for a recipient taken from the review", function* ({ core }) {
    core.stack.value = [{ name: "WalletSend" }, { name: "WalletSendPreview" }]
    yield* takeReceiver(ansel)
    assert.strictEqual((yield* form).receiver.peek(), ansel)
    assert.deepStrictEqual<readonly object[]>(core.stack.peek(), [{ name: "WalletSend" }])
  })

  test("is shown instead of a review whose cost is not known", function* ({ core }) {
    const review = { name: "WalletSendPreview" } as const
    for (const [before, after] of [
      [[review], [{ name: "WalletSend" }]],
      [[{ name: "Account" }, review], [{ name: "Account" }]],
    ] as const) {
      core.stack.value = before
      yield* reviewSend()
      assert.deepStrictEqual<readonly object[]>(core.stack.peek(), after)
    }
    yield* reviewed("0.4")
    core.stack.value = [{ name: "Account" }, review]
    yield* reviewSend()
    assert.deepStrictEqual<readonly object[]>(core.stack.peek(), [{ name: "Account" }, review])
  })
})

describe("A recipient", () => {
  test("is looked up without spaces around it, once, and not at all once the field is empty", function* () {
    const { receiver, found } = yield* form
    const known = yield* lookedUp(" Ansel.eth ")
    assert.deepInclude(known, { text: "Ansel.eth", name: "ansel.eth", address: ansel, times: 0 })
    assert.match(known?.avatar ?? "", /^data:image/)
    yield* lookedUp("Ansel.eth")
    assert.strictEqual(latest(found.peek()), known)

    receiver.value = " "
    yield* findReceiver()
    assert.strictEqual(found.peek().status, "idle")
  })

  test("has a name and an avatar only if they are known", function* ({ world }) {
    const none = { address: ansel, times: 0, warnings: [] }
    const name = "plain.reown.id"
    world.names.set(name, { name, addresses: { 60: { address: ansel } } })
    assert.deepStrictEqual<unknown>(yield* lookedUp(name), { ...none, text: name, name })
    assert.deepStrictEqual<unknown>(yield* lookedUp(ansel), { ...none, text: ansel })
    const text = "nobody.eth"
    assert.deepStrictEqual<unknown>(yield* lookedUp(text), { ...none, text, address: undefined })
  })

  test("is known by the name under which something was sent to it, and by no other recipient's", {
    options: { networks: [mainnet, solana] },
  }, function* () {
    yield* settled(confirmSend(yield* reviewed("0.1", "ansel.eth"), words))
    yield* settled(confirmSend(yield* reviewed("0.1", ansel.toLowerCase()), words))
    assert.deepInclude(yield* lookedUp(ansel), { name: "ansel.eth", times: 2 })
    const other = yield* lookedUp(`0x${"12".repeat(20)}`)
    assert.strictEqual(other?.times, 0)
    assert.notProperty(other, "name")
  })

  test("is found without warnings of the network if no node responds", function* ({ world }) {
    world.faults.set("rpc", { offline: true })
    assert.deepInclude(yield* lookedUp(ansel), { address: ansel, warnings: [] })
  })

  test("is warned about as the token's own contract only if it is that contract", function* () {
    yield* choose("USDC")
    assert.deepInclude(yield* lookedUp(ansel), { address: ansel, warnings: [] })
    const { chosen } = yield* form
    chosen.value = "gone"
    assert.deepInclude(yield* lookedUp(marguerite), { address: marguerite, warnings: [] })
  })

  for (const [what, network, name] of [
    ["by the site's name for it", defineNetwork({ ...mainnet, name: "Main network" }), "Main network"],
    ["also if the site does not have it", polygon, "Ethereum"],
  ] as const)
    test(`with an address on Ethereum only is warned about with that network, ${what}`, {
      options: { networks: [base, network] },
    }, function* ({ world }) {
      yield* settled(switchNetwork({ network: base.caipNetworkId }))
      world.names.set("far.reown.id", { name: "far.reown.id", addresses: { 60: { address: ansel } } })
      const found = yield* lookedUp("far.reown.id")
      assert.deepStrictEqual(found?.warnings.find(isSevere), { type: "otherNetwork", network: name })
    })

  test("is warned about if its name imitates a known one, in any spelling", function* ({ world }) {
    yield* settled(confirmSend(yield* reviewed("0.1", "ansel.reown.id"), words))
    const [name, address] = ["anse1.reown.id", `0x${"12".repeat(20)}`]
    world.names.set(name, { name, addresses: { 60: { address } } })
    const found = yield* lookedUp("ANSE1.reown.id")
    assert.deepInclude(found, {
      name,
      address,
      warnings: [{ type: "confusable", like: "ansel.reown.id" }, { type: "unused" }],
    })
  })
})

describe("The cost of a transfer", () => {
  test("is not estimated without an amount, or for another recipient than the one that was looked up", function* () {
    const { amount, receiver, cost, refused } = yield* form
    refused.value = "failed"
    yield* reviewed("0.40")
    assert.strictEqual(amount.peek(), "0.40", "the amount stays as typed")
    assert.isUndefined(refused.peek())
    receiver.value = ` ${ansel} `
    yield* settled(priceSend())
    assert.strictEqual(cost.peek().status, "loaded")
    receiver.value = marguerite
    yield* priceSend()
    assert.strictEqual(cost.peek().status, "idle")
    receiver.value = ansel
    amount.value = ""
    yield* priceSend()
    assert.strictEqual(cost.peek().status, "idle")
  })

  test("is estimated again for everything if it was estimated for another recipient", function* () {
    const { amount, all, receiver, cost } = yield* form
    yield* settled(sendAll())
    const everything = amount.peek()
    assert.isAbove(Number(everything), 0)
    yield* priceSend()
    assert.strictEqual(cost.peek().status, "idle")
    amount.value = ""
    yield* lookedUp(ansel)
    receiver.value = ` ${ansel}`
    yield* settled(sendAll())
    assert.strictEqual(latest(cost.peek())?.to, ansel)
    assert.deepStrictEqual([all.peek(), amount.peek()], [true, everything])
    receiver.value = ansel.slice(0, 12)
    yield* settled(sendAll())
    assert.strictEqual(latest(cost.peek())?.to, marguerite)
  })

  test("of everything stays unknown, and the amount as it is, if it cannot be estimated", function* ({ world }) {
    const { amount, cost } = yield* form
    amount.value = "0.4"
    world.faults.set("rpc", { offline: true })
    yield* settled(sendAll())
    assert.strictEqual(cost.peek().status, "failed")
    yield* lookedUp(ansel)
    yield* settled(sendAll())
    assert.deepStrictEqual([amount.peek(), cost.peek().status], ["0.4", "failed"])
  })

  test.started("is not estimated without an account", function* () {
    yield* sendAll()
    const { all, cost } = yield* form
    assert.deepStrictEqual([all.peek(), cost.peek().status], [false, "idle"])
  })
})

describe("The review", () => {
  test("records the name and the image of what it shows, if there are any", function* () {
    const { found, chosen } = yield* form
    const shown = yield* reviewed("0.1")
    // The account no longer holds the token, and the recipient is being looked up again.
    found.value = idle
    chosen.value = "gone"
    yield* settled(confirmSend(shown, words))
    const plain = ["id", "connectorId", "network", "from", "to", "amount", "symbol", "units", "at", "status"]
    assert.hasAllKeys((yield* lastSent) ?? {}, plain)
    yield* choose("USDC")
    const { iconUrl, address = "" } = (yield* form).token.peek() ?? {}
    assert.isNotEmpty(iconUrl)
    yield* settled(confirmSend(yield* reviewed("12.5", "ansel.eth"), words))
    const { connectorId, at, id, ...sent } = (yield* lastSent) ?? {}
    assert.deepStrictEqual<unknown>(sent, {
      ...{ network: "eip155:1", from: marguerite, to: ansel, name: "ansel.eth", amount: "12.5", symbol: "USDC" },
      ...{ units: "12500000", iconUrl, token: address.slice("eip155:1:".length), status: "pending" },
    })
  })

  test.each([
    ["in another view", [{ name: "Account" }, { name: "Networks" }]],
    ["away", []],
  ] as const)(
    "lets a visitor who is %s by then continue",
    {
      script: { wallets: { [halyard]: { send: "hang" } } },
    },
    function* ([, stack], { core, world }) {
      const { amount, cost } = yield* form
      yield* push({ name: "WalletSendPreview" })
      const sending = yield* begun(confirmSend(yield* reviewed("0.4"), words))
      core.stack.value = stack
      const next = yield* reviewed("0.5")
      walletOf(world).approve()
      yield* settled(Fiber.join(sending))
      assert.deepInclude(yield* shownSnack, { variant: "success", message: "Started" })
      assert.deepStrictEqual([amount.peek(), latest(cost.peek()), core.stack.peek()], ["0.5", next, stack])
    },
  )

  const failed = new ResourceUnavailableRpcError("The wallet is busy")
  const failing = (error: SendError) => ({
    layers: (world: World) => sendingWith(world, () => ({ send: () => Effect.fail(error) })),
  })
  const review = [{ name: "WalletSend" }, { name: "WalletSendPreview" }] as const
  for (const [what, error, own, message] of [
    ["a failure", failed, { wallet: halyard }, "Failed"],
    ["a failure on Solana by its reason", failed, { options: { networks: [solana] }, wallet: plover }, failed.message],
    ["that the transfer may have been sent", new SendUnclear(), { wallet: halyard }, new SendUnclear().message],
  ] as const)
    test(`stays, and reports ${what}`, { ...own, ...failing(error) }, function* ({ core }) {
      const { refused, busy, cost } = yield* form
      core.stack.value = review
      const shown = yield* reviewed("0.1", own.wallet === plover ? anselOnSolana : ansel)
      yield* settled(confirmSend(shown, words))
      assert.deepInclude(yield* shownSnack, { variant: "error", message })
      assert.deepStrictEqual([refused.peek(), busy.peek(), core.stack.peek()], ["failed", false, review])
      assert.strictEqual(latest(cost.peek()), shown)
      assert.isUndefined(yield* lastSent)
    })

  const paymaster = { url: "https://pays.example" }
  for (const [is, shows, left] of [
    ["can be estimated", "stays", 2],
    ["cannot be covered", "is closed", 1],
  ] as const) {
    let affordable = true
    const layers = (world: World) =>
      sendingWith(world, ({ prepare }) => ({
        prepare: (transfer) => (affordable ? prepare(transfer) : Effect.fail(new InsufficientFunds("fee"))),
        send: () => Effect.fail(new UnsupportedNonOptionalCapabilityError("No paymaster")),
      }))
    test(`${shows} if the site no longer pays the fee, and a fee ${is}`, { layers }, function* ({ core }) {
      const { cost } = yield* form
      core.stack.value = review
      const shown = { ...(yield* reviewed("0.1")), paymaster }
      cost.value = { status: "loaded", value: shown }
      affordable = left === 2
      yield* settled(confirmSend(shown, words))
      assert.strictEqual((yield* shownSnack).message, new NotSponsored().message)
      assert.deepStrictEqual<unknown>(core.stack.peek(), review.slice(0, left))
      assert.strictEqual(cost.peek().status, affordable ? "loaded" : "failed")
      if (!affordable) return
      assert.notProperty(latest(cost.peek()), "paymaster")
      // The visitor now looks at another transfer, which stays as it is.
      const next = latest(cost.peek())
      yield* settled(confirmSend(shown, words))
      assert.strictEqual(latest(cost.peek()), next)
    })
  }
})
