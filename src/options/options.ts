import type { Paymaster } from "../capabilities/model.ts"
import type { AllWallets } from "../connect/first-paint/model/walletRows.ts"
import { BothSiweAndSiwx, InvalidInput } from "../errors/index.ts"
import type { AlertCode } from "../notifications/model/alerts.ts"
import type { SiweConfig, SiwxConfig } from "../siwx/model/message.ts"
import type { CustomWallet } from "../wallets/first-paint/model/wallet.ts"
import { type LocalFeatures, localDefaults, type RemoteFeatures, remoteDefaults, withoutRemote } from "./features.ts"
import { invalidInput, isRecord, kindOf, mapRecord } from "./guards.ts"
import { type AccountType, defaultAccountTypes, type Namespace } from "./namespaces.ts"
import type { CaipNetworkId, Network, NetworkDescription } from "./networks.ts"

/** Origins of the provider's services, without a trailing slash. Portico contacts only these, the networks' nodes and image URLs. */
export interface Hosts {
  /** Wallet directory, project configuration and authentication. */
  readonly api: string
  /** Blockchain data, names, swaps, on-ramp, smart sessions and nodes. */
  readonly blockchain: string
  /** Analytics endpoint. */
  readonly analytics: string
  /** WebSocket of the WalletConnect relay. */
  readonly relay: string
  /** Frame of the embedded wallet and pop-up of the social logins. */
  readonly secureSite: string
  /** WalletConnect Verify service, which attests the page's domain to wallets. */
  readonly verify: string
  /** Unspent outputs (UTXOs) of Bitcoin addresses. */
  readonly utxo: string
  /** Network and token images. */
  readonly images: string
  /** Page of Coinbase Wallet, which the provider does not run. Defaults to `https://keys.coinbase.com`. */
  readonly coinbase?: string
  /** Origin that may frame this page as a Safe app, which the provider does not run. Defaults to `https://app.safe.global`. */
  readonly safe?: string
}

/** Default locale (section 9). */
export const defaultLocale = "en-US"

/** Description of the site for wallets. Missing fields are taken from the page. */
export interface Metadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** CSS variables of the theme. */
export type ThemeVariables = {
  readonly "--portico-accent"?: string
  readonly "--portico-font"?: string
  readonly "--portico-color-mix"?: string
  /** Percentage of the mixed color in the surfaces, 0 to 40. */
  readonly "--portico-color-mix-strength"?: string | number
  /** Base font size in px, 8 to 13. */
  readonly "--portico-font-size-master"?: string | number
  /** Base corner radius in px, 0 to 6. */
  readonly "--portico-border-radius-master"?: string | number
  readonly "--portico-z-index"?: string | number
  readonly "--portico-qr-color"?: string
}

