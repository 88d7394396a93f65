import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, type Scope } from "effect"

/** A request as received by the loopback server. */
export interface Received {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Whether the client disconnected before the response was complete. */
  aborted: boolean
}

/** A server on loopback, and its received requests, oldest first. */
export interface Loopback {
  readonly url: string
  readonly received: Received[]
}

/** Responds to a request. The client waits until the response is ended. */
export type Handler = (request: Received, response: ServerResponse, at: number) => void

/** A server on a free port of 127.0.0.1. It ends, with all its connections, when the scope closes. */
export const loopback = (handle: Handler): Effect.Effect<Loopback, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<{ server: ReturnType<typeof createServer>; received: Received[] }>((resume) => {
        const received: Received[] = []
        const server = createServer((incoming, response) => {
          const parts: Buffer[] = []
          incoming.on("data", (part: Buffer) => parts.push(part))
          incoming.on("end", () => {
            const { method = "", url = "", headers } = incoming
            const request = { method, url, headers, body: Buffer.concat(parts).toString(), aborted: false }
            response.on("close", () => {
              request.aborted = !response.writableEnded
            })
            handle(request, response, received.push(request) - 1)
          })
        })
        server.listen(0, "127.0.0.1", () => {
          resume(Effect.succeed({ server, received }))
        })
      }),
      ({ server }) =>
        Effect.callback<void>((resume) => {
          server.close(() => {
            resume(Effect.void)
          })
          server.closeAllConnections()
        }),
    ),
    ({ server, received }) => ({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      received,
    }),
  )

/** Sends a response with this body, as JSON unless it is already a string. */
export const reply = (
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}

/** A JSON-RPC call as received. */
export interface ReceivedCall {
  readonly jsonrpc: string
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** The calls of a request, single or batched. */
export const callsOf = ({ body }: Received): readonly ReceivedCall[] => callsIn(body)

/** The calls in a body. */
export const callsIn = (body: string): readonly ReceivedCall[] => [JSON.parse(body)].flat()

/** A node. `answer` returns the members of each call's reply besides `jsonrpc` and `id`. */
export const node =
  (answer: (call: ReceivedCall) => Readonly<Record<string, unknown>>): Handler =>
  (request, response) => {
    const asked: unknown = JSON.parse(request.body)
    const replies = callsOf(request).map((call) => ({ jsonrpc: "2.0", id: call.id, ...answer(call) }))
    reply(response, Array.isArray(asked) ? replies : replies[0])
  }

/** Runs the event loop, regardless of the test clock, until a condition holds that depends on the other side. */
export const eventually = (holds: () => boolean): Effect.Effect<void> =>
  Effect.promise(async () => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  })
