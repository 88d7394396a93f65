import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Eip1193 } from "../../layers/chains/evm/first-paint/eip6963.ts"
import { refreshAccount } from "../../src/account/flows.ts"
import { account } from "../../src/account/state/account.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { providerOf } from "../../src/connections/operations/connections.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { requestChanged } from "../../src/embedded/flows/requests.ts"
import { frame as limits } from "../../src/embedded/limits.ts"
import { requests } from "../../src/embedded/opening/state.ts"
import { registerChosen } from "../../src/names/operations.ts"
import { names } from "../../src/names/state.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import * as Router from "../../src/runtime/router.ts"
import { confirmSend } from "../../src/send/flows.ts"
import { prepare } from "../../src/send/operations.ts"
import { send } from "../../src/send/state/form.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import { confirmSwap } from "../../src/swap/flows.ts"
import { quoteSwap } from "../../src/swap/operations.ts"
import { swap } from "../../src/swap/state.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, withLogins } from "../fixtures/embedded.ts"
import { changedChains } from "../fixtures/layers.ts"
import { rest } from "../fixtures/modal.ts"
import { begun, fails, pass, type Setting, type Steps, shownSnack, type Visit, visiting } from "../fixtures/visits.ts"

const to = "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3"
const features = [...withLogins.project.features, { id: "swap", isEnabled: true, config: ["1inch"] }]
const script = { project: { features }, tick: 0, frame: { sign: "hang" } } as const
const sent = { started: "Started", failed: "Failed" }
const swapped = { approve: "Approve", confirm: "Confirm", swapped: "Swapped" }

const scripted = visiting({ script })
/** A visitor is logged in to the embedded wallet, with the modal open. */
const whenLoggedIn = (steps: (visit: Visit) => Steps) =>
  function* (visit: Visit): Steps {
    yield* settled(loggedIn())
    yield* openModal()
    yield* Effect.gen(() => steps(visit))
  }
const within =
  (setting: Setting) =>
  (title: string, steps: (visit: Visit) => Steps): void =>
    scripted(title, setting, whenLoggedIn(steps))
const test = within({})

/** Waits until the frame requests an approval. */
const asked = (visit: Visit): Effect.Effect<void> =>
  Effect.suspend(() =>
    visit.world.secure.state().openPrompts.length > 0 ? Effect.void : Effect.andThen(pass(100), asked(visit)),
  )

/** Confirms the review of a transfer. Returns the fiber that runs until its outcome is shown. */
const sending = (visit: Visit) =>
  Effect.gen(function* () {
    yield* Router.push({ name: "WalletSendPreview" })
    const shown = yield* settled(prepare({ token: "native", sendTokenAmount: "0.01", receiverAddress: to }))
    const confirmed = yield* begun(confirmSend(shown, sent))
    yield* asked(visit)
    return confirmed
  })

/** A site's own request to sign a text. */
const signing = ({ world }: Visit) =>
  Effect.gen(function* () {
    const provider = (yield* settled(providerOf("eip155"))) as Eip1193
    const params = ["0x48656c6c6f", world.secure.state().addresses[0]]
    return yield* Effect.tryPromise({
      try: async () => provider.request({ method: "personal_sign", params }),
      catch: (error) => error as Error,
    })
  })

