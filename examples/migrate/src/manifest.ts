import type { Library } from "./library.ts"

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  readonly version?: string
}

/** Portico and its peer dependencies, with their versions. */
const needed: Readonly<Record<string, string>> = {
  "@preact/signals-core": "^1.14.5",
  "@preact/signals-react": "^3.12.0",
  portico: "^0.1.0",
}

interface Uses {
  readonly found: readonly Library[]
  /** Packages of the libraries that the site still imports. */
  readonly remaining: ReadonlySet<string>
  readonly isUsed: (name: string) => boolean
}

/** Replaces the library by Portico in a `package.json`, and keeps its indentation. */
export const changeManifest = (text: string, { found, remaining, isUsed }: Uses): string => {
  const manifest: Manifest = JSON.parse(text)
  const dependencies = { ...manifest.dependencies }
  for (const name of found.flatMap(({ packages }) => packages))
    if (!remaining.has(name) && !isUsed(name)) {
      delete dependencies[name]
      delete manifest.devDependencies?.[name]
    }
  for (const [name, version] of Object.entries(needed)) dependencies[name] ??= version
  const sorted = Object.fromEntries(Object.entries(dependencies).sort(([one], [other]) => (one < other ? -1 : 1)))
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? "  "
  return `${JSON.stringify({ ...manifest, dependencies: sorted }, null, indent)}${text.endsWith("\n") ? "\n" : ""}`
}
