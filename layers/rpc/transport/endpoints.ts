import type { Network } from "../../../src/options/networks.ts"
import { hasProviderNode, isProviderNode } from "../../../src/options/providerNetworks.ts"
import { rpc } from "../limits.ts"

/** Options of the HTTP Rpc layer. */
export interface RpcOptions {
  readonly projectId: string
  /** Origin of the provider's blockchain API, which includes nodes. */
  readonly blockchainHost: string
  /** The site's own nodes, by CAIP-2 ID of their network. They are tried first, unless pings show that another one is clearly better. */
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined
  /** Whether the provider has nodes for a network. Defaults to a built-in list of networks. */
  readonly supportedByProvider?: ((caipNetworkId: string) => boolean) | undefined
}

/**
 * A node of the site, in the format of viem's transport options. Of `config`, only the headers are used, because Portico itself batches and
 * retries requests and sets their timeouts.
 */
export interface CustomRpcUrl {
  readonly url: string
  readonly config?:
    | { readonly fetchOptions?: { readonly headers?: Readonly<Record<string, string>> | undefined } | undefined }
    | undefined
}

/** A node's URL, and its state as observed from responses. */
export interface Endpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Maximum number of calls to send to the node in one request. */
  most: number
  /** Time until which the node accepts no further requests, in ms since the Unix epoch. */
  restsUntil: number
  /** Durations of the latest pings in ms, oldest first. */
  readonly pings: number[]
}

/**
 * Returns a network's URLs in order of preference: the site's own, the provider's if it supports the network, then the network's default
 * ones. Each URL appears once. Only HTTP URLs are included.
 */
export const endpointsOf = (options: RpcOptions, network: Network): readonly Endpoint[] => {
  const { customRpcUrls, supportedByProvider = hasProviderNode } = options
  const id = network.caipNetworkId
  const own = (customRpcUrls?.[id] ?? []).map(({ url, config }) => endpoint(url, config?.fetchOptions?.headers))
  const provider = endpoint(providerUrl(options, id), plain)
  const chain = network.rpcUrls.default.http.map((url) =>
    isProviderNode(url, options.blockchainHost) ? provider : endpoint(url),
  )

  const all = [...own, ...(supportedByProvider(id) ? [provider] : []), ...chain]
  const byUrl = new Map<string, Endpoint>()
  for (const one of all) if (/^https?:/i.test(one.url) && !byUrl.has(one.url)) byUrl.set(one.url, one)
  return [...byUrl.values()]
}

const endpoint = (url: string, headers: Endpoint["headers"] = {}): Endpoint => ({
  url,
  headers,
  most: rpc.batchSize,
  restsUntil: 0,
  pings: [],
})

/** The provider accepts JSON as plain text, which browsers send to another origin without a preflight request. */
const plain = { "content-type": "text/plain" }

const providerUrl = ({ blockchainHost, projectId }: RpcOptions, id: string) =>
  `${blockchainHost.replace(/\/+$/, "")}/v1/?chainId=${encodeURIComponent(id)}&projectId=${encodeURIComponent(projectId)}`
