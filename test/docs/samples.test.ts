// @vitest-environment happy-dom
import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { trace } from "@opentelemetry/api"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { captureException, flush } from "@sentry/browser"
import type { Config } from "@wagmi/core"
import { describe, expect, it, vi } from "vitest"
import type { Modal } from "../../src/index.ts"

/** A block of code in the README or the documentation. */
interface Sample {
  readonly name: string
  readonly extension: "ts" | "tsx"
  readonly code: string
}

/** The type of SvelteKit that a sample uses. SvelteKit is not installed here. */
const kit = `
declare module "@sveltejs/kit" {
  type Handle = (input: { readonly event: object; readonly resolve: (event: object) => Promise<Response> }) => Promise<Response>
}
`

const root = resolve(import.meta.dirname, "../..")
const folder = join(root, "test-results/samples")

const pages = (at: string): readonly string[] =>
  readdirSync(join(root, at), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory()
      ? one.name.startsWith(".")
        ? []
        : pages(join(at, one.name))
      : one.name.endsWith(".md")
        ? [join(at, one.name)]
        : [],
  )

/** Code that a block of the README takes from earlier blocks. */
const before: readonly (readonly [name: string, line: string])[] = [
  ["createModal", 'import { createModal } from "portico"'],
  ["mainnet", 'import { mainnet } from "portico"'],
  ["modal", 'declare const modal: import("portico").Modal'],
]

const samples: readonly Sample[] = ["README.md", ...pages("examples/docs")].flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)].map(
    ([, extension, text = ""], at) => {
      const lacking = before.filter(
        ([name]) =>
          page === "README.md" &&
          new RegExp(`\\b${name}\\b`).test(text) &&
          !new RegExp(`(import \\{[^}]*\\b${name}\\b[^}]*\\} from|const (\\{[^}]*)?\\b${name}\\b)`).test(text),
      )
      return {
        name: `${page.replace(/\W+/g, "-")}-${at + 1}`,
        extension: extension as Sample["extension"],
        code: `${lacking.map(([, line]) => `${line}\n`).join("")}${text}\nexport {}\n`,
      }
    },
  ),
)

/**
 * Samples that are a site's tests run as tests elsewhere (`test/testing/testing.test.ts`, `test/browser/testing.spec.ts`), and the README's parts
 * in their own.
 */
const runs = ({ name, code }: Sample) =>
  !/from "(vitest|@playwright\/test)"|node:http/.test(code) && !name.startsWith("README")

