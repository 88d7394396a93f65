import { signal } from "@preact/signals-core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { createWorld, type DemoWallet, demo, offPage, type Script, type World } from "../../layers/demo.ts"
import { type Leaves, wire } from "../../layers/wire.ts"
import { Dialog } from "../../services/Dialog.ts"
import { Storage } from "../../services/Storage.ts"
import { StorageUnavailable } from "../../src/domain/errors.ts"
import { base, mainnet, polygon } from "../../src/domain/networks.ts"
import { checkOptions, type ModalOptions } from "../../src/domain/options.ts"
import type { Engine, Needs } from "../../src/engine.ts"
import type { Instance } from "../../src/instance.ts"
import { Modal } from "../../src/modal.ts"
import { layer as prompts } from "../../src/prompt.ts"
import { createProvider } from "../../src/provider.ts"
import { startUp } from "../../src/start.ts"
import { createCore } from "../../src/state/core.ts"
import { breath, settled } from "../contracts/settled.ts"

// Loads in advance what a modal otherwise loads on demand, so a test does not wait for imports.
import "../../layers/chains/evm.ts"
import "../../layers/chains/evm/abilities.ts"
import "../../layers/chains/solana.ts"
import "../../layers/demo/answers.ts"
import "../../src/domain/balancesRow.ts"
import "../../src/domain/walletsRow.ts"
import "../../src/flows/alerts.ts"
import "../../src/flows/connections.ts"
import "../../src/flows/excluded.ts"
import "../../src/flows/namespaces.ts"
import "../../src/flows/outside.ts"
import "../../src/flows/profile.ts"
import "../../src/flows/project.ts"
import "../../src/flows/recents.ts"
import "../../src/flows/restore.ts"
import "../../src/flows/unsupported.ts"

/** An instance without a page: the parts of a modal that flows see. Its engine exists from `started` on, for lists that poll. */
export const instanceOf = (
  options: Partial<ModalOptions> = {},
): Instance & { readonly begin: (engine: Engine) => void } => {
  const checked = checkOptions({ projectId: "demo", networks: [mainnet, base, polygon], ...options })
  let begin = (_: Engine) => {}
  const engine = new Promise<Engine>((resolve) => {
    begin = resolve
  })
  const instance: Instance & { readonly begin: (engine: Engine) => void } = {
    id: checked.options.id,
    options: checked.options,
    mistakes: async () => [],
    core: createCore(checked.options),
    running: signal(undefined),
    speak: async () => undefined,
    parts: new Map(),
    topics: signal(0),
    ending: new Set(),
    ended: false,
    element: () => {
      throw new Error("There is no page")
    },
    engine: () => engine,
    begin,
    openLoginWindow: () => null,
    provider: createProvider(() => instance),
    end: async () => undefined,
  }
  return instance
}

/** A modal on the demo layers, some of them replaced. */
export const modal = (
  script: Script | World = {},
  { options, leaves, instance = instanceOf(options) }: Given = {},
): Layer.Layer<Needs> =>
  Layer.mergeAll(wire({ ...offPage(), ...demo(script), ...leaves }), Layer.succeed(Modal, instance), prompts)

/** Settings of a test's modal. */
export interface Given {
  readonly options?: Partial<ModalOptions>
  readonly leaves?: Partial<Leaves>
  readonly instance?: Instance
}

/** Starts the modal up as the engine does. Returns once it has started. */
export const started = Effect.gen(function* () {
  const instance = yield* Modal
  const ready = yield* Deferred.make<void>()
  yield* Effect.forkScoped(startUp(() => Deferred.doneUnsafe(ready, Effect.void)))
  if ("begin" in instance) (instance as ReturnType<typeof instanceOf>).begin(yield* polling)
  yield* Deferred.await(ready)
  yield* breath
})

/** A visit: the modal starts up, `steps` run, and the page closes. */
export const visit = <A, E>(
  script: Script | World,
  run: Effect.Effect<A, E, Needs | Scope.Scope>,
  given: Given = {},
): Effect.Effect<A, E> =>
  Effect.andThen(settled(started), run).pipe(Effect.scoped, Effect.provide(modal(script, given)))

/** Storage that outlives a visit and counts writes. `room: 0` is full; `forbidden` cannot be read either. */
export const shelf = (
  start: Readonly<Record<string, string>> = {},
  { room = Number.POSITIVE_INFINITY, forbidden = false } = {},
) => {
  const texts = new Map(Object.entries(start))
  let writes = 0
  const leaf = Layer.succeed(Storage, {
    read: (key) => Effect.sync(() => (forbidden ? undefined : texts.get(key))),
    write: (key, value) =>
      Effect.suspend(() => {
        writes += 1
        if (forbidden || value.length > room) return Effect.fail(new StorageUnavailable())
        texts.set(key, value)
        return Effect.void
      }),
    remove: (key) => Effect.sync(() => void texts.delete(key)),
  })
  return {
    leaf,
    texts,
    writes: () => writes,
    /** The decoded value stored under a key. */
    json: (key: string): unknown => JSON.parse(texts.get(key) ?? "null"),
  }
}

/** A dialog that records its calls, and lets a test close it as the visitor does. */
export const dialog = () => {
  const told: string[] = []
  const note = (what: string) => Effect.sync(() => void told.push(what))
  let asked = (_: "escape" | "overlay") => {}
  const leaf = Layer.succeed(Dialog, {
    show: note("show"),
    close: note("close"),
    demote: (demoted) => note(demoted ? "demoted" : "promoted"),
    refuse: note("refuse"),
    leaving: (tell) =>
      Effect.sync(() => {
        asked = tell
      }),
    slots: undefined,
  })
  return { leaf, told, leave: (reason: "escape" | "overlay") => asked(reason) }
}

/** The world with one of its wallets overridden. */
export const withWallet = (world: World, id: string, change: (wallet: DemoWallet) => Partial<DemoWallet>): World => {
  const wallet = walletOf(world, id)
  return { ...world, wallets: new Map([...world.wallets, [id, { ...wallet, ...change(wallet) }]]) }
}

/** One of a world's installed wallets. */
export const walletOf = (world: World, id = halyard): DemoWallet => {
  const wallet = world.wallets.get(id)
  if (!wallet) throw new Error(`${id} is not installed`)
  return wallet
}

/** Installed wallets of the demo: the first supports all three networks, the second not Polygon, the third only Ethereum and is locked. */
export const halyard = "example.halyard"
export const cinderbox = "example.cinderbox"
export const tessera = "example.tessera"
/** A connector of type EXTERNAL, if the script names it. */
export const latchkey = "example.latchkey"

/** Runs fibers, promises and imports until only the clock is waited for. */
export const rest: Effect.Effect<void> = Effect.repeat(breath, { times: 8 }).pipe(Effect.asVoid)

export { createWorld }

/** A minimal engine for polling lists. */
const polling = Effect.gen(function* () {
  const context = yield* Effect.context<Needs>()
  const fork = Effect.runForkWith(context)
  const repeat: Engine["repeat"] = (flow, every) => {
    const fiber = fork(Effect.repeat(flow, Schedule.spaced(every)))
    return () => fiber.interruptUnsafe()
  }
  return { repeat, stage: async () => undefined } as Partial<Engine> as Engine
})
