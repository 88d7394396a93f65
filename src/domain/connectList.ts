import type { Namespace } from "./namespaces.ts"
import { recentWallets, walletLists } from "./openingLimits.ts"
import type { Route } from "./route.ts"
import {
  type Connector,
  connectorOf,
  type ExcludedWallet,
  identityOf,
  isExcluded,
  isLocal,
  sameWallet,
  type Wallet,
  type WalletIdentity,
} from "./wallets.ts"

/** A group of rows on Connect. `injected` covers multi-chain, announced and injected connectors. */
export type ConnectorGroup =
  | "walletConnect"
  | "recent"
  | "injected"
  | "featured"
  | "custom"
  | "external"
  | "recommended"

/** The order of the groups where the site gives none (section 9). */
export const connectorOrder: readonly ConnectorGroup[] = [
  "walletConnect",
  "recent",
  "injected",
  "featured",
  "custom",
  "external",
  "recommended",
]

/** What the Connect view lists from. */
export interface ConnectInput {
  /** Merged, as `mergeConnectors` gives them. */
  readonly connectors: readonly Connector[]
  readonly recent: readonly Wallet[]
  readonly featured: readonly Wallet[]
  /** All that the site chose, while the directory may still say who they are: their places are kept. */
  readonly awaited?: readonly string[]
  readonly recommended: readonly Wallet[]
  readonly custom: readonly Wallet[]
  readonly excluded: readonly ExcludedWallet[]
  /** Whether the site chose featured or custom wallets: then none are recommended. */
  readonly chosen: boolean
  readonly order: readonly ConnectorGroup[]
  readonly mobile: boolean
  /** Only wallets of this namespace. */
  readonly namespace: Namespace | undefined
  /** Ids of the connectors in use. */
  readonly connected: readonly string[]
  /** Whether a relay session exists: a second one cannot be begun. */
  readonly relayConnected: boolean
}

/** What a row says beside its name. */
export type WalletTag = "qrCode" | "recent" | "multichain" | "installed" | "connected" | "unverified"

/** A row of the Connect view: what it shows and where it leads. */
export interface WalletRow {
  /** Unique in the list, and the same from one list to the next. */
  readonly key: string
  readonly group: ConnectorGroup
  readonly name: string
  readonly imageUrl?: string
  readonly imageId?: string
  readonly tag?: WalletTag
  readonly walletId?: string
  readonly connectorId?: string
  readonly disabled: boolean
  /** It only keeps the place of a wallet that is not known yet. */
  readonly awaited?: boolean
  readonly route: Route
  /** Identity by which the wallet is compared with others. */
  readonly identity: WalletIdentity
}

