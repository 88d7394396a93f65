import type { ConnectorGroup } from "../../../options/localFeatures.ts"
import type { Namespace } from "../../../options/namespaces.ts"
import type { AllWallets, WalletOrder } from "../../../options/options.ts"
import { recentWallets, walletLists } from "../../../wallets/first-paint/limits.ts"
import { type Connector, connectorOf, identityOf, isLocal } from "../../../wallets/first-paint/model/connector.ts"
import {
  type ExcludedWallet,
  isExcluded,
  sameWallet,
  type Wallet,
  type WalletIdentity,
} from "../../../wallets/first-paint/model/wallet.ts"
import {
  connectorServes,
  inNamespace,
  walletSupportsNamespace,
} from "../../../wallets/first-paint/model/walletNamespaces.ts"
import { connectorRow, placeOf, relayRow, type WalletRow, walletRow } from "./walletRow.ts"

/** Default order of the groups of wallets on Connect (specification section 9). */
export const connectorOrder: readonly ConnectorGroup[] = [
  "walletConnect",
  "recent",
  "injected",
  "featured",
  "custom",
  "external",
  "recommended",
]

/** Input of `walletRows`. */
export interface ConnectInput {
  /** Result of `mergeConnectors`. */
  readonly connectors: readonly Connector[]
  readonly recent: readonly Wallet[]
  readonly featured: readonly Wallet[]
  /** IDs of all wallets that the site features. Their rows are reserved while the directory may still deliver some of them. */
  readonly awaited?: readonly string[]
  readonly recommended: readonly Wallet[]
  readonly custom: readonly Wallet[]
  readonly excluded: readonly ExcludedWallet[]
  /** Whether the site set featured or custom wallets, which replace recommendations. */
  readonly chosen: boolean
  readonly order: readonly ConnectorGroup[]
  /** Order of the installed wallets. Defaults to the order of the connectors. */
  readonly walletOrder?: WalletOrder | undefined
  readonly mobile: boolean
  /** Limits the list to wallets of this namespace. */
  readonly namespace: Namespace | undefined
  /** IDs of the connected connectors. */
  readonly connected: readonly string[]
  /** Whether a relay session exists, which rules out a second one. */
  readonly relayConnected: boolean
}

