import { fileURLToPath } from "node:url"
import { build, loadConfigFromFile } from "vite"
import { compiledStyles } from "../../../views/styles/compile.ts"

// node test/run.js test/browser/kit/build.ts: builds the sites that only browser tests visit, dist-examples/kit and
// dist-examples/whole.
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Page that makes modals on request. */
const buildKit = () =>
  build({
    configFile: false,
    logLevel: "error",
    root: pathOf("."),
    base: "./",
    plugins: [compiledStyles()],
    build: {
      outDir: pathOf("../../../dist-examples/kit"),
      emptyOutDir: true,
      target: "es2022",
      rollupOptions: { output: { codeSplitting: false } },
    },
  })

/** The playground in one script, so tests unrelated to loading on demand do not request a hundred files. */
const buildWhole = async () => {
  const { config } = (await loadConfigFromFile({ command: "build", mode: "example:playground" })) ?? {}
  return build({
    ...config,
    configFile: false,
    logLevel: "error",
    build: {
      ...config?.build,
      outDir: pathOf("../../../dist-examples/whole"),
      rollupOptions: {
        input: pathOf("../../../examples/playground/index.html"),
        output: { codeSplitting: false },
      },
    },
  })
}

await Promise.all([buildKit(), buildWhole()])
