import type { Namespace } from "../../../options/namespaces.ts"
import type { CaipNetworkId } from "../../../options/networks.ts"

/** Wallet of the directory or of the site (specification section 3). Links and images are unchecked; validate them before use. */
export interface Wallet {
  readonly id: string
  readonly name: string
  readonly rdns?: string
  readonly installed?: boolean
  /** Position in the list, for analytics. */
  readonly display_index?: number
  readonly image_url?: string
  readonly image_id?: string
  readonly badge_type?: "none" | "certified"
  readonly description?: string
  readonly homepage?: string
  /** CAIP-2 IDs of the supported networks. If missing or empty, the wallet supports any network. */
  readonly chains?: readonly string[]
  readonly order?: number
  readonly link_mode?: string
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
  readonly injected?: readonly { readonly namespace?: string; readonly injected_id?: string }[]
}

/** Wallet that a site adds. */
export type CustomWallet = Pick<
  Wallet,
  | "id"
  | "name"
  | "rdns"
  | "homepage"
  | "chains"
  | "image_url"
  | "mobile_link"
  | "desktop_link"
  | "webapp_link"
  | "app_store"
  | "play_store"
>

/** Type of a connector (specification section 3). */
export type ConnectorType = "ANNOUNCED" | "INJECTED" | "EXTERNAL" | "MULTI_CHAIN" | "AUTH" | "WALLET_CONNECT"

/** Way to connect that is available on this page (specification section 3). */
export interface Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chain: Namespace
  /** CAIP-2 IDs of the networks that the wallet supports, if it lists them. */
  readonly chains?: readonly CaipNetworkId[]
  readonly info?: { readonly rdns?: string; readonly icon?: string; readonly uuid?: string }
  /** ID of the same wallet in the directory. */
  readonly explorerId?: string
  readonly imageUrl?: string
  readonly imageId?: string
  /** Provider object of the wallet. Only layers have it; it is never part of the state. */
  readonly provider?: unknown
  /** Connectors that a multi-chain connector combines, one per namespace. */
  readonly connectors?: readonly Connector[]
  /** Whether another connector of its namespace claims the same name or rdns. Only the visitor can tell which one is genuine. */
  readonly disputed?: boolean
}

/**
 * Combines connectors of the same name from several namespaces into a multi-chain connector. WalletConnect and the embedded wallet stay
 * separate. So do connectors with a disputed name or rdns, because an impostor must not join another wallet's group.
 */
export const mergeConnectors = (all: readonly Connector[]): readonly Connector[] => {
  const groups = new Map<string, Connector[]>()
  const connectors = all.map((one) => (isClaimedTwice(one, all) ? { ...one, disputed: true } : one))
  const disputed = new Set(connectors.flatMap(({ disputed, name }) => (disputed ? [name] : [])))
  for (const connector of connectors) {
    const key =
      apart.has(connector.type) || disputed.has(connector.name)
        ? `${connector.type} ${connector.id} ${connector.chain}`
        : connector.name
    const group = groups.get(key)
    if (group) group.push(connector)
    else groups.set(key, [connector])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || new Set(group.map(({ chain }) => chain)).size < 2) return group
    const { provider: _, ...shown } = first
    return [{ ...shown, type: "MULTI_CHAIN", connectors: group }]
  })
}

const isClaimedTwice = (one: Connector, all: readonly Connector[]) =>
  isLocal(one) &&
  all.some(
    (other) =>
      other !== one &&
      isLocal(other) &&
      other.chain === one.chain &&
      (other.name.toLowerCase() === one.name.toLowerCase() ||
        (one.info?.rdns !== undefined && one.info.rdns === other.info?.rdns)),
  )

/** Finds a connector by ID, also within groups. `namespace` is needed if wallets of two namespaces share an ID. */
export const findConnector = (
  connectors: readonly Connector[],
  id: string | undefined,
  namespace?: Namespace,
): Connector | undefined => {
  const all = connectors.flatMap((one) => [one, ...(one.connectors ?? [])])
  return all.find((one) => one.id === id && (namespace === undefined || (one.chain === namespace && !one.connectors)))
}

