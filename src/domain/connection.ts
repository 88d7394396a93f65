import type { AccountType, Namespace } from "./namespaces.ts"
import type { CaipNetworkId, Network } from "./networks.ts"

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
  /** Who is logged in to the embedded wallet. */
  readonly auth?: Login
  readonly caipNetwork?: Network
  /** Where its wallet stands, if that is none of the modal's networks. */
  readonly elsewhere?: CaipNetworkId
  /** The networks that its wallet has approved; nothing where it takes any. */
  readonly approval?: Approval
  /** How the wallet at the other end of a relay names itself. */
  readonly peer?: string
  /** The account that the visitor took in place of the one that its wallet has selected. */
  readonly chosen?: string
}

/** Whether the account in use is a smart account, as analytics is told. */
export const isSmartAccount = (connection: Connection | undefined): boolean =>
  connection?.accounts[0]?.type === "smartAccount"

/** A login to the embedded wallet. */
export interface Login {
  /** By what: 'email' or a social provider. */
  readonly name: string
  /** What the social provider calls the visitor. */
  readonly username?: string
  readonly email?: string
  /** Whether the smart account is on its chain already. */
  readonly smartAccountDeployed?: boolean
  /** The EVM chains, by number, that have smart accounts. */
  readonly smartAccountNetworks?: readonly number[]
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

const ofNamespace = (namespace: Namespace, ids: readonly string[]) =>
  ids.filter((id): id is CaipNetworkId => id.startsWith(`${namespace}:`))
