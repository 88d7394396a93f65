import type { AlertCode } from "./alerts.ts"
import type { Paymaster } from "./calls.ts"
import type { AllWallets } from "./connectList.ts"
import { BothSiweAndSiwx, InvalidInput } from "./errors.ts"
import { type LocalFeatures, localDefaults, type RemoteFeatures, remoteDefaults, withoutRemote } from "./features.ts"
import { expected, isRecord, kindOf, mapRecord } from "./input.ts"
import { type AccountType, defaultAccountTypes, type Namespace } from "./namespaces.ts"
import type { CaipNetworkId, Network, NetworkDescription } from "./networks.ts"
import type { SiweConfig, SiwxConfig } from "./siwx.ts"
import type { CustomWallet } from "./wallets.ts"

/** The provider's hosts, each without a slash at its end. Nothing is contacted but these, the networks' nodes and pictures. */
export interface Hosts {
  /** Wallet directory, project configuration, authentication. */
  readonly api: string
  /** Blockchain data, names, swaps, on-ramp, sessions, nodes. */
  readonly blockchain: string
  /** Where events are posted. */
  readonly analytics: string
  /** The wallet relay's socket. */
  readonly relay: string
  /** The embedded wallet's frame and the social login's popup. */
  readonly secureSite: string
  /** The relay's domain verification. */
  readonly verify: string
  /** Bitcoin's unspent outputs. */
  readonly utxo: string
  /** Pictures of networks and tokens. */
  readonly images: string
  /** Not the provider's: the page of Coinbase's wallet, https://keys.coinbase.com without one. */
  readonly coinbase?: string
  /** Nor this: whose frames this page may stand in as an app of a Safe, https://app.safe.global without one. */
  readonly safe?: string
}

/** The locale of a site that names none (section 9). */
export const defaultLocale = "en-US"

/** What a wallet shows of the site. Without it, what the page says of itself is taken. */
export interface Metadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** Variables of the theme. */
export type ThemeVariables = {
  readonly "--portico-accent"?: string
  readonly "--portico-font"?: string
  readonly "--portico-color-mix"?: string
  /** Percent of the color mixed into the surfaces, 0 to 40. */
  readonly "--portico-color-mix-strength"?: string | number
  /** Base font size, 8 to 13 px. */
  readonly "--portico-font-size-master"?: string | number
  /** Base radius, 0 to 6 px. */
  readonly "--portico-border-radius-master"?: string | number
  readonly "--portico-z-index"?: string | number
  readonly "--portico-qr-color"?: string
}

