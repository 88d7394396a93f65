import { fileURLToPath } from "node:url"
import { build } from "vite"

/** A script with the Wallet Standard's package as one classic script, built once a process. */
export const inpageScript = (file: URL): Promise<string> => {
  const script = made.get(file.href) ?? make(file)
  made.set(file.href, script)
  return script
}

const made = new Map<string, Promise<string>>()

const make = async (file: URL) => {
  const entry = fileURLToPath(file)
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib: { entry, formats: ["iife"], name: "inpage" } },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (bundle === undefined || !("output" in bundle)) throw new Error(`${entry} was not built`)
  return bundle.output[0].code
}
