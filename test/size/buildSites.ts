import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { build, type Plugin } from "vite"
import { type Bundle, bundleOf, react } from "./bundleSizes.ts"

/** A site to bundle: its code, and the folders of the packages it imports. */
export interface Site {
  readonly entry: string
  readonly code: string
  readonly aliases: Readonly<Record<string, string>>
  /** Whether to include React, for a page that runs. Otherwise it is external, as in a library. */
  readonly runs: boolean
}

// node test/run.js test/size/buildSites.ts <root> <folder> <sites as JSON>: bundles each site as Vite does for production, the runnable sites
// into the folder, and writes the bundles' description to bundles.json there. The caller sets NODE_ENV.
const [root = "", folder = "", sites = "[]"] = process.argv.slice(2)

const bundled: Bundle[] = []
for (const site of JSON.parse(sites) as readonly Site[]) {
  const made = await build({
    configFile: false,
    root,
    logLevel: "error",
    publicDir: false,
    plugins: [virtual(site)],
    build: {
      target: "es2022",
      outDir: folder,
      assetsDir: "",
      // Vite's list of files to preload is useless without its helper, which is left out below. Both belong to the site.
      modulePreload: false,
      write: site.runs,
      emptyOutDir: false,
      rolldownOptions: {
        input: { site: "virtual:site" },
        external: site.runs ? [] : (id: string) => new RegExp(`^(${react.join("|")})(/|$)`).test(id),
        output: {
          entryFileNames: "[name].js",
          codeSplitting: {
            groups: [{ name: "react", test: new RegExp(`node_modules/(${react.join("|")})/`), priority: 1 }],
          },
        },
      },
    },
  })
  if (!("output" in made)) throw new Error("vite made more than one bundle")
  bundled.push(bundleOf(site.entry, root, made.output, site.runs))
}
writeFileSync(join(folder, "bundles.json"), JSON.stringify(bundled))

function virtual({ code, aliases }: Site): Plugin {
  return {
    name: "site",
    enforce: "pre",
    resolveId: (id) => (id === "virtual:site" ? "\0virtual:site" : aliases[id]),
    load: (id) => {
      if (id === "\0virtual:site") return code
      // Vite's preloading of chunks belongs to the site's bundler: every site with an `import()` already has it.
      return id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load()" : undefined
    },
  }
}