describe("the documentation's samples", () => {
  it("compile", () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const { name, extension, code } of samples) writeFileSync(join(folder, `${name}.${extension}`), code)
    writeFileSync(join(folder, "css.d.ts"), 'declare module "*.css"\n')
    writeFileSync(join(folder, "kit.d.ts"), kit)
    const options = { noUnusedLocals: false, noUnusedParameters: false, types: ["node"] }
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", compilerOptions: options, include: ["."] }),
    )
    const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--singleThreaded"], {
      cwd: root,
      encoding: "utf8",
    })
    expect(stdout.split("\n").filter((line) => line.startsWith("test-results"))).toEqual([])
  }, 120_000)

  it.each(samples.filter(runs))(
    "run: $name",
    (sample) => running(sample, () => new Promise((resolve) => setTimeout(resolve, 0))),
    60_000,
  )

  const logged = (page: string, says: string, use: (modal: Modal) => Promise<unknown>, ...shown: readonly unknown[]) =>
    it(`print what they state: ${page}`, () => {
      const sample = samples.find(({ name, code }) => name.startsWith(page) && code.includes(says))
      if (!sample) throw new Error(`${page} has no such sample`)
      // A sign-in message names the domain of its page.
      const { happyDOM } = window as unknown as { readonly happyDOM: { setURL(url: string): void } }
      happyDOM.setURL("https://fernhill.example/")
      document.body.innerHTML = '<button id="connect"></button>'
      const log = vi.spyOn(console, "log").mockReturnValue()
      return running(sample, async () => {
        const { lastModal } = await import("./samples.ts")
        await use(lastModal())
        for (const one of shown) await vi.waitFor(() => expect(log).toHaveBeenCalledWith(one), { timeout: 20_000 })
        log.mockRestore()
        document.body.replaceChildren()
      })
    }, 60_000)

  const address = expect.stringMatching(/^0x[\da-f]{40}$/i)
  const signature = expect.stringMatching(/^0x[\da-f]{130}$/)
  const connected = (modal: Modal) => modal.connect({ wallet: "example.halyard" })
  logged("README", "subscribe", connected, "not connected", address)
  logged("examples-docs-guide-start", "accounts[0]?.address", async () => undefined, address, signature)
  logged("examples-docs-guide-start", "subscribe", connected, address)
  logged(
    "examples-docs-guide-start",
    "subscribe",
    (modal) => connected(modal).then(() => modal.disconnect()),
    "not connected",
  )
  logged("examples-docs-guide-sign-in", "getSessions().then", connected, expect.any(Array))

  const sampleWith = (text: string): Sample => {
    const sample = samples.find(({ code }) => code.includes(text))
    if (!sample) throw new Error(`No page has a sample with ${text}`)
    return sample
  }
  const connectLast = async () => connected((await import("./samples.ts")).lastModal())

  it(
    "attach a recording to a report of Sentry",
    () =>
      running(sampleWith("@sentry/browser"), async () => {
        const { reports } = await import("./samples.ts")
        await connectLast()
        captureException(new Error("The page failed"))
        await flush()

        const report = reports.find((text) => text.includes("The page failed")) ?? ""
        const [, recording = ""] = report.split('"filename":"portico-recording.json"')
        expect(recording).toContain('"name":"connect"')
        expect(report).not.toMatch(/0x[\da-f]{40}/i)
      }),
    60_000,
  )

  it("send spans to OpenTelemetry", async () => {
    const exporter = new InMemorySpanExporter()
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
    await running(sampleWith("@opentelemetry/api"), connectLast)
    const spans = exporter.getFinishedSpans()
    trace.disable()

    expect(spans.map(({ name }) => name)).toContain("portico connect")
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toMatch(/0x[\da-f]{40}/i)
  }, 60_000)
})

/** Runs a sample as a script of a page without network access, uses it, and ends it. */
const running = async ({ name, extension, code }: Sample, use: () => Promise<unknown>) => {
  const uncaught = vi.fn()
  process.on("unhandledRejection", uncaught)
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("There is no network")))
  const own = code
    .replace(/^import "portico\/buttons\.css"$/gm, "")
    .replace(/from "(portico|@sentry\/browser)"/g, `from "${root}/test/docs/samples.ts"`)
    .replace(/"portico\/(\w+)"/g, (_, entry: string) => `"${root}/${entries[entry]}"`)
  const file = join(folder, `${name}.run-${++runCount}.${extension}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, own)
  const { endSamples } = await import("./samples.ts")
  const listening = vi.spyOn(document, "addEventListener")
  const sample = (await import(/* @vite-ignore */ file)) as { readonly config?: Config }
  await use()
  // Test files of one process share the page.
  for (const [type, listener] of listening.mock.calls) document.removeEventListener(type, listener)
  listening.mockRestore()
  // A wagmi config listens for wallets until it is stopped.
  sample.config?._internal.mipd?.destroy()
  await endSamples()
  process.off("unhandledRejection", uncaught)
  vi.unstubAllGlobals()
  expect(uncaught).not.toHaveBeenCalled()
}
let runCount = 0

const entries: Readonly<Record<string, string>> = {
  react: "src/react.tsx",
  elements: "test/docs/samples.ts",
  effect: "src/effect.ts",
  services: "services/index.ts",
  layers: "layers/index.ts",
  testing: "src/testing/index.ts",
  wagmi: "src/wagmi.ts",
  headless: "src/headless.ts",
  trace: "src/trace.ts",
}
