import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildLibrary } from "../library.ts"
import { listen } from "../listen.ts"

/** The bundled benchmark pages on loopback: `/floor`, `/portico`, `/own` and `/demo`. */
export interface Site {
  readonly url: string
  /** A file written by the bundler, such as a source map. */
  file(name: string): Buffer | undefined
  stop(): Promise<void>
}

/** Bundles the pages and serves them from memory, uncached. */
export const startSite = async (): Promise<Site> => {
  buildLibrary(process.cwd())
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-"))
  // A separate process, since NODE_ENV decides which React a bundler takes, and it may be set already.
  execFileSync(process.execPath, ["test/run.js", "test/bench/build.ts", folder], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  })
  const files = new Map<string, Buffer>()
  const file = (name: string) => {
    const known = files.get(name)
    if (known || !/^[\w.-]+$/.test(name) || !existsSync(join(folder, name))) return known
    const read = readFileSync(join(folder, name))
    files.set(name, read)
    return read
  }
  const { url, stop } = await listen(({ url = "/" }, response) => {
    const name = new URL(url, "http://127.0.0.1").pathname.slice(1)
    const script = name.endsWith(".js") ? file(name) : html(name)
    if (script === undefined) return response.writeHead(404).end()
    const type = name.endsWith(".js") ? "text/javascript" : "text/html"
    response.writeHead(200, { "cache-control": "no-store", "content-type": type }).end(script)
  })
  return {
    url,
    file,
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

const html = (name: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>A site</title>
<link rel="icon" href="data:,">
<style>li { content-visibility: auto; contain-intrinsic-size: auto 40px; list-style: none }</style>
<div id="root"></div><script type="module" src="/${name}.js"></script>`
