import type { Paymaster } from "../capabilities/model.ts"
import { BothSiweAndSiwx, InvalidInput } from "../errors/index.ts"
import type { AlertCode } from "../notifications/model/alerts.ts"
import type { CustomWallet } from "../wallets/first-paint/model/wallet.ts"
import { type AccountType, defaultAccountTypes } from "./accountTypes.ts"
import {
  type Check,
  every,
  flag,
  given,
  host,
  integer,
  is,
  isSet,
  list,
  listOr,
  type OptionProblem,
  object,
  oneOf,
  recordOf,
  safeUrl,
  some,
  text,
  textOrNumber,
  url,
} from "./checks.ts"
import { invalidInput, isRecord, mapRecord } from "./guards.ts"
import { defaultLocale } from "./locale.ts"
import { type LocalFeatures, localDefaults } from "./localFeatures.ts"
import type { Namespace, NetworkNamespace } from "./namespaces.ts"
import type { CaipNetworkId, Network, NetworkDescription } from "./networks.ts"
import { type CheckedOptions, type Hosts, type Metadata, type ModalOptions, secureSite } from "./options.ts"
import { type RemoteFeatures, remoteDefaults, withoutRemote } from "./remoteFeatures.ts"

/** Validated options, the problems found, and the alerts to raise. */
export interface OptionCheck {
  readonly options: CheckedOptions
  readonly problems: readonly OptionProblem[]
  readonly alerts: readonly AlertCode[]
}

/**
 * Validates options of any type. Invalid values fall back to their defaults, and invalid entries are dropped. Throws `BothSiweAndSiwx` if
 * both `siwx` and `siweConfig` are set.
 */
export const checkOptions = (given: unknown): OptionCheck => {
  const fields = isRecord(given) ? given : {}
  if (isSet(fields.siwx) && isSet(fields.siweConfig)) throw new BothSiweAndSiwx()

  const problems: OptionProblem[] = []
  const alerts: AlertCode[] = []
  const read = <A>(name: keyof ModalOptions, check: Check<A>): A | undefined =>
    isSet(fields[name]) ? check(fields[name], name, problems) : undefined

  if (fields !== given) problems.push(invalidInput("object", given))
  const projectId = read("projectId", text) ?? ""
  if (projectId === "") {
    alerts.push("APKT008")
    if (!isSet(fields.projectId) || fields.projectId === "") problems.push("APKT008")
  }

  const networks = read("networks", list(network)) ?? []
  const entries = fields.networks ?? []
  if (Array.isArray(entries) && entries.length === 0) problems.push(new InvalidInput("Required", "networks"))
  const wanted = read("defaultNetwork", network)
  const defaultNetwork = networks.find(({ caipNetworkId }) => caipNetworkId === wanted?.caipNetworkId)
  if (wanted && !defaultNetwork) {
    alerts.push("APKT001")
    problems.push("APKT001")
  }

  const set = { ...read("features", features), ...read("remoteFeatures", features) }
  const local = { ...localDefaults, ...pick(set, localDefaults) }
  const askedFeatures = pick(set, remoteDefaults)
  const flags = mapRecord(flagDefaults, (name, fallback) => read(name, flag) ?? fallback)

  const options: CheckedOptions = {
    id: read("id", text) || "default",
    projectId,
    networks,
    defaultNetwork,
    features: local,
    remoteFeatures: withoutRemote(askedFeatures, flags.basic, local.pay),
    askedFeatures,
    ...flags,
    ...(mapRecord(plainOptions, (name, [check, fallback]) => read<unknown>(name, check) ?? fallback) as Plain),
    // An empty locale counts as not set.
    locale: read("locale", text) || defaultLocale,
    defaultAccountTypes: { ...defaultAccountTypes, ...read("defaultAccountTypes", accountTypes) },
    hosts: { secureSite, ...read("hosts", hostTable) },
  }
  return { options, problems, alerts }
}

