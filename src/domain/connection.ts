import { InvalidConnectionStatus } from "./errors.ts"
import type { AccountType, Namespace } from "./namespaces.ts"
import type { CaipNetworkId, Network } from "./networks.ts"
import type { ConnectorType } from "./wallets.ts"

/** An account of a connection (section 3). */
export interface Account {
  readonly address: string
  readonly type?: AccountType
  readonly publicKey?: string
  readonly path?: string
}

/** Whether a text names a kind of account. */
export const isAccountType = (text: unknown): text is AccountType =>
  typeof text === "string" && ["eoa", "smartAccount", "payment", "ordinal"].includes(text)

/** A connector that granted accounts in one namespace (section 3). The selected account comes first. */
export interface Connection {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly accounts: readonly Account[]
  /** How the embedded wallet's visitor logged in: 'email' or a social provider. */
  readonly auth?: { readonly name: string; readonly username?: string }
  readonly caipNetwork?: Network
  /** Where its wallet stands, if that is none of the modal's networks. */
  readonly elsewhere?: CaipNetworkId
  /** The networks that its wallet has approved; nothing where it takes any. */
  readonly approval?: Approval
  /** How the wallet at the other end of a relay names itself. */
  readonly peer?: string
}

/** The networks of a namespace that a wallet has approved, and whether it can be asked for others. */
export interface Approval {
  readonly caipNetworkIds: readonly CaipNetworkId[]
  readonly others: boolean
}

/** What a relay session says of its wallet. */
export interface SessionFacts {
  /** CAIP-2 ids of all namespaces. */
  readonly approvedCaipNetworkIds: readonly string[]
  readonly methods: readonly string[]
  readonly peer: { readonly name: string }
}

/** How a connection stands (section 4): `connected` is the connector in use, `active` is known beside it. */
export type ConnectionClass = "connected" | "active" | "disconnected"

/** The class of a connector's connection, by the connector in use and the connections that are known. */
export const classOf = (
  connectorId: string,
  { active, connections }: { readonly active: string | undefined; readonly connections: readonly Connection[] },
): ConnectionClass => {
  if (connectorId === active) return "connected"
  return connections.some((connection) => connection.connectorId === connectorId) ? "active" : "disconnected"
}

/** What switching to a connection takes (section 4). */
export type SwitchStep =
  /** The provider is there: select the account. */
  | { readonly is: "reuse" }
  /** An embedded wallet has one login for all of its account types. */
  | { readonly is: "switchAccountType" }
  /** An external connector is asked again, without a prompt where it knows how. */
  | { readonly is: "reconnect" }
  /** The visitor logs in anew, then the account is selected. */
  | { readonly is: "login"; readonly by: "email" | "social" | "walletConnect" | "external" }

/** What switching to a connection of a class takes, by the kind of its connector. */
export const switchStep = (
  connection: Pick<Connection, "auth">,
  type: ConnectorType,
  stands: ConnectionClass,
): SwitchStep | InvalidConnectionStatus => {
  switch (stands) {
    case "connected":
    case "active":
      if (type === "AUTH") return { is: "switchAccountType" }
      return { is: type === "EXTERNAL" ? "reconnect" : "reuse" }
    case "disconnected":
      if (type === "AUTH") return { is: "login", by: connection.auth?.name === "email" ? "email" : "social" }
      return { is: "login", by: type === "WALLET_CONNECT" ? "walletConnect" : "external" }
    default:
      return new InvalidConnectionStatus()
  }
}

/** The connections with a new one: accounts of one connector are merged, the newly granted first; a login by e-mail or social account replaces the one before. */
export const withConnection = (connections: readonly Connection[], added: Connection): readonly Connection[] => {
  const before = connections.find(({ connectorId }) => connectorId === added.connectorId)
  if (!before) return [...connections, added]
  const kept = added.auth
    ? []
    : before.accounts.filter((account) => !added.accounts.some(isSame(added.namespace, account)))
  const merged = { ...before, ...added, accounts: [...added.accounts, ...kept] }
  return connections.map((connection) => (connection === before ? merged : connection))
}

/** The connection with what the session that carries it says. Only an EVM wallet can be asked for other networks, if it granted the method for it. */
export const overSession = (
  connection: Connection,
  { approvedCaipNetworkIds, methods, peer }: SessionFacts,
): Connection => ({
  ...connection,
  ...(peer.name && { peer: peer.name }),
  approval: {
    caipNetworkIds: ofNamespace(connection.namespace, approvedCaipNetworkIds),
    others: connection.namespace === "eip155" && methods.includes("wallet_switchEthereumChain"),
  },
})

/** The connection of a wallet that serves these networks only. */
export const limitedTo = (connection: Connection, caipNetworkIds: readonly string[]): Connection => ({
  ...connection,
  approval: { caipNetworkIds: ofNamespace(connection.namespace, caipNetworkIds), others: false },
})

/** How a network stands with a wallet: approved, one that it can be asked for, or one that it lacks. Without an approval it takes any. */
export const standing = (approval: Approval | undefined, caipNetworkId: CaipNetworkId): Standing => {
  if (!approval || approval.caipNetworkIds.includes(caipNetworkId)) return "approved"
  return approval.others ? "askable" : "lacking"
}

export type Standing = "approved" | "askable" | "lacking"

/** The connection with one of its accounts selected; an address it does not hold changes nothing. */
export const withAccount = (connection: Connection, address: string): Connection => {
  const chosen = connection.accounts.find(isSame(connection.namespace, { address }))
  if (!chosen || chosen === connection.accounts[0]) return connection
  return { ...connection, accounts: [chosen, ...connection.accounts.filter((account) => account !== chosen)] }
}

/** Whether two addresses of a namespace are one; only EVM addresses may differ in their letters' case. */
export const isSameAddress = (namespace: Namespace, one: string, other: string): boolean =>
  one === other || (namespace === "eip155" && one.toLowerCase() === other.toLowerCase())

const ofNamespace = (namespace: Namespace, ids: readonly string[]) =>
  ids.filter((id): id is CaipNetworkId => id.startsWith(`${namespace}:`))

const isSame =
  (namespace: Namespace, { address }: Account) =>
  (account: Account) =>
    isSameAddress(namespace, account.address, address)
