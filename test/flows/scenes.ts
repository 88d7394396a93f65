import { assert } from "@effect/vitest"
import type * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { createWorld, demo, type Script, type World } from "../../layers/demo.ts"
import type { Leaves } from "../../layers/wire.ts"
import { Chains, type Sending } from "../../services/Chains.ts"
import type { Needs } from "../../src/engine.ts"
import { connect } from "../../src/flows/connect.ts"
import type { Instance } from "../../src/instance.ts"
import { Modal, use } from "../../src/modal.ts"
import { sends } from "../../src/state/sends.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { type Given, halyard, rest, shelf, visit } from "./modal.ts"

/**
 * How a scene differs from the default: a modal of three EVM networks, empty storage, wallets that approve everything, and
 * prices that only change when a test changes them.
 */
export interface Setup extends Omit<Given, "leaves"> {
  readonly script?: Script
  /** Used instead of `script`, by tests that visit one world twice. */
  readonly world?: World
  /** Storage that an earlier visit wrote. */
  readonly storage?: Shelf
  /** Layers that replace the demo's. */
  readonly leaves?: Partial<Leaves> | ((world: World) => Partial<Leaves>)
}

export type Shelf = ReturnType<typeof shelf>

/** Controls of a running scene. */
export interface Scene {
  readonly world: World
  readonly storage: Shelf
  readonly instance: Instance
  readonly core: Instance["core"]
}

/** Steps of a test, written as the generator that `Effect.gen` takes. */
export type Steps<S = Scene> = (
  scene: S,
) => Generator<Effect.Effect<unknown, unknown, Needs | Scope.Scope>, void, never>

/** Runs the steps in a modal that has started up, with no wallet connected. */
export const whenStarted = (setup: Setup, steps: Steps): Effect.Effect<void, unknown> =>
  inModal(setup, (scene) => Effect.gen(() => steps(scene)))

/** Runs the steps in a modal that a browser wallet is connected to: Halyard on Ethereum, unless the setup names others. */
export const whenConnected = (
  { wallet = halyard, ...setup }: Setup & { readonly wallet?: string },
  steps: Steps,
): Effect.Effect<void, unknown> =>
  inModal(setup, (scene) =>
    Effect.gen(function* () {
      const connecting = yield* Effect.forkChild(connect({ wallet }))
      // The clock only moves for a wallet that takes its time.
      yield* rest
      yield* settled(Fiber.join(connecting))
      yield* Effect.gen(() => steps(scene))
    }),
  )

const inModal = <E>(setup: Setup, run: (scene: Scene) => Effect.Effect<void, E, Needs | Scope.Scope>) => {
  const { world = createWorld({ tick: 0, ...setup.script }), storage = shelf() } = setup
  const leaves = typeof setup.leaves === "function" ? setup.leaves(world) : setup.leaves
  return visit(
    world,
    Effect.flatMap(Modal, (instance) => run({ world, storage, instance, core: instance.core })),
    { ...setup, leaves: { storage: storage.leaf, ...leaves } },
  )
}

/** Addresses that belong to another person than the visitor. */
export const ansel = "0xb51e07D3f8426Ac9035E71b98D4fa2C60788E3F5"
export const anselOnSolana = "HCSSDUDVkZqXcstRjunbx643EbUJNmLRX2NHSKp6vWQj"

/** Moves the test clock, and lets what that sets off come to rest. */
export const pass = (time: Duration.Input): Effect.Effect<void> => Effect.andThen(TestClock.adjust(time), rest)

/** Asserts that an effect fails with an error of these properties, such as `_tag` or `message`. Returns the error. */
export const fails = <A, E extends object, R>(effect: Effect.Effect<A, E, R>, expected: object) =>
  Effect.tap(Effect.flip(effect), (error) => Effect.sync(() => assert.deepInclude<object>(error, expected)))

/** A layer with members of its service replaced. */
export const replacing = <Id, Service extends object, Needed>(
  service: Context.Key<Id, Service>,
  layer: Layer.Layer<Id, never, Needed>,
  change: (original: Service) => Partial<Service>,
): Layer.Layer<Id, never, Needed> =>
  Layer.effect(
    service,
    Effect.map(service, (original) => ({ ...original, ...change(original) })),
  ).pipe(Layer.provide(layer))

/** The demo's chains, with members replaced of what prepares, sends and follows transfers. */
export const sendingWith = (world: World, change: (original: Sending) => Partial<Sending>): Partial<Leaves> => ({
  chains: replacing(Chains, demo(world).chains, ({ get }) => ({
    get: (namespace) =>
      Effect.map(get(namespace), (chain) =>
        chain.sending ? { ...chain, sending: { ...chain.sending, ...change(chain.sending) } } : chain,
      ),
  })),
})

/** Name of the view that is shown, or "closed". */
export const shownView = Effect.map(Modal, ({ core }) => (core.open.peek() ? core.route.peek()?.name : "closed"))

/** The transfer that was sent last. */
export const lastSent = Effect.map(use(sends), ({ sent }) => sent.peek()[0])

/** Records each snack from now on, as "variant: message". */
export const recordedSnacks = Effect.map(use(snack), ({ shown }) => {
  const seen: string[] = []
  shown.subscribe(({ open, variant, message }) => void (open && seen.push(`${variant}: ${message}`)))
  return seen
})

/** The snack that is shown, or was last. */
export const shownSnack = Effect.map(use(snack), ({ shown }) => shown.peek())
