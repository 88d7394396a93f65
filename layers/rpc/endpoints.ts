import type { Network } from "../../src/domain/networks.ts"
import { rpc } from "../../src/domain/openingLimits.ts"
import { hasProviderNode, isProviderNode } from "../../src/domain/rpcNetworks.ts"

/** What the HTTP leaf is made from. */
export interface RpcOptions {
  readonly projectId: string
  /** Origin of the provider's blockchain services, which run nodes too. */
  readonly blockchainHost: string
  /** The site's own nodes of a network, by CAIP-2 id; they come before all others. */
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined
  /** Whether the provider's nodes carry a network. Without it: the networks known when this was written. */
  readonly supportedByProvider?: ((caipNetworkId: string) => boolean) | undefined
}

/** A node of the site's own, written as for viem's transport. Of `config` only the headers count: batching, retries and times are ours. */
export interface CustomRpcUrl {
  readonly url: string
  readonly config?:
    | { readonly fetchOptions?: { readonly headers?: Readonly<Record<string, string>> | undefined } | undefined }
    | undefined
}

/** One URL of a network, and what its answers have taught. */
export interface Endpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Calls that it takes in one request. */
  most: number
  /** It asked to be left alone until then (clock, ms). */
  restsUntil: number
  /** Its latest pings, oldest first, in ms. */
  readonly pings: number[]
}

/** A network's URLs in the order in which they are asked: the site's own, the provider's where it carries the network, the chain's. */
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

/** The provider takes JSON as plain text, which a browser may send to another origin without asking first. */
const plain = { "content-type": "text/plain" }

const lowerCase = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const providerUrl = ({ blockchainHost, projectId }: RpcOptions, id: string) =>
  `${blockchainHost.replace(/\/+$/, "")}/v1/?chainId=${encodeURIComponent(id)}&projectId=${encodeURIComponent(projectId)}`
