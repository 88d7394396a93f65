import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Folders that hold no code of the site. */
const skipped = /^(node_modules|dist|build|out|coverage|\..+)$/

/** Reads the files that the command may rewrite or report, by their path in the site's folder. */
export const readSite = (folder: string): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  const read = (path: string): void => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inside = path === "" ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) {
        if (!skipped.test(entry.name)) read(inside)
      } else if (isRead(entry.name, path)) files.set(inside, readFileSync(join(folder, inside), "utf8"))
    }
  }
  read("")
  return files
}

const isRead = (name: string, path: string): boolean =>
  (name === "package.json" && path === "") ||
  (/\.((m|c)?[jt]sx?|vue|svelte|astro|html)$/.test(name) && !/\.d\.ts$/.test(name))
