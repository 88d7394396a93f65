import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { fillIn, type Site } from "./fillIn.ts"
import { templates } from "./templates.ts"

/** Writes the files of a new site into `directory`, from the template's folder in `folder`. Never replaces a file. */
export const createSite = (directory: string, site: Site, folder: string): void => {
  const template = join(folder, site.template)
  const write = (path: string, text: string) => {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: "wx" })
  }
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(template, file).replaceAll(sep, "/")
    write(path, fillIn(path, readFileSync(file, "utf8"), site))
  }
  // Not a file of the template, because npm leaves out .gitignore when it packs.
  write(".gitignore", templates[site.template].ignored.map((path) => `/${path}\n`).join(""))
}
