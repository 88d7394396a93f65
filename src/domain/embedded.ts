import type { Account, Connection } from "./connection.ts"
import { display } from "./display.ts"
import type { AccountType, Namespace } from "./namespaces.ts"

/** What the embedded wallet's accounts may be. */
export type EmbeddedType = Extract<AccountType, "eoa" | "smartAccount">

/** Whether an account type is one of the embedded wallet's. */
export const isEmbeddedType = (type: unknown): type is EmbeddedType => type === "eoa" || type === "smartAccount"

/** The kind of account that is preferred: what the visitor chose, else what the site does. */
export const preferredType = (
  namespace: Namespace,
  chosen: Readonly<Partial<Record<Namespace, EmbeddedType>>> | undefined,
  defaults: Readonly<Record<Namespace, AccountType>>,
): EmbeddedType => {
  const type = chosen?.[namespace] ?? defaults[namespace]
  return isEmbeddedType(type) ? type : "eoa"
}

/** Whether an EVM network is one that smart accounts are on. */
const hasSmartAccounts = ({ auth, caipNetwork }: Connection): boolean =>
  caipNetwork?.chainNamespace === "eip155" &&
  (auth?.smartAccountNetworks?.some((id) => `eip155:${id}` === caipNetwork.caipNetworkId) ?? false)

/**
 * The kind of account that a connection of the embedded wallet can be switched to: to a smart account only where the network supports
 * them and the current one is none (section 5), back from one always.
 */
export const otherType = (connection: Connection): EmbeddedType | undefined => {
  if (connection.namespace !== "eip155" || !connection.auth) return undefined
  if (typeOf(connection.accounts[0]) === "smartAccount") return "eoa"
  return hasSmartAccounts(connection) ? "smartAccount" : undefined
}

/** What an account of the embedded wallet is; one that does not say so is the plain kind. */
export const typeOf = (account: Account | undefined): EmbeddedType =>
  account?.type === "smartAccount" ? "smartAccount" : "eoa"

/**
 * What a login is shown as: what the social provider calls the visitor, else the e-mail. Of a discord name a last 0 is dropped, and
 * an e-mail of more than 30 characters is cut (section 5).
 */
export const loginName = ({ name, username, email }: NonNullable<Connection["auth"]>): string | undefined => {
  if (username) return name === "discord" && username.endsWith("0") ? username.slice(0, -1) : username
  if (!email || email.length <= display.emailName) return email
  return `${email.slice(0, display.emailName - dots.length)}${dots}`
}
const dots = "..."