/** What a modal works with: every option with a value, each of the right type. */
export interface CheckedOptions {
  /** Names the storage, the relay session and the tab channel; modals of one id share them. */
  readonly id: string
  /** Of the project at the provider: wallet list, balances, nodes and relay are its. Required. */
  readonly projectId: string
  /** What visitors may use, at least one; viem's chains will do. The first one is used unless the visitor chose another. Required. */
  readonly networks: readonly Network[]
  /** Without one: the network used last, else the first. */
  readonly defaultNetwork: Network | undefined
  /** What wallets show of the site. What is not given is taken from the page. */
  readonly metadata: Partial<Metadata>
  /** What the modal offers, as far as the site alone decides. Remote features may be set here too. */
  readonly features: LocalFeatures
  /** What the project decides: these are on until its configuration is there, and where it cannot be read. Only the project turns on what is off. */
  readonly remoteFeatures: RemoteFeatures
  /** What the site set of the remote features; the project's configuration wins over it. */
  readonly askedFeatures: Partial<RemoteFeatures>
  /** What the provider's services take us for: the client whose protocol we speak, and its version. */
  readonly sdkType: string
  /** The version that goes with `sdkType`. */
  readonly sdkVersion: string
  /** Sign-in with a wallet signature (CAIP-122). Without one, nobody is asked to sign in. */
  readonly siwx: SiwxConfig | undefined
  /** The older form of `siwx`, for EVM chains. Only one of the two may be set. */
  readonly siweConfig: SiweConfig | undefined
  /** Which kind of account is used first, by namespace: `eoa` or `smartAccount`, of Bitcoin `payment` or `ordinal`. */
  readonly defaultAccountTypes: Readonly<Record<Namespace, AccountType>>
  /** Wallets of the site's own, shown beside those of the directory. */
  readonly customWallets: readonly CustomWallet[]
  /** The only wallets of the directory that are shown, by id. */
  readonly includeWalletIds: readonly string[]
  /** Wallets of the directory that are not shown, by id. */
  readonly excludeWalletIds: readonly string[]
  /** Wallets of the directory that come first, by id. */
  readonly featuredWalletIds: readonly string[]
  /** Whether the whole directory can be looked through: `SHOW`, `HIDE`, or `ONLY_MOBILE`. */
  readonly allWallets: AllWallets
  /** The terms that who connects accepts; shown under the wallets. */
  readonly termsConditionsUrl: string | undefined
  /** The privacy policy, beside the terms. */
  readonly privacyPolicyUrl: string | undefined
  /** The modal stands in the page where the site has placed its element, and not over it. */
  readonly enableEmbedded: boolean
  /** A wallet may stay on a network that the site does not use; else it is asked to switch. */
  readonly allowUnsupportedChain: boolean
  /** The site shows codes of its own: the modal opens with a code that it was handed. */
  readonly manualWCControl: boolean
  /** Whether visitors may choose another network. */
  readonly enableNetworkSwitch: boolean
  /** Whether who was connected is so again after a reload. */
  readonly enableReconnect: boolean
  /** Whether wallets can connect over the relay, by a code or a link. */
  readonly enableWalletConnect: boolean
  /** Whether browser wallets that announce themselves (EIP-6963) are shown. */
  readonly enableEIP6963: boolean
  /** Whether `modal.provider` is announced to the page as a wallet (EIP-6963), so that other libraries find it without an adapter. */
  readonly announce: boolean
  /** Whether Coinbase's wallet is reached by its own page where its extension is not here. */
  readonly enableCoinbase: boolean
  /** The element is not put into the body: the site places `modal.element`. */
  readonly disableAppend: boolean
  /** Only a code and installed wallets: no directory, no logins, no project configuration. */
  readonly basic: boolean
  /** On a phone, links by https before an app's own scheme, where a wallet has both. */
  readonly experimental_preferUniversalLinks: boolean
  /** URLs of the site's own nodes, by CAIP-2 id. */
  readonly customRpcUrls: { readonly [id: CaipNetworkId]: readonly { readonly url: string }[] }
  /** Tokens whose balance is shown in place of the native one, by CAIP-2 id. */
  readonly tokens: { readonly [id: CaipNetworkId]: { readonly address: string; readonly image?: string } }
  /** Services that pay the network in the visitor's place (ERC-7677), by CAIP-2 id: a wallet that can have them pay is told of them. */
  readonly paymasters: { readonly [id: CaipNetworkId]: Paymaster }
  /** Pictures of networks, by id. */
  readonly chainImages: { readonly [id: string]: string }
  /** Pictures of connectors, by id. */
  readonly connectorImages: { readonly [id: string]: string }
  /** `system`: as the visitor's own system has it, and as that changes. */
  readonly themeMode: "dark" | "light" | "system"
  /** Accent, font, radius and sizes, by the names that begin with `--portico-`. */
  readonly themeVariables: ThemeVariables
  /** BCP 47, as `fr-CA`: the language, and how numbers and times are written. */
  readonly locale: string
  /** Sentences of the site's own, by key, or by locale and key. */
  readonly messages: { readonly [name: string]: unknown }
  /**
   * When the files of a first open are fetched. `idle`: once the page has loaded and while it is idle, unless the visitor saves data or is
   * on 2G. `intent`: at pointer, focus or touch on one of Portico's buttons, which `idle` includes. `none`: when the visitor clicks. No
   * other site is contacted and nothing is stored until then.
   */
  readonly preload: "idle" | "intent" | "none"
  /** Whether alerts that are meant for the developer are drawn too. */
  readonly debug: boolean
  /** Hosts that take the place of the provider's, by service. */
  readonly hosts: Partial<Hosts> & Pick<Hosts, "secureSite">
  /** Leaves that replace ours, or a function that imports some: `() => import("portico/layers").then((l) => l.demo())`. */
  readonly layers: Readonly<Record<string, unknown>> | (() => unknown) | undefined
  /** For the rare style that cannot go into a sheet that scripts make. */
  readonly cspNonce: string | undefined
}

/** Whether the site replaces a built-in leaf. A tracer and a clock are additions. */
export const replacesLeaves = ({ layers = {} }: Pick<CheckedOptions, "layers">): boolean =>
  typeof layers === "function" || Object.keys(layers).some((name) => name !== "tracer" && name !== "clock")

/** What a site configures (section 3, "Options", and `id`, `hosts`, `layers` and `cspNonce`). */
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
  /** At least one. viem's chains will do. */
  readonly networks: readonly NetworkDescription[]
  readonly defaultNetwork?: NetworkDescription
  readonly features?: Partial<LocalFeatures & RemoteFeatures>
  readonly remoteFeatures?: Partial<RemoteFeatures>
  readonly defaultAccountTypes?: Partial<Record<Namespace, AccountType>>
  readonly hosts?: Partial<Hosts>
}

/** Something wrong with the options, or the code of the alert that it raises. The modal works without that value. */
export type OptionProblem = InvalidInput | AlertCode

/** Checked options, what was wrong with the given ones, and the alerts to raise for it. */
export interface OptionCheck {
  readonly options: CheckedOptions
  readonly problems: readonly OptionProblem[]
  readonly alerts: readonly AlertCode[]
}

