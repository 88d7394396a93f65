import type { SocialProvider } from "./remoteFeatures.ts"

/** Features that only the site controls (specification section 9). */
export interface LocalFeatures {
  /** Whether visitors can show the account's address and QR code. */
  readonly receive: boolean
  /** Whether visitors can send tokens. */
  readonly send: boolean
  /** Whether wallets are listed next to the email and social logins. Otherwise a button leads to them. */
  readonly emailShowWallets: boolean
  /** Whether events are sent to the provider. The project must enable this as well. */
  readonly analytics: boolean
  /** Whether the Connect view has a row that leads to the whole directory. The option `allWallets` can limit the row to mobile devices. */
  readonly allWallets: boolean
  /** Whether visitors must check a box to accept the terms before connecting. Requires `termsConditionsUrl` or `privacyPolicyUrl`. */
  readonly legalCheckbox: boolean
  /** Whether sites can request smart sessions: keys that act for the account within limits. */
  readonly smartSessions: boolean
  /** Whether wallets are always behind a button, whatever else is offered. */
  readonly collapseWallets: boolean
  /** Whether to turn email and social logins off, for a site that uses the modal only for payments. */
  readonly pay: boolean
  /** Order of the wallet groups in the Connect view. Groups that it omits come last. */
  readonly connectorTypeOrder: readonly ConnectorGroup[]
  /** Order of the actions in the Account view. Actions that it omits are hidden. */
  readonly walletFeaturesOrder: readonly WalletFeature[]
  /**
   * Order of logins and wallets in the Connect view. Methods that it omits are hidden. By default, wallets come first if any is installed,
   * and last otherwise.
   */
  readonly connectMethodsOrder: readonly ConnectMethod[] | undefined
  /** Order of the social logins. Logins that it omits come last. */
  readonly socialsOrder: readonly SocialProvider[]
}

/** Group of rows in the Connect view. `injected` includes multi-chain, announced and injected connectors. */
export type ConnectorGroup =
  | "walletConnect"
  | "recent"
  | "injected"
  | "featured"
  | "custom"
  | "external"
  | "recommended"

/** Way to connect that the Connect view offers. */
export type ConnectMethod = "email" | "social" | "wallet"

/** Action that the Account view offers. */
export type WalletFeature = "onramp" | "swaps" | "receive" | "send"

/** Defaults of the local features, used if the site does not set them (specification section 9). */
export const localDefaults: LocalFeatures = {
  receive: true,
  send: true,
  emailShowWallets: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  smartSessions: false,
  collapseWallets: false,
  pay: false,
  connectorTypeOrder: ["walletConnect", "recent", "injected", "featured", "custom", "external", "recommended"],
  walletFeaturesOrder: ["onramp", "swaps", "receive", "send"],
  connectMethodsOrder: undefined,
  socialsOrder: ["google", "x", "farcaster", "discord", "apple", "github", "facebook"],
}
