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