/** Image fields of a connector or of a directory wallet. */
export interface Pictured {
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  readonly image_url?: string | undefined
  readonly image_id?: string | undefined
}

/** Returns the URL of a wallet's image: from its announcement or the directory, or else from the provider by its ID. */
export const pictureOf = (
  { imageUrl, imageId, image_url, image_id }: Pictured,
  provided: (kind: "wallet", id: string) => string | undefined,
): string | undefined => {
  const id = imageId ?? image_id
  return imageUrl ?? image_url ?? (id === undefined ? undefined : provided("wallet", id))
}

/** Identity of a wallet, comparable between connectors and directory entries. */
export interface WalletIdentity {
  /** ID in the directory. */
  readonly id?: string
  readonly name: string
  readonly rdns?: string
  /** Whether the name alone identifies the wallet, because it is bundled with Portico or comes from a standard that has only names. */
  readonly byName?: boolean
}

/** Excluded wallet: its ID, and its name and rdns once they are known. */
export type ExcludedWallet = Partial<WalletIdentity> & { readonly id: string }

/** Whether a wallet is excluded by directory ID, rdns or name. */
export const isExcluded = (
  { id, name, rdns }: WalletIdentity,
  excluded: readonly ExcludedWallet[],
  mobile: boolean,
): boolean =>
  excluded.some(
    (one) =>
      id === one.id ||
      name === one.name ||
      (rdns !== undefined && one.rdns !== undefined && sameRdns(rdns, one.rdns, mobile)),
  )

export const identityOf = ({ name, info, explorerId, chain, type }: Connector): WalletIdentity => ({
  name,
  byName: type === "EXTERNAL" || (chain !== "eip155" && info?.rdns === undefined),
  ...(info?.rdns !== undefined && { rdns: info.rdns }),
  ...(explorerId !== undefined && { id: explorerId }),
})

/**
 * Whether two identities are the same wallet, by directory ID or rdns. A name counts only for wallets that have nothing else, such as those
 * of the Wallet Standard: any extension can announce an EVM wallet under another's name.
 */
export const sameWallet = (one: WalletIdentity, other: WalletIdentity, mobile: boolean): boolean => {
  if (one.id !== undefined && one.id === other.id) return true
  if (one.rdns !== undefined && other.rdns !== undefined) return sameRdns(one.rdns, other.rdns, mobile)
  return (one.byName === true || other.byName === true) && one.name === other.name
}

/** Whether two rdns values belong to the same wallet. MetaMask's mobile app announces a different one than its extension. */
const sameRdns = (one: string, other: string, mobile: boolean): boolean => rdnsOf(one, mobile) === rdnsOf(other, mobile)

/** Finds the connector of a wallet. Disputed ones are skipped, so a directory entry never leads to an impostor. */
export const connectorOf = (
  wallet: WalletIdentity,
  connectors: readonly Connector[],
  mobile: boolean,
): Connector | undefined =>
  connectors.find((connector) => !connector.disputed && sameWallet(identityOf(connector), wallet, mobile))

/** Whether a connector belongs to a browser wallet. */
export const isLocal = ({ type }: Connector): boolean => local.has(type)

/** Filters wallets to those usable on a phone: with a mobile link, or with an in-app browser that can open the page. */
export const onMobile = (wallets: readonly Wallet[]): readonly Wallet[] =>
  wallets.filter(({ id, mobile_link }) => mobile_link || walletBrowsers.has(id))

/** IDs of the wallets whose in-app browser can open the page (specification section 7): Phantom, Solflare, Coinbase, Binance. */
export const walletBrowsers: ReadonlySet<string> = new Set([
  "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393",
  "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79",
  "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
  "2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25",
])

const local: ReadonlySet<ConnectorType> = new Set(["MULTI_CHAIN", "ANNOUNCED", "INJECTED"])
const apart: ReadonlySet<ConnectorType> = new Set(["WALLET_CONNECT", "AUTH"])

const rdnsOf = (rdns: string, mobile: boolean) => (mobile && rdns === "io.metamask.mobile" ? "io.metamask" : rdns)
