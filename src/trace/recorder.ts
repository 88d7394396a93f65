import { effect } from "@preact/signals-core"
import * as Cause from "effect/Cause"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { allNamespaces } from "../options/isNamespace.ts"
import type { Core, View } from "../stub/state.ts"
import { failuresOf } from "../telemetry/model/failures.ts"
import { redacted, redactMethod, redactName, redactNetwork, redactToken } from "../telemetry/model/redact.ts"
import { recording as limits } from "./limits.ts"
import { isLabel, type Note, type Recording, recordingOf, type Work } from "./recording.ts"

/** Parts of a modal's state that are recorded, in addition to its flows. */
export interface Recorded {
  readonly state: Pick<View<Core>, "open" | "route" | "namespace" | "accounts" | "networks">
}

/** Recorder of a modal's flows, requests, views and connection states. Its notes contain no personal data. */
export interface Recorder {
  /** Layer that records every flow and request. */
  readonly tracer: Layer.Layer<never>
  /** Also records the views and the state of the namespaces. Returns a function that stops recording them. */
  readonly follow: (modal: Recorded) => () => void
  /** Returns the recorded notes, in the order in which they began. */
  readonly notes: () => readonly Note[]
  /** Deletes all notes. */
  readonly clear: () => void
  /** Returns the notes as a document that `replay` of `portico/trace` can read. */
  readonly export: () => Recording
  /** Calls `changed` after each change. Returns an unsubscribe function. */
  readonly watch: (changed: () => void) => () => void
}

/**
 * Creates a recorder that keeps a modal's newest 2,000 notes, for display or for a bug report:
 *
 *     const tape = recorder()
 *     const modal = createModal({ ..., layers: { tracer: tape.tracer } })
 *     tape.follow(modal)
 *     JSON.stringify(tape.export())
 *
 * Of a request, it records the name, method, network, duration and outcome, and the tags and codes of its errors, never its content.
 */
export const recorder = (): Recorder => {
  let notes: Note[] = []
  let dropped = 0
  const began = Date.now()
  let view: string | null | undefined
  let networks: readonly string[] = []
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const watcher of [...watchers]) watcher()
  }
  const add = <A extends Note>(note: A): A => {
    notes.push(note)
    if (notes.length > limits.notes) {
      notes.shift()
      dropped += 1
    }
    changed()
    return note
  }
  const now = () => Math.max(0, Date.now() - began)

  const begin: Begin = (note) => {
    let mine = add<Work>({ ...note, at: now() })
    return (more) => {
      const next: Work = { ...mine, ...more, ...(more.outcome && view && { view }) }
      const place = notes.lastIndexOf(mine)
      if (place >= 0) notes[place] = next
      mine = next
      if (place >= 0) changed()
    }
  }

  return {
    tracer: Layer.succeed(
      Tracer.Tracer,
      Tracer.make({
        span: (options) => (options.sampled ? new RecordedSpan(options, begin) : new Tracer.NativeSpan(options)),
      }),
    ),
    follow: ({ state }) => {
      const states = new Map<string, string>()
      return effect(() => {
        networks = state.networks.value
          .flatMap(({ caipNetworkId }) => redactNetwork(caipNetworkId))
          .slice(0, limits.networks)
        const shown = state.open.value ? redactToken(state.route.value?.name ?? "") : null
        if (shown !== view) add({ is: "view", at: now(), name: shown })
        view = shown
        for (const name of allNamespaces) {
          const { status, caipNetworkId = "" } = state.accounts[name].value
          const network = caipNetworkId === "" ? undefined : redactNetwork(caipNetworkId)
          const current = `${status} ${network}`
          if (states.get(name) === current) continue
          // A namespace that has never been connected has nothing to record.
          if (states.has(name) || status !== "disconnected")
            add({ is: "namespace", at: now(), name, status, ...(network && { network }) })
          states.set(name, current)
        }
      })
    },
    notes: () => [...notes],
    clear: () => {
      notes = []
      dropped = 0
      changed()
    },
    export: () => recordingOf({ networks, dropped, notes: [...notes] }),
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

/** Function that adds a note for a flow or request that begins. Returns a function that completes the note. */
type Begin = (note: Omit<Work, "at">) => (more: Partial<Work>) => void

/** Span that is recorded when it begins and when it ends. */
class RecordedSpan extends Tracer.NativeSpan {
  private readonly above: RecordedSpan | undefined
  private readonly label: string
  private readonly isRequest: boolean
  private readonly note: ReturnType<Begin>
  /** Whether a span below has failed. */
  private handled = false

  constructor(options: ConstructorParameters<typeof Tracer.NativeSpan>[0], begin: Begin) {
    super(options)
    const parent = Option.getOrUndefined(options.parent)
    this.above = parent instanceof RecordedSpan ? parent : undefined
    this.label = labelOf(this.name)
    this.isRequest = this.kind === "client" || /^(api|rpc)\b/.test(this.name)
    // An endpoint's request is recorded with the endpoint, and its URL is not recorded.
    const isExchange = this.above?.isRequest && exchanges.test(this.name)
    this.note = isExchange
      ? () => {}
      : begin({
          is: this.isRequest ? "request" : "flow",
          name: this.label,
          ...(this.above && { of: this.top.label }),
          outcome: "running",
        })
  }

  override attribute(name: string, value: unknown): void {
    super.attribute(name, value)
    if (name === "network") this.note({ network: redactNetwork(value) })
    if (name === "method") this.note({ method: redactMethod(value) })
  }

  override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    if (this.status._tag === "Ended") return
    const began = this.status.startTime
    super.end(endTime, exit)
    const took = Math.max(0, Math.round(ms(endTime - began)))
    if (exit._tag === "Success") this.note({ took, outcome: this.handled ? "handled" : "ok" })
    else if (Cause.hasInterruptsOnly(exit.cause)) this.note({ took, outcome: "interrupted" })
    else {
      if (this.above) this.above.handled = true
      this.note({ took, outcome: "failed", failures: failuresOf(Cause.squash(exit.cause)) })
    }
  }

  private get top(): RecordedSpan {
    return this.above?.top ?? this
  }
}

const exchanges = /^(GET|POST|PUT|DELETE)$/

const ms = (nanoseconds: bigint) => Number(nanoseconds / 1_000_000n)

const labelOf = (name: string): string => {
  const redactedName = redactName(name)
  return redactedName === name && isLabel(redactedName) ? redactedName : redacted
}
