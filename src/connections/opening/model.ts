import type { AccountType } from "../../options/accountTypes.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { CaipNetworkId, Network } from "../../options/networks.ts"

/** Account of a connection (specification section 3). */
export interface Account {
  readonly address: string
  readonly type?: AccountType
  readonly publicKey?: string
  readonly path?: string
}

export const isAccountType = (text: unknown): text is AccountType =>
  typeof text === "string" && ["eoa", "smartAccount", "payment", "ordinal"].includes(text)

/** Connector with the accounts it granted in one namespace (specification section 3). The selected account comes first. */
export interface Connection {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly accounts: readonly Account[]
  /** Login to the embedded wallet. */
  readonly auth?: Login
  readonly caipNetwork?: Network
  /** Network that the wallet is on, if it is not one of the modal's networks. */
  readonly elsewhere?: CaipNetworkId
  /** Networks that the wallet has approved. `undefined` if it accepts any. */
  readonly approval?: Approval
  /** Name that the wallet of a relay session reports. */
  readonly peer?: string
  /** Address of the account that the visitor chose instead of the one selected in the wallet. */
  readonly chosen?: string
}

/** Whether the selected account of a connection is a smart account. */
export const isSmartAccount = (connection: Connection | undefined): boolean =>
  connection?.accounts[0]?.type === "smartAccount"

/** Login to the embedded wallet. */
export interface Login {
  /** Method: `email` or a social provider. */
  readonly name: string
  /** Username at the social provider. */
  readonly username?: string
  readonly email?: string
  /** Whether the smart account is already deployed on its chain. */
  readonly smartAccountDeployed?: boolean
  /** Chain IDs of the EVM networks that support smart accounts. */
  readonly smartAccountNetworks?: readonly number[]
}

/** Networks of a namespace that a wallet has approved, and whether others can be requested. */
export interface Approval {
  readonly caipNetworkIds: readonly CaipNetworkId[]
  readonly others: boolean
}
