import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable, Writable } from "node:stream"
import { chromiumArguments, findBrowser } from "../real/parts/browser.ts"

/**
 * A Chromium driven with the minimum a benchmark needs. Playwright observes every request, which slows pages that load code; here only what
 * a part asks for is observed.
 */
export interface Chromium {
  /** A page in its own context, at its URL, ready, and with an empty cache. */
  page(url: string): Promise<Page>
  /** Events of these trace categories while `act` ran. */
  trace(categories: readonly string[], run: () => Promise<unknown>): Promise<readonly TraceEvent[]>
  stop(): Promise<void>
}

export interface Page {
  /** Runs a function in the page and returns its result as JSON. The function sees only its arguments. */
  evaluate<A>(run: () => A | Promise<A>): Promise<A>
  evaluate<A, Input>(run: (input: Input) => A | Promise<A>, input: Input): Promise<A>
  /** Runs a DevTools protocol command. */
  send<A = unknown>(method: string, parameters?: object): Promise<A>
  close(): Promise<void>
}

/** A trace event. Times are in microseconds; `tdur` is the thread time within `dur`. */
export interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly data?: Readonly<Record<string, unknown>> }
}

/** Switches of a browser that interprets all JavaScript. The heap of its pages has no machine code, only what the pages keep. */
export const interpreted = ["--js-flags=--no-sparkplug --no-maglev --no-turbofan"]

/** Starts a browser with its own profile and these further switches. Its pages must set `window.bench` when they are ready. */
export const launch = async (further: readonly string[] = []): Promise<Chromium> => {
  const home = mkdtempSync(join(tmpdir(), "portico-bench-"))
  const profile = `--user-data-dir=${home}`
  const switches = [...chromiumArguments, ...further, "--headless", "--remote-debugging-pipe", profile]
  const child = spawn(findBrowser(), switches, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] })
  const { send, on } = talk(child)

  return {
    page: async (url) => {
      const { browserContextId } = await send<{ browserContextId: string }>("Target.createBrowserContext")
      const { targetId } = await send<{ targetId: string }>("Target.createTarget", {
        url: "about:blank",
        browserContextId,
      })
      const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true })
      const page: Page = {
        send: (method, parameters) => send(method, parameters, sessionId),
        evaluate: async <A>(run: (input: never) => A | Promise<A>, input?: unknown): Promise<A> => {
          const { result, exceptionDetails } = await page.send<Evaluated<A>>("Runtime.evaluate", {
            expression: `(${run})(${JSON.stringify(input)})`,
            awaitPromise: true,
            returnByValue: true,
          })
          if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
          return result.value
        },
        close: async () => {
          await send("Target.closeTarget", { targetId })
          await send("Target.disposeBrowserContext", { browserContextId })
        },
      }
      await page.send("Page.navigate", { url })
      await page.evaluate(ready)
      return page
    },
    trace: async (includedCategories, run) => {
      const events: TraceEvent[] = []
      const off = on("Tracing.dataCollected", ({ value }) => events.push(...(value as TraceEvent[])))
      await send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } })
      await run()
      const complete = new Promise<void>((resolve) => on("Tracing.tracingComplete", () => resolve()))
      await send("Tracing.end")
      await complete
      off()
      return events
    },
    stop: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve))
      await send("Browser.close").catch(() => child.kill())
      await gone
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

interface Evaluated<A> {
  readonly result: { readonly value: A }
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } }
}

const ready = () =>
  new Promise<void>((resolve, reject) => {
    const look = (left: number) => {
      if ("bench" in window) resolve()
      else if (left === 0) reject(new Error(`${location.href} is not ready`))
      else setTimeout(look, 20, left - 1)
    }
    look(1_000)
  })

/** The protocol over two pipes: JSON messages, each ended by a zero byte. */
const talk = (child: ChildProcess) => {
  const [into, from] = child.stdio.slice(3) as unknown as [Writable, Readable]
  const asked = new Map<number, { resolve(answer: unknown): void; reject(cause: Error): void }>()
  const listeners = new Set<{ readonly event: string; readonly hear: (told: Record<string, unknown>) => void }>()
  let last = 0
  let rest = ""
  from.setEncoding("utf8")
  from.on("data", (text: string) => {
    const messages = (rest + text).split("\0")
    rest = messages.pop() ?? ""
    for (const message of messages) {
      const { id, result, error, method, params } = JSON.parse(message)
      if (error) asked.get(id)?.reject(new Error(error.message))
      else asked.get(id)?.resolve(result)
      asked.delete(id)
      for (const { event, hear } of listeners) if (event === method) hear(params)
    }
  })
  child.once("exit", () => {
    for (const { reject } of asked.values()) reject(new Error("Chromium is gone"))
  })
  return {
    send: <A>(method: string, params: object = {}, sessionId?: string): Promise<A> =>
      new Promise((resolve, reject) => {
        last += 1
        asked.set(last, { resolve: (answer) => resolve(answer as A), reject })
        into.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
      }),
    on: (event: string, hear: (told: Record<string, unknown>) => void) => {
      const listener = { event, hear }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
