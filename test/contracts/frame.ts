import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { Frame, type FrameChange } from "../../services/Frame.ts"
import * as events from "../../src/domain/frameEvents.ts"

/** A frame leaf in which nobody is logged in, and the visitor's hands. Each case gets a fresh one. */
export interface FrameScene {
  readonly layer: Layer.Layer<Frame>
  /** Addresses to which a code is mailed, and the code. */
  readonly mailbox: string
  readonly otherMailbox: string
  readonly code: () => string
  /** A chain, by number, that has smart accounts, and one that the frame knows without. */
  readonly chains: { readonly smart: number; readonly plain: number }
  /** What the visitor does with what is to be approved from now on: nothing with "wait". "approve" at first. */
  readonly answer: (how: "approve" | "reject" | "wait") => void
  /** Resolves once the frame asks its visitor to approve something. */
  readonly asking: Effect.Effect<void>
}

/** What every leaf of `Frame` with an embedded wallet does. */
export const frameContract = (leaf: string, make: Effect.Effect<FrameScene, never, Scope.Scope>) => {
  const test = (title: string, run: (scene: FrameScene) => Effect.Effect<void, unknown, Frame | Scope.Scope>) =>
    it.live(title, () =>
      Effect.scoped(Effect.flatMap(make, (scene) => Effect.provide(run(scene), scene.layer))).pipe(Effect.orDie),
    )
  const ask = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input) =>
    Effect.flatMap(Frame, (frame) => frame.ask(event, input))
  const rpc = (method: string, params: unknown = [], chainId = 1) =>
    ask(events.rpcRequest, { method, params, chainId, chainNamespace: "eip155" })
  const sign = (address: string) => rpc("personal_sign", ["0x48656c6c6f", address])
  const loggedIn = ({ mailbox, code }: FrameScene) =>
    Effect.gen(function* () {
      yield* ask(events.connectEmail, { email: mailbox })
      yield* ask(events.connectOtp, { otp: code() })
      return yield* ask(events.getUser, { chainId: 1 })
    })
  const told = Effect.gen(function* () {
    const changes: FrameChange[] = []
    yield* (yield* Frame).follow((change) => changes.push(change))
    return changes
  })

  describe(`Frame, ${leaf}`, () => {
    test("knows nobody at first", () =>
      Effect.gen(function* () {
        const frame = yield* Frame
        const error = yield* Effect.flip(ask(events.getUser, { chainId: 1 }))

        assert.isTrue(frame.enabled)
        assert.strictEqual((yield* ask(events.isConnected, {})).isConnected, false)
        assert.strictEqual(yield* frame.kept, undefined)
        assert.strictEqual(error._tag, "FrameError")
        assert.isNotEmpty(error.message)
      }))

    test("Frame payload: email login needs a well-formed email", () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(ask(events.connectEmail, { email: "somebody@nowhere" }))

        assert.strictEqual(error._tag, "InvalidEmail")
        assert.strictEqual((yield* ask(events.isConnected, {})).isConnected, false)
      }))

    test("a wrong code gives the frame's own sentence, the right one logs in", (scene) =>
      Effect.gen(function* () {
        const frame = yield* Frame
        const { action } = yield* ask(events.connectEmail, { email: scene.mailbox })
        const wrong = scene.code() === "000000" ? "000001" : "000000"
        const error = yield* Effect.flip(ask(events.connectOtp, { otp: wrong }))
        const short = yield* Effect.flip(ask(events.connectOtp, { otp: "12345" }))
        yield* ask(events.connectOtp, { otp: scene.code() })
        const user = yield* ask(events.getUser, { chainId: 1 })

        assert.strictEqual(action, "VERIFY_OTP")
        assert.strictEqual(error._tag, "FrameError")
        assert.isNotEmpty(error.message)
        assert.strictEqual(short._tag, "InvalidInput")
        assert.strictEqual((yield* ask(events.isConnected, {})).isConnected, true)
        assert.strictEqual(user.email, scene.mailbox)
        assert.match(user.address, /^0x[0-9a-fA-F]{40}$/)
        assert.strictEqual((yield* frame.kept)?.email, scene.mailbox)
      }))

    test("An email login within 30 seconds of a previous one is blocked with 'Please try again after N seconds'", (scene) =>
      Effect.gen(function* () {
        yield* ask(events.connectEmail, { email: scene.mailbox })
        const error = yield* Effect.flip(ask(events.connectEmail, { email: scene.otherMailbox }))

        assert.strictEqual(error._tag, "CooldownActive")
        assert.match(error.message, /^Please try again after (30|2\d) seconds$/)
      }))

    test("signing out does not make another e-mail come sooner", (scene) =>
      Effect.gen(function* () {
        yield* ask(events.connectEmail, { email: scene.mailbox })
        yield* ask(events.signOut, undefined)
        const error = yield* Effect.flip(ask(events.connectEmail, { email: scene.otherMailbox }))

        assert.strictEqual(error._tag, "CooldownActive")
      }))

    test("has an account of each type, and stands where it was told to", (scene) =>
      Effect.gen(function* () {
        const { smart, plain } = scene.chains
        yield* loggedIn(scene)
        const there = yield* ask(events.getUser, { chainId: smart, preferredAccountType: "smartAccount" })
        const { smartAccountEnabledNetworks } = yield* ask(events.smartAccountNetworks, undefined)
        const set = yield* ask(events.setPreferredAccount, { type: "eoa" })
        const after = yield* ask(events.getUser, { chainId: smart })
        const moved = yield* ask(events.switchNetwork, { chainId: plain })

        assert.deepStrictEqual([...(there.accounts ?? [])].map(({ type }) => type).sort(), ["eoa", "smartAccount"])
        assert.strictEqual(there.preferredAccountType, "smartAccount")
        assert.strictEqual(there.address, there.accounts?.find(({ type }) => type === "smartAccount")?.address)
        assert.isTrue(smartAccountEnabledNetworks.includes(smart))
        assert.isFalse(smartAccountEnabledNetworks.includes(plain))
        assert.deepStrictEqual((yield* (yield* Frame).kept)?.smartAccountNetworks, smartAccountEnabledNetworks)
        assert.strictEqual(set.type, "eoa")
        assert.strictEqual(set.address, after.address)
        assert.notStrictEqual(after.address, there.address)
        assert.strictEqual(Number(moved.chainId), plain)
      }))

    test("Safe wallet methods proceed without approval", (scene) =>
      Effect.gen(function* () {
        yield* loggedIn(scene)
        scene.answer("reject")
        const changes = yield* told
        const price = yield* rpc("eth_gasPrice")

        assert.match(String(price), /^0x[0-9a-f]+$/)
        assert.deepStrictEqual(
          changes.map(({ is }) => is),
          ["asked", "answered"],
        )
        assert.isTrue(changes.every((change) => "needsApproval" in change && !change.needsApproval))
      }))

    test("Unsafe wallet methods need approval", (scene) =>
      Effect.gen(function* () {
        const { address } = yield* loggedIn(scene)
        const changes = yield* told
        const signature = yield* sign(address)
        scene.answer("reject")
        const error = yield* Effect.flip(sign(address))

        assert.match(String(signature), /^0x([0-9a-f]{2}){65,}$/i)
        assert.strictEqual(error._tag, "FrameError")
        assert.deepStrictEqual(
          changes.map((change) => [
            change.is,
            "method" in change && change.method,
            "needsApproval" in change && change.needsApproval,
          ]),
          [
            ["asked", "personal_sign", true],
            ["answered", "personal_sign", true],
            ["asked", "personal_sign", true],
            ["failed", "personal_sign", true],
          ],
        )
        const ids = changes.flatMap((change) => ("id" in change ? [change.id] : []))
        assert.deepStrictEqual([ids[0], ids[2]], [ids[1], ids[3]])
        assert.notStrictEqual(ids[0], ids[2])
      }))

    test("only known RPC methods pass the frame; an unknown one gets 'Requested RPC call is not allowed'", (scene) =>
      Effect.gen(function* () {
        yield* loggedIn(scene)
        const changes = yield* told
        const error = yield* Effect.flip(rpc("eth_sign"))

        assert.strictEqual(error._tag, "RequestNotAllowed")
        assert.strictEqual(error.message, "Requested RPC call is not allowed")
        assert.deepStrictEqual(changes, [{ is: "refused", method: "eth_sign" }])
      }))

    test("answers each of several requests by itself", (scene) =>
      Effect.gen(function* () {
        const { address } = yield* loggedIn(scene)
        const [price, one, block, other] = yield* Effect.all(
          [rpc("eth_gasPrice"), sign(address), rpc("eth_blockNumber"), sign(address)],
          { concurrency: "unbounded" },
        )

        assert.isBelow(String(price).length, 64)
        assert.isBelow(String(block).length, 64)
        assert.isAbove(String(one).length, 100)
        assert.isAbove(String(other).length, 100)
      }))

    test("An abort gives 'Request was aborted' for RPC", (scene) =>
      Effect.gen(function* () {
        const frame = yield* Frame
        const { address } = yield* loggedIn(scene)
        scene.answer("wait")
        const changes = yield* told
        const waiting = yield* Effect.forkChild(Effect.flip(sign(address)))
        yield* scene.asking
        yield* frame.abort
        const error = yield* Fiber.join(waiting)
        scene.answer("approve")

        assert.strictEqual(error.message, "Request was aborted")
        assert.strictEqual(error._tag, "RequestAborted")
        assert.deepStrictEqual(
          changes.map(({ is }) => is),
          ["asked", "failed"],
        )
        assert.isAbove(String(yield* sign(address)).length, 100)
      }))

    test("withdraws what waits for approval, and nothing else", (scene) =>
      Effect.gen(function* () {
        const frame = yield* Frame
        const { address } = yield* loggedIn(scene)
        scene.answer("wait")
        const waiting = yield* Effect.forkChild(Effect.flip(sign(address)))
        yield* scene.asking
        const safe = yield* Effect.forkChild(rpc("eth_gasPrice"))
        yield* Effect.yieldNow
        yield* frame.withdraw

        assert.strictEqual((yield* Fiber.join(waiting))._tag, "RequestAborted")
        assert.match(String(yield* Fiber.join(safe)), /^0x[0-9a-f]+$/)
      }))

    test("a request that nobody waits for any more is given up", (scene) =>
      Effect.gen(function* () {
        const { address } = yield* loggedIn(scene)
        scene.answer("wait")
        const changes = yield* told
        const waiting = yield* Effect.forkChild(sign(address))
        yield* scene.asking
        yield* Fiber.interrupt(waiting)

        assert.deepStrictEqual(
          changes.map(({ is }) => is),
          ["asked", "failed"],
        )
      }))

    test("tells nobody after its scope", (scene) =>
      Effect.gen(function* () {
        const frame = yield* Frame
        const scope = yield* Scope.make()
        const changes: FrameChange[] = []
        yield* loggedIn(scene)
        yield* Scope.provide(
          frame.follow((change) => changes.push(change)),
          scope,
        )
        yield* Scope.close(scope, Exit.void)
        yield* rpc("eth_gasPrice")

        assert.deepStrictEqual(changes, [])
      }))

    test("an e-mail address is changed by a code to each", (scene) =>
      Effect.gen(function* () {
        const frame = yield* Frame
        yield* loggedIn(scene)
        const { action } = yield* ask(events.updateEmail, { email: scene.otherMailbox })
        if (action === "VERIFY_PRIMARY_OTP") yield* ask(events.updateEmailPrimaryOtp, { otp: scene.code() })
        const { newEmail } = yield* ask(events.updateEmailSecondaryOtp, { otp: scene.code() })

        assert.strictEqual(newEmail, scene.otherMailbox)
        assert.strictEqual((yield* ask(events.getUser, {})).email, scene.otherMailbox)
        assert.strictEqual((yield* frame.kept)?.email, scene.otherMailbox)
      }))

    test("signing out forgets the visitor", (scene) =>
      Effect.gen(function* () {
        const frame = yield* Frame
        yield* loggedIn(scene)
        yield* frame.keepUsername("linden")
        const username = (yield* frame.kept)?.username
        yield* ask(events.signOut, undefined)

        assert.strictEqual(username, "linden")
        assert.strictEqual((yield* ask(events.isConnected, {})).isConnected, false)
        assert.strictEqual(yield* frame.kept, undefined)
      }))
  })
}