/** The rows of the Connect view, in order, each wallet once. A group that the order leaves out comes last. */
export const connectList = (input: ConnectInput): readonly WalletRow[] => {
  const { mobile, namespace, relayConnected } = input
  const isWanted = (wallet: WalletIdentity) => !isExcluded(wallet, input.excluded, mobile)
  const served = inNamespace(input.connectors, namespace)
  const connectors = served.filter((one) => isWanted(identityOf(one)))
  const relay = connectors.find(({ type }) => type === "WALLET_CONNECT")
  const installed = connectors.filter((one) => isLocal(one) && !isLastResort(one, served, mobile))
  const outside = connectors.filter(({ type }) => type === "EXTERNAL")
  const external = distinct(outside, identityOf, installed.map(identityOf), mobile)
  // Coinbase's own library has no row, but is how its wallet of the directory is reached.
  const listed = external.filter(({ id }) => id !== coinbaseSdk)

  const taken = installed.filter(({ disputed }) => !disputed).map(identityOf)
  const take = (wallets: readonly Wallet[], count = wallets.length, than: readonly WalletIdentity[] = taken) => {
    const kept = distinct(wallets.filter(isOffered), itself, than, mobile).slice(0, count)
    taken.push(...kept)
    return kept
  }
  const isOffered = (wallet: Wallet) => (relay || connectorOf(wallet, external, mobile)) && isOn(wallet, namespace)

  // A recent wallet of this browser is kept by its connector's id.
  const here = new Set(installed.flatMap(({ id, connectors = [] }) => [id, ...connectors.map((one) => one.id)]))
  const isElsewhere = (wallet: Wallet) => isWanted(wallet) && !here.has(wallet.id)
  const recent = take(input.recent.filter(isElsewhere), recentWallets, [...taken, ...listed.map(identityOf)])
  const featured = take(input.featured.filter(isWanted))
  // What the site adds itself it does not exclude, whatever else goes by that name.
  const custom = take(input.custom)
  const room = Math.max(0, walletLists.recommendedRows - installed.length - recent.length)
  const recommended = input.chosen ? [] : take(input.recommended.filter(isWanted), room)

  const ofWallet = (group: ConnectorGroup) => (wallet: Wallet) =>
    walletRow(group, wallet, connectorOf(wallet, external, mobile), relayConnected)
  const ofConnector = (group: ConnectorGroup) => (connector: Connector) =>
    connectorRow(group, connector, input.connected)
  const groups: Readonly<Record<ConnectorGroup, readonly WalletRow[]>> = {
    walletConnect: relay && !mobile ? [relayRow(relay, relayConnected)] : [],
    recent: recent.map(ofWallet("recent")),
    injected: installed.map(ofConnector("injected")),
    featured: (input.awaited ?? featured.map(({ id }) => id)).flatMap((id) => {
      const wallet = featured.find((one) => one.id === id)
      if (wallet) return [ofWallet("featured")(wallet)]
      const isLeftOut = [...input.featured, ...input.excluded].some((one) => one.id === id)
      return relay && !isLeftOut ? [placeOf(id)] : []
    }),
    custom: custom.map(ofWallet("custom")),
    external: distinct(listed, identityOf, taken, mobile).map(ofConnector("external")),
    recommended: recommended.map(ofWallet("recommended")),
  }
  return [...new Set([...input.order, ...connectorOrder])].flatMap((group) => groups[group])
}

/**
 * The rows while the list shows: what a visitor may be about to press keeps its place. A wallet that turns out to be here marks the row
 * that it has; another one is added below. All take their usual places at the next opening.
 */
export const keepPlaces = (
  shown: readonly WalletRow[],
  next: readonly WalletRow[],
  mobile: boolean,
): readonly WalletRow[] => {
  const left = new Set(next)
  const take = (row: WalletRow) => {
    const now =
      next.find((one) => left.has(one) && one.key === row.key) ??
      next.find((one) => left.has(one) && isReplaceable(row) && sameWallet(one.identity, row.identity, mobile))
    if (now) left.delete(now)
    return now
  }
  const kept = shown.flatMap((row) => take(row) ?? (row.group === "recommended" ? [row] : []))
  return [...kept, ...left]
}

/** Rows of the directory's wallets give way to those of the same wallets here, also if a library or a page reaches them already. */
const isReplaceable = ({ group }: WalletRow) => ofDirectory.has(group)
const ofDirectory: ReadonlySet<ConnectorGroup> = new Set(["recent", "featured", "custom", "recommended"])

/** Who sees the row that leads to all wallets. */
export type AllWallets = "SHOW" | "HIDE" | "ONLY_MOBILE"

/** What the all-wallets row depends on. */
export interface AllWalletsInput {
  /** Whether the relay is on. */
  readonly relay: boolean
  readonly allWallets: AllWallets
  readonly mobile: boolean
  readonly count: number
}

/** The count on the all-wallets row, rounded down to tens, and whether there are more; nothing where the row is not shown. */
export const allWalletsRow = ({ relay, allWallets, mobile, count }: AllWalletsInput) => {
  if (!relay || allWallets === "HIDE" || (allWallets === "ONLY_MOBILE" && !mobile)) return undefined
  const rounded = count < walletLists.countStep ? count : count - (count % walletLists.countStep)
  return { count: rounded, more: rounded < count }
}

/** The connectors of a namespace, those of a group one by one; all of them without one. */
export const inNamespace = (connectors: readonly Connector[], namespace: Namespace | undefined): readonly Connector[] =>
  connectors
    .filter((one) => serves(one, namespace))
    .map((one) => one.connectors?.find(({ chain }) => chain === namespace) ?? one)