describe("A transaction of the embedded wallet", () => {
  test("that sends a transfer is approved above its review, then the account is shown", function* (visit) {
    const confirmed = yield* sending(visit)
    assert.deepStrictEqual(visit.views(), ["Account", "WalletSendPreview", "ApproveTransaction"])
    visit.world.secure.approve()
    yield* settled(Fiber.join(confirmed))

    assert.deepStrictEqual(visit.views(), ["Account"])
    assert.strictEqual((yield* shownSnack).message, "Started")
  })

  test("that sends a transfer is back at its review if it is rejected", function* (visit) {
    const { refused } = yield* slicesOf(send)
    const confirmed = yield* sending(visit)
    visit.world.secure.reject()
    yield* settled(Fiber.join(confirmed))

    assert.deepStrictEqual(visit.views(), ["Account", "WalletSendPreview"])
    assert.strictEqual(refused.peek(), "rejected")
  })

  test("that registers a name leads to the success view", function* (visit) {
    const { registering } = yield* slicesOf(names)
    yield* Router.push({ name: "RegisterAccountName" })
    const chosen = yield* begun(registerChosen("harbour-1"))
    yield* asked(visit)
    assert.deepStrictEqual(visit.views(), ["Account", "RegisterAccountName", "ApproveTransaction"])
    visit.world.secure.approve()
    yield* settled(Fiber.join(chosen))

    assert.deepStrictEqual(visit.views(), ["Account", "RegisterAccountNameSuccess"])
    assert.strictEqual(latest(registering.peek()), "harbour-1.reown.id")
  })

  test("that registers a name is back at the choice if it is rejected", function* (visit) {
    yield* Router.push({ name: "RegisterAccountName" })
    const chosen = yield* begun(registerChosen("harbour-1"))
    yield* asked(visit)
    visit.world.secure.reject()
    yield* settled(Fiber.join(chosen))

    assert.deepStrictEqual(visit.views(), ["Account", "RegisterAccountName"])
  })

  test("that swaps keeps the modal open until the swap is done", function* (visit) {
    const { sending: state } = yield* slicesOf(swap)
    yield* Router.push({ name: "SwapPreview" })
    yield* confirmSwap(yield* settled(quoteSwap({ fromToken: "ETH", toToken: "HRB", amount: "0.01" })), swapped)
    yield* asked(visit)
    assert.deepStrictEqual(visit.views(), ["Account", "SwapPreview", "ApproveTransaction"])
    assert.notInclude(visit.dialog.told, "demoted")
    visit.world.secure.approve()
    yield* rest
    assert.deepStrictEqual(visit.views(), ["Account", "SwapPreview"])
    yield* pass("2 minutes")

    assert.strictEqual(state.peek().status, "loaded")
    assert.deepStrictEqual(visit.views(), ["Account"])
  })

  test("is kept while the modal is closed, and shown again at the next opening", function* (visit) {
    const { world, views } = visit
    const { approvals } = yield* slicesOf(requests)
    const confirmed = yield* sending(visit)
    yield* leave()
    yield* rest
    assert.deepStrictEqual(views(), [])
    assert.lengthOf(approvals.peek(), 1)
    assert.lengthOf(world.secure.state().openPrompts, 1)
    yield* openModal()
    assert.deepStrictEqual(views(), ["Account", "ApproveTransaction"])
    world.secure.approve()
    yield* settled(Fiber.join(confirmed))

    assert.deepStrictEqual(views(), ["Account"])
    assert.lengthOf((yield* slicesOf(transfers)).sent.peek(), 1)
  })

  test("is kept together with a site's own request while the modal is closed", function* (visit) {
    const { approvals } = yield* slicesOf(requests)
    yield* requestChanged({ type: "requested", id: "own", method: "personal_sign", needsApproval: true }, false)
    yield* sending(visit)
    assert.lengthOf(approvals.peek(), 2)
    yield* leave()
    yield* rest
    assert.lengthOf(approvals.peek(), 2)
    assert.lengthOf(visit.world.secure.state().openPrompts, 1)
  })

  test("is canceled when the visitor goes to another view after the next opening", function* (visit) {
    const { refused } = yield* slicesOf(send)
    const confirmed = yield* sending(visit)
    yield* closeModal()
    yield* openModal()
    yield* Router.reset({ name: "Account" })
    yield* settled(Fiber.join(confirmed))

    assert.strictEqual(refused.peek(), "rejected")
    assert.isEmpty(visit.world.secure.state().openPrompts)
  })

  test("does not include a site's own request while the modal is closed, which closing aborts", function* (visit) {
    yield* closeModal()
    const asking = yield* begun(signing(visit))
    assert.deepStrictEqual(visit.views(), ["ApproveTransaction"])
    yield* leave()

    yield* fails(Fiber.join(asking), { message: "Request was aborted" })
  })
})

describe("The balance", () => {
  const test = within(changedChains(({ balance }) => ({ balance: (of) => Effect.delay(balance(of), "1 second") })))

  test("is read again before the approval view closes", function* (visit) {
    const { balance } = yield* slicesOf(account)
    yield* settled(refreshAccount())
    assert.strictEqual(balance.peek().status, "loaded")
    const confirmed = yield* sending(visit)
    yield* pass("1 second")
    visit.world.secure.approve()
    yield* rest
    assert.strictEqual(balance.peek().status, "loading")
    assert.strictEqual(visit.views().at(-1), "ApproveTransaction")
    yield* pass("1 second")

    assert.strictEqual(balance.peek().status, "loaded")
    assert.deepStrictEqual(visit.views(), ["Account"])
    yield* settled(Fiber.join(confirmed))
  })

  test("is not read again before the approval view closes after a rejection", function* (visit) {
    const { balance } = yield* slicesOf(account)
    yield* settled(refreshAccount())
    const confirmed = yield* sending(visit)
    yield* pass("1 second")
    visit.world.secure.reject()
    yield* rest
    assert.strictEqual(balance.peek().status, "loaded")
    assert.deepStrictEqual(visit.views(), ["Account", "WalletSendPreview"])
    yield* settled(Fiber.join(confirmed))
  })

  test("is read again before a site's own request closes the modal", function* (visit) {
    const { balance } = yield* slicesOf(account)
    yield* settled(refreshAccount())
    yield* closeModal()
    const signed = yield* begun(signing(visit))
    yield* asked(visit)
    visit.world.secure.approve()
    yield* rest
    assert.strictEqual(balance.peek().status, "loading")
    assert.deepStrictEqual(visit.views(), ["ApproveTransaction"])
    assert.isTrue(visit.core.open.peek())
    yield* pass("1 second")

    assert.strictEqual(balance.peek().status, "loaded")
    assert.isFalse(visit.core.open.peek())
    yield* settled(Fiber.join(signed))
  })
})

describe("A balance that no node returns", () => {
  const test = within(changedChains(() => ({ balance: () => Effect.never })))

  test("does not keep the visitor in the approval view", function* (visit) {
    const confirmed = yield* sending(visit)
    visit.world.secure.approve()
    yield* pass(limits.refreshWait - 1)
    assert.strictEqual(visit.views().at(-1), "ApproveTransaction")
    yield* pass(1)
    yield* settled(Fiber.join(confirmed))

    assert.deepStrictEqual(visit.views(), ["Account"])
  })
})
