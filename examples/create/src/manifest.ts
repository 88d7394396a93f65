import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The part of a package.json that the templates change. */
export interface Manifest {
  readonly name: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export const readManifest = <A = Manifest>(folder: string): A =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

export const printManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** Address that the sites of `examples/frameworks` are served on by their test, at the end of their `start` script. */
export const testAddress = / (--host|-H) 127\.0\.0\.1 (--port|-p) \$PORT$/

/** Manifest of a template: the site's, with Portico as a dependency, and started on the framework's usual address. */
export const templateManifest = (site: Manifest, porticoVersion: string): Manifest => ({
  ...site,
  scripts: { ...site.scripts, start: (site.scripts.start ?? "").replace(testAddress, "") },
  dependencies: { ...site.dependencies, portico: porticoVersion },
})