/** Validated options, with every default applied. */
export interface CheckedOptions {
  /** Name of this instance's storage, relay session and tab channel. Modals with the same ID share them. */
  readonly id: string
  /** Project ID from the provider's dashboard. Identifies the site to the wallet directory, the nodes and the relay. Required. */
  readonly projectId: string
  /** Networks that visitors can use. The first is the default. At least one is required; viem chains are accepted. */
  readonly networks: readonly Network[]
  /** Network to start on. Defaults to the last used network, or else the first in `networks`. */
  readonly defaultNetwork: Network | undefined
  /** Name, description, URL and icons that wallets show for the site. Missing fields are taken from the page. */
  readonly metadata: Partial<Metadata>
  /** Features that only the site controls. Remote features may be set here as well. */
  readonly features: LocalFeatures
  /**
   * Features that the project configuration controls. These values apply until it has loaded, or if it cannot be loaded. Only the project
   * can enable a feature that is off by default.
   */
  readonly remoteFeatures: RemoteFeatures
  /** Remote features that the site set. The project configuration overrides them. */
  readonly askedFeatures: Partial<RemoteFeatures>
  /** Client name sent to the provider's services, which expect a known protocol client. */
  readonly sdkType: string
  /** Client version sent with `sdkType`. */
  readonly sdkVersion: string
  /** Sign-in with a wallet signature (CAIP-122). Visitors are not asked to sign in if it is not set. */
  readonly siwx: SiwxConfig | undefined
  /** Older form of `siwx`, for EVM chains. Only one of the two may be set. */
  readonly siweConfig: SiweConfig | undefined
  /** Initial account type of each namespace: `eoa` or `smartAccount`; for Bitcoin, `payment` or `ordinal`. */
  readonly defaultAccountTypes: Readonly<Record<Namespace, AccountType>>
  /** Additional wallets of the site, listed next to those from the directory. */
  readonly customWallets: readonly CustomWallet[]
  /** IDs of the only directory wallets to show. */
  readonly includeWalletIds: readonly string[]
  /** IDs of directory wallets to hide. */
  readonly excludeWalletIds: readonly string[]
  /** IDs of directory wallets to list first. */
  readonly featuredWalletIds: readonly string[]
  /** Whether visitors can browse the whole directory: `SHOW`, `HIDE` or `ONLY_MOBILE`. */
  readonly allWallets: AllWallets
  /** URL of your terms of service, shown below the wallets. Connecting means accepting them. */
  readonly termsConditionsUrl: string | undefined
  /** URL of your privacy policy, shown next to the terms. */
  readonly privacyPolicyUrl: string | undefined
  /** Whether the modal renders inside the page, where the site places its element, instead of over it. */
  readonly enableEmbedded: boolean
  /** Whether a wallet may stay on a network that the site does not offer. Otherwise it is asked to switch. */
  readonly allowUnsupportedChain: boolean
  /** Whether the site supplies its own WalletConnect URIs: `open({ uri })` shows them as QR codes. */
  readonly manualWCControl: boolean
  /** Whether visitors can switch to another network. */
  readonly enableNetworkSwitch: boolean
  /** Whether to restore connections after a reload. */
  readonly enableReconnect: boolean
  /** Whether wallets can connect over WalletConnect, by QR code or link. */
  readonly enableWalletConnect: boolean
  /** Whether to list browser wallets that announce themselves (EIP-6963). */
  readonly enableEIP6963: boolean
  /** Whether to announce `modal.provider` to the page as a wallet (EIP-6963), so other libraries can use it without an adapter. */
  readonly announce: boolean
  /** Whether visitors without the Coinbase extension can connect through Coinbase Wallet's page. */
  readonly enableCoinbase: boolean
  /** Whether the site inserts `modal.element` into the page itself. Otherwise it is appended to the body. */
  readonly disableAppend: boolean
  /** Whether to offer only a QR code and installed wallets: no directory, no logins, no project configuration. */
  readonly basic: boolean
  /** Whether to prefer universal links (https) over an app's own URL scheme on phones, if a wallet has both. */
  readonly experimental_preferUniversalLinks: boolean
  /** URLs of the site's own nodes, by CAIP-2 network ID. */
  readonly customRpcUrls: { readonly [id: CaipNetworkId]: readonly { readonly url: string }[] }
  /** Tokens whose balance is shown instead of the native currency's, by CAIP-2 network ID. */
  readonly tokens: { readonly [id: CaipNetworkId]: { readonly address: string; readonly image?: string } }
  /** Services that pay network fees for visitors (ERC-7677), by CAIP-2 network ID. Used with wallets that support paymasters. */
  readonly paymasters: { readonly [id: CaipNetworkId]: Paymaster }
  /** Image URLs of networks, by network ID. */
  readonly chainImages: { readonly [id: string]: string }
  /** Image URLs of connectors, by connector ID. */
  readonly connectorImages: { readonly [id: string]: string }
  /** Color scheme. `system` follows the visitor's system setting. */
  readonly themeMode: "dark" | "light" | "system"
  /** Accent, font, radius and size variables, by their `--portico-` names. */
  readonly themeVariables: ThemeVariables
  /** Locale as a BCP 47 tag, such as `fr-CA`. Sets the language and the number and date formats. */
  readonly locale: string
  /** Replacement messages, by key, or by locale and key. */
  readonly messages: { readonly [name: string]: unknown }
  /**
   * When to load the files that the first open needs. `idle`: after the page has loaded, while it is idle, unless the visitor saves data or
   * is on 2G. `intent`: on pointer, focus or touch at one of Portico's buttons, which `idle` includes. `none`: on click. Until then Portico
   * contacts no other host and stores nothing.
   */
  readonly preload: "idle" | "intent" | "none"
  /** Whether to show alerts meant for developers. */
  readonly debug: boolean
  /** Hosts that replace the provider's, by service. */
  readonly hosts: Partial<Hosts> & Pick<Hosts, "secureSite">
  /** Layers that replace the defaults, or a function that loads them: `() => import("portico/layers").then((l) => l.demo())`. */
  readonly layers: Readonly<Record<string, unknown>> | (() => unknown) | undefined
  /** Nonce for the few styles that cannot go into a constructable stylesheet. */
  readonly cspNonce: string | undefined
}

/** Whether the site replaces a built-in layer. A tracer and a clock only add to them. */
export const replacesLayers = ({ layers = {} }: Pick<CheckedOptions, "layers">): boolean =>
  typeof layers === "function" || Object.keys(layers).some((name) => name !== "tracer" && name !== "clock")

