import { assert, describe, it } from "@effect/vitest"
import { effect } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { fraction } from "../../layers/demo/random.ts"
import type { World } from "../../layers/demo.ts"
import type { Route } from "../../src/domain/route.ts"
import type { Needs } from "../../src/engine.ts"
import { connectExternal } from "../../src/flows/connect.ts"
import { disconnect } from "../../src/flows/connections.ts"
import { switchFromView } from "../../src/flows/network.ts"
import { closeModal, goBack, goTo, leave, openModal } from "../../src/flows/open.ts"
import { pair } from "../../src/flows/relay.ts"
import { Modal, use } from "../../src/modal.ts"
import { connecting } from "../../src/state/connecting.ts"
import { activeConnection } from "../../src/state/core.ts"
import { pairing } from "../../src/state/pairing.ts"
import { switching } from "../../src/state/switching.ts"
import { breath } from "../contracts/settled.ts"
import { cinderbox, createWorld, halyard, rest, shelf, visit, walletOf } from "./modal.ts"

/** What a view does as long as it is shown. */
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

/** Stands for the views: the task of the one that is shown runs, and ends when it goes or the modal closes. */
const views = Effect.gen(function* () {
  const { core } = yield* Modal
  const fork = Effect.runForkWith(yield* Effect.context<Needs>())
  const show = () =>
    effect(() => {
      const task = core.open.value ? taskOf(core.route.value) : undefined
      const fiber = task && fork(Effect.andThen(Effect.yieldNow, task))
      return () => fiber?.interruptUnsafe()
    })
  yield* Effect.acquireRelease(Effect.sync(show), (gone) => Effect.sync(gone))
})

/** Nothing that is under way is left. */
const atRest = Effect.gen(function* () {
  const { core } = yield* Modal
  const [{ progress }, { code }, switchState] = [yield* use(connecting), yield* use(pairing), yield* use(switching)]
  return {
    connecting: core.loading.value,
    loading: [progress.value.is, switchState.progress.value.is].includes("loading"),
    code: code.value !== undefined,
  }
})
const nothing = { connecting: false, loading: false, code: false }

const attempts: readonly (readonly [what: string, route: Route])[] = [
  ["a wallet of this page", { name: "ConnectingExternal", connector: halyard }],
  ["a scanned code", { name: "ConnectingWalletConnect" }],
]
const ways = [
  ["closing", closeModal()],
  ["leaving", leave()],
  ["going back", goBack()],
] as const

describe("Closing ends a pending attempt and leaves no 'connecting'", () => {
  for (const [what, route] of attempts)
    for (const [way, away] of ways)
      it.effect(`${what}, by ${way}`, () => {
        const run = Effect.gen(function* () {
          const { core } = yield* Modal
          yield* views
          yield* openModal()
          yield* goTo(route)
          yield* rest
          assert.strictEqual(core.accounts.eip155.value.status, "connecting")
          yield* away
          yield* rest

          assert.deepStrictEqual(yield* atRest, nothing)
          assert.strictEqual(core.accounts.eip155.value.status, "disconnected")
          assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }])
        })
        return visit({ wallets: { "*": "hang" } }, run)
      })
})

type Step = readonly [name: string, does: (world: World) => Effect.Effect<unknown, unknown, Needs>]
const sync = (name: string, does: (world: World) => void): Step => [name, (world) => Effect.sync(() => does(world))]
/** A press on the way to a view: there is none in a modal that is closed. */
const press = (route: Route) =>
  Effect.flatMap(Modal, ({ core }) => (core.open.value ? goTo(route) : Effect.andThen(openModal(), goTo(route))))
const steps: readonly Step[] = [
  ["open", () => openModal()],
  ["open", () => openModal()],
  ["close", () => closeModal()],
  ["leave", () => leave()],
  ["back", () => goBack()],
  ["connect Halyard", () => press({ name: "ConnectingExternal", connector: halyard })],
  ["connect Cinderbox", () => press({ name: "ConnectingExternal", connector: cinderbox })],
  ["connect nobody", () => press({ name: "ConnectingExternal", connector: "nobody" })],
  ["show a code", () => press({ name: "ConnectingWalletConnect" })],
  ["switch", () => press({ name: "SwitchNetwork", network: "eip155:137" })],
  ["disconnect", () => disconnect()],
  ["wait", () => TestClock.adjust("1 minute")],
  ["wait long", () => TestClock.adjust("5 minutes")],
  sync("Halyard approves", (world) => walletOf(world).approve()),
  sync("Halyard rejects", (world) => walletOf(world).reject()),
  sync("Halyard locks", (world) => walletOf(world).lock()),
  sync("Halyard unlocks", (world) => walletOf(world).unlock()),
  sync("Halyard goes elsewhere", (world) => walletOf(world).move(10)),
  sync("Cinderbox approves", (world) => walletOf(world, cinderbox).approve()),
  sync("Cinderbox leaves", (world) => walletOf(world, cinderbox).leave()),
  sync("the phone approves", (world) => world.phone.approve()),
  sync("the phone rejects", (world) => world.phone.reject()),
  sync("the phone leaves", (world) => world.phone.leave()),
]

describe("Whatever the visitor and the wallets do", () => {
  for (let seed = 0; seed < 16; seed++)
    it.effect(`closing always ends a pending attempt, and what is known agrees with itself (${seed})`, () => {
      const world = createWorld({ wallets: { "*": { connect: "hang", switch: "hang", chain: 1 } } })
      const storage = shelf()
      const done: string[] = []
      const turn = Effect.repeat(breath, { times: 3 })
      const run = Effect.gen(function* () {
        const { core } = yield* Modal
        yield* views
        for (let at = 0; at < 20; at++) {
          const [name, does] = steps[Math.floor(fraction(`${seed} ${at}`) * steps.length)] as Step
          done.push(name)
          yield* Effect.ignore(does(world))
          yield* turn

          const so = done.join(", ")
          const { status, active, connections } = core.accounts.eip155.value
          if (!core.open.value) {
            assert.deepStrictEqual(yield* atRest, nothing, so)
            assert.deepStrictEqual(core.stack.value, [{ name: "Connect" }], so)
          }
          const used = activeConnection(core.accounts.eip155.value)
          assert.strictEqual(status === "connected", used !== undefined, so)
          for (const { accounts } of connections) assert.isNotEmpty(accounts, so)
          assert.strictEqual(new Set(connections.map(({ connectorId }) => connectorId)).size, connections.length, so)
          if (used) assert.deepInclude(storage.json("connected_connector_ids") as object, { eip155: active }, so)
          if (active === undefined) assert.deepStrictEqual(storage.json("connections") ?? [], [], so)
        }
        yield* closeModal()
        yield* turn
        assert.deepStrictEqual(yield* atRest, nothing, done.join(", "))
      })
      return visit(world, run, { leaves: { storage: storage.leaf } })
    })
})
