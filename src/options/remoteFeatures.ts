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

/** Social provider that visitors can log in with (specification sections 5 and 9). */
export type SocialProvider = "google" | "x" | "discord" | "farcaster" | "github" | "apple" | "facebook"

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

/**
 * Returns the remote features that apply until the project configuration has loaded, or if it cannot be loaded: the site's values, or else
 * the defaults. Basic mode turns all of them off; the pay feature turns the logins off. Features that are off by default stay off.
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
