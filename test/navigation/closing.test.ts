import { assert, describe } from "@effect/vitest"
import { effect } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { fraction } from "../../layers/demo/random.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import type { Route } from "../../src/navigation/first-paint/model/routes.ts"
import { closeModal, goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { switchFromView } from "../../src/network/operations.ts"
import { switching } from "../../src/network/state.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { activeConnection } from "../../src/stub/state.ts"
import { pairing } from "../../src/walletConnect/opening/state.ts"
import { pair } from "../../src/walletConnect/operations.ts"
import { breath } from "../contracts/settled.ts"
import { cinderbox, halyard, rest } from "../fixtures/modal.ts"
import { test, type Visit } from "../fixtures/visits.ts"

/** The task of a view, which runs while the view is shown. */
const taskOf = (route: Route | undefined): Effect.Effect<void, never, Needs> | undefined => {
  switch (route?.name) {
    case "ConnectingExternal":
      return connectExternal(route.connector)
    case "ConnectingWalletConnect":
      return pair()
    case "SwitchNetwork":
      return switchFromView(route.network, { declined: "Declined" })
  }
  return undefined
}

/** Runs the task of the current view. Interrupts it when the view or the modal closes. */
const views = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const fork = Effect.runForkWith(yield* Effect.context<Needs>())
  const show = () =>
    effect(() => {
      const task = core.open.value ? taskOf(core.route.value) : undefined
      const fiber = task && fork(Effect.andThen(Effect.yieldNow, task))
      return () => fiber?.interruptUnsafe()
    })
  yield* Effect.acquireRelease(Effect.sync(show), (gone) => Effect.sync(gone))
})

/** Attempts that are still pending. */
const pending = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const [{ progress }, { code }, switchState] = [
    yield* slicesOf(connecting),
    yield* slicesOf(pairing),
    yield* slicesOf(switching),
  ]
  return {
    connecting: core.loading.value,
    loading: [progress.value.status, switchState.progress.value.status].includes("loading"),
    code: code.value !== undefined,
  }
})
const nothing = { connecting: false, loading: false, code: false }

const hanging = (chain?: number) => ({
  script: { wallets: { "*": { connect: "hang", switch: "hang", ...(chain && { chain }) } } } as const,
})

describe("Closing ends a pending attempt and leaves no 'connecting'", () => {
  for (const [what, route] of [
    ["an injected wallet", { name: "ConnectingExternal", connector: halyard }],
    ["a QR code", { name: "ConnectingWalletConnect" }],
  ] as const)
    for (const [way, away] of [
      ["closing", closeModal()],
      ["leaving", leave()],
      ["going back", goBack()],
    ] as const)
      test(`${what}, by ${way}`, hanging(), function* ({ account, core }) {
        yield* views
        yield* openModal()
        yield* goTo(route)
        yield* rest
        assert.strictEqual(account().status, "connecting")
        yield* away
        yield* rest

        assert.deepStrictEqual(yield* pending, nothing)
        assert.strictEqual(account().status, "disconnected")
        assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
      })
})

type Step = readonly [name: string, does: (visit: Visit) => Effect.Effect<unknown, unknown, Needs>]
const sync = (name: string, does: (visit: Visit) => void): Step => [name, (visit) => Effect.sync(() => does(visit))]
/** Navigates to a view, opening the modal first if it is closed. */
const press = (route: Route) =>
  Effect.flatMap(CurrentModal, ({ core }) => (core.open.value ? goTo(route) : Effect.andThen(openModal(), goTo(route))))
const steps: readonly Step[] = [
  ["open", () => openModal()],
  ["open", () => openModal()],
  ["close", () => closeModal()],
  ["leave", () => leave()],
  ["back", () => goBack()],
  ["connect Halyard", () => press({ name: "ConnectingExternal", connector: halyard })],
  ["connect Cinderbox", () => press({ name: "ConnectingExternal", connector: cinderbox })],
  ["connect an unknown wallet", () => press({ name: "ConnectingExternal", connector: "unknown" })],
  ["show a code", () => press({ name: "ConnectingWalletConnect" })],
  ["switch", () => press({ name: "SwitchNetwork", network: "eip155:137" })],
  ["disconnect", () => disconnect()],
  ["wait", () => TestClock.adjust("1 minute")],
  ["wait long", () => TestClock.adjust("5 minutes")],
  sync("Halyard approves", ({ wallet }) => wallet().approve()),
  sync("Halyard rejects", ({ wallet }) => wallet().reject()),
  sync("Halyard locks", ({ wallet }) => wallet().lock()),
  sync("Halyard unlocks", ({ wallet }) => wallet().unlock()),
  sync("Halyard goes elsewhere", ({ wallet }) => wallet().move(10)),
  sync("Cinderbox approves", ({ wallet }) => wallet(cinderbox).approve()),
  sync("Cinderbox leaves", ({ wallet }) => wallet(cinderbox).leave()),
  sync("the phone approves", ({ world }) => world.phone.approve()),
  sync("the phone rejects", ({ world }) => world.phone.reject()),
  sync("the phone leaves", ({ world }) => world.phone.leave()),
]

describe("Whatever the visitor and the wallets do,", () => {
  for (let seed = 0; seed < 16; seed++)
    test(`closing ends a pending attempt, and state agrees with storage (${seed})`, hanging(1), function* (visit) {
      const { account, connected, core, storage } = visit
      const done: string[] = []
      const turn = Effect.repeat(breath, { times: 3 })
      yield* views
      for (let at = 0; at < 20; at++) {
        const [name, does] = steps[Math.floor(fraction(`${seed} ${at}`) * steps.length)] as Step
        done.push(name)
        yield* Effect.ignore(does(visit))
        yield* turn

        const so = done.join(", ")
        const { status, active, connections } = account()
        if (!core.open.value) {
          assert.deepStrictEqual(yield* pending, nothing, so)
          assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }], so)
        }
        const used = activeConnection(account())
        assert.strictEqual(status === "connected", used !== undefined, so)
        for (const { accounts } of connections) assert.isNotEmpty(accounts, so)
        assert.strictEqual(new Set(connected()).size, connections.length, so)
        if (used) assert.deepInclude(storage.json("connected_connector_ids") as object, { eip155: active }, so)
        if (active === undefined) assert.deepStrictEqual(storage.json("connections") ?? [], [], so)
      }
      yield* closeModal()
      yield* turn
      assert.deepStrictEqual(yield* pending, nothing, done.join(", "))
    })
})
