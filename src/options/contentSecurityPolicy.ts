import { checkOptions } from "./checkOptions.ts"
import { hasEmbedded } from "./hasEmbedded.ts"
import { hostsOf } from "./hosts.ts"
import type { NetworkNamespace } from "./namespaces.ts"
import type { CheckedOptions, ModalOptions } from "./options.ts"
import { isProviderNode } from "./providerNetworks.ts"

/** Content-Security-Policy sources by directive, such as `{ "connect-src": ["https://api.example"] }`. A list may be empty. */
export type Sources = Readonly<Record<string, readonly string[]>>

/**
 * Returns the value of the Content-Security-Policy header that a modal with these options needs. The policy forbids everything else, so
 * `own` adds the sources that the page itself needs, by directive. (A second header could only restrict the policy further.) `false` leaves
 * a directive out. Use it only for `require-trusted-types-for`, `trusted-types`, `base-uri`, `form-action` and `frame-ancestors`: without a
 * directive for content, such as `img-src`, `default-src 'none'` forbids it.
 *
 * Scripts may come only from the page's own origin, images from any https host. Anything the site enables later, such as a network, must
 * already be in these options. Throws `BothSiweAndSiwx` if both `siwx` and `siweConfig` are set.
 */
export const policyFor = (
  given: Omit<ModalOptions, "layers"> & { readonly layers?: unknown },
  own: Readonly<Record<string, readonly string[] | false>> = {},
) => {
  const needed = needs(checkOptions(given).options)
  return [...new Set([...Object.keys(needed), ...Object.keys(own)])]
    .filter((name) => own[name] !== false)
    .map((name) => {
      const sources = [...new Set([...(needed[name] ?? []), ...(own[name] || [])])]
      const some = sources.filter((source) => source !== none)
      return [name, ...(some.length > 0 ? some : sources)].join(" ")
    })
    .join("; ")
}

const none = "'none'"
const self = "'self'"

const needs = (options: CheckedOptions): Sources => {
  const { enableWalletConnect, networks, features, cspNonce } = options
  const hosts = hostsOf(options)
  const own = Object.keys(sourcesOf).flatMap((name) =>
    networks.some(({ chainNamespace }) => chainNamespace === name) ? sourcesOf[name as NetworkNamespace](options) : [],
  )
  const ofNamespaces = (directive: keyof NamespaceSources) => own.flatMap((sources) => sources[directive] ?? [])
  const frames = [...when(hasEmbedded(options), hosts.secureSite), ...when(enableWalletConnect, hosts.verify)]
  return {
    "default-src": [none],
    "script-src": [self],
    "style-src": [self, ...when(cspNonce !== undefined, `'nonce-${cspNonce}'`)],
    "img-src": ["data:", "https:", ...origins(pictures(options)).filter((origin) => !origin.startsWith("https:"))],
    "connect-src": [
      ...ofNamespaces("connect-src"),
      ...origins([
        hosts.api,
        hosts.blockchain,
        ...when(features.analytics, hosts.analytics),
        ...(enableWalletConnect ? [hosts.relay].flat() : []),
        ...nodes(options, hosts.blockchain),
      ]),
    ],
    "frame-src": frames.length > 0 ? origins(frames) : [none],
    "base-uri": [none],
    "form-action": [none],
    // A site may frame its own pages.
    "frame-ancestors": [self, ...ofNamespaces("frame-ancestors")],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": [none],
  }
}

/** Sources that a single namespace adds. */
interface NamespaceSources {
  readonly "connect-src"?: readonly string[]
  readonly "frame-ancestors"?: readonly string[]
}
const sourcesOf: Readonly<Record<NetworkNamespace, (options: CheckedOptions) => NamespaceSources>> = {
  eip155: ({ enableCoinbase, hosts }) => ({
    // The page fetches its own headers to find out whether it can receive messages from Coinbase Wallet's pop-up.
    "connect-src": when(enableCoinbase, self),
    // The Safe web app shows the page in a frame.
    "frame-ancestors": [new URL(hosts.safe ?? "https://app.safe.global").origin],
  }),
  solana: () => ({}),
  bip122: (options) => ({ "connect-src": origins([hostsOf(options).utxo]) }),
}

const when = <A>(is: boolean, value: A): readonly A[] => (is ? [value] : [])

/** Returns the node URLs of all networks, except the provider's, which are on its blockchain host. */
const nodes = ({ networks, customRpcUrls }: CheckedOptions, blockchain: string) =>
  networks
    .flatMap(({ caipNetworkId, rpcUrls }) => [
      ...(customRpcUrls[caipNetworkId] ?? []).map(({ url }) => url),
      ...rpcUrls.default.http,
    ])
    .filter((url) => !isProviderNode(url, blockchain))

/** Returns the http and https URLs of images in the options. */
const pictures = (options: CheckedOptions) =>
  [
    hostsOf(options).images,
    ...Object.values(options.chainImages),
    ...Object.values(options.connectorImages),
    ...Object.values(options.tokens).map(({ image }) => image),
    ...options.customWallets.map(({ image_url }) => image_url),
    ...(options.metadata.icons ?? []),
  ].filter((url) => /^https?:/i.test(url ?? ""))

/** Returns the distinct origins of URLs. Skips those that cannot be parsed. */
const origins = (urls: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).origin] : []))),
]
