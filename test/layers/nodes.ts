import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { withFetch } from "../../layers/http.ts"
import { layer, type RpcOptions } from "../../layers/rpc/http.ts"
import { Rpc } from "../../services/Rpc.ts"
import { defineNetwork, type Network } from "../../src/domain/networks.ts"
import type { Handler, Loopback, Received } from "./server.ts"
import { callsOf, loopback } from "./server.ts"
import { clockOf } from "./time.ts"

/** An EVM network whose own nodes are at these URLs. */
export const networkAt = (id: number, ...http: readonly string[]): Network =>
  defineNetwork({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http } },
  })

/** The live leaf; the provider's host is nowhere unless given. */
export const live = (options: Partial<RpcOptions> = {}): Layer.Layer<Rpc> =>
  layer({ projectId: "abc", blockchainHost: "http://127.0.0.1:1", supportedByProvider: () => false, ...options })

/** Calls a method of a network. */
export const ask = (network: Network, method = "eth_chainId", params: readonly unknown[] = []) =>
  Effect.flatMap(Rpc, (rpc) => rpc.request({ network, method, params }))

/** A server and a network whose only node it is. */
export const nodeAt = (handle: Handler, id = 31_337) =>
  Effect.map(loopback(handle), (server): Loopback & { readonly network: Network } => ({
    ...server,
    network: networkAt(id, server.url),
  }))

/** How many calls each request carried. */
export const sizes = (received: readonly Received[]): readonly number[] => received.map((one) => callsOf(one).length)

/** What a scripted node is asked: which request it is, counted from 0, what it carries, where it went and what aborts it. */
export interface Asked {
  readonly at: number
  readonly body: string
  readonly host: string
  readonly signal: AbortSignal | null | undefined
}

/** A network whose nodes are played by a function, and when each request came to which host. */
export const scripted = (answer: (asked: Asked) => Response | Promise<Response>, ...hosts: readonly string[]) =>
  Effect.map(clockOf, (now) => {
    const at: number[] = []
    const urls: string[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { host } = new URL(String(input))
      urls.push(host)
      return answer({
        at: at.push(now()) - 1,
        body: String(init?.body),
        host,
        signal: init?.signal,
      })
    }
    const network = networkAt(1, ...(hosts.length === 0 ? ["one"] : hosts).map((host) => `http://${host}/`))
    return { at, urls, network, through: withFetch(fetch) }
  })
