import { fileURLToPath } from "node:url"
import { build } from "vite"

/** `frameClients.ts` with AppKit's client, which has the frame's address from its environment, as one classic script. */
export const frameClients = async (sdk: string): Promise<string> => {
  built ??= bundled()
  const shim = `const process = { env: { NEXT_PUBLIC_SECURE_SITE_SDK_URL: ${JSON.stringify(sdk)} } };`
  return `(() => {\n${shim}\n${await built}\n})()`
}

let built: Promise<string> | undefined

const bundled = async () => {
  const entry = fileURLToPath(new URL("frameClients.ts", import.meta.url))
  const made = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production"), global: "globalThis" },
    build: { write: false, minify: false, target: "es2022", lib: { entry, formats: ["iife"], name: "frameClients" } },
  })
  const [bundle] = Array.isArray(made) ? made : [made]
  if (bundle === undefined || !("output" in bundle)) throw new Error("The frame's clients were not built")
  return bundle.output[0].code
}