/** Validates a setting that a site changes later, and returns it. Throws `InvalidInput` if any part of it is invalid. */
export const checkSetting = <Name extends keyof Settings>(name: Name, value: unknown): Settings[Name] => {
  const problems: OptionProblem[] = []
  const found = settings[name](value, name, problems)
  if (problems[0]) throw problems[0]
  return found as Settings[Name]
}

/** Returns the valid local features in `given`, and drops everything else. */
export const localFeatures = (given: unknown): Partial<LocalFeatures> =>
  pick(features(given, "features", []) ?? {}, localDefaults)

/** Defaults of the flags that appear in snapshots. */
const shownFlags = {
  enableEmbedded: false,
  allowUnsupportedChain: false,
  manualWCControl: false,
  enableNetworkSwitch: true,
  enableReconnect: true,
  enableWalletConnect: true,
  enableEIP6963: true,
}

const flagDefaults = {
  ...shownFlags,
  announce: false,
  enableCoinbase: true,
  enableHelp: true,
  disableAppend: false,
  basic: false,
  experimental_preferUniversalLinks: false,
  debug: true,
}

const layers = is(
  "object or function",
  (value): value is NonNullable<CheckedOptions["layers"]> => isRecord(value) || typeof value === "function",
)

const reference = is("CAIP-2 reference", (value): value is string => /^[-\w]{1,32}$/.test(String(value)))
/** Checks of a network's ID, by namespace. */
const networkIds: Readonly<Record<NetworkNamespace, Check<number | string>>> = {
  eip155: integer,
  solana: reference,
  bip122: reference,
}
const explorer = every({ name: text, url }, { apiUrl: url })

const described: Check<NetworkDescription> = every(
  {
    id: textOrNumber,
    name: text,
    nativeCurrency: every({ name: text, symbol: text, decimals: integer }),
    rpcUrls: every({ default: every({ http: list(url) }) }),
  },
  {
    blockExplorers: every({ default: explorer }),
    chainNamespace: oneOf(...(Object.keys(networkIds) as NetworkNamespace[])),
    testnet: flag,
    deprecatedCaipNetworkId: is("CAIP-2 network id", (value): value is CaipNetworkId =>
      /^\w+:[-\w]+$/.test(String(value)),
    ),
    blockTime: integer,
  },
)

/**
 * Accepts the description of a network whose ID fits its namespace. Returns it with its namespace, `eip155` by default, and its CAIP-2 ID.
 */
const network: Check<Network> = (value, path, problems) => {
  const found = described(value, path, problems)
  if (!found) return undefined
  const { chainNamespace = "eip155" } = found
  if (networkIds[chainNamespace](found.id, `${path}.id`, problems) === undefined) return undefined
  return { ...found, chainNamespace, caipNetworkId: `${chainNamespace}:${found.id}` } as Network
}

const node = every<{ url: string }>({ url })

const paymaster = every<Pick<Paymaster, "url">, Pick<Paymaster, "context">>({ url: safeUrl }, { context: object })
const token = every({ address: text }, { image: text })
const metadata = some<Metadata>({ name: text, description: text, url: text, icons: list(text) })

/** Check of the account types: those of an embedded wallet, or the purposes of a Bitcoin address. */
const accountTypes = /* @__PURE__ */ some(
  /* @__PURE__ */ mapRecord(defaultAccountTypes, (_, type) =>
    type === "payment" ? oneOf("payment", "ordinal") : oneOf("eoa", "smartAccount"),
  ) as Record<Namespace, Check<AccountType>>,
)

/** Fields of a custom wallet that contain text. */
export const walletTexts = [
  "rdns",
  "homepage",
  "image_url",
  "mobile_link",
  "desktop_link",
  "webapp_link",
  "app_store",
  "play_store",
] as const

