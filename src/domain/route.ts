import type { Namespace } from "./namespaces.ts"
import type { CaipNetworkId } from "./networks.ts"
import type { PaymentInput } from "./pay.ts"

/** Where the modal can be. Each view carries exactly what it needs, as ids and plain data, so that a stack can be stored and shown. */
export type Route =
  | { readonly name: PlainView }
  /** With a namespace only its wallets are listed. */
  | { readonly name: "Connect" | "ConnectWallets" | "AllWallets"; readonly namespace?: Namespace }
  /** Without a wallet any wallet may scan the code. `account`: the address that is used then, if the wallet grants it. */
  | { readonly name: "ConnectingWalletConnect"; readonly wallet?: string; readonly account?: string }
  /** Wallets of two namespaces may have one id: then the namespace tells which is meant. `account` as above. */
  | {
      readonly name: "ConnectingExternal"
      readonly connector: string
      readonly namespace?: Namespace
      readonly account?: string
    }
  | { readonly name: "ConnectingMultiChain"; readonly connector: string }
  | ({ readonly name: "ConnectingSocial"; readonly provider: SocialProvider } & LoginTarget)
  | ({ readonly name: "EmailLogin" | "ConnectingFarcaster" } & LoginTarget)
  | { readonly name: "Downloads"; readonly wallet: string }
  | { readonly name: "EmailVerifyOtp" | "EmailVerifyDevice"; readonly email: string }
  | { readonly name: "UpdateEmailWallet"; readonly email: string; readonly redirectView?: RedirectView }
  | {
      readonly name: "UpdateEmailPrimaryOtp" | "UpdateEmailSecondaryOtp"
      readonly email: string
      readonly newEmail: string
      readonly redirectView?: RedirectView
    }
  | { readonly name: "SwitchNetwork" | "SwitchActiveChain"; readonly network: CaipNetworkId }
  /** `swap`: the network is one that nothing can be swapped on. */
  | { readonly name: "UnsupportedChain"; readonly swap?: true }
  /** The namespace whose tab is shown first. */
  | { readonly name: "ProfileWallets"; readonly namespace?: Namespace }
  | { readonly name: "DataCaptureOtpConfirm"; readonly email: string }
  /** The wallet request that is asked about; without one, whichever is pending. */
  | { readonly name: "ApproveTransaction"; readonly request?: string }
  | { readonly name: "BuyInProgress"; readonly provider: string }
  | ({ readonly name: "Swap" } & SwapArguments)
  | { readonly name: "SwapSelectToken"; readonly target: "sourceToken" | "toToken" }
  /** What the site wants to be paid; without it, what it wanted last. */
  | { readonly name: "Pay"; readonly payment?: PaymentInput }

/** The namespace that a login connects, and the address that is used then, if the login grants it. */
export interface LoginTarget {
  readonly namespace?: Namespace | undefined
  readonly account?: string | undefined
}

/** A view that needs nothing beside its name. */
export type PlainView =
  | "Account"
  | "AccountSettings"
  | "ChooseAccountName"
  | "ConnectingWalletConnectBasic"
  | "ConnectSocials"
  | "Create"
  | "DataCapture"
  | "FundWallet"
  | "GetWallet"
  | "Networks"
  | "OnRampFiatSelect"
  | "OnRampProviders"
  | "OnRampTokenSelect"
  | "PayLoading"
  | "PayWithExchange"
  | "PayWithExchangeSelectAsset"
  | "RegisterAccountName"
  | "RegisterAccountNameSuccess"
  | "SIWXSignMessage"
  | "SmartSessionList"
  | "SwapPreview"
  | "Transactions"
  | "UpgradeEmailWallet"
  | "WalletCompatibleNetworks"
  | "WalletReceive"
  | "WalletSend"
  | "WalletSendPreview"
  | "WalletSendSelectToken"
  | "WhatIsABuy"
  | "WhatIsANetwork"
  | "WhatIsAWallet"

/** The name of a view. */
export type RouteName = Route["name"]

/** The route of a view by its name. */
export type RouteOf<Name extends RouteName, Each extends Route = Route> = Each extends Route
  ? Name extends Each["name"]
    ? Each & { readonly name: Name }
    : never
  : never

/** Who a visitor may log in with (sections 5 and 9). */
export type SocialProvider = "google" | "x" | "discord" | "farcaster" | "github" | "apple" | "facebook"

/** Where an edited e-mail address leads. */
export type RedirectView = "Account" | "AccountSettings" | "ProfileWallets" | "WalletSend"

/** What the Swap view may be opened with: two symbols and an amount of the first, in units. */
export interface SwapArguments {
  readonly fromToken?: string
  readonly toToken?: string
  readonly amount?: string
}

