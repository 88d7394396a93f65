import type { SocialProvider } from "../../options/features.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { CaipNetworkId } from "../../options/networks.ts"
import type { PaymentInput } from "../../pay/model.ts"

/** Location within the modal. Each view has exactly the data it needs, as IDs and plain data, so a stack can be stored and restored. */
export type Route =
  | { readonly name: PlainView }
  /** Optional namespace, to list only its wallets. */
  | { readonly name: "Connect" | "ConnectWallets" | "AllWallets"; readonly namespace?: Namespace }
  /** Without a wallet, any wallet may scan the QR code. `account`: address to activate, if the wallet grants it. */
  | { readonly name: "ConnectingWalletConnect"; readonly wallet?: string; readonly account?: string }
  /** `namespace`: needed if wallets of two namespaces share an ID. `account`: as above. */
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
  /** `swap`: the network does not support swaps. */
  | { readonly name: "UnsupportedChain"; readonly swap?: true }
  /** Namespace whose tab is shown first. */
  | { readonly name: "ProfileWallets"; readonly namespace?: Namespace }
  | { readonly name: "DataCaptureOtpConfirm"; readonly email: string }
  /** Wallet request to approve. Defaults to any pending request. */
  | { readonly name: "ApproveTransaction"; readonly request?: string }
  | { readonly name: "BuyInProgress"; readonly provider: string }
  /** Key of an NFT in the list of the active account. */
  | { readonly name: "Nft"; readonly nft: string }
  | ({ readonly name: "Swap" } & SwapArguments)
  | { readonly name: "SwapSelectToken"; readonly target: "sourceToken" | "toToken" }
  /** Payment that the site requested. Defaults to the last requested one. */
  | { readonly name: "Pay"; readonly payment?: PaymentInput }

/** Namespace to connect, and the address to activate, if the login grants it. */
export interface LoginTarget {
  readonly namespace?: Namespace | undefined
  readonly account?: string | undefined
}

/** View without arguments. */
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

/** Name of a view. */
export type RouteName = Route["name"]

/** Route of a view by name. */
export type RouteOf<Name extends RouteName, Each extends Route = Route> = Each extends Route
  ? Name extends Each["name"]
    ? Each & { readonly name: Name }
    : never
  : never

/** View to return to after changing the email address. */
export type RedirectView = "Account" | "AccountSettings" | "ProfileWallets" | "WalletSend"

/** Arguments of the Swap view: two symbols, and the amount of the first in whole tokens. */
export interface SwapArguments {
  readonly fromToken?: string
  readonly toToken?: string
  readonly amount?: string
}

/** View that a site may open by name. */
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

/** Options of `open`. */
export interface OpenOptions {
  /**
   * First view. Defaults to Account if connected, otherwise Connect. The default also replaces a view whose feature is off, such as Pay
   * without `payments`.
   */
  readonly view?: PublicView
  /** Offers only wallets of this namespace. */
  readonly namespace?: Namespace
  /** WalletConnect URI (`wc:`) to show instead of creating one. */
  readonly uri?: string
  /** Tokens and amount for the Swap view, or the payment for the Pay view. */
  readonly arguments?: SwapArguments | PaymentInput
}

/** Input of the opening rules (section 2). */
export interface Opening {
  /** Requested view. */
  readonly view?: Route
  /** Requested namespace, and its network to switch to. */
  readonly target?: { readonly namespace: Namespace; readonly network: CaipNetworkId }
  /** Active namespace. */
  readonly namespace: Namespace
  /** Whether there is an address in the requested namespace, or else in the active one. */
  readonly connected: boolean
  readonly mobile: boolean
  /** Basic mode. */
  readonly basic: boolean
  /** Whether the site creates the pairing URI: with manual control, or by opening with a URI. */
  readonly manual: boolean
}

/** Returns the first view of the modal: the result of the first opening rule that applies. */
export const firstRoute = (opening: Opening): Route => {
  const { view, target, namespace, connected, mobile, basic, manual } = opening
  if (target && target.namespace !== namespace) return { name: "SwitchNetwork", network: target.network }
  // Rule 2 says "basic wallet-connect mode, or manual control with no address". The missing address is read as part of both: a connected
  // visitor has nothing to scan and could otherwise never reach Account in basic mode.
  if ((basic || manual) && !connected) return { name: mobile ? "AllWallets" : "ConnectingWalletConnectBasic" }
  // Account shows nothing useful while disconnected, and offers no way to connect.
  if (view && (connected || view.name !== "Account")) return view
  if (connected) return { name: "Account" }
  return target ? { name: "Connect", namespace: target.namespace } : { name: "Connect" }
}

/** Returns the initial stack. Below a network switch lies the view of rules 2 to 5, so going back leads there. */
export const firstStack = (opening: Opening): readonly Route[] => {
  const { target, namespace } = opening
  const first = firstRoute(opening)
  if (!target || target.namespace === namespace) return [first]
  return [firstRoute({ ...opening, namespace: target.namespace }), first]
}

/** Returns the route of a view that a site opens by name. Only Swap and Pay take arguments. */
export const publicRoute = (view: PublicView, given: SwapArguments | PaymentInput = {}): Route =>
  view === "Swap"
    ? { name: view, ...(given as SwapArguments) }
    : view === "Pay" && "amount" in given && "recipient" in given
      ? { name: view, payment: given }
      : { name: view }

/** Returns the stack after a push. Pushing the current view is ignored. */
export const push = (stack: readonly Route[], route: Route): readonly Route[] =>
  stack.at(-1)?.name === route.name ? stack : [...stack, route]

/** Returns the stack after going back. The last view closes the modal. Connect becomes Account while connected. */
export const back = (stack: readonly Route[], connected: boolean): readonly Route[] | "close" => {
  const rest = stack.slice(0, -1)
  const top = rest.at(-1)
  if (top === undefined) return "close"
  return top.name === "Connect" && connected ? [{ name: "Account" }] : rest
}

/** Whether there is a back button: there is a previous view, and this one is neither an approval nor an embedded Connect. */
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

/** Returns the stack after closing: Connect, or Account if connected in embedded mode. */
export const closeTo = (embedded: boolean, connected: boolean): readonly Route[] => [
  { name: embedded && connected ? "Account" : "Connect" },
]

/** Whether sign-in is required, and whether a session exists. */
export interface SignInState {
  readonly required: boolean
  readonly session: boolean
}

/**
 * Whether the visitor may close the modal here.
 *
 * Not on the sign and approve views while sign-in is required and no session exists, and not on an unsupported network: those views have
 * their own way out.
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

/** Whether a view is part of signing in. */
export const isSignInView = (route: Route | undefined): boolean =>
  route?.name === "SIWXSignMessage" || closingDisconnects(route)

/** Whether closing this view abandons the sign-in, so the wallet is disconnected first. */
export const closingDisconnects = (route: Route | undefined): boolean =>
  route?.name === "DataCapture" || route?.name === "DataCaptureOtpConfirm"
