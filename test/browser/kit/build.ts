import { fileURLToPath } from "node:url"
import { build } from "vite"

// node test/run.js test/browser/kit/build.ts: the page that makes modals as it is told, dist-examples/kit.
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
await build({
  configFile: false,
  logLevel: "error",
  root: pathOf("."),
  base: "./",
  build: { outDir: pathOf("../../../dist-examples/kit"), emptyOutDir: true, target: "es2022" },
})
