import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { afterEach, vi } from "vitest"
import type { World } from "../../layers/demo.ts"
import { Frame } from "../../services/Frame.ts"
import { frame as limits } from "../../src/domain/limits.ts"
import { InternalRpcError } from "../../src/domain/rpcErrors.ts"
import { providerOf } from "../../src/flows/connections.ts"
import { closeModal, leave, openModal } from "../../src/flows/open.ts"
import { send } from "../../src/flows/send.ts"
import { signMessage } from "../../src/flows/sign.ts"
import { stacked, transact } from "../../src/flows/transactions.ts"
import { Modal, use } from "../../src/modal.ts"
import * as Router from "../../src/router.ts"
import { account } from "../../src/state/account.ts"
import { requests } from "../../src/state/requests.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, withLogins } from "./embedded.ts"
import { createWorld, rest, visit } from "./modal.ts"

import "../../src/flows/account.ts"
import "../../src/flows/requests.ts"

afterEach(() => vi.restoreAllMocks())

interface Eip1193 {
  request(input: { method: string; params?: unknown }): Promise<unknown>
}
const sign = ["0x48656c6c6f", "0x3E9FA17c52D04b86E1A7C95d20f8b36cA4d17e6B"]

/** Lets things happen until something is so. */
const until = (holds: () => true | undefined, turn: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.suspend(() => (holds() ? Effect.void : Effect.andThen(turn, until(holds, turn))))

/** Somebody is logged in, the frame asks its visitor and waits, and the site has the provider. */
const scene = <A, E>(
  run: (the: {
    readonly world: World
    readonly ask: (method: string, params?: unknown) => Promise<unknown>
    readonly views: () => readonly string[]
    readonly isOpen: () => boolean
  }) => Effect.Effect<A, E, Parameters<typeof visit<A, E>>[1] extends Effect.Effect<A, E, infer R> ? R : never>,
) => {
  const world = createWorld({ ...withLogins, frame: { sign: "hang" } })
  return visit(
    world,
    Effect.gen(function* () {
      const { core } = yield* Modal
      yield* settled(loggedIn())
      const provider = (yield* settled(providerOf("eip155"))) as Eip1193
      return yield* run({
        world,
        ask: (method, params = sign) => {
          const asked = provider.request({ method, params })
          asked.catch(() => {})
          return asked
        },
        views: () => core.stack.peek().map(({ name }) => name),
        isOpen: () => core.open.peek(),
      })
    }),
  )
}
const failure = (asked: Promise<unknown>) =>
  Effect.promise(() =>
    asked.then(
      () => undefined,
      (error: Error & { code?: number }) => error,
    ),
  )

const receiver = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"
const payment = { from: sign[1], to: receiver, value: "0x1" }

describe("Wallet request from the embedded wallet", () => {
  it.effect("Embedded-wallet request: an unsafe method opens the approval view", () =>
    scene(({ world, ask, views, isOpen }) =>
      Effect.gen(function* () {
        const before = isOpen()
        const asked = ask("personal_sign")
        yield* rest
        const during = [isOpen(), ...views()]
        world.secure.approve()
        yield* rest

        assert.deepStrictEqual([before, during], [false, [true, "ApproveTransaction"]])
        assert.match(String(yield* Effect.promise(() => asked)), /^0x[0-9a-f]{130}$/)
        assert.isFalse(isOpen())
      }),
    ),
  )

  it.effect("An embedded wallet that cannot be reached raises its alert, once", () =>
    scene(({ world, ask }) =>
      Effect.gen(function* () {
        const { core } = yield* Modal
        world.faults.set("frame", { offline: true })
        for (const _ of ["first", "again"]) yield* settled(failure(ask("eth_gasPrice", [])))
        yield* rest

        assert.deepStrictEqual(
          core.alerts.peek().map(({ code, title }) => [code, title]),
          [["APKT003", "Network Error: Wallet Load Failed"]],
        )
      }),
    ),
  )

  it.effect("Safe wallet methods proceed without approval", () =>
    scene(({ ask, isOpen }) =>
      Effect.gen(function* () {
        const answered = yield* settled(Effect.promise(() => ask("eth_gasPrice", [])))

        assert.match(String(answered), /^0x/)
        assert.isFalse(isOpen())
        assert.deepStrictEqual((yield* use(requests)).approvals.peek(), [])
      }),
    ),
  )

  it.effect(
    "Embedded-wallet request: on success of an unsafe method, the balance refreshes, then the modal closes or pops",
    () =>
      scene(({ world, ask, views, isOpen }) =>
        Effect.gen(function* () {
          const { balance } = yield* use(account)
          yield* openModal()
          yield* Router.push({ name: "Networks" })
          const asked = ask("personal_sign")
          yield* rest
          const there = views()
          world.secure.approve()
          yield* rest
          yield* Effect.promise(() => asked)
          const refreshed = balance.peek().is
          const closed = isOpen()

          yield* openModal()
          yield* Router.push({ name: "Networks" })
          const stackedAsk = yield* Effect.forkChild(stacked(settled(signMessage({ message: "hello" }))))
          yield* rest
          const within = views()
          world.secure.approve()
          yield* Fiber.join(stackedAsk)
          yield* rest

          assert.deepStrictEqual(there, ["Account", "Networks", "ApproveTransaction"])
          assert.deepStrictEqual([refreshed, closed], ["loaded", false])
          assert.deepStrictEqual(within, there)
          assert.deepStrictEqual([isOpen(), ...views()], [true, "Account", "Networks"])
        }),
      ),
  )

  it.effect("Embedded-wallet request: on error, the modal closes or pops the transaction stack", () =>
    scene(({ world, ask, views, isOpen }) =>
      Effect.gen(function* () {
        const asked = ask("personal_sign")
        yield* rest
        world.secure.reject()
        const error = yield* failure(asked)
        yield* rest
        const closed = isOpen()

        yield* openModal()
        const stackedAsk = yield* Effect.forkChild(Effect.flip(stacked(settled(signMessage({ message: "hello" })))))
        yield* rest
        const within = views()
        world.secure.reject()
        yield* Fiber.join(stackedAsk)
        yield* rest

        assert.strictEqual(error?.code, 4001)
        assert.isFalse(closed)
        assert.deepStrictEqual(within, ["Account", "ApproveTransaction"])
        assert.deepStrictEqual([isOpen(), ...views()], [true, "Account"])
      }),
    ),
  )

  it.effect("Embedded-wallet request: closing the modal with no pending transactions aborts open unsafe requests", () =>
    scene(({ world, ask, isOpen }) =>
      Effect.gen(function* () {
        const asked = ask("personal_sign")
        const other = ask("eth_sendTransaction", [{ to: sign[1], value: "0x1" }])
        yield* rest
        yield* leave()
        const [one, two] = [yield* failure(asked), yield* failure(other)]
        yield* rest

        assert.isFalse(isOpen())
        assert.strictEqual(one?.message, "Request was aborted")
        assert.strictEqual(one?.code, 4001)
        assert.strictEqual(two?.message, "Request was aborted")
        assert.deepStrictEqual(world.secure.state().asking, [])
        assert.deepStrictEqual((yield* use(requests)).approvals.peek(), [])
      }),
    ),
  )

  it.effect("An abort gives 'Request was aborted' for RPC", () =>
    scene(({ ask, isOpen }) =>
      Effect.gen(function* () {
        const asked = ask("personal_sign")
        yield* rest
        yield* (yield* Frame).abort
        const error = yield* failure(asked)
        yield* rest

        assert.strictEqual(error?.message, "Request was aborted")
        assert.isFalse(isOpen())
      }),
    ),
  )

  it.effect("whoever goes to another view has not approved, and may be asked again", () =>
    scene(({ world, ask, views }) =>
      Effect.gen(function* () {
        const asked = ask("personal_sign")
        yield* rest
        yield* Router.reset({ name: "Account" })
        const error = yield* failure(asked)
        yield* rest
        const again = ask("personal_sign")
        yield* rest
        const there = views()
        world.secure.approve()
        yield* rest

        assert.strictEqual(error?.message, "Request was aborted")
        assert.deepStrictEqual(there, ["Account", "ApproveTransaction"])
        assert.match(String(yield* Effect.promise(() => again)), /^0x/)
      }),
    ),
  )

  it.effect("several requests are approved one after the other, in one view", () =>
    scene(({ world, ask, views, isOpen }) =>
      Effect.gen(function* () {
        const all = [ask("personal_sign"), ask("personal_sign"), ask("eth_sendTransaction", [payment])]
        yield* rest
        const shown: (readonly string[])[] = []
        for (const _ of all) {
          shown.push([String(isOpen()), ...views()])
          world.secure.approve()
          yield* rest
        }

        assert.deepStrictEqual(shown, Array(3).fill(["true", "ApproveTransaction"]))
        assert.isFalse(isOpen())
        for (const answer of yield* Effect.promise(() => Promise.all(all))) assert.match(String(answer), /^0x/)
      }),
    ),
  )

  it.effect("in the demo what it sends moves what its account holds, and what is refused moves nothing", () =>
    scene(({ world }) =>
      Effect.gen(function* () {
        const { core } = yield* Modal
        const owner = core.address.peek() ?? ""
        const units = () => world.market.units("eip155:1", owner)
        const input = { token: "native", sendTokenAmount: "0.25", receiverAddress: receiver }
        for (const agrees of [false, true]) {
          const before = units()
          const sending = yield* Effect.forkChild(Effect.exit(settled(send(input))))
          yield* until(() => (core.route.peek()?.name === "ApproveTransaction" ? true : undefined), rest)
          if (agrees) world.secure.approve()
          else world.secure.reject()
          yield* settled(Fiber.join(sending))
          world.ledger.settle(Number.MAX_SAFE_INTEGER)
          const moved = before - units()
          assert.isTrue(agrees ? moved > 25n * 10n ** 16n : moved === 0n, `${moved}`)
        }
        assert.strictEqual(world.market.units("eip155:1", receiver), 25n * 10n ** 16n)
      }),
    ),
  )

  it.effect("Pending transactions limit: 99", () =>
    scene(({ ask }) =>
      Effect.gen(function* () {
        const all = Array.from({ length: 100 }, () => ask("personal_sign"))
        const last = yield* failure(all[99] as Promise<unknown>)
        yield* rest
        const waiting = (yield* use(requests)).approvals.peek().length
        yield* closeModal()
        const first = yield* failure(all[0] as Promise<unknown>)

        assert.strictEqual(last?.code, -32005)
        assert.strictEqual(waiting, 99)
        assert.strictEqual(first?.message, "Request was aborted")
      }),
    ),
  )
})

describe("A method that the frame does not know", () => {
  const tried = Effect.fnUntraced(function* () {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {})
    return yield* scene(({ ask, isOpen }) =>
      Effect.gen(function* () {
        const { shown } = yield* use(snack)
        const waiting = ask("personal_sign")
        yield* rest
        const refused = yield* failure(ask("eth_sign"))
        yield* rest
        const early = shown.peek().open
        yield* TestClock.adjust(limits.alertDelay)
        yield* rest
        return {
          refused,
          waiting: yield* failure(waiting),
          early,
          told: shown.peek(),
          open: isOpen(),
          errors: errors.mock.calls,
        }
      }),
    )
  })

  it.effect("Embedded-wallet request: an unknown method is rejected", () =>
    Effect.gen(function* () {
      const { refused } = yield* tried()

      assert.strictEqual(refused?.message, "Requested RPC call is not allowed")
    }),
  )

  it.effect("A disallowed RPC method gives a console error", () =>
    Effect.gen(function* () {
      const { errors } = yield* tried()

      assert.deepStrictEqual(errors, [["Requested RPC call is not allowed", "eth_sign"]])
    }),
  )

  it.effect("A disallowed RPC method gives a UI message after 300 ms", () =>
    Effect.gen(function* () {
      const { early, told, open } = yield* tried()

      assert.strictEqual(limits.alertDelay, 300)
      assert.isFalse(early)
      assert.isTrue(open)
      assert.deepInclude(told, { open: true, message: "Action not allowed", variant: "error" })
    }),
  )

  it.effect("A disallowed RPC method gives rejection of requests", () =>
    Effect.gen(function* () {
      const { waiting } = yield* tried()

      assert.strictEqual(waiting?.message, "Request was aborted")
    }),
  )
})

