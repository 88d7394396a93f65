import type { Account, Connection } from "./connection.ts"
import { InvalidConnectionStatus } from "./errors.ts"
import type { AccountType, Namespace } from "./namespaces.ts"
import type { SocialProvider } from "./route.ts"
import type { ConnectorType } from "./wallets.ts"

/** A connection that is over, or whose wallet answers no more: class disconnected. The account that was in use comes first. */
export interface RecentConnection extends Pick<Connection, "namespace" | "connectorId" | "accounts"> {
  /** What its wallet was called. */
  readonly name: string
  /** How the visitor logged in to the embedded wallet. Entries of earlier versions do not have it. */
  readonly auth?: { readonly name: LoginKind }
  readonly caipNetworkId?: string
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
}

/** A way to log in to the embedded wallet. */
export type LoginKind = "email" | SocialProvider

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
  /** The login flow runs again, then the account is selected. */
  | { readonly is: "login"; readonly by: "walletConnect" }
  | { readonly is: "login"; readonly by: "external" }
  | LoginStep

/** How to log in to the embedded wallet again: `any` if it is not known how the visitor did before. */
export type LoginStep =
  | { readonly is: "login"; readonly by: "email" }
  | { readonly is: "login"; readonly by: "any" }
  | { readonly is: "login"; readonly by: "social"; readonly provider: SocialProvider }

/** What switching to a connection of a class takes, by the kind of its connector; `auth` is the login that is run again. */
export const switchStep = (
  { auth }: Pick<RecentConnection, "auth">,
  type: ConnectorType,
  stands: ConnectionClass | undefined,
): SwitchStep | InvalidConnectionStatus => {
  switch (stands) {
    case "connected":
    case "active":
      if (type === "AUTH") return { is: "switchAccountType" }
      return { is: type === "EXTERNAL" ? "reconnect" : "reuse" }
    case "disconnected":
      if (type === "AUTH") return loginStep(auth?.name)
      return { is: "login", by: type === "WALLET_CONNECT" ? "walletConnect" : "external" }
    default:
      return new InvalidConnectionStatus()
  }
}

const loginStep = (kind: LoginKind | undefined): LoginStep => {
  if (kind === undefined) return { is: "login", by: "any" }
  return kind === "email" ? { is: "login", by: kind } : { is: "login", by: "social", provider: kind }
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