const wallet: Check<CustomWallet> = every(
  { id: text, name: text },
  {
    chains: list(text),
    ...(Object.fromEntries(walletTexts.map((name) => [name, text])) as Record<
      (typeof walletTexts)[number],
      Check<string>
    >),
  },
)

/** Derives a feature's check from its default. A remote list may also be `false`. */
const featureCheck = (name: string, fallback: unknown): Check<boolean | readonly string[]> => {
  if (name === "emailCapture") return listOr(oneOf("required"), flag)
  if (typeof fallback === "boolean") return flag
  const entries = list(oneOf(...((fallback ?? ["email", "social", "wallet"]) as readonly string[])))
  return name in remoteDefaults
    ? (value, path, problems) => (value === false ? false : entries(value, path, problems))
    : entries
}

const everyDefault = { ...localDefaults, ...remoteDefaults }

// Marked pure, like the account types, so bundlers can drop it if no modal is used. They cannot infer this, because calls build the checks.
const features = /* @__PURE__ */ some(/* @__PURE__ */ mapRecord(everyDefault, featureCheck)) as Check<
  Partial<LocalFeatures & RemoteFeatures>
>

/** Check of the option `hosts`. Only the relay may have several hosts. */
const hostTable = recordOf<string | readonly string[]>((value, path, problems) =>
  (path === "hosts.relay" ? listOr(host, host) : host)(value, path, problems),
) as Check<Partial<Hosts>>

/** Returns the defined fields of `from` that `like` also has. */
const pick = <A extends object>(from: object, like: A): Partial<A> =>
  given(mapRecord(like as object, (name) => from[name])) as Partial<A>

/** Settings that a site can change after creation. */
export interface Settings extends Pick<CheckedOptions, "themeMode" | "themeVariables" | "locale"> {
  readonly network: Network
}

const settings: { readonly [Name in keyof Settings]: Check<Settings[Name]> } = {
  network,
  themeMode: oneOf("dark", "light", "system"),
  themeVariables: recordOf(textOrNumber),
  locale: text,
}

/** Options that appear in snapshots and can be validated on their own: the check and the default of each. */
const shownPlain = {
  metadata: [metadata, {}],
  sdkType: [text, "appkit"],
  sdkVersion: [text, "html-universal-1.8.2"],
  customWallets: [list(wallet), []],
  includeWalletIds: [list(text), []],
  excludeWalletIds: [list(text), []],
  featuredWalletIds: [list(text), []],
  termsConditionsUrl: [url],
  privacyPolicyUrl: [url],
} as const satisfies PlainOptions

const plainOptions = {
  ...shownPlain,
  siwx: [object],
  siweConfig: [object],
  walletOrder: [listOr(text, oneOf("recent", "name"))],
  allWallets: [oneOf("SHOW", "HIDE", "ONLY_MOBILE"), "SHOW"],
  customRpcUrls: [recordOf(list(node)), {}],
  tokens: [recordOf(token), {}],
  paymasters: [recordOf(paymaster), {}],
  chainImages: [recordOf(text), {}],
  connectorImages: [recordOf(text), {}],
  themeMode: [settings.themeMode, "dark"],
  themeVariables: [settings.themeVariables, {}],
  messages: [object, {}],
  preload: [oneOf("idle", "intent", "none"), "idle"],
  layers: [layers],
  cspNonce: [text],
} as const satisfies PlainOptions

type PlainOptions = { readonly [Name in keyof ModalOptions]?: readonly [Check<unknown>, unknown?] }

type Plain = Pick<CheckedOptions, keyof typeof plainOptions>

/** Returns the options that appear in a snapshot (specification section 3, "Options"). */
export const shownOptions = (options: CheckedOptions) =>
  pick<object>(options, { ...shownPlain, ...shownFlags, projectId: text, defaultAccountTypes }) as ShownOptions

export type ShownOptions = Pick<
  CheckedOptions,
  keyof typeof shownPlain | keyof typeof shownFlags | "projectId" | "defaultAccountTypes"
>