/** The views a site may open by name. */
export type PublicView =
  | "Account"
  | "AllWallets"
  | "ApproveTransaction"
  | "Connect"
  | "ConnectingWalletConnectBasic"
  | "Networks"
  | "OnRampProviders"
  | "Pay"
  | "PayWithExchange"
  | "ProfileWallets"
  | "Swap"
  | "WalletSend"
  | "WhatIsANetwork"
  | "WhatIsAWallet"

/** What the opening rules look at (section 2). */
export interface Opening {
  /** The view asked for. */
  readonly view?: Route
  /** The namespace asked for, and the network to switch to there. */
  readonly target?: { readonly namespace: Namespace; readonly network: CaipNetworkId }
  /** The active namespace. */
  readonly namespace: Namespace
  /** Whether there is an address: in the namespace asked for, else in the active one. */
  readonly connected: boolean
  readonly mobile: boolean
  /** Basic wallet-connect mode. */
  readonly basic: boolean
  /** The site makes the pairing code: it asked for manual control, or opened with a connection URI. */
  readonly manual: boolean
}

/** The view that the modal opens with: the first opening rule that holds. */
export const firstRoute = (opening: Opening): Route => {
  const { view, target, namespace, connected, mobile, basic, manual } = opening
  if (target && target.namespace !== namespace) return { name: "SwitchNetwork", network: target.network }
  // Rule 2 says "basic wallet-connect mode, or manual control with no address". The address is read as part of both: a connected visitor
  // has nothing to scan, and would else never reach Account in basic mode.
  if ((basic || manual) && !connected) return { name: mobile ? "AllWallets" : "ConnectingWalletConnectBasic" }
  // Without an account there is nothing in its view to be shown as given, and it offers no way to connect.
  if (view && (connected || view.name !== "Account")) return view
  if (connected) return { name: "Account" }
  return target ? { name: "Connect", namespace: target.namespace } : { name: "Connect" }
}

/** The stack that the modal opens with. What rules 2 to 5 give lies under a switch of network, so that going back from it gets there. */
export const firstStack = (opening: Opening): readonly Route[] => {
  const { target, namespace } = opening
  const first = firstRoute(opening)
  if (!target || target.namespace === namespace) return [first]
  return [firstRoute({ ...opening, namespace: target.namespace }), first]
}

/** The route of a view that a site asks for by name. Swap and Pay take arguments, the others none. */
export const publicRoute = (view: PublicView, given: SwapArguments | PaymentInput = {}): Route =>
  view === "Swap"
    ? { name: view, ...(given as SwapArguments) }
    : view === "Pay" && "amount" in given && "recipient" in given
      ? { name: view, payment: given }
      : { name: view }

/** The stack after a push. Pushing the view that is on top is ignored. */
export const push = (stack: readonly Route[], route: Route): readonly Route[] =>
  stack.at(-1)?.name === route.name ? stack : [...stack, route]

/** Back pops the stack; an empty stack closes; Connect while connected means Account. */
export const back = (stack: readonly Route[], connected: boolean): readonly Route[] | "close" => {
  const rest = stack.slice(0, -1)
  const top = rest.at(-1)
  if (top === undefined) return "close"
  return top.name === "Connect" && connected ? [{ name: "Account" }] : rest
}

/** Whether there is a way back: a view before this one, which is none of those that end in a yes or a no, nor Connect on the site's own page. */
export const hasWayBack = (stack: readonly Route[], embedded: boolean): boolean => {
  switch (stack.at(-1)?.name) {
    case "ApproveTransaction":
    case "SIWXSignMessage":
      return false
    case "Connect":
      return stack.length > 1 && !embedded
    default:
      return stack.length > 1
  }
}

/** What closing leaves behind: Connect, but Account in embedded mode while connected. */
export const closeTo = (embedded: boolean, connected: boolean): readonly Route[] => [
  { name: embedded && connected ? "Account" : "Connect" },
]

/** Whether sign-in stands between the visitor and the site. */
export interface SignInState {
  readonly required: boolean
  readonly session: boolean
}

/**
 * Whether the visitor may close the modal here.
 *
 * Not on the sign and approve views while sign-in is required and no session exists, and not before an unsupported
 * network was switched away from: those views have their own way out.
 */
export const mayClose = (stack: readonly Route[], signIn: SignInState): boolean => {
  switch (stack.at(-1)?.name) {
    case "SIWXSignMessage":
    case "ApproveTransaction":
      return !signIn.required || signIn.session
    case "UnsupportedChain":
      return false
    case "SwitchNetwork":
      return !stack.some(({ name }) => name === "UnsupportedChain")
    default:
      return true
  }
}

/** The views in which a visitor signs in. */
export const isSignInView = (route: Route | undefined): boolean =>
  route?.name === "SIWXSignMessage" || closingDisconnects(route)

/** Whether closing here means that the visitor gives up, so that the wallet is disconnected first. */
export const closingDisconnects = (route: Route | undefined): boolean =>
  route?.name === "DataCapture" || route?.name === "DataCaptureOtpConfirm"