/** Options of `createModal` (section 3, "Options", and `id`, `hosts`, `layers` and `cspNonce`). */
export interface ModalOptions
  extends Partial<
    Omit<
      CheckedOptions,
      | "projectId"
      | "networks"
      | "defaultNetwork"
      | "features"
      | "remoteFeatures"
      | "askedFeatures"
      | "hosts"
      | "defaultAccountTypes"
    >
  > {
  readonly projectId: string
  /** At least one. viem chains are accepted. */
  readonly networks: readonly NetworkDescription[]
  readonly defaultNetwork?: NetworkDescription
  readonly features?: Partial<LocalFeatures & RemoteFeatures>
  readonly remoteFeatures?: Partial<RemoteFeatures>
  readonly defaultAccountTypes?: Partial<Record<Namespace, AccountType>>
  readonly hosts?: Partial<Hosts>
}

/** Problem with the options, or the code of the alert that it raises. The invalid value is ignored. */
export type OptionProblem = InvalidInput | AlertCode

/** Validated options, the problems found, and the alerts to raise. */
export interface OptionCheck {
  readonly options: CheckedOptions
  readonly problems: readonly OptionProblem[]
  readonly alerts: readonly AlertCode[]
}

/** Validates options of any type. Values of the wrong type fall back to the default. Throws only `BothSiweAndSiwx`. */
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
  const asked = fields.networks ?? []
  if (Array.isArray(asked) && asked.length === 0) problems.push(new InvalidInput("Required", "networks"))
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

/** Validates a setting that a site changes later, by the same rules as the options. Throws `InvalidInput`. */
export const checkSetting = <Name extends keyof Settings>(name: Name, value: unknown): Settings[Name] => {
  const problems: OptionProblem[] = []
  const found = settings[name](value, name, problems)
  if (problems[0]) throw problems[0]
  return found as Settings[Name]
}

/** Validates local features that a site changes later. Drops invalid ones. */
export const localFeatures = (given: unknown): Partial<LocalFeatures> =>
  pick(features(given, "features", []) ?? {}, localDefaults)

/** Default of each flag. These flags appear in snapshots. */
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
  disableAppend: false,
  basic: false,
  experimental_preferUniversalLinks: false,
  debug: true,
}

/** Default secure site. The other hosts are in `hosts.ts`, which only the engine loads. */
export const secureSite = "https://secure.walletconnect.org"

/** Returns the value if it is valid. Otherwise adds a problem and returns `undefined`. */
type Check<A> = (value: unknown, path: string, problems: OptionProblem[]) => A | undefined

const isSet = (value: unknown) => value !== undefined && value !== null

const is =
  <A>(what: string, test: (value: unknown) => value is A): Check<A> =>
  (value, path, problems) => {
    if (test(value)) return value
    problems.push(invalidInput(what, value, path))
    return undefined
  }

const kind = <A>(name: string) => is(name, (value): value is A => kindOf(value) === name)
const text = kind<string>("string")
const flag = kind<boolean>("boolean")
const object = kind<{ readonly [key: string]: unknown }>("object")
const array = kind<readonly unknown[]>("array")
const textOrNumber = is("string or number", (value): value is string | number => /^(string|number)$/.test(typeof value))
const urlOf = (what: string, start: RegExp) =>
  is(what, (value): value is string => typeof value === "string" && start.test(value) && URL.canParse(value))
