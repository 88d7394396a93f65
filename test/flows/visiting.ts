import { it } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import * as browser from "../../layers/browser/scripted.ts"
import { createWorld, type DemoWallet, type Script, type World } from "../../layers/demo.ts"
import type { Leaves } from "../../layers/wire.ts"
import type { NetworkNamespace } from "../../src/domain/namespaces.ts"
import type { Needs } from "../../src/engine.ts"
import { connect } from "../../src/flows/connect.ts"
import type { Instance } from "../../src/instance.ts"
import { Modal, use } from "../../src/modal.ts"
import { connectRows } from "../../src/state/connectRows.ts"
import type { NamespaceState } from "../../src/state/core.ts"
import { snack, worded } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { cinderbox, dialog, type Given, halyard, modal, rest, shelf, started, walletOf } from "./modal.ts"

export { fails } from "../fixtures/fails.ts"

/** Setup of a visit. By default: a modal with three EVM networks, empty storage, and wallets that approve everything. */
export interface Setting extends Omit<Given, "leaves"> {
  readonly script?: Script
  /** Used instead of `script`, by tests that visit one world twice. */
  readonly world?: World
  /** Storage written by an earlier visit. */
  readonly storage?: ReturnType<typeof shelf>
  /** Layers that replace the demo's. */
  readonly leaves?: Partial<Leaves> | ((world: World) => Partial<Leaves>)
  /** Whether the steps begin while the modal is still starting up. */
  readonly starting?: boolean
  /** Whether the test clock runs by itself, so no step has to wait for it. */
  readonly hurried?: boolean
}

/** Everything a test can observe of its visit. */
export interface Visit {
  readonly instance: Instance
  readonly core: Instance["core"]
  readonly world: World
  readonly storage: ReturnType<typeof shelf>
  readonly dialog: ReturnType<typeof dialog>
  /** A wallet of the world. Default: Halyard. */
  readonly wallet: (id?: string) => DemoWallet
  /** The connections of a namespace. Default: EVM. */
  readonly account: (namespace?: NetworkNamespace) => NamespaceState
  /** The IDs of the connectors that are connected there. */
  readonly connected: (namespace?: NetworkNamespace) => readonly string[]
  /** The names of the views on the stack. Empty while the modal is closed. */
  readonly views: () => readonly string[]
}

/** The steps of a test, or of one of its visits. */
export type Steps<A = void, R = Needs | Scope.Scope> = Effect.fn.Return<A, unknown, R>

/** Actions of a visit. */
type Run<A> = Effect.Effect<A, unknown, Needs | Scope.Scope> | ((visit: Visit) => Steps<A>)

/** A setup, with anything else its tests receive. A function creates it for each test. */
type Fixture<More extends object> = (Setting & More) | (() => Setting & More)

/** A browser whose storage persists across visits. Each visit can have its own setup. */
export interface Browser {
  readonly storage: ReturnType<typeof shelf>
  readonly visit: <A>(run: Run<A>, own?: Setting) => Effect.Effect<A, unknown>
  /** State at the start of a visit without any actions. */
  readonly look: <A>(read: (visit: Visit) => A, own?: Setting) => Effect.Effect<A, unknown>
}

/** Declares tests in a setup: each is one visit; those of `visits` are several, one after the other. */
export const visiting = <Shared extends object = object>(shared: Fixture<Shared> = {} as Shared) => {
  type Body<Own = object> = (visit: Visit & Shared & Own) => Steps
  type Visits<Own = object> = (browser: Browser & Shared & Own) => Steps<void, Scope.Scope>

  function test<Own extends object>(title: string, own: Fixture<Own>, body: Body<Own>): void
  function test(title: string, body: Body): void
  function test(title: string, ...[own, body]: Args): void {
    it.effect(title, () => {
      const setting = body ? merged(made(shared), made(own)) : made(shared)
      return visited(setting, (visit) => (body ?? own)({ ...setting, ...visit } as never))
    })
  }

  function visits<Own extends object>(title: string, own: Fixture<Own>, body: Visits<Own>): void
  function visits(title: string, body: Visits): void
  function visits(title: string, ...[own, body]: Args<Scope.Scope>): void {
    it.effect(title, () => {
      const setting = merged({ storage: shelf() }, body ? merged(made(shared), made(own)) : made(shared))
      const visit: Browser["visit"] = (run, later = {}) => visited(merged(setting, later), run)
      const look: Browser["look"] = (read, later) => visit(readBy(read), later)
      return Effect.gen(() => (body ?? own)({ ...setting, visit, look } as never))
    })
  }

  return Object.assign(test, { visits })
}

