import { everyFeature, isLogin, type RemoteFeatures, remoteDefaults, withoutRemote } from "./features.ts"
import { isRecord } from "./input.ts"

/** An entry of the project's configuration: a feature by its id there, and who does it. */
export interface RemoteEntry {
  readonly id: string
  readonly isEnabled: boolean
  readonly config?: readonly string[] | null
}

/** What a project's configuration was on the last visit, and which project's; null where it has no entries. */
export interface KeptFeatures {
  readonly of: string
  readonly entries: readonly RemoteEntry[] | null
}

/** Reads what was kept; nothing where it is none. */
export const readKeptFeatures = (value: unknown): KeptFeatures | undefined => {
  if (!isRecord(value) || typeof value.of !== "string") return undefined
  const { of, entries } = value
  return entries === null || (Array.isArray(entries) && entries.every(isEntry)) ? { of, entries } : undefined
}

const isEntry = (value: unknown): value is RemoteEntry =>
  isRecord(value) &&
  typeof value.id === "string" &&
  typeof value.isEnabled === "boolean" &&
  (value.config == null || (Array.isArray(value.config) && value.config.every((one) => typeof one === "string")))

/** What the merge looks at. */
export interface FeatureInput {
  /** What the site asked for of the remote features. */
  readonly asked: Partial<RemoteFeatures>
  /** The project's entries; null where it has none, undefined as long as, or when, the call did not succeed. */
  readonly remote: readonly RemoteEntry[] | null | undefined
  readonly basic: boolean
  /** The local feature that turns e-mail and social login off. */
  readonly pay: boolean
}

/** What is on. */
export interface MergedFeatures {
  readonly features: RemoteFeatures
  /** What the site asked for and the project decides: one warning lists them. */
  readonly ignored: readonly (keyof RemoteFeatures)[]
}

/** The remote features by project, site and defaults: basic mode turns all off, the project wins over the site, and an entry it does not have is off (section 6). */
export const mergeFeatures = ({ asked, remote, basic, pay }: FeatureInput): MergedFeatures => {
  if (basic || remote === undefined) return { features: withoutRemote(asked, basic, pay), ignored: [] }
  const features = everyFeature((name) => {
    if (pay && isLogin(name)) return false
    return remote ? remoteValue(name, remote) : (asked[name] ?? remoteDefaults[name])
  })
  const set = (Object.keys(asked) as (keyof RemoteFeatures)[]).filter((name) => asked[name] !== undefined)
  return { features, ignored: remote ? set : [] }
}

/** The warning for what the project decides in the site's place; nothing where there is nothing to say. */
export const overriddenWarning = (ignored: readonly string[]): string | undefined =>
  ignored.length > 0
    ? `[Portico Config Notice] The project's configuration decides on ${ignored.join(", ")}: what the options say of it is ignored.`
    : undefined

/** The warning for the sign-in of a site whose project has the provider's on. */
export const replacedWarning =
  "[Portico Config Notice] The project's configuration turns the provider's sign-in on: the option 'siwx' is ignored."

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

/** Those of a list that we know; none of them is off. */
const listed = (name: "socials" | "swaps" | "onramp", list: readonly string[]) => {
  const known: readonly string[] = remoteDefaults[name] || []
  const ours = list.filter((one) => known.includes(one))
  return ours.length > 0 ? ours : false
}
