import { describe, expect, it } from "vitest"
import type { Bundle, Chunk } from "./bundleSizes.ts"
import { type Budgets, judge } from "./compareWithBudgets.ts"

const budgets: Budgets = {
  stub: 8,
  painted: 60,
  opened: 85,
  entries: { "portico/react": 10 },
  chunks: { viem: 70 },
  otherChunk: 20,
}

const chunk = (file: string, kB: number, packages: readonly string[], more: Partial<Chunk> = {}): Chunk => ({
  file,
  name: file,
  packages: packages.map((name) => [name, 1000] as const),
  entry: false,
  imports: [],
  size: { min: kB * 3000, gzip: kB * 1000, brotli: kB * 900 },
  ...more,
})

const stub = chunk("site", 4, ["portico", "@preact/signals-core", "bundler"], { entry: true })
const engine = chunk("engine", 30, ["portico", "effect"], { imports: ["shared"] })
const shared = chunk("shared", 10, ["effect"])
const views = chunk("views", 11, ["portico", "lucide"], { imports: ["react"] })
const react = chunk("react", 67, ["react-dom", "react", "scheduler"])
const http = chunk("http", 20, ["effect"])
const viem = chunk("viem", 65, ["viem", "ox"])
const site: Bundle = { entry: "portico", chunks: [stub, engine, shared, views, react, http, viem] }
const opened = { painted: ["site", "engine", "views"], all: ["site", "engine", "views", "http"] }

const replacing = (...chunks: readonly Chunk[]): readonly Bundle[] => [
  { ...site, chunks: site.chunks.map((old) => chunks.find(({ file }) => file === old.file) ?? old) },
]

describe("the size check", () => {
  it("sums what each step loads, including static imports but not React", () => {
    const { rows, problems } = judge([site], opened, budgets)

    expect(problems).toEqual([])
    expect(rows.slice(0, 3).map(({ size }) => size.gzip)).toEqual([4000, 55000, 75000])
    expect(rows.at(-1)).toMatchObject({ name: "lazy: viem", budget: 70, made: "viem 50 %, ox 50 %" })
  })

  it.each([
    [
      "the stub",
      replacing({ ...stub, size: { ...stub.size, gzip: 8001 } }),
      "portico is 8.0 kB gzip, above its budget of 8",
    ],
    [
      "what paints",
      replacing(chunk("views", 17, ["portico"])),
      "first open: painted Connect is 61.0 kB gzip, above its budget of 60",
    ],
    [
      "the first open",
      replacing(chunk("http", 31, ["effect"])),
      "first open: everything is 86.0 kB gzip, above its budget of 85",
    ],
    ["a lazy chunk", replacing(chunk("viem", 71, ["portico"])), "lazy: viem is 71.0 kB gzip, above its budget of 70"],
    [
      "an entry",
      [site, { entry: "portico/react", chunks: [chunk("site", 11, ["portico"], { entry: true })] }],
      "portico/react is 11.0 kB gzip, above its budget of 10",
    ],
    [
      "a lazy chunk without its own budget",
      [{ ...site, chunks: [...site.chunks, chunk("new", 21, ["portico"])] }],
      "lazy: new is 21.0 kB gzip, above its budget of 20",
    ],
  ])("fails if %s is above its budget", (_, bundles, problem) => {
    expect(judge(bundles, opened, budgets).problems).toEqual([problem])
  })

  it.each([
    ["effect", "effect is in the stub"],
    ["react", "react is in the stub"],
    ["@stitches/react", "@stitches/react is in the stub"],
  ])("fails if %s is in the stub", (name, problem) => {
    expect(judge(replacing({ ...stub, packages: [...stub.packages, [name, 10]] }), opened, budgets).problems).toContain(
      problem,
    )
  })

  it.each([
    ["viem", "viem"],
    ["@walletconnect/sign-client", "the relay client"],
    ["@solana/kit", "Solana"],
    ["bitcoinjs-lib", "Bitcoin"],
  ])("fails if %s is not confined to lazy chunks", (name, what) => {
    const early = replacing({ ...engine, packages: [...engine.packages, [name, 10]] })
    const once = replacing({ ...stub, packages: [...stub.packages, [name, 10]] })

    expect(judge(early, opened, budgets).problems).toEqual([`${what} loads on the first open`])
    expect(judge(once, opened, budgets).problems).toContain(`${what} loads with portico`)
  })

  it("fails if a build tool is in the shipped code", () => {
    const late = replacing({ ...viem, packages: [...viem.packages, ["@stitches/react", 10]] })

    expect(judge(late, opened, budgets).problems).toEqual(["Stitches is in what ships"])
  })

  it("fails if a site that does not use the demo layers has their code, even in a lazy chunk", () => {
    const late = replacing({ ...viem, packages: [...viem.packages, ["portico demo", 10]] })

    expect(judge(late, opened, budgets).problems).toEqual([
      "the demo layers are in viem of a site that does not use them",
    ])
  })

  it("fails if React cannot be left out of a chunk, and if there is no build", () => {
    const mixed = replacing(chunk("views", 15, ["portico", "react-dom"]))

    expect(judge(mixed, opened, budgets).problems).toEqual(["React cannot be left out of views"])
    expect(judge([], opened, budgets).problems).toEqual(["there is no entry portico"])
  })
})
