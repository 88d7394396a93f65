import type { IncomingMessage, ServerResponse } from "node:http"
import { listen } from "../../listen.ts"
import { type Fault, spoil } from "./faults.ts"
import { type Noted, noted } from "./noted.ts"
import { type Answer, type Asked, type Give, isAnswer, refusal, routes } from "./providerRoutes.ts"

export type { Fault } from "./faults.ts"
export type { Asked } from "./providerRoutes.ts"

/** A request in the ledger, and the route that handled it, if any. */
export interface Entry extends Asked {
  readonly route: string | undefined
}

export interface Provider extends Noted {
  /** `http://127.0.0.1:PORT`: all hosts of the provider in one, for the playground's `hosts`. */
  readonly url: string
  /** Every request except CORS preflights, oldest first. */
  readonly ledger: readonly Entry[]
  /** Number of requests to a route, or with "*" to all routes. */
  count(route: string): number
  /** Resolves as soon as a route was requested this often. */
  asked(route: string, times?: number): Promise<void>
  /** Sets the response of a route, such as "GET /v1/identity/*": JSON or a function. */
  set(route: string, give: object | null | Give): void
  /** Adds a fault to a route, or with "*" to every route. */
  fault(route: string, fault: Fault): void
  /** Removes the faults of a route, or all faults. */
  heal(route?: string): void
  stop(): Promise<void>
}

export interface ProviderOptions {
  /** CAIP-2 ID to the node URL that the RPC route forwards to. Other chains are refused with 400. */
  readonly rpc?: Readonly<Record<string, string>>
  readonly port?: number
}

/** The provider's HTTP services on one loopback origin, with real response shapes, open to every page (CORS). */
export const start = async ({ rpc = {}, port = 0 }: ProviderOptions = {}): Promise<Provider> => {
  const table = routes()
  table.set("POST /v1", proxy(rpc))
  const faults = new Map<string, { readonly fault: Fault; left: number }>()
  const ledger: Entry[] = []

  const faultOf = (route: string): Fault | undefined => {
    const entry = faults.get(route) ?? faults.get("*")
    if (entry === undefined || entry.left === 0) return undefined
    entry.left -= 1
    return entry.fault
  }

  const { note, until } = noted()
  const count = (route: string) => ledger.filter((entry) => route === "*" || entry.route === route).length

  const { url: origin, stop } = await listen(async (request, response) => {
    if (request.method === "OPTIONS") return response.writeHead(204, cors(request)).end()
    const asked = await read(request)
    const route = [...table.keys()].find((name) => fits(name, asked))
    ledger.push({ ...asked, route })
    note()
    const right = await answer(route === undefined ? undefined : table.get(route), asked, origin)
    const fault = faultOf(route ?? `${asked.method} ${asked.path}`)
    if (fault === undefined) return reply(request, response, right)
    const { delay = 0 } = fault
    const send = () => reply(request, response, spoil(right, fault), fault)
    if (delay === 0) send()
    else if (Number.isFinite(delay)) setTimeout(send, delay)
  }, port)

  return {
    url: origin,
    ledger,
    count,
    until,
    asked: (route, times = 1) => until(() => count(route) >= times),
    set: (route, give) => {
      if (!table.has(route)) throw new Error(`The provider has no route "${route}"`)
      table.set(route, typeof give === "function" ? (give as Give) : () => give)
    },
    fault: (route, fault) => {
      if (route !== "*" && !table.has(route)) throw new Error(`The provider has no route "${route}"`)
      faults.set(route, { fault, left: fault.times ?? Number.POSITIVE_INFINITY })
    },
    heal: (route) => {
      if (route === undefined) faults.clear()
      else faults.delete(route)
    },
    stop,
  }
}

/** Forwards a JSON-RPC body, single or batch, to the chain's node unchanged; 502 if it does not respond. */
const proxy =
  (rpc: Readonly<Record<string, string>>): Give =>
  async ({ query, body }) => {
    const node = rpc[query.chainId ?? ""]
    if (node === undefined) return refusal(400, `Unsupported chain: ${query.chainId}`)
    try {
      const response = await fetch(node, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
      return { status: response.status, type: "application/json", body: await response.text() }
    } catch {
      return refusal(502, "The node is gone")
    }
  }

const answer = async (give: Give | undefined, asked: Asked, origin: string): Promise<Answer> => {
  if (give === undefined) return { status: 404, type: "text/plain", body: "Not found" }
  const given = await give(asked)
  if (isAnswer(given)) return given
  const body = JSON.stringify(given).replaceAll("http://127.0.0.1/", `${origin}/`)
  return { status: 200, type: "application/json", body }
}

/** Whether a request is one of a route. */
export const fits = (route: string, { method, path }: Pick<Asked, "method" | "path">): boolean => {
  const [verb, pattern = ""] = route.split(" ")
  const [wanted, given] = [pattern.split("/"), path.split("/")]
  return (
    verb === method &&
    wanted.length === given.length &&
    wanted.every((part, index) => (part === "*" ? given[index] !== "" : part === given[index]))
  )
}

const read = async (request: IncomingMessage): Promise<Asked> => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://provider")
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
  } catch {
    // The page was left during the request: use what arrived.
  }
  return {
    method: request.method ?? "GET",
    path: decodeURIComponent(pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname),
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    body: parsed(Buffer.concat(chunks).toString()),
  }
}

const parsed = (text: string): unknown => {
  try {
    return text === "" ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

const cors = ({ headers }: IncomingMessage) => ({
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PUT, DELETE",
  "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
  "access-control-expose-headers": "Retry-After",
})

const reply = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body }: Answer,
  fault: Fault = {},
) => {
  const retry = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter }
  const length = Buffer.byteLength(body)
  response.writeHead(status, { "content-type": type, "content-length": length, ...cors(request), ...retry })
  if (fault.body !== "cut") return response.end(body)
  response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy())
}
