import type { Namespace } from "../../../options/namespaces.ts"
import type { CaipNetworkId } from "../../../options/networks.ts"
import type { SocialProvider } from "../../../options/remoteFeatures.ts"
import type { PaymentInput } from "../../../pay/model.ts"

/** Location within the modal: a view and the data it needs, as IDs and plain data. */
export type Route =
  | { readonly name: PlainView }
  /** `namespace`: limits the list to wallets of this namespace. */
  | { readonly name: "Connect" | "ConnectWallets" | "AllWallets"; readonly namespace?: Namespace }
  /** Without `wallet`, any wallet may scan the QR code. `account`: address to activate, if the wallet grants it. */
  | { readonly name: "ConnectingWalletConnect"; readonly wallet?: string; readonly account?: string }
  /** `namespace`: needed if wallets of two namespaces share an ID. `account`: address to activate, if the wallet grants it. */
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
   * First view. Defaults to Account if connected, otherwise Connect. The default also replaces Account while disconnected, and a view whose
   * feature is off. While disconnected, basic mode, manual control and `uri` replace any view with a QR code or, on phones, the wallet
   * directory.
   */
  readonly view?: PublicView
  /**
   * Offers only wallets of this namespace. While another one is active, the modal first asks the visitor to switch to a network of this
   * one. Ignored if the site has no network of this namespace.
   */
  readonly namespace?: Namespace
  /** WalletConnect URI (`wc:`) to show instead of creating one. */
  readonly uri?: string
  /** Tokens and amount for the Swap view, or the payment for the Pay view. */
  readonly arguments?: SwapArguments | PaymentInput
}

/**
 * Whether the current view has a back button: there is a previous view, and the current one is neither an approval, nor a message to sign
 * in with, nor Connect in embedded mode.
 */
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
