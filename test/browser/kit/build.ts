import { fileURLToPath } from "node:url"
import { build } from "vite"
import { compiledStyles } from "../../../views/styles/compile.ts"

// node test/run.js test/browser/kit/build.ts: the page that makes modals as it is told, dist-examples/kit.
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
await build({
  configFile: false,
  logLevel: "error",
  root: pathOf("."),
  base: "./",
  plugins: [compiledStyles()],
  build: { outDir: pathOf("../../../dist-examples/kit"), emptyOutDir: true, target: "es2022" },
})