/** Checks what a site passed, whatever it is; a value of the wrong type gives way to the default. Throws `BothSiweAndSiwx` and nothing else. */
export const checkOptions = (given: unknown): OptionCheck => {
  const fields = isRecord(given) ? given : {}
  if (isSet(fields.siwx) && isSet(fields.siweConfig)) throw new BothSiweAndSiwx()

  const problems: OptionProblem[] = []
  const alerts: AlertCode[] = []
  const read = <A>(name: keyof ModalOptions, check: Check<A>): A | undefined =>
    isSet(fields[name]) ? check(fields[name], name, problems) : undefined

  if (fields !== given) problems.push(expected("object", given))
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
    // A name that says nothing is none.
    locale: read("locale", text) || defaultLocale,
    defaultAccountTypes: { ...defaultAccountTypes, ...read("defaultAccountTypes", accountTypes) },
    hosts: { secureSite, ...read("hosts", hostTable) },
  }
  return { options, problems, alerts }
}

/** A setting that a site may change later, checked as at first. Throws `InvalidInput`. */
export const checkSetting = <Name extends keyof Settings>(name: Name, value: unknown): Settings[Name] => {
  const problems: OptionProblem[] = []
  const found = settings[name](value, name, problems)
  if (problems[0]) throw problems[0]
  return found as Settings[Name]
}

/** What the site alone decides of features that it sets later; what is not as it should be is left out. */
export const localFeatures = (given: unknown): Partial<LocalFeatures> =>
  pick(features(given, "features", []) ?? {}, localDefaults)

/** Whether each is on by default. A snapshot shows these. */
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

/** The provider's own secure site; its other hosts come with the engine (`hosts.ts`), which alone asks them. */
export const secureSite = "https://secure.walletconnect.org"

/** Gives the value if it is one, else notes what is wrong. */
type Check<A> = (value: unknown, path: string, problems: OptionProblem[]) => A | undefined

const isSet = (value: unknown) => value !== undefined && value !== null

const is =
  <A>(what: string, test: (value: unknown) => value is A): Check<A> =>
  (value, path, problems) => {
    if (test(value)) return value
    problems.push(expected(what, value, path))
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

/** A list without its bad entries. */
const list =
  <A>(entry: Check<A>): Check<readonly A[]> =>
  (value, path, problems) => {
    const entries = array(value, path, problems)
    return entries?.flatMap((one, index) => entry(one, `${path}.${index}`, problems) ?? [])
  }

/** A record without its bad fields. */
const recordOf =
  <A>(field: Check<A>): Check<{ readonly [key: string]: A }> =>
  (value, path, problems) => {
    const record = object(value, path, problems)
    if (!record) return undefined
    return given(mapRecord(record, (key, one) => field(one, `${path}.${key}`, problems))) as {
      readonly [key: string]: A
    }
  }

/** Check of each field of a record. */
type Checks<A> = { readonly [Name in keyof A]-?: Check<NonNullable<A[Name]>> }

/** A record's named fields that are there and right. */
const some =
  <A>(fields: Checks<A>): Check<Partial<A>> =>
  (value, path, problems) => {
    const record = object(value, path, problems)
    if (!record) return undefined
    return given(
      mapRecord(fields, (name, field) =>
        isSet(record[name]) ? field(record[name] as never, `${path}.${name}`, problems) : undefined,
      ),
    ) as Partial<A>
  }

/** A record whose fields are all right. Only those of `more` may be missing. */
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

/** A network whose id is of its namespace's kind: a number for EVM networks, a CAIP-2 reference for others. */
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
/** What the accounts of a namespace may be: an embedded wallet's two, or the purposes of a Bitcoin address. */
const accountTypes = some(
  mapRecord(defaultAccountTypes, (_, type) =>
    type === "payment" ? oneOf("payment", "ordinal") : oneOf("eoa", "smartAccount"),
  ) as Record<Namespace, Check<AccountType>>,
)

/** Fields of a custom wallet that are texts. */
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

/** What a feature may be follows from its default: on or off, or a list of what the default lists; a remote list may be false. */
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

/** A record without what is not there. */
const given = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, field]) => field !== undefined))

const pick = <A extends object>(from: object, like: A): Partial<A> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(like, name))) as Partial<A>

/** What a site may change while the modal lives. */
export interface Settings extends Pick<CheckedOptions, "themeMode" | "themeVariables" | "locale"> {
  readonly network: Network
}

const settings: { readonly [Name in keyof Settings]: Check<Settings[Name]> } = {
  network,
  themeMode: oneOf("dark", "light", "system"),
  themeVariables: recordOf(textOrNumber),
  locale: text,
}

/** Options that stand for themselves: the check of each, and its default. A snapshot shows these. */
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

/** Options that a snapshot shows as they are (specification section 3, "Options"). */
export const shownOptions = (options: CheckedOptions) =>
  pick<object>(options, { ...shownPlain, ...shownFlags, projectId: text, defaultAccountTypes }) as ShownOptions
export type ShownOptions = Pick<
  CheckedOptions,
  keyof typeof shownPlain | keyof typeof shownFlags | "projectId" | "defaultAccountTypes"
>
