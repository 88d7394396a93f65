import type { ConnectorGroup } from "./connectList.ts"
import { mapRecord } from "./input.ts"
import type { CheckedOptions } from "./options.ts"
import type { SocialProvider } from "./route.ts"

/** What the project's configuration decides (section 3). A list names who does it; false is off. */
export interface RemoteFeatures {
  readonly email: boolean
  readonly socials: readonly SocialProvider[] | false
  readonly swaps: readonly string[] | false
  readonly onramp: readonly string[] | false
  readonly activity: boolean
  readonly reownBranding: boolean
  readonly multiWallet: boolean
  readonly emailCapture: boolean | readonly "required"[]
  readonly payWithExchange: boolean
  readonly payments: boolean
  readonly reownAuthentication: boolean
}

/** What the site alone decides (section 9). */
export interface LocalFeatures {
  readonly receive: boolean
  readonly send: boolean
  readonly emailShowWallets: boolean
  readonly analytics: boolean
  readonly allWallets: boolean
  readonly legalCheckbox: boolean
  readonly smartSessions: boolean
  readonly collapseWallets: boolean
  readonly pay: boolean
  readonly connectorTypeOrder: readonly ConnectorGroup[]
  readonly walletFeaturesOrder: readonly WalletFeature[]
  /** Without one, `connectMethods` decides. */
  readonly connectMethodsOrder: readonly ConnectMethod[] | undefined
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

/** Whether an embedded wallet is on the page: e-mail or socials are on, or may be once the project's configuration is there. */
export const hasEmbedded = ({ projectId, basic, features }: Pick<CheckedOptions, "projectId" | "basic" | "features">) =>
  projectId !== "" && !basic && !features.pay

/** A value for each remote feature. */
export const everyFeature = (value: (name: keyof RemoteFeatures) => unknown): RemoteFeatures =>
  mapRecord(remoteDefaults, value) as unknown as RemoteFeatures

/** What the pay feature turns off (section 5). */
export const isLogin = (name: keyof RemoteFeatures): boolean => name === "email" || name === "socials"
