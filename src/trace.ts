import * as Cause from "effect/Cause"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { failuresOf, isFailure } from "./domain/failures.ts"
import { redact, redactField, redactMethod, redactName, redactNetwork, redactWord } from "./domain/redact.ts"

export type { Failure } from "./domain/failures.ts"
export type { Note, Recording } from "./domain/recording.ts"
export { readRecording } from "./domain/recording.ts"
export { type Replay, replay } from "./domain/replay.ts"
export { type Recorded, type Recorder, recorder } from "./recorder.ts"

/** Where the lines go; the browser's console by default. */
export interface Print {
  /** A request has ended. */
  line(text: string): void
  /** A flow has ended: itself, and what it did, indented. */
  tree(head: string, lines: readonly string[]): void
}

/** How `consoleTrace` prints. */
export interface TraceOptions {
  /** The browser's console without one. */
  readonly print?: Print
}

/**
 * Prints a line as each request ends (HTTP, JSON-RPC batch, wallet prompt, relay) and a tree as each flow does, with durations and
 * error tags: `createModal({ ..., layers: { tracer: consoleTrace() } })`. Project ids, addresses, emails, signatures, pairing URIs
 * and messages do not appear, and URLs end with their path. Made for development.
 */
export const consoleTrace = ({ print = inConsole }: TraceOptions = {}): Layer.Layer<never> =>
  Layer.succeed(
    Tracer.Tracer,
    Tracer.make({
      span: (options) => (options.sampled ? new Traced(options, print) : new Tracer.NativeSpan(options)),
    }),
  )

const inConsole: Print = {
  line: (text) => console.debug(text),
  tree: (head, lines) => {
    console.groupCollapsed(head)
    for (const line of lines) console.debug(line)
    console.groupEnd()
  },
}

/** A span that knows what ran under it. One that begins after the flow above it has ended is a flow of its own. */
class Traced extends Tracer.NativeSpan {
  private readonly print: Print
  private readonly above: Traced | undefined
  private readonly top: Traced
  private readonly below: Traced[] = []
  /** Spans of this tree, itself not counted. */
  private size = 0

  constructor(options: ConstructorParameters<typeof Tracer.NativeSpan>[0], print: Print) {
    super(options)
    const parent = Option.getOrUndefined(options.parent)
    this.print = print
    this.above = parent instanceof Traced && parent.top.status._tag === "Started" ? parent : undefined
    this.top = this.above?.top ?? this
    if (this.above && this.top.size++ < mostSpans) this.above.below.push(this)
  }

  override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    if (this.status._tag === "Ended") return
    super.end(endTime, exit)
    if (this.kind === "client")
      this.printing(() => this.print.line(`portico ${this.above ? `${this.above.label} › ` : ""}${this.told}`))
    if (this.top === this && (this.kind !== "client" || this.below.length > 0)) {
      const show = () => this.printing(() => this.print.tree(`portico ${this.told}`, [...this.lines(1), ...this.more]))
      // What has given its answer may still be about to end.
      if (this.ended) show()
      else setTimeout(show)
    }
  }

  /** What is printed must not break what is traced. */
  private printing(print: () => void): void {
    try {
      print()
    } catch {
      // Nobody hears of it, then.
    }
  }

  /** So has everything below. */
  private get ended(): boolean {
    return this.status._tag === "Ended" && this.below.every(({ ended }) => ended)
  }

  private lines(depth: number): readonly string[] {
    return this.below.flatMap((span) => [`${"  ".repeat(depth)}${span.told}`, ...span.lines(depth + 1)])
  }

  private get more(): readonly string[] {
    return this.size > mostSpans ? [`  and ${this.size - mostSpans} more`] : []
  }

  private get told(): string {
    return [this.label, this.took, this.outcome].filter((part) => part !== "").join("  ")
  }

  private get label(): string {
    const told = [...this.attributes].map(([name, value]) =>
      Object.hasOwn(known, name) ? known[name]?.(value) : `${redactWord(name)}=${redactField(value)}`,
    )
    return [redactName(this.name), ...told].filter(Boolean).join(" ")
  }

  private get took(): string {
    if (this.status._tag === "Started") return ""
    const ms = Number((this.status.endTime - this.status.startTime) / 1_000_000n)
    return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(2)} s`
  }

  private get outcome(): string {
    const { status } = this
    if (status._tag === "Started") return "still running"
    if (status.exit._tag === "Success") {
      const failed = this.below.findLast(({ failure }) => failure !== undefined)
      return failed ? `handled ${failed.failure}` : "ok"
    }
    return this.failure ?? "interrupted"
  }

  private get failure(): string | undefined {
    if (this.status._tag === "Started" || this.status.exit._tag === "Success") return undefined
    const { cause } = this.status.exit
    return Cause.hasInterruptsOnly(cause) ? undefined : named(Cause.squash(cause))
  }
}

/** Tags of an error and of what caused it, with their codes. Only a message that has nothing else beside it is told. */
const named = (error: unknown): string => {
  const said = isFailure(error) && typeof error._tag !== "string" ? error.message : undefined
  const message = typeof said === "string" ? short(redact(said)) : ""
  const tags = failuresOf(error).map(({ tag, code }) => [tag, code].filter((part) => part !== undefined).join(" "))
  return [tags.join(" < "), message].filter((part) => part !== "").join(": ")
}

const short = (value: unknown): string => String(value).split("\n", 1)[0]?.slice(0, longestText) ?? ""

/** How our own attributes are told, without their names. */
const known: Readonly<Record<string, (value: unknown) => string>> = {
  url: (value) => short(redact(String(value))),
  network: redactNetwork,
  method: redactMethod,
  batchSize: (calls) => (calls === 1 ? "" : `${Number(calls)} calls`),
}

/** Of a tree that grows on and on the first spans are kept. */
const mostSpans = 500

const longestText = 2_000
