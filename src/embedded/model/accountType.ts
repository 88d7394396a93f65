import type { Account, Connection } from "../../connections/opening/model.ts"
import type { AccountType } from "../../options/accountTypes.ts"
import type { Namespace } from "../../options/namespaces.ts"

/** Account type of the embedded wallet. */
export type EmbeddedType = Extract<AccountType, "eoa" | "smartAccount">

export const isEmbeddedType = (type: unknown): type is EmbeddedType => type === "eoa" || type === "smartAccount"

/**
 * Returns the preferred account type: the visitor's choice, or else the site's default. Returns `eoa` for types that the embedded wallet
 * does not have.
 */
export const preferredType = (
  namespace: Namespace,
  chosen: Readonly<Partial<Record<Namespace, EmbeddedType>>> | undefined,
  defaults: Readonly<Record<Namespace, AccountType>>,
): EmbeddedType => {
  const type = chosen?.[namespace] ?? defaults[namespace]
  return isEmbeddedType(type) ? type : "eoa"
}

/** Whether the connection's network is an EVM network with smart accounts. */
const hasSmartAccounts = ({ auth, caipNetwork }: Connection): boolean =>
  auth?.smartAccountNetworks?.some((id) => `eip155:${id}` === caipNetwork?.caipNetworkId) ?? false

/**
 * Returns the account type that an embedded connection can switch to. Switching to a smart account needs a network with smart accounts
 * (specification section 5); switching back is always possible. `undefined` if there is no other type.
 */
export const otherType = (connection: Connection): EmbeddedType | undefined => {
  if (connection.namespace !== "eip155" || !connection.auth) return undefined
  if (typeOf(connection.accounts[0]) === "smartAccount") return "eoa"
  return hasSmartAccounts(connection) ? "smartAccount" : undefined
}

/** Returns the type of an embedded wallet's account. Missing and other types count as `eoa`. */
export const typeOf = (account: Account | undefined): EmbeddedType =>
  account?.type === "smartAccount" ? "smartAccount" : "eoa"
