import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import type { DemoWallet, World } from "../../layers/demo.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { acceptOffer } from "../../src/flows/offers.ts"
import { openModal } from "../../src/flows/open.ts"
import { Modal, use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, createWorld, dialog, halyard, rest, shelf, visit, walletOf, withWallet } from "./modal.ts"

const account = Effect.map(Modal, ({ core }) => core.accounts.eip155.value)
const address = Effect.map(Modal, ({ core }) => core.address.value)
const progress = Effect.map(use(connecting), (all) => all.progress.value)

type Request = DemoWallet["request"]
/** The world, in which Halyard answers a method otherwise. */
const answering = (
  method: string | RegExp,
  answer: (request: Request) => ReturnType<Request>,
  world = createWorld(),
): World =>
  withWallet(world, halyard, ({ request }) => ({
    request: (input) => (input.method.match(method) ? answer(request) : request(input)),
  }))

describe("A wallet's answer to the question for its accounts", () => {
  const bad: readonly (readonly [what: string, answer: ReturnType<Request>])[] = [
    ["throws a text", Effect.die("no")],
    ["throws nothing", Effect.die(undefined)],
    ["throws null", Effect.die(null)],
    ["throws an error of its own", Effect.die(new TypeError("x is not a function"))],
    ["answers nothing", Effect.succeed(undefined)],
    ["answers null", Effect.succeed(null)],
    ["answers no account", Effect.succeed([])],
    ["answers a text", Effect.succeed("0x7a3F6B0E2C915d84F7A0e6c35B1d28f04E9C41D2")],
    ["answers a record", Effect.succeed({ accounts: ["0x7a3F6B0E2C915d84F7A0e6c35B1d28f04E9C41D2"] })],
    ["answers what is no address", Effect.succeed(["0x", "", null, 7, {}])],
  ]
  for (const [what, answer] of bad)
    it.effect(`'Failed to connect' when it ${what}; the modal stays usable and nothing is stored`, () => {
      const storage = shelf()
      const shown = dialog()
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        yield* openModal()
        yield* connectExternal(halyard)
        const now = yield* progress
        assert.strictEqual(now.is === "failed" && now.error.message, "Failed to connect")
        assert.isTrue(core.open.value)
        assert.deepInclude(yield* account, { status: "disconnected", active: undefined, connections: [] })
        assert.isFalse(storage.texts.has("connections"))
        assert.deepStrictEqual(shown.told, ["show", "demoted", "promoted"])
        yield* connectExternal(cinderbox)

        assert.strictEqual((yield* account).active, cinderbox)
      })
      return visit(
        answering("eth_requestAccounts", () => answer),
        run,
        {
          leaves: { storage: storage.leaf, dialog: shown.leaf },
        },
      )
    })

  it.effect("that never comes is waited for until the visitor leaves, and holds up no other wallet", () => {
    const storage = shelf()
    const run = Effect.gen(function* () {
      const view = yield* Effect.forkChild(connectExternal(halyard))
      yield* rest
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* account).status, "connecting")
      assert.strictEqual((yield* progress).is, "loading")
      yield* Fiber.interrupt(view)
      assert.strictEqual((yield* account).status, "disconnected")
      assert.strictEqual((yield* progress).is, "idle")
      assert.isFalse(storage.texts.has("connections"))
      yield* connectExternal(cinderbox)

      assert.strictEqual((yield* account).active, cinderbox)
    })
    return visit(
      answering("eth_requestAccounts", () => Effect.never),
      run,
      { leaves: { storage: storage.leaf } },
    )
  })

  it.effect("that comes twice, and is told as a change as well, is one connection", () => {
    const world = createWorld()
    let asked = 0
    const twice = answering(
      "eth_requestAccounts",
      (request) => {
        asked += 1
        return Effect.tap(request({ method: "eth_requestAccounts" }), () =>
          Effect.sync(() => {
            for (const _ of [1, 2]) walletOf(world).select(0)
          }),
        )
      },
      world,
    )
    const storage = shelf()
    const run = Effect.gen(function* () {
      yield* connect({ wallet: halyard })
      for (const _ of [1, 2]) walletOf(world).select(0)
      yield* rest
      yield* connect({ wallet: halyard })

      assert.lengthOf((yield* account).connections, 1)
      assert.lengthOf(storage.json("connections") as [], 1)
      assert.strictEqual((yield* account).status, "connected")
      assert.strictEqual(asked, 2)
    })
    return visit(twice, run, { leaves: { storage: storage.leaf } })
  })

  it.effect("names an account twice, in two spellings: it is one account", () => {
    const lower = "0x7a3f6b0e2c915d84f7a0e6c35b1d28f04e9c41d2"
    const run = Effect.gen(function* () {
      const { accounts } = yield* connect({ wallet: halyard })

      assert.lengthOf(accounts, 1)
      assert.strictEqual((yield* address)?.toLowerCase(), lower)
    })
    return visit(
      answering(/Accounts$|accounts$/, () => Effect.succeed([lower, `0x${lower.slice(2).toUpperCase()}`, "junk"])),
      run,
    )
  })

  it.effect("a prompt that is open already (-32002) is waited for, not asked again", () => {
    const world = createWorld({ wallets: { [halyard]: { connect: "pending", chain: 1 } } })
    const run = Effect.gen(function* () {
      const view = yield* Effect.forkChild(connectExternal(halyard))
      yield* rest
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* account).status, "connecting")
      walletOf(world).approve()
      yield* settled(Fiber.join(view))

      assert.strictEqual((yield* account).active, halyard)
    })
    return visit(world, run)
  })
})

