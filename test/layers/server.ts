import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, type Scope } from "effect"

/** A request as it reached the loopback server. */
export interface Received {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Whether its sender went away before the answer was complete. */
  aborted: boolean
}

/** A server on loopback and what it has received, oldest first. */
export interface Loopback {
  readonly url: string
  readonly received: Received[]
}

/** Answers a request; one that ends nothing leaves its sender waiting. */
export type Handler = (request: Received, response: ServerResponse, at: number) => void

/** A server on a free port of 127.0.0.1 that ends, with all its connections, when the scope does. */
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

/** An answer with this body, JSON unless it is text already. */
export const reply = (
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}

/** A JSON-RPC call as it arrived. */
export interface ReceivedCall {
  readonly jsonrpc: string
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** The calls of a request, single or batched. */
export const callsOf = ({ body }: Received): readonly ReceivedCall[] => callsIn(body)

/** The calls that a body carries. */
export const callsIn = (body: string): readonly ReceivedCall[] => [JSON.parse(body)].flat()

/** A node: answers each call with what `answer` gives for it, as the members of the reply beside `jsonrpc` and `id`. */
export const node =
  (answer: (call: ReceivedCall) => Readonly<Record<string, unknown>>): Handler =>
  (request, response) => {
    const asked: unknown = JSON.parse(request.body)
    const replies = callsOf(request).map((call) => ({ jsonrpc: "2.0", id: call.id, ...answer(call) }))
    reply(response, Array.isArray(asked) ? replies : replies[0])
  }

/** Lets the event loop turn, whatever the test clock shows, until something holds that only the other side can bring about. */
export const eventually = (holds: () => boolean): Effect.Effect<void> =>
  Effect.promise(async () => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  })
