import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** Starts an HTTP server on loopback, on a free port by default. */
export const listen = async (answer: RequestListener, port = 0) => {
  const server = createServer(answer)
  // Otherwise it closes an idle connection at the moment in which a slow test sends a request over it.
  server.keepAliveTimeout = 0
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