describe("Where the wallet stands", () => {
  for (const [what, answer] of [
    ["throws", Effect.die("no")],
    ["is a text", Effect.succeed("mainnet")],
    ["is nothing", Effect.succeed(undefined)],
    ["is negative", Effect.succeed("-0x1")],
  ] as const)
    it.effect(`it is connected, on the network that was chosen, when its chain ${what}`, () => {
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        yield* settled(connect({ wallet: halyard }))

        assert.strictEqual((yield* account).status, "connected")
        assert.strictEqual(core.network.value?.caipNetworkId, "eip155:1")
        assert.isUndefined(core.connection.value?.caipNetwork)
      })
      return visit(
        answering("eth_chainId", () => answer),
        run,
      )
    })
})

describe("An approval that comes after the visitor left", () => {
  const asked = Effect.gen(function* () {
    const view = yield* Effect.forkChild(connectExternal(halyard))
    yield* rest
    yield* Fiber.interrupt(view)
  })
  const hanging = () => createWorld({ wallets: { [halyard]: { connect: "hang", chain: 1 } } })

  it.effect("is offered, and taken if the visitor wants it", () => {
    const world = hanging()
    const storage = shelf()
    const run = Effect.gen(function* () {
      const { offered } = yield* use(connecting)
      yield* asked
      walletOf(world).approve()
      yield* rest
      assert.strictEqual(offered.value?.connectorId, halyard)
      assert.isFalse(storage.texts.has("connections"))
      assert.isUndefined(yield* address)
      yield* acceptOffer()
      assert.isUndefined(offered.value)
      assert.isDefined(yield* address)
      assert.lengthOf(storage.json("connections") as [], 1)
      yield* acceptOffer()

      assert.lengthOf((yield* account).connections, 1)
    })
    return visit(world, run, { leaves: { storage: storage.leaf } })
  })

  it.effect("is nothing to take once its wallet answers no more", () => {
    const world = hanging()
    const run = Effect.gen(function* () {
      const { offered } = yield* use(connecting)
      yield* asked
      walletOf(world).approve()
      yield* rest
      walletOf(world).leave()
      yield* acceptOffer()

      assert.isUndefined(offered.value)
      assert.isUndefined(yield* address)
      assert.strictEqual((yield* account).status, "disconnected")
    })
    return visit(world, run)
  })

  it.effect("is the visitor's who came back to it: the wallet is asked once", () => {
    const world = hanging()
    const run = Effect.gen(function* () {
      const { offered } = yield* use(connecting)
      yield* asked
      const again = yield* Effect.forkChild(connectExternal(halyard))
      yield* rest
      assert.deepStrictEqual(walletOf(world).state().asking, ["connect"])
      walletOf(world).approve()
      yield* settled(Fiber.join(again))

      assert.isUndefined(offered.value)
      assert.strictEqual((yield* account).active, halyard)
    })
    return visit(world, run)
  })

  it.effect("a refusal that comes then is nobody's", () => {
    const world = hanging()
    const run = Effect.gen(function* () {
      const { offered } = yield* use(connecting)
      yield* asked
      walletOf(world).reject()
      yield* rest

      assert.isUndefined(offered.value)
      assert.strictEqual((yield* progress).is, "idle")
      assert.strictEqual((yield* account).status, "disconnected")
    })
    return visit(world, run)
  })
})

describe("Which wallet", () => {
  for (const wallet of ["", "nobody", "__proto__", "example.halyar"])
    it.effect(`'No connector found for connection' after a named limit: "${wallet}"`, () =>
      visit(
        {},
        Effect.gen(function* () {
          const asked = yield* Effect.forkChild(Effect.flip(connect({ wallet })))
          yield* TestClock.adjust(2_999)
          assert.isUndefined(asked.pollUnsafe())
          yield* TestClock.adjust(1)

          assert.strictEqual((yield* Fiber.join(asked)).message, "No connector found for connection")
        }),
      ),
    )

  it.effect("one that announces itself within the limit is connected", () =>
    visit(
      { wallets: { [halyard]: { announce: 2_500 } } },
      Effect.gen(function* () {
        const asked = yield* Effect.forkChild(connect({ wallet: halyard }))
        yield* settled(Fiber.join(asked))

        assert.strictEqual((yield* account).active, halyard)
      }),
    ),
  )
})
