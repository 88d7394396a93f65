import type { Account, Connection } from "./connection.ts"
import { InvalidConnectionStatus } from "./errors.ts"
import type { AccountType, Namespace } from "./namespaces.ts"
import type { ConnectorType } from "./wallets.ts"

/** A connection that is over, or whose wallet answers no more: class disconnected. The account that was in use comes first. */
export interface RecentConnection extends Pick<Connection, "namespace" | "connectorId" | "accounts"> {
  /** What its wallet was called. */
  readonly name: string
  readonly caipNetworkId?: string
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
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
  stands: ConnectionClass | undefined,
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

/** The connection with one of its accounts selected; an address it does not hold changes nothing. */
export const withAccount = (connection: Connection, address: string): Connection => {
  const chosen = connection.accounts.find(isSame(connection.namespace, { address }))
  if (!chosen || chosen === connection.accounts[0]) return connection
  return { ...connection, accounts: [chosen, ...connection.accounts.filter((account) => account !== chosen)] }
}

/** The connection with an account that the visitor chose, whichever its wallet has selected. One that is not granted changes nothing. */
export const choosing = (connection: Connection, address: string | undefined): Connection => {
  if (address === undefined || !holds(connection, address)) return connection
  const taken = withAccount(connection, address)
  return taken === connection && connection.chosen === undefined ? connection : { ...taken, chosen: address }
}

/** The connection with its account of the kind that the site prefers; wallets of Bitcoin alone leave the kind to the page. */
export const preferring = (connection: Connection, type: AccountType): Connection =>
  connection.namespace === "bip122" && connection.accounts[0]?.type !== type
    ? choosing(connection, connection.accounts.find((account) => account.type === type)?.address)
    : connection

/** Whether an address is one of a connection's accounts. */
export const holds = ({ namespace, accounts }: Pick<Connection, "namespace" | "accounts">, address: string): boolean =>
  accounts.some(isSame(namespace, { address }))

/** The recent connections that are not connected again. A wallet in use that only sleeps is none of them. */
export const stillRecent = (
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

/** Whether two addresses of a namespace are one; only EVM addresses may differ in their letters' case. */
export const isSameAddress = (namespace: Namespace, one: string, other: string): boolean =>
  one === other || (namespace === "eip155" && one.toLowerCase() === other.toLowerCase())

const isSame =
  (namespace: Namespace, { address }: Account) =>
  (account: Account) =>
    isSameAddress(namespace, account.address, address)