/** Builds the rows of the Connect view, in order, without duplicate wallets. Groups missing from `order` come last. */
export const walletRows = (input: ConnectInput): readonly WalletRow[] => {
  const { mobile, namespace, relayConnected } = input
  const isWanted = (wallet: WalletIdentity) => !isExcluded(wallet, input.excluded, mobile)
  const served = inNamespace(input.connectors, namespace)
  const connectors = served.filter((one) => isWanted(identityOf(one)))
  const relay = connectors.find(({ type }) => type === "WALLET_CONNECT")
  const local = connectors.filter((one) => isLocal(one) && !isLastResort(one, served, mobile))
  const installed = inWalletOrder(local, input)
  const outside = connectors.filter(({ type }) => type === "EXTERNAL")
  const external = distinct(outside, identityOf, installed.map(identityOf), mobile)
  // Coinbase's SDK connector has no row of its own, but serves Coinbase Wallet's directory entry.
  const listed = external.filter(({ id }) => id !== coinbaseSdk)

  const taken = installed.filter(({ disputed }) => !disputed).map(identityOf)
  const take = (wallets: readonly Wallet[], count = wallets.length, than: readonly WalletIdentity[] = taken) => {
    const kept = distinct(wallets.filter(isOffered), itself, than, mobile).slice(0, count)
    taken.push(...kept)
    return kept
  }
  const isOffered = (wallet: Wallet) =>
    (relay || connectorOf(wallet, external, mobile)) && walletSupportsNamespace(wallet, namespace)

  // A recent browser wallet is stored under its connector ID.
  const here = new Set(installed.flatMap(({ id, connectors = [] }) => [id, ...connectors.map((one) => one.id)]))
  const isElsewhere = (wallet: Wallet) => isWanted(wallet) && !here.has(wallet.id)
  const recent = take(input.recent.filter(isElsewhere), recentWallets, [...taken, ...listed.map(identityOf)])
  const featured = take(input.featured.filter(isWanted))
  // The site's own wallets are never excluded, even if others have the same name.
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
 * Updates the rows of a visible list without moving any row that the visitor may be about to click. A newly detected wallet replaces its
 * existing row or is added at the end. Rows of wallets that are gone are removed, except recommended ones.
 */
export const keepPlaces = (
  shown: readonly WalletRow[],
  next: readonly WalletRow[],
  mobile: boolean,
): readonly WalletRow[] => {
  const left = new Set(next)
  const take = (row: WalletRow) => {
    const now =
      next.find((one) => left.has(one) && (one.key === row.key || (!!one.source && one.source === row.source))) ??
      next.find((one) => left.has(one) && isReplaceable(row) && sameWallet(one.identity, row.identity, mobile))
    if (now) left.delete(now)
    return now
  }
  const kept = shown.flatMap((row) => take(row) ?? (row.group === "recommended" ? [row] : []))
  return [...kept, ...left]
}

/**
 * Whether a row may be replaced by a row of the same wallet in this browser. Rows of directory wallets may, even if they lead to a
 * connector.
 */
const isReplaceable = ({ group }: WalletRow) => ofDirectory.has(group)
const ofDirectory: ReadonlySet<ConnectorGroup> = new Set(["recent", "featured", "custom", "recommended"])

/** Input of `allWalletsRow`. */
export interface AllWalletsInput {
  /** Whether WalletConnect is enabled. */
  readonly relay: boolean
  readonly allWallets: AllWallets
  readonly mobile: boolean
  readonly count: number
}

/**
 * Returns the count on the all-wallets row, rounded down to tens unless it is below 10, and whether there are more. Returns `undefined` if
 * the row is hidden.
 */
export const allWalletsRow = ({ relay, allWallets, mobile, count }: AllWalletsInput) => {
  if (!relay || allWallets === "HIDE" || (allWallets === "ONLY_MOBILE" && !mobile)) return undefined
  const rounded = count < walletLists.countStep ? count : count - (count % walletLists.countStep)
  return { count: rounded, more: rounded < count }
}

const coinbaseSdk = "coinbaseWalletSDK"
const browserWallet = "injected"

const itself = (wallet: Wallet): WalletIdentity => wallet

/** Removes entries that duplicate one of `others` or an earlier entry. */
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

/**
 * Whether a connector is the generic browser wallet, and another wallet in this browser serves its namespace. The two are probably the same
 * wallet. Always false on mobile.
 */
const isLastResort = (connector: Connector, all: readonly Connector[], mobile: boolean) =>
  connector.id === browserWallet &&
  !mobile &&
  all.some((other) => other.id !== browserWallet && isLocal(other) && connectorServes(other, connector.chain))

/** Sorts installed wallets by the option `walletOrder`. Wallets that it does not list come last and keep their relative order. */
const inWalletOrder = (
  connectors: readonly Connector[],
  { walletOrder, recent }: Pick<ConnectInput, "walletOrder" | "recent">,
): readonly Connector[] => {
  if (walletOrder === undefined) return connectors
  if (walletOrder === "name") return [...connectors].sort((one, other) => one.name.localeCompare(other.name))
  const ids = walletOrder === "recent" ? recent.map(({ id }) => id) : walletOrder
  const placeIn = (connector: Connector) => {
    const names = [connector, ...(connector.connectors ?? [])].flatMap((one) => [
      one.id,
      one.info?.rdns,
      one.explorerId,
    ])
    const place = ids.findIndex((id) => names.includes(id))
    return place === -1 ? ids.length : place
  }
  return [...connectors].sort((one, other) => placeIn(one) - placeIn(other))
}
