import type { ConnectMethod, LocalFeatures, RemoteFeatures } from "./features.ts"
import type { Namespace } from "./namespaces.ts"
import type { SocialProvider } from "./route.ts"
import { socialsShown, type TelegramPlatform } from "./socials.ts"
import type { Connector } from "./wallets.ts"

/** What Connect offers follows from this. */
export interface WaysInput {
  readonly connectors: readonly Connector[]
  /** Only what leads to an account of this namespace. */
  readonly namespace: Namespace | undefined
  readonly remote: Pick<RemoteFeatures, "email" | "socials">
  readonly local: Pick<LocalFeatures, "connectMethodsOrder" | "socialsOrder" | "emailShowWallets" | "collapseWallets">
  /** Whether a wallet of this page is shown. */
  readonly installed: boolean
  readonly telegram: TelegramPlatform | undefined
  /** Whether the project's configuration is known. */
  readonly known: boolean
}

/** The ways in, in order; `awaited`: its logins only keep their place, `collapsed`: the wallets are behind one button. */
export interface WaysIn {
  readonly methods: readonly ConnectMethod[]
  readonly socials: readonly SocialProvider[]
  readonly awaited: boolean
  readonly collapsed: boolean
}

/**
 * The ways in. Email and social logins need an embedded wallet, so they are offered on its own chains only (section 6). Wallets show
 * before the project's configuration is known. Logins, by the site's options or the defaults, keep their place until then.
 */
export const waysIn = ({ connectors, namespace, remote, local, installed, telegram, known }: WaysInput): WaysIn => {
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

/** The order of the ways in: the site's own, else wallets first when some are installed, else last (section 9). */
const connectMethods = (given: readonly ConnectMethod[] | undefined, installed: boolean): readonly ConnectMethod[] =>
  given ?? (installed ? ["wallet", "email", "social"] : ["email", "social", "wallet"])
