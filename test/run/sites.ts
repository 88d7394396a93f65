import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { filesIn, read } from "../check/source.ts"
import type { Step } from "./steps.ts"

/** Names of the built sites that a browser test visits, from its text. */
export const sitesOf = (root: string, path: string): readonly string[] => {
  const text = read(root, path)
  const named: Readonly<Record<string, RegExp>> = {
    playground: /\bsplitSite\b|\b(aloneO|o)nDemand\b/,
    csp: /\bstrictSite\b/,
    "secure-site": /\bsecure\b/,
  }
  return [
    ...examplesOf(root).filter(
      (name) => named[name]?.test(text) || [`serve("${name}"`, "serve(name)"].some((call) => text.includes(call)),
    ),
    kit,
  ]
}

/** Folder of a site's own sources. */
export const folderOf = (site: string): string => (site === kit ? "test/browser/kit" : `examples/${site}`)

/** Steps that build those of the sites that are missing or older than a source file. */
export const buildsOf = (root: string, sites: readonly string[]): readonly Step[] => {
  const stale = [...new Set(sites)].filter((site) => {
    const page = join(root, "dist-examples", site, "index.html")
    return !existsSync(page) || statSync(page).mtimeMs < lastChange(root, [...sources, folderOf(site)])
  })
  const examples = stale.filter((site) => site !== kit)
  return [
    ...(examples.length > 0
      ? [{ name: "build:examples", command: `node examples/build.js ${examples.join(" ")}` }]
      : []),
    ...(stale.includes(kit) ? [{ name: "build:kit", command: "node test/run.js test/browser/kit/build.ts" }] : []),
  ]
}

/** The sites used only by tests are built together, since any test may visit one. */
const kit = "kit"

/** Sources of every site, since examples share files. */
const sources = ["src", "services", "layers", "views", "examples"]

const examplesOf = (root: string): readonly string[] =>
  readdirSync(join(root, "examples")).filter((name) => existsSync(join(root, "examples", name, "index.html")))

const lastChange = (root: string, folders: readonly string[]): number =>
  Math.max(
    ...[...filesIn(root, folders, /\.(tsx?|js|json|html|css)$/), "vite.config.ts", "package-lock.json"]
      .filter((path) => existsSync(join(root, path)))
      .map((path) => statSync(join(root, path)).mtimeMs),
  )
