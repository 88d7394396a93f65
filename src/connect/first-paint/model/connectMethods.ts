import { socialsShown, type TelegramPlatform } from "../../../embedded/first-paint/model/socialLogins.ts"
import type { ConnectMethod, LocalFeatures } from "../../../options/localFeatures.ts"
import type { Namespace } from "../../../options/namespaces.ts"
import type { RemoteFeatures, SocialProvider } from "../../../options/remoteFeatures.ts"
import type { Connector } from "../../../wallets/first-paint/model/connector.ts"

/** Input of `orderConnectMethods`. */
export interface ConnectMethodsInput {
  readonly connectors: readonly Connector[]
  /** Limits the result to wallets and logins of this namespace. */
  readonly namespace: Namespace | undefined
  readonly remote: Pick<RemoteFeatures, "email" | "socials">
  readonly local: Pick<LocalFeatures, "connectMethodsOrder" | "socialsOrder" | "emailShowWallets" | "collapseWallets">
  /** Whether any installed wallet is listed. */
  readonly installed: boolean
  readonly telegram: TelegramPlatform | undefined
  /** Whether the project's logins are known, from its configuration or from the last visit. */
  readonly known: boolean
}

/** Ways to connect, in order. `awaited`: whether the logins are placeholders. `collapsed`: whether the wallets are behind a button. */
export interface ConnectMethods {
  readonly methods: readonly ConnectMethod[]
  readonly socials: readonly SocialProvider[]
  readonly awaited: boolean
  readonly collapsed: boolean
}

/**
 * Returns the ways to connect, in order, or only wallets if none is left. Email and social logins need an embedded wallet, so they are
 * offered only on its chains (specification section 6). Wallets are shown before the project's logins are known. Until then, the logins of
 * the site's options, or the default ones, are placeholders.
 */
export const orderConnectMethods = ({
  connectors,
  namespace,
  remote,
  local,
  installed,
  telegram,
  known,
}: ConnectMethodsInput): ConnectMethods => {
  const order = connectMethods(local.connectMethodsOrder, installed)
  const embedded = connectors.some(
    ({ type, chain }) => type === "AUTH" && (namespace === undefined || chain === namespace),
  )
  const socials = embedded ? socialsShown(remote.socials, local.socialsOrder, telegram) : []
  const isOn = { email: embedded && remote.email, social: socials.length > 0, wallet: true }
  const on = [...new Set(order)].filter((method) => isOn[method])
  const methods = on[0] ? on : (["wallet"] as const)
  const beside = methods.some((method) => method !== "wallet")
  return {
    methods,
    socials,
    awaited: beside && !known && methods.includes("wallet"),
    collapsed: local.collapseWallets || (beside && !local.emailShowWallets),
  }
}

/**
 * Returns the order of the ways to connect: the site's, or else wallets first if any is installed, otherwise last (specification section
 * 9).
 */
const connectMethods = (given: readonly ConnectMethod[] | undefined, installed: boolean): readonly ConnectMethod[] =>
  given ?? (installed ? ["wallet", "email", "social"] : ["email", "social", "wallet"])
