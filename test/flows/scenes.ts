import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { World } from "../../layers/demo.ts"
import type { Leaves } from "../../layers/wire.ts"
import type { Sending } from "../../services/Chains.ts"
import { connect } from "../../src/flows/connect.ts"
import { Modal, use } from "../../src/modal.ts"
import { sends } from "../../src/state/sends.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { changedChains } from "./leaves.ts"
import { halyard } from "./modal.ts"
import { begun, type Setting, type Visit, type Steps as VisitSteps, visited } from "./visiting.ts"

/** Changes to the default scene: a visit with prices that change only when a test changes them. */
export type Setup = Setting

/** Steps of a test, as a generator for `Effect.gen`. */
export type Steps<Scene = Visit> = (scene: Scene) => VisitSteps

/** Runs the steps in a modal that has started up, with no wallet connected. */
export const whenStarted = (setup: Setup, steps: Steps): Effect.Effect<void, unknown> =>
  visited({ ...setup, script: { tick: 0, ...setup.script } }, steps)

/** Runs the steps in a modal with a browser wallet connected: Halyard on Ethereum, unless the setup names others. */
export const whenConnected = (
  { wallet = halyard, ...setup }: Setup & { readonly wallet?: string },
  steps: Steps,
): Effect.Effect<void, unknown> =>
  whenStarted(setup, function* (scene) {
    const connecting = yield* begun(connect({ wallet }))
    // Moves the clock only for a slow wallet.
    yield* settled(Fiber.join(connecting))
    yield* Effect.gen(() => steps(scene))
  })

/** The scene of a test, if it is not the default, and the steps. */
type Args<Given, Body> = readonly [body: Body] | readonly [given: Given, body: Body]

/** Declares tests whose steps run in a scene each. The steps also receive what else is set up for the test. */
export const testing = <Given extends object, Scene>(
  when: (given: Given, steps: Steps<Scene>) => Effect.Effect<void, unknown>,
) => {
  const test = <Own extends Given>(title: string, ...args: Args<Own, Steps<Omit<Own, keyof Scene> & Scene>>): void => {
    const [given, steps] = args.length === 2 ? args : [{} as Own, args[0]]
    it.effect(title, () => when(given, (scene) => steps({ ...given, ...scene })))
  }
  const each =
    <const Row>(rows: readonly Row[]) =>
    (title: string, ...args: Args<Given, (row: Row, scene: Scene) => VisitSteps>): void => {
      const [given, steps] = args.length === 2 ? args : [{} as Given, args[0]]
      it.effect.each(rows)(title, (row) => when(given, (scene) => steps(row, scene)))
    }
  /** A test of several visits, which its steps start. */
  const visits = (title: string, steps: () => VisitSteps<void, Scope.Scope>): void =>
    it.effect(title, () => Effect.gen(steps))
  return Object.assign(test, { each, visits })
}

/** Declares tests in a modal with a wallet connected, or one that has only started up. */
export const test = Object.assign(testing(whenConnected), { started: testing(whenStarted) })

/** Addresses that belong to someone other than the visitor. */
export const ansel = "0x5f6Cab578FF76D79b15ACD9a9631A465D56Da7B3"
export const anselOnSolana = "3gMxyLH993Pm69agfhDmyiMb1caxN1u7xGnx91dj1Qpc"

/** The demo's chains, with replaced members of what prepares, sends and follows transfers. */
export const sendingWith = (world: World, change: (own: Sending) => Partial<Sending>): Partial<Leaves> =>
  changedChains(({ sending }) => (sending ? { sending: { ...sending, ...change(sending) } } : {})).leaves(world)

/** Name of the current view, or "closed". */
export const shownView = Effect.map(Modal, ({ core }) => (core.open.peek() ? core.route.peek()?.name : "closed"))

/** The last transfer that was sent. */
export const lastSent = Effect.map(use(sends), ({ sent }) => sent.peek()[0])

/** Records each snack from now on, as "variant: message". */
export const recordedSnacks = Effect.map(use(snack), ({ shown }) => {
  const seen: string[] = []
  shown.subscribe(({ open, variant, message }) => void (open && seen.push(`${variant}: ${message}`)))
  return seen
})
