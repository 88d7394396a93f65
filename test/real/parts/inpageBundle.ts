import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { classic } from "./classic.ts"

/** `inpage.ts` with MetaMask's provider as one classic script; built once and cached in `node_modules/.cache`. */
export const inpageBundle = async (): Promise<string> => {
  const provider = require.resolve("@metamask/providers")
  const key = createHash("sha256").update(provider).update(version(provider)).update(readFileSync(entry)).digest("hex")
  const file = join(root, "node_modules/.cache/portico", `inpage-${key.slice(0, 16)}.js`)
  if (existsSync(file)) return readFileSync(file, "utf8")

  const code = await classic(entry, {
    root,
    resolve: {
      alias: {
        "node:stream": createRequire(provider).resolve("readable-stream/readable-browser.js"),
        buffer: "\0buffer",
      },
    },
    plugins: [
      {
        name: "buffer",
        enforce: "pre",
        resolveId: (id) => (id === "\0buffer" ? id : undefined),
        load: (id) => (id === "\0buffer" ? bufferShim : undefined),
      },
    ],
  })
  const script = `(() => {\n${processShim}\n${code}\n})()`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, script)
  return script
}

const require = createRequire(import.meta.url)
const entry = new URL("inpage.ts", import.meta.url)
const root = fileURLToPath(new URL("../../..", import.meta.url))

const version = (main: string): string => {
  const folder = main.slice(0, main.lastIndexOf("/dist/"))
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version
}

/** The streams carry objects, so Buffer is only used for `isBuffer`. */
const bufferShim =
  "export class Buffer extends Uint8Array { static isBuffer(value) { return value instanceof Buffer } }"

/** Only inside the script: a global `process` would make the page unlike a real one. */
const processShim =
  "const process = { env: {}, nextTick: (run, ...rest) => queueMicrotask(() => run(...rest)), stdout: undefined, stderr: undefined };"
