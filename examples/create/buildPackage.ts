import { cpSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "vite"
import { printManifest, readManifest, templateManifest } from "./src/manifest.ts"
import { templateNames, templates } from "./src/templates.ts"

const here = import.meta.dirname
const root = join(here, "../..")

/** Puts everything the package ships into a folder: the command, the templates and the license. */
export const buildPackage = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  await build({
    configFile: false,
    root: here,
    logLevel: "error",
    build: { ssr: "src/main.ts", outDir: folder, target: "node20.19" },
  })
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"))
  gatherTemplates(join(folder, "templates"))
}

/** Copies the sites of `examples/frameworks` that are templates, so each of their files exists once in the repository. */
export const gatherTemplates = (folder: string): void => {
  const { version } = readManifest<{ readonly version: string }>(root)
  for (const name of templateNames) {
    const site = join(root, "examples/frameworks", name)
    // What a build or an install leaves in the site is not part of it.
    const left = ["package-lock.json", ...templates[name].ignored].map((path) => join(site, path))
    cpSync(site, join(folder, name), { recursive: true, filter: (path) => !left.includes(path) })
    writeFileSync(join(folder, name, "package.json"), printManifest(templateManifest(readManifest(site), version)))
  }
}
