import { fileURLToPath } from "node:url"
import { build, type InlineConfig } from "vite"

/** A module and its imports as one classic script for a page. Each is built once per process. */
export const classic = (file: URL, config: InlineConfig = {}): Promise<string> => {
  const script = made.get(file.href) ?? make(fileURLToPath(file), config)
  made.set(file.href, script)
  return script
}

const made = new Map<string, Promise<string>>()

const make = async (entry: string, config: InlineConfig) => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production"), global: "globalThis" },
    build: { write: false, minify: false, target: "es2022", lib: { entry, formats: ["iife"], name: "part" } },
    ...config,
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (bundle === undefined || !("output" in bundle)) throw new Error(`${entry} was not built`)
  return bundle.output[0].code
}
