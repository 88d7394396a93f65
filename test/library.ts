import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Builds what the package ships, unless it was just built (`PORTICO_BUILT`). */
export const buildLibrary = (root: string): void => {
  if (process.env.PORTICO_BUILT && existsSync(join(root, "dist"))) return
  execFileSync("npm", ["run", "build"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
}

/** The entries of the package, such as `portico/react`, with the file that a site's bundler uses for each. */
export const entriesOf = (root: string): Readonly<Record<string, string>> => {
  const { name, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return Object.fromEntries(
    Object.entries(exports as Readonly<Record<string, { readonly default?: string }>>).flatMap(
      ([entry, { default: file }]) => (file?.endsWith(".js") ? [[join(name, entry), join(root, file)]] : []),
    ),
  )
}
