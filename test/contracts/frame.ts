import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Frame, type FrameChange } from "../../services/Frame.ts"
import * as events from "../../src/embedded/endpoints/frameEvents.ts"
import { fails } from "../fixtures/fails.ts"
import { assert, describe } from "../fixtures/it.ts"
import { contract } from "./contract.ts"

/** A frame layer with no visitor logged in, and control of the visitor. */
export interface FrameScene {
  readonly layer: Layer.Layer<Frame>
  /** Email addresses that receive a code, and the code. */
  readonly mailbox: string
  readonly otherMailbox: string
  readonly code: () => string
  /** Chain IDs: one with smart accounts, and one that the frame supports without them. */
  readonly chains: { readonly smart: number; readonly plain: number }
  /** Sets how the visitor responds to approvals from now on; "wait": not at all. Default: "approve". */
  readonly answer: (how: "approve" | "reject" | "wait") => void
  /** Resolves once the frame requests an approval. */
  readonly asking: Effect.Effect<void>
}

/** Contract of every layer of `Frame` with an embedded wallet. */
export const frameContract = (layer: string, make: Effect.Effect<FrameScene, never, Scope.Scope>) => {
  const ask = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input) =>
    Effect.flatMap(Frame, (frame) => frame.request(event, input))
  const user = ask(events.getUser, { chainId: 1 })
  const isConnected = Effect.map(ask(events.isConnected, {}), (answer) => answer.isConnected)
  const rpc = (method: string, params: unknown = [], chainId = 1) =>
    ask(events.rpcRequest, { method, params, chainId, chainNamespace: "eip155" })
  const sign = (address: string) => rpc("personal_sign", ["0x48656c6c6f", address])
  const changesNow = Effect.gen(function* () {
    const changes: FrameChange[] = []
    yield* (yield* Frame).watch((change) => changes.push(change))
    return changes
  })
  const kinds = (changes: readonly FrameChange[]) => changes.map(({ type }) => type)

  const test = contract(
    make,
    (scene) =>
      Effect.map(Frame, (frame) => {
        const loggedIn = Effect.gen(function* () {
          yield* ask(events.connectEmail, { email: scene.mailbox })
          yield* ask(events.connectOtp, { otp: scene.code() })
          return yield* user
        })
        return [{ ...scene, frame, loggedIn }] as const
      }),
    "live",
  )

  describe(`Frame, ${layer}`, () => {
    test("has no visitor at first", function* ({ frame }) {
      const error = yield* fails(user, { _tag: "FrameError" })

      assert.isTrue(frame.enabled)
      assert.isFalse(yield* isConnected)
      assert.isUndefined(yield* frame.persistedLogin)
      assert.isNotEmpty(error.message)
    })

    test("Frame payload: email login needs a well-formed email", function* () {
      yield* fails(ask(events.connectEmail, { email: "somebody@nowhere" }), { _tag: "InvalidEmail" })
      assert.isFalse(yield* isConnected)
    })

    test("rejects a wrong code with the frame's own message, and logs in with the right one", function* (scene) {
      const { action } = yield* ask(events.connectEmail, { email: scene.mailbox })
      const wrong = scene.code() === "000000" ? "000001" : "000000"
      const error = yield* fails(ask(events.connectOtp, { otp: wrong }), { _tag: "FrameError" })
      yield* fails(ask(events.connectOtp, { otp: "12345" }), { _tag: "InvalidInput" })
      yield* ask(events.connectOtp, { otp: scene.code() })
      const { address, email } = yield* user

      assert.strictEqual(action, "VERIFY_OTP")
      assert.isNotEmpty(error.message)
      assert.isTrue(yield* isConnected)
      assert.strictEqual(email, scene.mailbox)
      assert.match(address, /^0x[0-9a-fA-F]{40}$/)
      assert.strictEqual((yield* scene.frame.persistedLogin)?.email, scene.mailbox)
    })

    test("An email login within 30 seconds of a previous one is blocked with 'Please try again after N seconds'", function* (scene) {
      yield* ask(events.connectEmail, { email: scene.mailbox })
      const second = ask(events.connectEmail, { email: scene.otherMailbox })
      const error = yield* fails(second, { _tag: "CooldownActive" })

      assert.match(error.message, /^Please try again after (30|2\d) seconds$/)
    })

    test("blocks a second email even after signing out", function* (scene) {
      yield* ask(events.connectEmail, { email: scene.mailbox })
      yield* ask(events.signOut, undefined)

      yield* fails(ask(events.connectEmail, { email: scene.otherMailbox }), { _tag: "CooldownActive" })
    })

    test("has an account of each type, on the chain it was switched to", function* ({ chains, frame, loggedIn }) {
      const { smart, plain } = chains
      yield* loggedIn
      const there = yield* ask(events.getUser, { chainId: smart, preferredAccountType: "smartAccount" })
      const { smartAccountEnabledNetworks } = yield* ask(events.smartAccountNetworks, undefined)
      const set = yield* ask(events.setPreferredAccount, { type: "eoa" })
      const after = yield* ask(events.getUser, { chainId: smart })
      const moved = yield* ask(events.switchNetwork, { chainId: plain })

      assert.sameMembers(
        [...(there.accounts ?? [])].map(({ type }) => type),
        ["eoa", "smartAccount"],
      )
      assert.strictEqual(there.preferredAccountType, "smartAccount")
      assert.strictEqual(there.address, there.accounts?.find(({ type }) => type === "smartAccount")?.address)
      assert.isTrue(smartAccountEnabledNetworks.includes(smart))
      assert.isFalse(smartAccountEnabledNetworks.includes(plain))
      assert.deepStrictEqual((yield* frame.persistedLogin)?.smartAccountNetworks, smartAccountEnabledNetworks)
      assert.deepInclude(set, { type: "eoa", address: after.address })
      assert.notStrictEqual(after.address, there.address)
      assert.strictEqual(Number(moved.chainId), plain)
    })

    test("Safe wallet methods proceed without approval", function* ({ answer, loggedIn }) {
      yield* loggedIn
      answer("reject")
      const changes = yield* changesNow

      assert.match(String(yield* rpc("eth_gasPrice")), /^0x[0-9a-f]+$/)
      assert.deepStrictEqual(kinds(changes), ["requested", "responded"])
      assert.isTrue(changes.every((change) => "needsApproval" in change && !change.needsApproval))
    })

    test("Unsafe wallet methods need approval", function* ({ answer, loggedIn }) {
      const { address } = yield* loggedIn
      const changes = yield* changesNow
      const signature = yield* sign(address)
      answer("reject")
      yield* fails(sign(address), { _tag: "FrameError" })

      assert.match(String(signature), /^0x([0-9a-f]{2}){65,}$/i)
      assert.deepStrictEqual(kinds(changes), ["requested", "responded", "requested", "failed"])
      for (const change of changes) assert.deepInclude(change, { method: "personal_sign", needsApproval: true })
      const ids = changes.flatMap((change) => ("id" in change ? [change.id] : []))
      assert.deepStrictEqual([ids[0], ids[2]], [ids[1], ids[3]])
      assert.notStrictEqual(ids[0], ids[2])
    })

    test("accepts only known RPC methods; an unknown one gets 'Requested RPC call is not allowed'", function* (scene) {
      yield* scene.loggedIn
      const changes = yield* changesNow
      const expected = { _tag: "RequestNotAllowed", message: "Requested RPC call is not allowed" }
      yield* fails(rpc("eth_sign"), expected)

      assert.deepStrictEqual(changes, [{ type: "refused", method: "eth_sign" }])
    })

    test("responds to each of several requests", function* ({ loggedIn }) {
      const { address } = yield* loggedIn
      const [price, one, block, other] = yield* Effect.all(
        [rpc("eth_gasPrice"), sign(address), rpc("eth_blockNumber"), sign(address)],
        { concurrency: "unbounded" },
      )

      for (const number of [price, block]) assert.isBelow(String(number).length, 64)
      for (const signature of [one, other]) assert.isAbove(String(signature).length, 100)
    })

    test("An abort gives 'Request was aborted' for RPC", function* ({ answer, asking, frame, loggedIn }) {
      const { address } = yield* loggedIn
      answer("wait")
      const changes = yield* changesNow
      const waiting = yield* Effect.forkChild(sign(address))
      yield* asking
      yield* frame.abort
      yield* fails(Fiber.join(waiting), { _tag: "RequestAborted", message: "Request was aborted" })
      answer("approve")

      assert.deepStrictEqual(kinds(changes), ["requested", "failed"])
      assert.isAbove(String(yield* sign(address)).length, 100)
    })

    test("aborts only the requests that wait for approval", function* ({ answer, asking, frame, loggedIn }) {
      const { address } = yield* loggedIn
      answer("wait")
      const waiting = yield* Effect.forkChild(sign(address))
      yield* asking
      const safe = yield* Effect.forkChild(rpc("eth_gasPrice"))
      yield* Effect.yieldNow
      yield* frame.abortApprovals

      yield* fails(Fiber.join(waiting), { _tag: "RequestAborted" })
      assert.match(String(yield* Fiber.join(safe)), /^0x[0-9a-f]+$/)
    })

    test("aborts an interrupted request", function* ({ answer, asking, loggedIn }) {
      const { address } = yield* loggedIn
      answer("wait")
      const changes = yield* changesNow
      const waiting = yield* Effect.forkChild(sign(address))
      yield* asking
      yield* Fiber.interrupt(waiting)

      assert.deepStrictEqual(kinds(changes), ["requested", "failed"])
    })

    test("reports nothing once its scope closes", function* ({ frame, loggedIn }) {
      const scope = yield* Scope.make()
      const changes: FrameChange[] = []
      yield* loggedIn
      yield* Scope.provide(
        frame.watch((change) => changes.push(change)),
        scope,
      )
      yield* Scope.close(scope, Exit.void)
      yield* rpc("eth_gasPrice")

      assert.isEmpty(changes)
    })

    test("changes an email address with a code to each address", function* ({ code, frame, loggedIn, otherMailbox }) {
      yield* loggedIn
      const { action } = yield* ask(events.updateEmail, { email: otherMailbox })
      if (action === "VERIFY_PRIMARY_OTP") yield* ask(events.updateEmailPrimaryOtp, { otp: code() })
      const { newEmail } = yield* ask(events.updateEmailSecondaryOtp, { otp: code() })

      assert.strictEqual(newEmail, otherMailbox)
      assert.strictEqual((yield* ask(events.getUser, {})).email, otherMailbox)
      assert.strictEqual((yield* frame.persistedLogin)?.email, otherMailbox)
    })

    test("forgets the visitor on sign-out", function* ({ frame, loggedIn }) {
      yield* loggedIn
      yield* frame.persistUsername("linden")
      assert.strictEqual((yield* frame.persistedLogin)?.username, "linden")
      yield* ask(events.signOut, undefined)

      assert.isFalse(yield* isConnected)
      assert.isUndefined(yield* frame.persistedLogin)
    })
  })
}
