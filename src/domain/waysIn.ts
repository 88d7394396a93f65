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
}

/** The ways in, in order; `collapsed`: the wallets are behind one button. */
export interface WaysIn {
  readonly methods: readonly ConnectMethod[]
  readonly socials: readonly SocialProvider[]
  readonly collapsed: boolean
}

/** The ways in. E-mail and social logins are there where an embedded wallet is, that is on its own chains only (section 6). */
export const waysIn = ({ connectors, namespace, remote, local, installed, telegram }: WaysInput): WaysIn => {
  const embedded = connectors.some(
    ({ type, chain }) => type === "AUTH" && (namespace === undefined || chain === namespace),
  )
  const socials = embedded ? socialsShown(remote.socials, local.socialsOrder, telegram) : []
  const isOn = { email: embedded && remote.email, social: socials.length > 0, wallet: true }
  const on = [...new Set(connectMethods(local.connectMethodsOrder, installed))].filter((method) => isOn[method])
  const methods = on.length > 0 ? on : (["wallet"] as const)
  const collapsed = local.collapseWallets || (!local.emailShowWallets && methods.some((method) => method !== "wallet"))
  return { methods, socials, collapsed }
}

/** The order of the ways in: the site's own, else wallets first when some are installed, else last (section 9). */
export const connectMethods = (
  given: readonly ConnectMethod[] | undefined,
  installed: boolean,
): readonly ConnectMethod[] => given ?? (installed ? ["wallet", "email", "social"] : ["email", "social", "wallet"])
