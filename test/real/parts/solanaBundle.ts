import { fileURLToPath } from "node:url"
import { build } from "vite"

/** `solanaInpage.ts` with the Wallet Standard's package as one classic script, built once a process. */
export const inpageScript = (): Promise<string> => {
  made ??= make()
  return made
}

let made: Promise<string> | undefined

const make = async () => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib: { entry, formats: ["iife"], name: "solanaInpage" } },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (bundle === undefined || !("output" in bundle)) throw new Error("The in-page wallet was not built")
  return bundle.output[0].code
}

const entry = fileURLToPath(new URL("solanaInpage.ts", import.meta.url))
