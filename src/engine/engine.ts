import { effect } from "@preact/signals-core"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schedule from "effect/Schedule"
import { type LiveOptions, live } from "../../layers/live.ts"
import { type Layers, wire } from "../../layers/wire.ts"
import { Api } from "../../services/Api.ts"
import { Browser, type Page } from "../../services/Browser.ts"
import { Dialog } from "../../services/Dialog.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { later } from "../../views/routes.tsx"
import { colorSchemeOf } from "../core/first-paint/colorScheme.ts"
import { windows } from "../core/first-paint/limits.ts"
import { RequestAborted, UnknownFailure } from "../errors/index.ts"
import { closeFromSite, openModal } from "../navigation/opening/flows.ts"
import { publicViews } from "../options/publicViews.ts"
import { CurrentModal } from "../runtime/currentModal.ts"
import type { Flow, Needs } from "../runtime/flow.ts"
import { loadThen } from "../runtime/lazy.ts"
import { layer as prompts } from "../runtime/prompt.ts"
import type { Engine, ModalInstance } from "../stub/instance.ts"
import type { OperationName } from "../stub/operationNames.ts"
import { openPopup } from "../stub/popup.ts"
import { startUp } from "./startUp.ts"
import { watchedFlows } from "./watchedFlows.ts"

/**
 * Builds the runtime from the default layers, overridden by the site's own, and runs start-up. Rejects with InvalidInput if one of the
 * site's layers is not a layer, and with the reason if the site's layers cannot be loaded.
 */
export const start = async (instance: ModalInstance): Promise<Engine> => {
  const given = await own(instance)
  const layers: Layers = {
    ...live(page(instance)),
    ...given,
    ...(given.telemetry && (await disclosed(given.telemetry))),
  }
  const runtime = ManagedRuntime.make(Layer.mergeAll(wire(layers), Layer.succeed(CurrentModal, instance), prompts))
  const context = await runtime.context()
  let ready = () => {}

  const engine: Engine = {
    runtime,
    slots: Context.get(context, Dialog).slots,
    later,
    image: Context.get(context, Api).image,
    site: siteOf(instance, Context.get(context, Browser).page),
    started: new Promise((resolve) => {
      ready = resolve
    }),
    run: (flow) => {
      const end = runtime.runCallback(watched(flow))
      return () => end()
    },
    runWatched: (name, every) => {
      const flow = loadThen(watchedFlows[name], (one) => one)
      return engine.run(every === undefined ? flow : Effect.repeat(flow, Schedule.spaced(every)))
    },
    call: async (operation) => {
      const exit = await runtime.runPromiseExit(Effect.tapDefect(operation, report))
      if (Exit.isSuccess(exit)) return exit.value
      throw failureOf(exit.cause)
    },
    open: async (options, painted) => {
      // Most sites pass only a view. A valid view does not need the file that validates options.
      if (options && !isViewAlone(options)) {
        const problem = (await import("../operations/validateOpenOptions.ts")).openProblem(options)
        if (problem) throw problem
      }
      return engine.call(openModal(options, painted))
    },
    close: () => engine.call(closeFromSite()),
    stage: async () => (await import("../../views/mount.tsx")).mount(instance, engine.slots),
    operate: async (name, input) => {
      const size = inWindow[name]
      const popup = size && openPopup(name, size, true)
      const operation = Effect.flatMap(operations, ({ operationOf }) =>
        operationOf<Needs>(name, popup ? [input[0], popup] : input),
      )
      return engine.call(Effect.onError(operation, () => Effect.sync(() => popup?.close())))
    },
    provider: async (namespace) => {
      const { providerOf } = await import("../connections/operations/connections.ts")
      return engine.call(providerOf(namespace))
    },
    destroy: () => runtime.dispose(),
  }
  // A misspelled sign-in option must be reported in production too, because the site relies on it.
  if (instance.options.siwx) instance.mistakes().catch(() => undefined)
  engine.run(startUp(ready))
  return engine
}

/**
 * Operations that continue in a pop-up, with the pop-up's size. The pop-up opens at once and is passed to the operation after the input.
 */
const inWindow: { readonly [Name in OperationName]?: Readonly<Record<"width" | "height", number>> } = {
  openOnramp: windows.onramp,
  payWithExchange: windows.exchange,
}

/** Loads the operation table, which most openings of the modal do not need. */
const operations = Effect.tryPromise({
  try: () => import("../operations/registry.ts"),
  catch: (cause) => new UnknownFailure({ cause }),
})

/** Reports the defects of a flow, such as bugs. A defect ends only its own flow. */
const watched = (flow: Flow) => Effect.catchDefect(flow, report)

const report = (defect: unknown) => Effect.flatMap(Telemetry, (telemetry) => telemetry.report(defect))

const failureOf = (cause: Cause.Cause<unknown>): unknown => {
  if (Cause.hasInterruptsOnly(cause)) return new RequestAborted()
  const failure = Cause.squash(cause)
  return nameByTag(failure instanceof Error ? failure : new UnknownFailure({ cause: failure }))
}

/** Sets the name of a catalogue error to its tag, because consoles and error trackers print the name. */
const nameByTag = (error: Error & { readonly _tag?: unknown }): Error => {
  if (typeof error._tag === "string") Reflect.set(error, "name", error._tag)
  return error
}

const isViewAlone = (options: object): boolean =>
  Object.entries(options).every(([name, value]) => name === "view" && Object.hasOwn(publicViews, value))

const own = async ({ options: { layers } }: ModalInstance): Promise<Partial<Layers>> => {
  const given = (typeof layers === "function" ? await layers() : layers) ?? {}
  if (Object.values(given).every((one) => one === undefined || Layer.isLayer(one))) return given
  const [mistake] = (await import("../diagnostics/mistakes.ts")).layerMistakes(given)
  throw mistake
}

/** Wraps the site's own telemetry layer in `discloseEvents`, whose code loads only for sites that have such a layer. */
const disclosed = async (telemetry: Layers["telemetry"]) => {
  const { discloseEvents } = await import("../../layers/telemetry/discloseEvents.ts")
  return { telemetry: discloseEvents(telemetry) }
}

const siteOf = ({ options: { metadata } }: ModalInstance, page: Page) => ({
  name: metadata.name || page.title,
  icon: metadata.icons?.[0] ?? page.icon,
})

const page = ({ core, options, element }: ModalInstance): LiveOptions => ({
  options,
  element,
  facts: {
    network: () => core.network.peek(),
    networks: () => core.networks.peek(),
    authenticates: () => core.remoteFeatures.peek().reownAuthentication,
    unlisted: () => core.alerts.peek().some(({ code }) => code === "APKT002"),
    theme: (emit) => {
      const scheme = colorSchemeOf({ core, element })
      return effect(() => emit({ mode: scheme.value, variables: core.themeVariables.value }))
    },
  },
  networks: () => core.networks.peek(),
  who: () => ({ address: core.address.peek(), caipNetworkId: core.network.peek()?.caipNetworkId }),
})
