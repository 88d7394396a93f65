import { type Bundle, type Chunk, demo, initial, isReact, react, type Size, total, withImports } from "./bundleSizes.ts"
import type { Opened } from "./openInBrowser.ts"

/** Budgets in kB (1000 bytes) of gzip. */
export interface Budgets {
  /** Code that importing Portico adds to a site before the modal opens. */
  readonly stub: number
  /** Up to the painted Connect view, without React. */
  readonly painted: number
  /** Everything the first open loads, without React. */
  readonly opened: number
  /** Code that the other entries load at once. */
  readonly entries: Readonly<Record<string, number>>
  /** Lazy chunks by name. Any other must stay within `otherChunk`. */
  readonly chunks: Readonly<Record<string, number>>
  readonly otherChunk: number
}

/** A row of the report. A row without a budget is informative. */
export interface Row {
  readonly name: string
  readonly size: Size
  readonly budget: number | undefined
  readonly made: string
}

export interface Judgement {
  readonly rows: readonly Row[]
  readonly problems: readonly string[]
}

/** Code that loads only when it is needed: never initially, nor on the first open. */
const heavy: Readonly<Record<string, RegExp>> = {
  "the relay client": /^@walletconnect\//,
  viem: /^(viem|ox)$/,
  Solana: /^@solana(-program)?\//,
  Bitcoin: /^(bitcoinjs-lib|@bitcoinerlab\/.*)$/,
}

/** Build tools, which are not part of the package: a site does not have them installed. */
const making: Readonly<Record<string, RegExp>> = { Stitches: /^@stitches\// }

/** Packages that the stub may contain. */
const stubPackages = ["portico", "bundler", "@preact/signals-core"]

/** Compares the bundles, and what a first open loaded, with the budgets. */
export const judge = (bundles: readonly Bundle[], opened: Opened, budgets: Budgets): Judgement => {
  const site = bundles.find(({ entry }) => entry === "portico")
  if (site === undefined) return { rows: [], problems: ["there is no entry portico"] }

  const stub = initial(site)
  const painted = ours(withImports(site, opened.painted))
  const first = ours(withImports(site, opened.all))
  const lazy = ours(site.chunks.filter((chunk) => !first.includes(chunk) && !stub.includes(chunk)))
  const others = bundles
    .filter(({ entry }) => entry !== "portico")
    .map((each) => ({ ...each, first: ours(initial(each)) }))

  const rows: readonly Row[] = [
    row("portico", stub, budgets.stub),
    row("first open: painted Connect", painted, budgets.painted),
    row("first open: everything", first, budgets.opened),
    ...others.map(({ entry, first }) => row(entry, first, budgets.entries[entry] ?? 0)),
    ...first
      .filter((chunk) => !stub.includes(chunk))
      .map((chunk) => row(`first open, ${at(chunk, painted)}: ${chunk.name}`, [chunk])),
    ...lazy.map((chunk) => row(`lazy: ${chunk.name}`, [chunk], budgets.chunks[chunk.name] ?? budgets.otherChunk)),
  ]
  return {
    rows,
    problems: [
      ...rows.flatMap(tooLarge),
      ...stub.flatMap((chunk) => foreign(chunk).map((name) => `${name} is in the stub`)),
      ...[site, ...others].flatMap((bundle) =>
        heavyIn(initial(bundle)).map((name) => `${name} loads with ${bundle.entry}`),
      ),
      ...heavyIn(first).map((name) => `${name} loads on the first open`),
      ...[site, ...others].flatMap(({ chunks }) => namesIn(making, chunks).map((name) => `${name} is in what ships`)),
      ...site.chunks
        .filter(({ packages }) => packages.some(([name]) => name === demo))
        .map(({ name }) => `the demo layers are in ${name} of a site that does not use them`),
      ...site.chunks.filter(mixed).map(({ name }) => `React cannot be left out of ${name}`),
    ],
  }
}

const row = (name: string, chunks: readonly Chunk[], budget?: number): Row => ({
  name,
  size: total(chunks),
  budget,
  made: madeOf(chunks),
})

const tooLarge = ({ name, size, budget }: Row): readonly string[] =>
  budget !== undefined && size.gzip > budget * 1000
    ? [`${name} is ${(size.gzip / 1000).toFixed(1)} kB gzip, above its budget of ${budget}`]
    : []

const heavyIn = (chunks: readonly Chunk[]): readonly string[] => namesIn(heavy, chunks)

const namesIn = (known: Readonly<Record<string, RegExp>>, chunks: readonly Chunk[]): readonly string[] =>
  Object.entries(known)
    .filter(([, packages]) => chunks.some((chunk) => chunk.packages.some(([name]) => packages.test(name))))
    .map(([name]) => name)

const foreign = ({ packages }: Chunk): readonly string[] =>
  packages.map(([name]) => name).filter((name) => !stubPackages.includes(name))

const ours = (chunks: readonly Chunk[]): readonly Chunk[] => chunks.filter((chunk) => !isReact(chunk))

const mixed = (chunk: Chunk): boolean => !isReact(chunk) && chunk.packages.some(([name]) => react.includes(name))

const at = (chunk: Chunk, painted: readonly Chunk[]): string => (painted.includes(chunk) ? "before paint" : "after")

/** The packages in these chunks, without those below a twentieth: `effect 61 %, portico 30 %`. */
const madeOf = (chunks: readonly Chunk[]): string => {
  const bytes = new Map<string, number>()
  for (const [name, length] of chunks.flatMap(({ packages }) => packages))
    bytes.set(name, (bytes.get(name) ?? 0) + length)
  const all = [...bytes.values()].reduce((sum, length) => sum + length, 0)
  return [...bytes]
    .sort(([, one], [, other]) => other - one)
    .filter(([, length]) => length > all / 20)
    .map(([name, length]) => `${name} ${Math.round((100 * length) / all)} %`)
    .join(", ")
}
