import { Effect, type Layer } from "effect"
import { Fetch } from "effect/http/FetchHttpClient"
import { layer, type RpcOptions } from "../../../layers/rpc/http.ts"
// Loaded before the first request, so no test waits for it while the test clock runs.
import "../../../layers/rpc/transport/transport.ts"
import { Rpc } from "../../../services/Rpc.ts"
import { defineNetwork, type Network } from "../../../src/options/networks.ts"
import {
  callsIn,
  callsOf,
  type Handler,
  type Loopback,
  loopback,
  type Received,
  type ReceivedCall,
} from "../../fixtures/server.ts"
import { clockOf } from "../../fixtures/time.ts"

/** Sends an effect's requests through this function instead of the page's `fetch`. */
export const withFetch = (fetch: typeof globalThis.fetch) => Effect.provideService(Fetch, fetch)

/** An EVM network whose own nodes are at these URLs. */
export const networkAt = (id: number, ...http: readonly string[]): Network =>
  defineNetwork({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http } },
  })

/** The live layer. The provider's host is unreachable by default. */
export const live = (options: Partial<RpcOptions> = {}): Layer.Layer<Rpc> =>
  layer({ projectId: "abc", blockchainHost: "http://127.0.0.1:1", supportedByProvider: () => false, ...options })

/** Calls a method of a network. */
export const ask = (network: Network, method = "eth_chainId", params: readonly unknown[] = []) =>
  Effect.flatMap(Rpc, (rpc) => rpc.request({ network, method, params }))

/** A server, and a network with it as the only node. */
export const nodeAt = (handle: Handler, id = 31_337) =>
  Effect.map(loopback(handle), (server): Loopback & { readonly network: Network } => ({
    ...server,
    network: networkAt(id, server.url),
  }))

/** Number of calls in each request. */
export const sizes = (received: readonly Received[]): readonly number[] => received.map((one) => callsOf(one).length)

/** A request to a scripted node: its number from 0, its calls, its host and its abort signal. */
export interface Asked {
  readonly at: number
  readonly calls: readonly ReceivedCall[]
  readonly host: string
  readonly signal: AbortSignal | null | undefined
}

/** Response of a scripted node: an HTTP status, the outcome of the first call, or a whole response. */
type Reply = number | { readonly result: unknown } | { readonly error: object } | Response

/** Script of the nodes' responses. */
export type Script = (asked: Asked) => Reply | Promise<Reply>

/** Never settles. */
export const never = new Promise<never>(() => undefined)

/** A network whose nodes are simulated by a function, a reader of it, and the time and host of each request. */
export const scripted = (reply: Script, ...hosts: readonly string[]) =>
  Effect.map(clockOf, (now) => {
    const at: number[] = []
    const urls: string[] = []
    const through = withFetch(async (input, init) => {
      const { host } = new URL(String(input))
      const calls = init?.method === "POST" ? callsIn(String(init.body)) : []
      urls.push(host)
      const said = await reply({ at: at.push(now()) - 1, calls, host, signal: init?.signal })
      if (said instanceof Response) return said
      if (typeof said === "number") return new Response("", { status: said })
      return Response.json({ jsonrpc: "2.0", id: calls[0]?.id, ...said })
    })
    const network = networkAt(1, ...(hosts.length === 0 ? ["one"] : hosts).map((host) => `http://${host}/`))
    return { at, urls, network, read: (...call: Call) => through(ask(network, ...call)), through }
  })

type Call = readonly [method?: string, params?: readonly unknown[]]
