import { hasEmbedded } from "./hasEmbedded.ts"
import { hostsOf } from "./hosts.ts"
import { type CheckedOptions, checkOptions, type ModalOptions } from "./options.ts"
import { isProviderNode } from "./rpcNetworks.ts"

/** Sources by directive, as `{ "connect-src": ["https://api.example"] }`. A directive may be there without any. */
export type Sources = Readonly<Record<string, readonly string[]>>

/**
 * The Content-Security-Policy under which a modal of these options works, as the value of a page's header: all is forbidden but what it
 * needs. Runs on a server too. What the page needs besides goes into `own`, by directive; it joins, since a second header could only
 * forbid more.
 *
 * Scripts and styles come from the page's own origin: the modal's rules stand in a sheet that scripts make, which needs no leave.
 * Pictures of tokens and of names are anywhere on https. What the site turns on later (analytics, networks) must be on here too.
 * Throws `BothSiweAndSiwx`, as `createModal` does.
 */
export const policyFor = (given: Omit<ModalOptions, "layers"> & { readonly layers?: unknown }, own: Sources = {}) => {
  const needed = needs(checkOptions(given).options)
  return [...new Set([...Object.keys(needed), ...Object.keys(own)])]
    .map((name) => {
      const sources = [...new Set([...(needed[name] ?? []), ...(own[name] ?? [])])]
      const some = sources.filter((source) => source !== none)
      return [name, ...(some.length > 0 ? some : sources)].join(" ")
    })
    .join("; ")
}

const none = "'none'"
const self = "'self'"

const needs = (options: CheckedOptions): Sources => {
  const { enableWalletConnect, enableCoinbase, networks, features, cspNonce } = options
  const hosts = hostsOf(options)
  const isOn = (namespace: string) => networks.some(({ chainNamespace }) => chainNamespace === namespace)
  const frames = [...when(hasEmbedded(options), hosts.secureSite), ...when(enableWalletConnect, hosts.verify)]
  return {
    "default-src": [none],
    "script-src": [self],
    "style-src": [self, ...when(cspNonce !== undefined, `'nonce-${cspNonce}'`)],
    "img-src": ["data:", "https:", ...origins(pictures(options)).filter((origin) => !origin.startsWith("https:"))],
    "connect-src": [
      // The page's own headers tell whether it hears the window of Coinbase's wallet.
      ...when(enableCoinbase && isOn("eip155"), self),
      ...origins([
        hosts.api,
        hosts.blockchain,
        ...when(features.analytics, hosts.analytics),
        ...when(enableWalletConnect, hosts.relay),
        ...when(isOn("bip122"), hosts.utxo),
        ...nodes(options, hosts.blockchain),
      ]),
    ],
    "frame-src": frames.length > 0 ? origins(frames) : [none],
    "base-uri": [none],
    "form-action": [none],
    // A Safe frames the page as its wallet, and a site may frame its own pages.
    "frame-ancestors": [self, ...when(isOn("eip155"), new URL(hosts.safe ?? "https://app.safe.global").origin)],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": [none],
  }
}

const when = <A>(is: boolean, value: A): readonly A[] => (is ? [value] : [])

/** The nodes of every network but the provider's own, which are on its blockchain host. */
const nodes = ({ networks, customRpcUrls }: CheckedOptions, blockchain: string) =>
  networks
    .flatMap(({ caipNetworkId, rpcUrls }) => [
      ...(customRpcUrls[caipNetworkId] ?? []).map(({ url }) => url),
      ...rpcUrls.default.http,
    ])
    .filter((url) => !isProviderNode(url, blockchain))

/** Addresses of pictures that the options name. */
const pictures = (options: CheckedOptions) =>
  [
    hostsOf(options).images,
    ...Object.values(options.chainImages),
    ...Object.values(options.connectorImages),
    ...Object.values(options.tokens).map(({ image }) => image),
    ...options.customWallets.map(({ image_url }) => image_url),
    ...(options.metadata.icons ?? []),
  ].filter((url) => /^https?:/i.test(url ?? ""))

/** Where each of these is: scheme, name and port. */
const origins = (urls: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).origin] : []))),
]
