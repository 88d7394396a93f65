import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import type { Rolldown } from "vite"

/** Size of a file, or of several files each compressed separately, as a server would send them. Bytes. */
export interface Size {
  readonly min: number
  readonly gzip: number
  readonly brotli: number
}

/** A chunk of a site's bundle. */
export interface Chunk {
  readonly file: string
  /** The module that an `import()` names, or the package it belongs to; for a shared chunk: its packages. */
  readonly name: string
  /** Bytes by package before minifying, largest first. `portico` is the project's own code, `portico demo` that of the demo layers. */
  readonly packages: readonly (readonly [name: string, bytes: number])[]
  readonly entry: boolean
  readonly imports: readonly string[]
  readonly size: Size
}

/** Output of a site's bundler for one entry. */
export interface Bundle {
  readonly entry: string
  readonly chunks: readonly Chunk[]
}

/**
 * Describes the bundler's output. `root` is the project's folder. Chunks loaded on demand are compressed for `lazyToo` only, since
 * compressing takes most of the time.
 */
export const bundleOf = (
  entry: string,
  root: string,
  output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
  lazyToo: boolean,
): Bundle => {
  const written = output.filter((each) => each.type === "chunk")
  const code = new Map(written.map((chunk) => [chunk.fileName, chunk.code]))
  const described = {
    entry,
    chunks: written.map((chunk) => {
      const packages = packagesOf(chunk)
      return {
        file: chunk.fileName,
        name: chunk.facadeModuleId
          ? nameOf(chunk.facadeModuleId, root)
          : `shared by several: ${packages
              .slice(0, 2)
              .map(([name]) => name)
              .join(", ")}`,
        packages,
        entry: chunk.isEntry,
        imports: chunk.imports,
        size: weightless,
      }
    }),
  }
  const weighed = lazyToo ? described.chunks : initial(described)
  return {
    entry,
    chunks: described.chunks.map((chunk) =>
      weighed.includes(chunk) ? { ...chunk, size: sizeOf(code.get(chunk.file) ?? "") } : chunk,
    ),
  }
}

/** The chunks of these files, and all chunks that they import statically. */
export const withImports = ({ chunks }: Bundle, files: readonly string[]): readonly Chunk[] => {
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const next of chunks.find((chunk) => chunk.file === file)?.imports ?? []) add(next)
  }
  files.forEach(add)
  return chunks.filter(({ file }) => found.has(file))
}

/** Everything a site loads before an on-demand import. */
export const initial = (bundle: Bundle): readonly Chunk[] =>
  withImports(
    bundle,
    bundle.chunks.filter(({ entry }) => entry).map(({ file }) => file),
  )

/** All of these chunks together. */
export const total = (chunks: readonly Chunk[]): Size =>
  chunks.reduce(
    (sum, { size }) => ({ min: sum.min + size.min, gzip: sum.gzip + size.gzip, brotli: sum.brotli + size.brotli }),
    { min: 0, gzip: 0, brotli: 0 },
  )

/** React itself belongs to the site: a chunk with nothing else is left out of every sum. */
export const isReact = ({ packages }: Chunk): boolean =>
  packages.some(([name]) => react.includes(name)) && packages.every(([name]) => [...react, "bundler"].includes(name))

/** Puts React into its own chunk. */
export const react = ["react", "react-dom", "scheduler"]

const weightless: Size = { min: 0, gzip: 0, brotli: 0 }

const sizeOf = (code: string): Size => ({
  min: Buffer.byteLength(code),
  gzip: gzipSync(code, { level: 9 }).length,
  brotli: brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
})

const packagesOf = (chunk: Rolldown.OutputChunk): readonly (readonly [string, number])[] => {
  const bytes = new Map<string, number>()
  for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
    if (renderedLength === 0) continue
    const name = packageOf(id) ?? ownPart(id)
    bytes.set(name, (bytes.get(name) ?? 0) + renderedLength)
  }
  return [...bytes].sort(([, one], [, other]) => other - one)
}

const packageOf = (id: string): string | undefined => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]

const ownPart = (id: string): string => {
  if (/^\0|^virtual:/.test(id)) return "bundler"
  return /\/layers\/(\w+\/)?demo\w*[./]/.test(id) ? demo : "portico"
}

/** Name of the code that only the demo layers need. */
export const demo = "portico demo"

const nameOf = (id: string, root: string): string =>
  packageOf(id) ?? id.replace(`${root}/dist/`, "").replace(/\?.*$/, "")