/** Whether a wallet of the directory works on a namespace, as far as the directory says. */
export const isOn = ({ chains }: Wallet, namespace: Namespace | undefined): boolean =>
  namespace === undefined || !chains || chains.length === 0 || chains.some((id) => id.startsWith(`${namespace}:`))

/** Where a press on a connector leads: a multi-chain one asks first which chain is meant. */
export const routeOf = ({ id, type, chain }: Connector): Route =>
  type === "MULTI_CHAIN"
    ? { name: "ConnectingMultiChain", connector: id }
    : { name: "ConnectingExternal", connector: id, namespace: chain }

const coinbaseSdk = "coinbaseWalletSDK"
const browserWallet = "injected"

const itself = (wallet: Wallet): WalletIdentity => wallet

/** Those that are neither among `others` nor further up. */
const distinct = <A>(
  list: readonly A[],
  identify: (one: A) => WalletIdentity,
  others: readonly WalletIdentity[],
  mobile: boolean,
): readonly A[] => {
  const seen = [...others]
  return list.filter((one) => {
    const identity = identify(one)
    if (seen.some((other) => sameWallet(other, identity, mobile))) return false
    seen.push(identity)
    return true
  })
}

/** On a desktop, a wallet that announced itself stands behind the nameless browser wallet, which is shown only when nobody did. */
const isLastResort = (connector: Connector, all: readonly Connector[], mobile: boolean) =>
  connector.id === browserWallet &&
  !mobile &&
  all.some((other) => other.id !== browserWallet && isLocal(other) && serves(other, connector.chain))

const serves = ({ type, chain, connectors }: Connector, namespace: Namespace | undefined) =>
  namespace === undefined ||
  type === "WALLET_CONNECT" ||
  chain === namespace ||
  (connectors?.some((one) => one.chain === namespace) ?? false)

const relayRow = (relay: Connector, relayConnected: boolean): WalletRow => ({
  ...connectorRow("walletConnect", relay, []),
  tag: "qrCode",
  disabled: relayConnected,
  route: { name: "ConnectingWalletConnect" },
})

const connectorRow = (group: ConnectorGroup, connector: Connector, connected: readonly string[]): WalletRow => {
  const { id, name, explorerId, info, imageUrl = info?.icon, imageId } = connector
  const tag = tagOf(connector, connected)
  return {
    key: `connector:${id}`,
    group,
    name,
    ...(imageUrl !== undefined && { imageUrl }),
    ...(imageId !== undefined && { imageId }),
    ...(tag && { tag }),
    ...(explorerId !== undefined && { walletId: explorerId }),
    connectorId: id,
    disabled: false,
    route: routeOf(connector),
    identity: identityOf(connector),
  }
}

const placeOf = (id: string): WalletRow => ({
  key: `wallet:${id}`,
  group: "featured",
  name: "",
  disabled: true,
  awaited: true,
  route: { name: "Connect" },
  identity: { id, name: "" },
})

const walletRow = (
  group: ConnectorGroup,
  wallet: Wallet,
  connector: Connector | undefined,
  relayConnected: boolean,
): WalletRow => {
  const { id, name, rdns, image_url, image_id } = wallet
  return {
    key: `wallet:${id}`,
    group,
    name,
    ...(image_url !== undefined && { imageUrl: image_url }),
    ...(image_id !== undefined && { imageId: image_id }),
    ...(group === "recent" && { tag: "recent" }),
    walletId: id,
    ...(connector && { connectorId: connector.id }),
    disabled: relayConnected && !connector,
    route: connector ? routeOf(connector) : { name: "ConnectingWalletConnect", wallet: id },
    identity: { id, name, ...(rdns !== undefined && { rdns }) },
  }
}

const tagOf = ({ id, type, connectors, disputed }: Connector, connected: readonly string[]): WalletTag | undefined => {
  if (connected.includes(id) || connectors?.some((one) => connected.includes(one.id))) return "connected"
  if (disputed) return "unverified"
  if (type === "MULTI_CHAIN") return "multichain"
  return isLocalType(type) ? "installed" : undefined
}

const isLocalType = (type: Connector["type"]) => type === "ANNOUNCED" || type === "INJECTED"
