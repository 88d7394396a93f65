import { isRecord } from "../../../options/guards.ts"
import {
  everyFeature,
  isLogin,
  type RemoteFeatures,
  remoteDefaults,
  withoutRemote,
} from "../../../options/remoteFeatures.ts"

/** Entry of the project configuration: a feature's ID, whether it is on, and its settings, such as its providers. */
export interface RemoteEntry {
  readonly id: string
  readonly isEnabled: boolean
  readonly config?: readonly string[] | null
}

/** Project configuration of the last visit. `of`: the project ID. `entries`: null if the project has none. */
export interface PersistedFeatures {
  readonly of: string
  readonly entries: readonly RemoteEntry[] | null
}

/** Decodes the persisted configuration. Returns `undefined` if it is malformed. */
export const readPersistedFeatures = (value: unknown): PersistedFeatures | undefined => {
  if (!isRecord(value) || typeof value.of !== "string") return undefined
  const { of, entries } = value
  return entries === null || (Array.isArray(entries) && entries.every(isEntry)) ? { of, entries } : undefined
}

const isEntry = (value: unknown): value is RemoteEntry =>
  isRecord(value) &&
  typeof value.id === "string" &&
  typeof value.isEnabled === "boolean" &&
  (value.config == null || (Array.isArray(value.config) && value.config.every((one) => typeof one === "string")))

/** Input of `mergeFeatures`. */
export interface FeatureInput {
  /** Remote features that the site set. */
  readonly requested: Partial<RemoteFeatures>
  /** Entries of the project. Null if it has none; `undefined` until the request has succeeded. */
  readonly remote: readonly RemoteEntry[] | null | undefined
  readonly basic: boolean
  /** Value of the local feature `pay`, which turns email and social login off. */
  readonly pay: boolean
}

/** Result of `mergeFeatures`. */
export interface MergedFeatures {
  readonly features: RemoteFeatures
  /** Features that the site set but the project controls. One warning lists them. */
  readonly ignored: readonly (keyof RemoteFeatures)[]
}

/**
 * Merges the remote features from project, site and defaults (specification section 6). Basic mode turns all off, the pay feature the
 * logins. If the project has entries, they override the site, and a feature without an entry is off. If it has none, the site's values or
 * else the defaults apply.
 */
export const mergeFeatures = ({ requested, remote, basic, pay }: FeatureInput): MergedFeatures => {
  if (basic || remote === undefined) return { features: withoutRemote(requested, basic, pay), ignored: [] }
  const features = everyFeature((name) => {
    if (pay && isLogin(name)) return false
    return remote ? remoteValue(name, remote) : (requested[name] ?? remoteDefaults[name])
  })
  const set = (Object.keys(requested) as (keyof RemoteFeatures)[]).filter((name) => requested[name] !== undefined)
  return { features, ignored: remote ? set : [] }
}

const entryIds: Readonly<Record<keyof RemoteFeatures, string>> = {
  email: "social_login",
  socials: "social_login",
  swaps: "swap",
  onramp: "onramp",
  activity: "activity",
  reownBranding: "reown_branding",
  multiWallet: "multi_wallet",
  emailCapture: "email_capture",
  payWithExchange: "fund_from_exchange",
  payments: "payments",
  reownAuthentication: "reown_authentication",
}

const remoteValue = (name: keyof RemoteFeatures, entries: readonly RemoteEntry[]): unknown => {
  const entry = entries.find(({ id }) => id === entryIds[name])
  if (!entry?.isEnabled) return false
  const config = entry.config ?? []
  switch (name) {
    case "email":
      return config.includes("email")
    case "socials":
      return listed(name, config)
    case "swaps":
    case "onramp":
      return config.length > 0 ? listed(name, config) : remoteDefaults[name]
    case "emailCapture":
      return config.includes("required") ? ["required"] : true
    default:
      return true
  }
}

/** Returns the known providers of a list, or `false` if there are none, which turns the feature off. */
const listed = (name: "socials" | "swaps" | "onramp", list: readonly string[]) => {
  const known: readonly string[] = remoteDefaults[name] || []
  const ours = list.filter((one) => known.includes(one))
  return ours.length > 0 ? ours : false
}
