import type { ConnectorGroup } from "./connectList.ts"
import { mapRecord } from "./input.ts"
import type { SocialProvider } from "./route.ts"

/** What the project's configuration decides (section 3). A list names who does it; false is off. */
export interface RemoteFeatures {
  /** Logging in by e-mail, with the embedded wallet. */
  readonly email: boolean
  /** Logging in by these social accounts, with the embedded wallet. */
  readonly socials: readonly SocialProvider[] | false
  /** Swapping tokens, and by whom. */
  readonly swaps: readonly string[] | false
  /** Buying crypto, and from whom. */
  readonly onramp: readonly string[] | false
  /** What the account did before. */
  readonly activity: boolean
  /**
   * Read from the project's configuration and reported by `getState()`, for sites that credit the provider themselves. Nothing else
   * depends on it: the specification names the flag and its default, but no text, view or place of a mark, and its footers (section 2)
   * are the legal one and that of Networks. Portico is not made by the provider, so a mark of the provider would be wrong.
   */
  readonly reownBranding: boolean
  /** Several wallets connected at a time. */
  readonly multiWallet: boolean
  /** Whether the sign-in at the provider asks for an e-mail address; with `required` it cannot be left out. */
  readonly emailCapture: boolean | readonly "required"[]
  /** Depositing from an exchange. */
  readonly payWithExchange: boolean
  /** Paying what the site asks for (`pay`). */
  readonly payments: boolean
  /** The provider's own sign-in, in place of the site's `siwx`. */
  readonly reownAuthentication: boolean
}

/** What the site alone decides (section 9). */
export interface LocalFeatures {
  /** Showing the account's address and its code. */
  readonly receive: boolean
  /** Sending tokens. */
  readonly send: boolean
  /** Whether wallets are listed beside the login by e-mail; else a button leads to them. */
  readonly emailShowWallets: boolean
  /** Whether events are posted to the provider, where the project wants them too. */
  readonly analytics: boolean
  /** Whether the whole directory can be looked through; the option `allWallets` says where. */
  readonly allWallets: boolean
  /** Whether who connects ticks a box under the terms first. */
  readonly legalCheckbox: boolean
  /** Smart sessions: keys that act for the account within limits. */
  readonly smartSessions: boolean
  /** Whether wallets stand behind a button, whatever else is offered. */
  readonly collapseWallets: boolean
  /** Whether the modal is there for payments alone: without logins. */
  readonly pay: boolean
  /** In which order the kinds of wallets are listed. */
  readonly connectorTypeOrder: readonly ConnectorGroup[]
  /** In which order the account offers what can be done. */
  readonly walletFeaturesOrder: readonly WalletFeature[]
  /** In which order logins and wallets come on Connect; without one wallets are first where some are installed, else last. */
  readonly connectMethodsOrder: readonly ConnectMethod[] | undefined
  /** In which order the social logins come. */
  readonly socialsOrder: readonly SocialProvider[]
}

/** A way in, on Connect. */
export type ConnectMethod = "email" | "social" | "wallet"

/** What can be done from Account. */
export type WalletFeature = "onramp" | "swaps" | "receive" | "send"

/** What the remote features are where neither the project nor the site says so (section 9). */
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

/** What the local features are where the site does not say so (section 9). */
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
 * The remote features as long as, or when, the project has not spoken: what the site says, else the defaults. Basic mode turns all off.
 * Only the project can turn on what is off by default.
 */
export const withoutRemote = (asked: Partial<RemoteFeatures>, basic: boolean, pay: boolean): RemoteFeatures =>
  everyFeature(
    (name) => !(basic || (pay && isLogin(name))) && remoteDefaults[name] && (asked[name] ?? remoteDefaults[name]),
  )

/** A value for each remote feature. */
export const everyFeature = (value: (name: keyof RemoteFeatures) => unknown): RemoteFeatures =>
  mapRecord(remoteDefaults, value) as unknown as RemoteFeatures

/** What the pay feature turns off (section 5). */
export const isLogin = (name: keyof RemoteFeatures): boolean => name === "email" || name === "socials"