type Args<R = Needs | Scope.Scope> =
  | [own: Fixture<object>, body: (given: never) => Steps<void, R>]
  | [body: (given: never) => Steps<void, R>, none?: undefined]

/** Steps of a visit that only reads. */
const readBy = <A>(read: (visit: Visit) => A) =>
  function* (visit: Visit): Steps<A> {
    return read(visit)
  }

/** Declares a test that is one visit. */
export const test = visiting()

/** Halyard is on Ethereum, and requests of this type wait for its user. */
export const hanging = (kind: "connect" | "switch" | "sign") => ({
  script: { wallets: { [halyard]: { [kind]: "hang", chain: 1 } as const } },
})

/** Connects two wallets. The second, Halyard, is the active one. */
export const bothConnected = Effect.andThen(connect({ wallet: cinderbox }), connect({ wallet: halyard }))

/** The connections of a namespace with no wallet connected. */
export const signedOut = { status: "disconnected", active: undefined, connections: [] } as const

/** A visit on a phone. */
export const onPhone = { leaves: { browser: browser.layer({ platform: { mobile: true } }) } }

const { directory } = createWorld()
/** The ID of a wallet in the demo's directory. */
export const idOf = (name: string): string => directory.find((wallet) => wallet.name === name)?.id ?? ""

/** The names of wallets or tokens in a list. */
export const namesOf = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name)

/** The names of the rows on Connect, from the top. */
export const connectNames = Effect.map(use(connectRows), (rowsOf) => {
  const { rows } = rowsOf()
  return rows.ids.value.map((id) => rows.get(id).value.name)
})

/** Starts an effect that has to wait, and continues once it waits. */
export const begun = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Fiber.Fiber<A, E>, never, R> =>
  Effect.tap(Effect.forkChild(effect), () => rest)

/** Moves the test clock, and runs everything that this triggers. */
export const pass = (time: Duration.Input): Effect.Effect<void> => Effect.andThen(TestClock.adjust(time), rest)

/** The current or last snack. */
export const shownSnack = Effect.map(use(snack), ({ shown }) => ({
  ...shown.peek(),
  message: worded(shown.peek().message),
}))

const made = <More extends object>(fixture: Fixture<More>): Setting & More =>
  typeof fixture === "function" ? fixture() : fixture

const merged = <One extends Setting, Other extends Setting>(one: One, other: Other): One & Other => ({
  ...one,
  ...other,
  options: { ...one.options, ...other.options },
  leaves: (world: World) => ({ ...leavesOf(one, world), ...leavesOf(other, world) }),
})

const leavesOf = ({ leaves }: Setting, world: World) => (typeof leaves === "function" ? leaves(world) : leaves)

/** A visit: the modal starts up, the steps run, and the page closes. */
export const visited = <A>(setting: Setting, run: Run<A>): Effect.Effect<A, unknown> =>
  Effect.suspend(() => {
    const { storage = shelf(), starting, hurried, world = createWorld(setting.script) } = setting
    const shown = dialog()
    const leaves = { storage: storage.leaf, dialog: shown.leaf, ...leavesOf(setting, world) }
    const steps = Effect.gen(function* () {
      const instance = yield* Modal
      const { core } = instance
      const account: Visit["account"] = (namespace = "eip155") => core.accounts[namespace].value
      const visit: Visit = {
        instance,
        core,
        world,
        storage,
        dialog: shown,
        wallet: (id) => walletOf(world, id),
        account,
        connected: (namespace) => account(namespace).connections.map(({ connectorId }) => connectorId),
        views: () => (core.open.value ? core.stack.value.map(({ name }) => name) : []),
      }
      return yield* Effect.isEffect(run) ? run : Effect.gen(() => run(visit))
    })
    return Effect.andThen(
      starting ? Effect.andThen(Effect.forkScoped(started), rest) : settled(started),
      hurried ? settled(steps) : steps,
    ).pipe(Effect.scoped, Effect.provide(modal(world, { ...setting, leaves })))
  })
