import type { Namespace } from "./namespaces.ts"
import type { CaipNetworkId } from "./networks.ts"

/** A wallet of the directory, or one that the site adds (section 3). Links and pictures are as sent: they are checked where they are used. */
export interface Wallet {
  readonly id: string
  readonly name: string
  readonly rdns?: string
  readonly installed?: boolean
  /** Where it stood in the list, for analytics. */
  readonly display_index?: number
  readonly image_url?: string
  readonly image_id?: string
  readonly badge_type?: "none" | "certified"
  readonly description?: string
  readonly homepage?: string
  /** CAIP-2 ids; none means any. */
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

/** What a site says of a wallet it adds. */
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

/** How a connector is reached (section 3). */
export type ConnectorType = "ANNOUNCED" | "INJECTED" | "EXTERNAL" | "MULTI_CHAIN" | "AUTH" | "WALLET_CONNECT"

/** The connector id of the embedded wallet. */
export const authConnector = "ID_AUTH"

/** The embedded wallet as a connector of a namespace. */
export const embeddedIn = (chain: Namespace): Connector => ({
  id: authConnector,
  name: "Embedded wallet",
  type: "AUTH",
  chain,
})

/** The namespaces that it has accounts on: the first view knows them without what else is known of namespaces (`capabilities.ts`). */
export const embeddedNamespaces: readonly Namespace[] = ["eip155", "solana"]

/** A way to connect that this page holds (section 3). */
export interface Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chain: Namespace
  /** CAIP-2 ids of the networks it serves, where it names them. */
  readonly chains?: readonly CaipNetworkId[]
  readonly info?: { readonly rdns?: string; readonly icon?: string; readonly uuid?: string }
  /** The directory's id of the same wallet. */
  readonly explorerId?: string
  readonly imageUrl?: string
  readonly imageId?: string
  /** The wallet's own object. Only a layer has it; never in the state. */
  readonly provider?: unknown
  /** The connectors that a multi-chain one stands for, one a namespace. */
  readonly connectors?: readonly Connector[]
  /** Another one of its namespace claims the same name or rdns: which of them is right only the visitor can tell. */
  readonly disputed?: boolean
}

/**
 * Groups same-named connectors of several namespaces into one multi-chain connector; the relay's and the embedded wallet's stay apart.
 * So do those whose name or rdns is disputed: one that only claims the name must not get into the group of another.
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

/** A connector by its id, one of a group too. Wallets of two namespaces may have one id: then the namespace tells which is meant. */
export const findConnector = (
  connectors: readonly Connector[],
  id: string | undefined,
  namespace?: Namespace,
): Connector | undefined => {
  const all = connectors.flatMap((one) => [one, ...(one.connectors ?? [])])
  return all.find((one) => one.id === id && (namespace === undefined || (one.chain === namespace && !one.connectors)))
}

/**
 * The connector by which a wallet is reached. Of a group: the one of the namespace asked for; without one those of the very id, else
 * all, and of these the one of the active namespace first.
 */
export const reachedBy = (
  connector: Connector,
  {
    id,
    namespace,
    active,
  }: { readonly id: string; readonly namespace?: Namespace | undefined; readonly active: Namespace },
): Connector | undefined => {
  const { connectors } = connector
  if (!connectors) return connector
  if (namespace !== undefined) return connectors.find(({ chain }) => chain === namespace)
  const named = connectors.filter((one) => one.id === id)
  const some = named.length > 0 ? named : connectors
  return some.find(({ chain }) => chain === active) ?? some[0]
}

/** A picture as a connector names it, or as the directory does. */
export interface Pictured {
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  readonly image_url?: string | undefined
  readonly image_id?: string | undefined
}

/** The address of a wallet's picture: what it announced or the directory says, else the provider's by its id. */
export const pictureOf = (
  { imageUrl, imageId, image_url, image_id }: Pictured,
  provided: (kind: "wallet", id: string) => string | undefined,
): string | undefined => {
  const id = imageId ?? image_id
  return imageUrl ?? image_url ?? (id === undefined ? undefined : provided("wallet", id))
}

/** What tells two wallets apart, of a connector and of a directory entry alike. */
export interface WalletIdentity {
  /** The directory's id. */
  readonly id?: string
  readonly name: string
  readonly rdns?: string
  /** Whether its name says which wallet it is: it comes with Portico, or from a standard that has nothing else. */
  readonly byName?: boolean
}

/** A wallet that the site excludes: its id, and by what a connector of it is known, once somebody has said so. */
export type ExcludedWallet = Partial<WalletIdentity> & { readonly id: string }

/** Whether a wallet is excluded: by the directory's id, by rdns or by name. */
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

/** A connector's identity. */
export const identityOf = ({ name, info, explorerId, chain, type }: Connector): WalletIdentity => ({
  name,
  byName: type === "EXTERNAL" || (chain !== "eip155" && info?.rdns === undefined),
  ...(info?.rdns !== undefined && { rdns: info.rdns }),
  ...(explorerId !== undefined && { id: explorerId }),
})

/**
 * Whether two are the same wallet: by the directory's id or by rdns. A name says so only of wallets that have nothing else, as those
 * of the Wallet Standard: any extension may announce an EVM wallet under the name of another.
 */
export const sameWallet = (one: WalletIdentity, other: WalletIdentity, mobile: boolean): boolean => {
  if (one.id !== undefined && one.id === other.id) return true
  if (one.rdns !== undefined && other.rdns !== undefined) return sameRdns(one.rdns, other.rdns, mobile)
  return (one.byName === true || other.byName === true) && one.name === other.name
}

/** Whether two rdns name one wallet. On a phone MetaMask announces itself under another name than its extension. */
const sameRdns = (one: string, other: string, mobile: boolean): boolean => rdnsOf(one, mobile) === rdnsOf(other, mobile)

/** The connector that is this wallet. None that is disputed: the directory's entry must not lead to an impostor. */
export const connectorOf = (
  wallet: WalletIdentity,
  connectors: readonly Connector[],
  mobile: boolean,
): Connector | undefined =>
  connectors.find((connector) => !connector.disputed && sameWallet(identityOf(connector), wallet, mobile))

/** Whether a connector is a wallet in this browser. */
export const isLocal = ({ type }: Connector): boolean => local.has(type)

/** Whether a wallet may be shown as certified: not if its entry leads to one in this browser, which only claims to be it. */
export const isCertified = (wallet: Wallet, connectors: readonly Connector[], mobile: boolean): boolean =>
  wallet.badge_type === "certified" && connectorOf(wallet, connectors.filter(isLocal), mobile) === undefined

/** The wallets a phone can open: those with a mobile link, and those whose own browser is opened instead. */
export const onMobile = (wallets: readonly Wallet[]): readonly Wallet[] =>
  wallets.filter(({ id, mobile_link }) => mobile_link || walletBrowsers.has(id))

/** Ids of the wallets whose own browser a page can be opened in (section 7): Phantom, Solflare, Coinbase, Binance. */
export const walletBrowsers: ReadonlySet<string> = new Set([
  "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393",
  "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79",
  "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
  "2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25",
])

const local: ReadonlySet<ConnectorType> = new Set(["MULTI_CHAIN", "ANNOUNCED", "INJECTED"])
const apart: ReadonlySet<ConnectorType> = new Set(["WALLET_CONNECT", "AUTH"])

const rdnsOf = (rdns: string, mobile: boolean) => (mobile && rdns === "io.metamask.mobile" ? "io.metamask" : rdns)