const url = urlOf("http or https URL", /^https?:/i)
const safeUrl = urlOf("https or loopback URL", /^(https:|http:\/\/(localhost|127(\.\d+){3}|\[::1])(:\d+)?([/?#]|$))/i)
const host = urlOf("URL", /^(https?|wss?):/i)
const layers = is(
  "object or function",
  (value): value is NonNullable<CheckedOptions["layers"]> => isRecord(value) || typeof value === "function",
)

const oneOf = <const A extends string>(...values: readonly A[]): Check<A> =>
  is(values.map((value) => `'${value}'`).join(" | "), (value): value is A =>
    (values as readonly unknown[]).includes(value),
  )

/** Accepts a list, dropping invalid entries. */
const list =
  <A>(entry: Check<A>): Check<readonly A[]> =>
  (value, path, problems) => {
    const entries = array(value, path, problems)
    return entries?.flatMap((one, index) => entry(one, `${path}.${index}`, problems) ?? [])
  }

/** Accepts a record, dropping invalid fields. */
const recordOf =
  <A>(field: Check<A>): Check<{ readonly [key: string]: A }> =>
  (value, path, problems) => {
    const record = object(value, path, problems)
    return record && given(mapRecord(record, (key, one) => field(one, `${path}.${key}`, problems)))
  }

/** Check of each field of a record. */
type Checks<A> = { readonly [Name in keyof A]-?: Check<NonNullable<A[Name]>> }

/** Accepts a record and keeps only its valid named fields. */
const some =
  <A>(fields: Checks<A>): Check<Partial<A>> =>
  (value, path, problems) => {
    const record = object(value, path, problems)
    return (
      record &&
      (given(
        mapRecord(fields, (name, field) =>
          isSet(record[name]) ? field(record[name] as never, `${path}.${name}`, problems) : undefined,
        ),
      ) as Partial<A>)
    )
  }

/** Accepts a record only if all its fields are valid. Only those in `more` may be missing. */
const every =
  <A, B = unknown>(fields: Checks<A>, more?: Checks<B>): Check<A & Partial<B>> =>
  (value, path, problems) => {
    const before = problems.length
    const sound = some<object>({ ...fields, ...more })(value, path, problems)
    for (const name of Object.keys(fields)) {
      if (isRecord(value) && !isSet(value[name])) problems.push(new InvalidInput("Required", `${path}.${name}`))
    }
    return problems.length === before ? (sound as A & Partial<B>) : undefined
  }

const integer = is("integer", (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0)
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
    chainNamespace: oneOf("eip155", "solana", "bip122"),
    testnet: flag,
    deprecatedCaipNetworkId: is("CAIP-2 network id", (value): value is CaipNetworkId =>
      /^\w+:[-\w]+$/.test(String(value)),
    ),
    blockTime: integer,
  },
)

/** Accepts a network whose ID fits its namespace: a number on EVM networks, a CAIP-2 reference on others. */
const network: Check<Network> = (value, path, problems) => {
  const found = described(value, path, problems)
  if (!found) return undefined
  const { chainNamespace = "eip155" } = found
  const id = chainNamespace === "eip155" ? integer : reference
  if (id(found.id, `${path}.id`, problems) === undefined) return undefined
  return { ...found, chainNamespace, caipNetworkId: `${chainNamespace}:${found.id}` } as Network
}
const reference = is("CAIP-2 reference", (value): value is string => /^[-\w]{1,32}$/.test(String(value)))

const node = every<{ url: string }>({ url })
const paymaster = every<Pick<Paymaster, "url">, Pick<Paymaster, "context">>({ url: safeUrl }, { context: object })
const token = every({ address: text }, { image: text })
const metadata = some<Metadata>({ name: text, description: text, url: text, icons: list(text) })
/** Allowed account types: those of an embedded wallet, or the purposes of a Bitcoin address. */
const accountTypes = some(
  mapRecord(defaultAccountTypes, (_, type) =>
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

/** Derives a feature's check from its default: a flag, or a list with the default's entries. A remote list may also be `false`. */
const featureCheck = (name: string, fallback: unknown): Check<boolean | readonly string[]> => {
  if (name === "emailCapture") {
    return (value, path, problems) => (Array.isArray(value) ? list(oneOf("required")) : flag)(value, path, problems)
  }
  if (typeof fallback === "boolean") return flag
  const entries = list(oneOf(...((fallback ?? ["email", "social", "wallet"]) as readonly string[])))
  return name in remoteDefaults
    ? (value, path, problems) => (value === false ? false : entries(value, path, problems))
    : entries
}
const everyDefault = { ...localDefaults, ...remoteDefaults }
const features = some(mapRecord(everyDefault, featureCheck)) as Check<Partial<LocalFeatures & RemoteFeatures>>

const hostTable: Check<Partial<Hosts>> = (value, path, problems) => {
  const found = recordOf(host)(value, path, problems)
  return found && mapRecord(found, (_, one) => one.replace(/\/+$/, ""))
}

/** Drops fields that are `undefined`. */
const given = <A>(record: { readonly [key: string]: A | undefined }): { readonly [key: string]: A } =>
  Object.fromEntries(Object.entries(record).filter(([, field]) => field !== undefined)) as { readonly [key: string]: A }

/** Fields of `from` that `like` has. */
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

/** Options that can be validated on their own: the check and the default of each. These options appear in snapshots. */
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

/** Options that appear in a snapshot (section 3, "Options"). */
export const shownOptions = (options: CheckedOptions) =>
  pick<object>(options, { ...shownPlain, ...shownFlags, projectId: text, defaultAccountTypes }) as ShownOptions
export type ShownOptions = Pick<
  CheckedOptions,
  keyof typeof shownPlain | keyof typeof shownFlags | "projectId" | "defaultAccountTypes"
>
