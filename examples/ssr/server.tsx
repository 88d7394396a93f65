import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname } from "node:path"
import { PassThrough } from "node:stream"
import { renderToPipeableStream } from "react-dom/server"
import { App } from "./App.tsx"

// Built next to the page by `npm run build:examples`. Run `node dist-examples/ssr/server/server.js`; uses PORT, or any free port.
const site = new URL("../", import.meta.url)
const [before = "", after = ""] = (await readFile(new URL("index.html", site), "utf8")).split("<!--app-->")
const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css" }

const server = createServer(async ({ url = "/" }, response) => {
  const { pathname } = new URL(url, "http://site")
  const type = types[extname(pathname)]
  if (pathname.startsWith("/assets/") && type !== undefined) {
    const file = await readFile(new URL(`.${pathname}`, site)).catch(() => undefined)
    return void response.writeHead(file ? 200 : 404, { "content-type": type }).end(file)
  }
  if (pathname !== "/") return void response.writeHead(404).end()

  // The page's head and the shell are sent at once, late content when it is ready.
  const app = new PassThrough()
  const { pipe } = renderToPipeableStream(<App />, {
    onShellReady: () => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).write(before)
      app.pipe(response, { end: false })
      app.on("end", () => response.end(after))
      pipe(app)
    },
    onShellError: () => void response.writeHead(500).end(),
  })
})
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  console.log(`http://127.0.0.1:${port}`)
})
