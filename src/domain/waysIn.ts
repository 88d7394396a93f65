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
  readonly known: LoginsKnown
  /** The page runs on a phone, where the modal stands on the bottom and grows upward. */
  readonly mobile: boolean
}

/** Whether it is known if the project has logins; `late`: since something is on the screen that keeps its place. */
export type LoginsKnown = "no" | "late" | "yes"

/** The ways in, in order; `collapsed`: the wallets are behind one button. */
export interface WaysIn {
  readonly methods: readonly ConnectMethod[]
  readonly socials: readonly SocialProvider[]
  readonly collapsed: boolean
}

/**
 * The ways in. E-mail and social logins are there where an embedded wallet is, that is on its own chains only (section 6). The wallets
 * wait for nobody: logins that turn out to be there when those show already come where they move none, on a phone above them.
 */
export const waysIn = ({
  connectors,
  namespace,
  remote,
  local,
  installed,
  telegram,
  known,
  mobile,
}: WaysInput): WaysIn => {
  const order = connectMethods(local.connectMethodsOrder, installed)
  const walletsFirst = known !== "yes" && order.includes("wallet") && !(mobile && known === "late")
  const embedded =
    !(walletsFirst && known === "no") &&
    connectors.some(({ type, chain }) => type === "AUTH" && (namespace === undefined || chain === namespace))
  const socials = embedded ? socialsShown(remote.socials, local.socialsOrder, telegram) : []
  const isOn = { email: embedded && remote.email, social: socials.length > 0, wallet: true }
  const on = [...new Set(walletsFirst ? ["wallet" as const, ...order] : order)].filter((method) => isOn[method])
  const methods = on.length > 0 ? on : (["wallet"] as const)
  const collapsed =
    local.collapseWallets || (!walletsFirst && !local.emailShowWallets && methods.some((method) => method !== "wallet"))
  return { methods, socials, collapsed }
}

/** The order of the ways in: the site's own, else wallets first when some are installed, else last (section 9). */
const connectMethods = (given: readonly ConnectMethod[] | undefined, installed: boolean): readonly ConnectMethod[] =>
  given ?? (installed ? ["wallet", "email", "social"] : ["email", "social", "wallet"])
