import { mapRecord } from "./guards.ts"

/**
 * Features that the project configuration controls (specification section 3). A list names the providers; `false` turns the feature off.
 */
export interface RemoteFeatures {
  /** Whether visitors can log in by email, with the embedded wallet. */
  readonly email: boolean
  /** Social logins offered, with the embedded wallet. */
  readonly socials: readonly SocialProvider[] | false
  /** IDs of the swap providers. */
  readonly swaps: readonly string[] | false
  /** IDs of the on-ramp providers. */
  readonly onramp: readonly string[] | false
  /** Whether the account view lists past transactions. */
  readonly activity: boolean
  /**
   * Whether the project asks for the provider's logo. Portico only reports the flag in `getState()`. The modal shows no logo, because the
   * provider did not make the modal and the specification describes no place for one.
   */
  readonly reownBranding: boolean
  /** Whether several wallets can be connected at once. */
  readonly multiWallet: boolean
  /** Whether the provider's sign-in asks for an email address. With `required`, visitors cannot skip it. */
  readonly emailCapture: boolean | readonly "required"[]
  /** Whether visitors can deposit from an exchange. */
  readonly payWithExchange: boolean
  /** Whether the site can request payments (`pay`). */
  readonly payments: boolean
  /** Whether the provider's sign-in replaces the site's `siwx`. */
  readonly reownAuthentication: boolean
}

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

/** Social provider that visitors can log in with (specification sections 5 and 9). */
export type SocialProvider = "google" | "x" | "discord" | "farcaster" | "github" | "apple" | "facebook"

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

/** Defaults of the remote features, used if neither the project nor the site sets them (specification section 9). */
export const remoteDefaults: RemoteFeatures = {
  email: true,
  socials: ["google", "x", "discord", "farcaster", "github", "apple", "facebook"],
  swaps: ["1inch"],
  onramp: ["meld"],
  activity: true,
  reownBranding: true,
  multiWallet: false,
  emailCapture: false,
  payWithExchange: false,
  payments: false,
  reownAuthentication: false,
}

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

/**
 * Returns the remote features that apply until the project configuration has loaded, or if it cannot be loaded: the site's values, or else
 * the defaults. Basic mode turns all of them off; the pay feature turns the logins off. Only the project can enable a feature that is off
 * by default.
 */
export const withoutRemote = (request: Partial<RemoteFeatures>, basic: boolean, pay: boolean): RemoteFeatures =>
  everyFeature(
    (name) => !(basic || (pay && isLogin(name))) && remoteDefaults[name] && (request[name] ?? remoteDefaults[name]),
  )

/** Returns the remote features, each with the value that `value` returns for its name. */
export const everyFeature = (value: (name: keyof RemoteFeatures) => unknown): RemoteFeatures =>
  mapRecord(remoteDefaults, value) as unknown as RemoteFeatures

/** Whether a feature is a login, which the pay feature turns off (specification section 5). */
export const isLogin = (name: keyof RemoteFeatures): boolean => name === "email" || name === "socials"
