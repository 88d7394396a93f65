import { InvalidConnectionStatus } from "../../errors/index.ts"
import { isSameAddress } from "../../namespaces/model/namespaceTable.ts"
import type { AccountType } from "../../options/accountTypes.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { SocialProvider } from "../../options/remoteFeatures.ts"
import type { ConnectorType } from "../../wallets/first-paint/model/connector.ts"
import type { Account, Connection } from "../opening/model.ts"
import type { ConnectionClass } from "./connectionClass.ts"

/** Connection that has ended, or whose wallet no longer responds (class `disconnected`). The account that was active comes first. */
export interface RecentConnection extends Pick<Connection, "namespace" | "connectorId" | "accounts"> {
  /** Name of the wallet or of its login, or else the connector ID. */
  readonly name: string
  /** Login to the embedded wallet. Missing in entries of earlier versions. */
  readonly auth?: { readonly name: LoginKind }
  readonly caipNetworkId?: string
  /** Time at which the connection ended, in ms since the Unix epoch. */
  readonly at: number
}

/** Way to log in to the embedded wallet. */
export type LoginKind = "email" | SocialProvider

/** Step that switching to a connection needs (specification section 4). */
export type SwitchStep =
  /** The provider is available: select the account. */
  | { readonly type: "reuse" }
  /** Switch the account type: an embedded wallet has one login for all of its account types. */
  | { readonly type: "switchAccountType" }
  /** Reconnect the external connector, without a prompt if it supports that. */
  | { readonly type: "reconnect" }
  /** Run the login flow again, then select the account. */
  | { readonly type: "login"; readonly by: "walletConnect" }
  | { readonly type: "login"; readonly by: "external" }
  | LoginStep

/** Login that restores the embedded wallet. `any`: the previous login is unknown. */
export type LoginStep =
  | { readonly type: "login"; readonly by: "email" }
  | { readonly type: "login"; readonly by: "any" }
  | { readonly type: "login"; readonly by: "social"; readonly provider: SocialProvider }

/**
 * Returns the step for switching to a connection, by its class and connector type. `auth`: the login to repeat. Returns
 * `InvalidConnectionStatus` if the class is not known yet.
 */
export const switchStep = (
  { auth }: Pick<RecentConnection, "auth">,
  type: ConnectorType,
  connectionClass: ConnectionClass | undefined,
): SwitchStep | InvalidConnectionStatus => {
  switch (connectionClass) {
    case "connected":
    case "active":
      if (type === "AUTH") return { type: "switchAccountType" }
      return { type: type === "EXTERNAL" ? "reconnect" : "reuse" }
    case "disconnected":
      if (type === "AUTH") return loginStep(auth?.name)
      return { type: "login", by: type === "WALLET_CONNECT" ? "walletConnect" : "external" }
    default:
      return new InvalidConnectionStatus()
  }
}

const loginStep = (kind: LoginKind | undefined): LoginStep => {
  if (kind === undefined) return { type: "login", by: "any" }
  return kind === "email" ? { type: "login", by: kind } : { type: "login", by: "social", provider: kind }
}

/** Returns a connection with the account of this address selected. Returns it unchanged if it has no such account. */
export const withAccount = (connection: Connection, address: string): Connection => {
  const chosen = connection.accounts.find(isSame(connection.namespace, { address }))
  if (!chosen || chosen === connection.accounts[0]) return connection
  return { ...connection, accounts: [chosen, ...connection.accounts.filter((account) => account !== chosen)] }
}

/**
 * Returns a connection with the account that the visitor chose, regardless of the one selected in the wallet. Returns it unchanged if
 * `address` is `undefined`, not granted, or selected in the wallet anyway.
 */
export const choosing = (connection: Connection, address: string | undefined): Connection => {
  if (address === undefined || !holds(connection, address)) return connection
  const taken = withAccount(connection, address)
  return taken === connection && connection.chosen === undefined ? connection : { ...taken, chosen: address }
}

/**
 * Returns a connection with an account of the site's preferred type selected, if there is one. Changes only Bitcoin connections, because no
 * other wallets leave the choice to the page.
 */
export const preferring = (connection: Connection, type: AccountType): Connection =>
  connection.namespace === "bip122"
    ? choosing(connection, connection.accounts.find((account) => account.type === type)?.address)
    : connection

/** Whether an address is one of a connection's accounts. */
export const holds = ({ namespace, accounts }: Pick<Connection, "namespace" | "accounts">, address: string): boolean =>
  accounts.some(isSame(namespace, { address }))

/** Filters recent connections to those that are not connected again. Leaves out a locked wallet that is still active. */
export const keepDisconnected = (
  recent: readonly RecentConnection[],
  stateOf: (namespace: Namespace) => {
    readonly active: string | undefined
    readonly connections: readonly Connection[]
  },
): readonly RecentConnection[] =>
  recent.filter(({ namespace, connectorId, accounts: [account] }) => {
    const { active, connections } = stateOf(namespace)
    const now = connections.find((connection) => connection.connectorId === connectorId)
    return now ? account === undefined || !holds(now, account.address) : active !== connectorId
  })

const isSame =
  (namespace: Namespace, { address }: Account) =>
  (account: Account) =>
    isSameAddress(namespace, account.address, address)