describe("Transaction stack", () => {
  /** A transaction that is signed in the frame, from a view; the visitor does something, and the network may not take it. */
  const run = (visitor: "approve" | "reject" | "leave", taken = true) =>
    scene(({ world, views }) =>
      Effect.gen(function* () {
        const told: unknown[] = []
        const note = (...what: readonly unknown[]) => Effect.sync(() => void told.push(...what))
        yield* openModal()
        yield* Router.push({ name: "Networks" })
        const signed = settled(signMessage({ message: "send" }))
        const sent = taken ? signed : Effect.andThen(signed, Effect.fail(new InternalRpcError("insufficient funds")))
        const whole = yield* Effect.forkChild(
          transact(sent, {
            onSuccess: (answer) => note("onSuccess", typeof answer),
            onError: ({ message }) => note("onError", message),
            onCancel: Effect.suspend(() => note("onCancel")),
          }),
        )
        yield* rest
        const during = views()
        if (visitor === "leave") yield* Router.change((stack) => stack.slice(0, -1))
        else world.secure[visitor]()
        yield* Fiber.join(whole)
        yield* rest
        return { told, during, after: views() }
      }),
    )
  const began = ["Account", "Networks"]

  it.effect("Transaction stack: success runs onSuccess", () =>
    Effect.gen(function* () {
      const { told, during, after } = yield* run("approve")

      assert.deepStrictEqual(told, ["onSuccess", "string"])
      assert.deepStrictEqual(during, [...began, "ApproveTransaction"])
      assert.deepStrictEqual(after, began)
    }),
  )

  it.effect("a transfer is approved over its review, and leads back to it", () =>
    scene(({ world, views }) =>
      Effect.gen(function* () {
        yield* openModal()
        yield* Router.push({ name: "WalletSendPreview" })
        const to = "0xb51e07D3f8426Ac9035E71b98D4fa2C60788E3F5"
        const sent = yield* Effect.forkChild(
          settled(send({ token: "native", sendTokenAmount: "0.01", receiverAddress: to })),
        )
        yield* until(() => (world.secure.state().asking.length > 0 ? true : undefined), rest)
        const during = views()
        world.secure.approve()
        const { hash } = yield* Fiber.join(sent)
        yield* rest

        assert.deepStrictEqual(during, ["Account", "WalletSendPreview", "ApproveTransaction"])
        assert.match(hash, /^0x[0-9a-f]{64}$/)
        assert.deepStrictEqual(views(), ["Account", "WalletSendPreview"])
      }),
    ),
  )

  it.effect("Transaction stack: error runs onError and goes back", () =>
    Effect.gen(function* () {
      const { told, after } = yield* run("approve", false)

      assert.deepStrictEqual(told, ["onError", "insufficient funds"])
      assert.deepStrictEqual(after, began)
    }),
  )

  it.effect("Transaction stack: cancel runs onCancel and goes back", () =>
    Effect.gen(function* () {
      const left = yield* run("leave")
      const rejected = yield* run("reject")

      assert.deepStrictEqual([left.told, rejected.told], [["onCancel"], ["onCancel"]])
      assert.deepStrictEqual([left.after, rejected.after], [began, began])
    }),
  )
})
