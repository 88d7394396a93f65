import * as Cause from "effect/Cause"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { failuresOf, isFailure } from "../telemetry/model/failures.ts"
import { redact, redactField, redactMethod, redactName, redactNetwork, redactToken } from "../telemetry/model/redact.ts"

/** Output of the trace. Default: the browser's console. */
export interface Print {
  /** Called when a request has ended. */
  line(text: string): void
  /** Called when a flow has ended, with its summary and indented lines for the spans below it. */
  tree(head: string, lines: readonly string[]): void
}

/** Options of `consoleTrace`. */
export interface TraceOptions {
  /** Output of the trace. Default: the browser's console. */
  readonly print?: Print
}

/**
 * Logs a line per completed request (HTTP, JSON-RPC batch, wallet prompt, relay) and a tree per completed flow, with durations and error
 * tags: `createModal({ ..., layers: { tracer: consoleTrace() } })`. Hides project IDs, addresses, emails, signatures and pairing URIs, and
 * cuts URLs after the path. Intended for development.
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

/** Span that records the spans below it. A span that starts after its parent's flow has ended is the root of its own tree. */
class Traced extends Tracer.NativeSpan {
  private readonly print: Print
  private readonly above: Traced | undefined
  private readonly top: Traced
  private readonly below: Traced[] = []
  /** Number of spans in this tree, not counting the root. */
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
      this.printing(() => this.print.line(`portico ${this.above ? `${this.above.label} › ` : ""}${this.summary}`))
    if (this.top === this && (this.kind !== "client" || this.below.length > 0)) {
      const show = () =>
        this.printing(() => this.print.tree(`portico ${this.summary}`, [...this.lines(1), ...this.more]))
      // A finished parent may still have children that are about to end.
      if (this.ended) show()
      else setTimeout(show)
    }
  }

  /** Runs a printer. An error in the printer must not break the traced program. */
  private printing(print: () => void): void {
    try {
      print()
    } catch {
      // There is nowhere to report the error.
    }
  }

  /** Whether this span and everything below it has ended. */
  private get ended(): boolean {
    return this.status._tag === "Ended" && this.below.every(({ ended }) => ended)
  }

  private lines(depth: number): readonly string[] {
    return this.below.flatMap((span) => [`${"  ".repeat(depth)}${span.summary}`, ...span.lines(depth + 1)])
  }

  private get more(): readonly string[] {
    return this.size > mostSpans ? [`  and ${this.size - mostSpans} more`] : []
  }

  private get summary(): string {
    return [this.label, this.took, this.outcome].filter((part) => part !== "").join("  ")
  }

  private get label(): string {
    const attributes = [...this.attributes].map(([name, value]) =>
      Object.hasOwn(known, name) ? known[name]?.(value) : `${redactToken(name)}=${redactField(value)}`,
    )
    return [redactName(this.name), ...attributes].filter(Boolean).join(" ")
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

/** Returns the tags and codes of an error and its causes. The message is included only if the error has no tag. */
const named = (error: unknown): string => {
  const value = isFailure(error) && typeof error._tag !== "string" ? error.message : undefined
  const message = typeof value === "string" ? short(redact(value)) : ""
  const tags = failuresOf(error).map(({ tag, code }) => [tag, code].filter((part) => part !== undefined).join(" "))
  return [tags.join(" < "), message].filter((part) => part !== "").join(": ")
}

const short = (value: unknown): string => String(value).split("\n", 1)[0]?.slice(0, longestText) ?? ""

/** Formatters of the values of Portico's own attributes, which are printed without their names. */
const known: Readonly<Record<string, (value: unknown) => string>> = {
  url: (value) => short(redact(String(value))),
  network: redactNetwork,
  method: redactMethod,
  batchSize: (calls) => (calls === 1 ? "" : `${Number(calls)} calls`),
}

/** Maximum number of spans kept per tree, so the tree of a long-running flow stays bounded. */
const mostSpans = 500

const longestText = 2_000
