import { resolve } from "node:path"
import react from "@vitejs/plugin-react"
import { build, type Plugin } from "vite"
import { entriesOf } from "../library.ts"

// node test/run.js test/bench/build.ts <folder>: bundles the pages with the built library as Vite does for production, with source maps.
const [outDir = ""] = process.argv.slice(2)
const root = resolve("test/bench/pages")

/** The pages import the library's sources for their types, and get the built package. */
const shipped: Plugin = {
  name: "shipped",
  enforce: "pre",
  async resolveId(id, importer) {
    const found = await this.resolve(id, importer, { skipSelf: true })
    const file = found?.id.replace(process.cwd(), resolve("dist")).replace(/\.tsx?$/, ".js")
    return Object.values(entriesOf(process.cwd())).find((entry) => entry === file) ?? found
  },
}

// The others are built separately. Code they share with the engine would otherwise change the chunks of the measured page.
for (const pages of [["floor", "portico"], ["own"], ["demo"]])
  await build({
    configFile: false,
    root,
    logLevel: "error",
    publicDir: false,
    plugins: [shipped, react()],
    build: {
      target: "es2022",
      outDir,
      assetsDir: "",
      emptyOutDir: false,
      sourcemap: "hidden",
      rolldownOptions: {
        input: Object.fromEntries(pages.map((name) => [name, resolve(root, `${name}.tsx`)])),
        output: {
          entryFileNames: "[name].js",
          codeSplitting: {
            groups: [{ name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 }],
          },
        },
      },
    },
  })
