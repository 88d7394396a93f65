import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { extname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { listen } from "./listen.ts"

export interface Site {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  stop(): Promise<void>
}

export interface ServeOptions {
  readonly port?: number
  /** Sent with every file. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Serves a built example, `dist-examples/<name>`, as a static site on loopback. `port` 0 picks a free one. */
export const serve = async (name: string, { port = 0, headers = {} }: ServeOptions = {}): Promise<Site> => {
  const root = fileURLToPath(new URL(`../dist-examples/${name}`, import.meta.url))
  if (!(await isFile(join(root, "index.html")))) {
    throw new Error(`dist-examples/${name} is not built. Run npm run build:examples first.`)
  }
  return listen(async ({ url = "/", method }, response) => {
    const path = pathOf(url)
    const asked = path === undefined ? undefined : join(root, path)
    const named = asked?.endsWith("/") ? join(asked, "index.html") : asked
    const file = named && (extname(named) === "" ? `${named}.html` : named)
    if (file === undefined || !(await isFile(file))) {
      response.writeHead(404, { "content-type": "text/plain" }).end("Not found")
      return
    }
    // As static hosts declare it: files with a content hash in their name never change.
    response.writeHead(200, {
      ...headers,
      "content-type": types[extname(file)] ?? "application/octet-stream",
      ...(/-[\w-]{8}\.(js|css|woff2)$/.test(file) && { "cache-control": "max-age=31536000, immutable" }),
    })
    if (method === "HEAD") response.end()
    else createReadStream(file).pipe(response)
  }, port)
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
}

/** The path inside the folder, or `undefined` if it is malformed. Dots cannot climb above the leading slash. */
const pathOf = (url: string): string | undefined => {
  try {
    const path = normalize(decodeURIComponent(new URL(url, "http://site").pathname))
    return path.includes("\0") ? undefined : path
  } catch {
    return undefined
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
