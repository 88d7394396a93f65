import { rpc } from "../../../src/core/opening/limits.ts"
import type { Network } from "../../../src/options/networks.ts"
import { hasProviderNode, isProviderNode } from "../../../src/options/providerNetworks.ts"

/** Options of the HTTP layer. */
export interface RpcOptions {
  readonly projectId: string
  /** Origin of the provider's blockchain services, which include nodes. */
  readonly blockchainHost: string
  /** The site's own nodes of a network, by CAIP-2 ID. They precede all others. */
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined
  /** Whether the provider has nodes of a network. Defaults to a built-in list of networks. */
  readonly supportedByProvider?: ((caipNetworkId: string) => boolean) | undefined
}

/**
 * A node of the site, written as for viem's transport. Only the headers of `config` are used: batching, retries and timeouts are Portico's.
 */
export interface CustomRpcUrl {
  readonly url: string
  readonly config?:
    | { readonly fetchOptions?: { readonly headers?: Readonly<Record<string, string>> | undefined } | undefined }
    | undefined
}

/** A URL of a network, and what its responses have shown. */
export interface Endpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Number of calls that it accepts in one request. */
  most: number
  /** Time before which it wants no further request (clock, ms). */
  restsUntil: number
  /** Its latest pings, oldest first, in ms. */
  readonly pings: number[]
}

/** Returns a network's URLs in the order of use: the site's own, the provider's if it supports the network, the chain's. */
export const endpointsOf = (options: RpcOptions, network: Network): readonly Endpoint[] => {
  const { customRpcUrls, supportedByProvider = hasProviderNode } = options
  const id = network.caipNetworkId
  const own = (customRpcUrls?.[id] ?? []).map(({ url, config }) =>
    endpoint(url, { ...json, ...lowerCase(config?.fetchOptions?.headers) }),
  )
  const provider = endpoint(providerUrl(options, id), plain)
  const chain = network.rpcUrls.default.http.map((url) =>
    isProviderNode(url, options.blockchainHost) ? provider : endpoint(url, json),
  )

  const all = [...own, ...(supportedByProvider(id) ? [provider] : []), ...chain]
  const byUrl = new Map<string, Endpoint>()
  for (const one of all) if (/^https?:/i.test(one.url) && !byUrl.has(one.url)) byUrl.set(one.url, one)
  return [...byUrl.values()]
}

const endpoint = (url: string, headers: Endpoint["headers"]): Endpoint => ({
  url,
  headers,
  most: rpc.batchSize,
  restsUntil: 0,
  pings: [],
})

const json = { "content-type": "application/json" }

/** The provider accepts JSON as plain text, which a browser may send to another origin without a preflight request. */
const plain = { "content-type": "text/plain" }

const lowerCase = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const providerUrl = ({ blockchainHost, projectId }: RpcOptions, id: string) =>
  `${blockchainHost.replace(/\/+$/, "")}/v1/?chainId=${encodeURIComponent(id)}&projectId=${encodeURIComponent(projectId)}`
