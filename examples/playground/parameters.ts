import { isRecord } from "../../src/options/guards.ts"
import { type Layers, type ModalOptions, networks, type SiwxAccount } from "./packageImports.ts"

/** Settings from the page's URL. */
export interface Parameters {
  readonly layers: "demo" | "live"
  /** Whether live layers use a clock that tests control. */
  readonly driven: boolean
  /** Overrides of the playground's options. */
  readonly options: Partial<ModalOptions>
  readonly hosts: ModalOptions["hosts"]
  readonly customRpcUrls: ModalOptions["customRpcUrls"]
  /** The demo's script, not parsed. */
  readonly script: string | null
  /** Features that the demo project enables. `null`: all. */
  readonly project: readonly string[] | null
  /** Route to open on load. */
  readonly open: string | null
  readonly theme: "dark" | "light"
  readonly lang: string | null
  /** ID of a gallery state, which sets everything except the theme and the language. */
  readonly state: string | null
  /** Faults of the demo's services, added to those of a gallery state. */
  readonly faults: Layers.Script["faults"]
  /** `still`: time stops until `demoClock.advance`. */
  readonly clock: string | null
}

/** Reads the query. Logs and ignores values that cannot be read. */
export const readParameters = (search: string): Parameters => {
  const query = new URLSearchParams(search)
  const layers = query.get("layers") ?? "demo"
  if (layers !== "demo" && layers !== "live") complain("layers", "Expected 'demo' or 'live'")
  const theme = query.get("theme")
  if (theme !== null && theme !== "dark" && theme !== "light") complain("theme", "Expected 'dark' or 'light'")
  return {
    layers: layers === "live" ? "live" : "demo",
    driven: query.get("clock") === "driven",
    options: named(record("options", query.get("options"))),
    hosts: hostsOf(query.get("hosts"), query.get("relay")),
    customRpcUrls: Object.fromEntries(
      Object.entries(record("rpc", query.get("rpc"))).map(([id, url]) => [id, [{ url: String(url) }]]),
    ),
    script: query.get("script"),
    project: query.get("project")?.split(",") ?? null,
    open: query.get("open"),
    theme: theme === "light" || theme === "dark" ? theme : preferred(),
    lang: query.get("lang"),
    state: query.get("state"),
    faults: record("faults", query.get("faults")) as Layers.Script["faults"],
    clock: query.get("clock"),
  }
}

/** Sets every host of the provider to one origin, including the relay unless it has its own URL. */
const hostsOf = (origin: string | null, relay: string | null): ModalOptions["hosts"] => {
  if (origin !== null && !URL.canParse(origin)) complain("hosts", "Expected an origin")
  const all = origin !== null && URL.canParse(origin) ? new URL(origin).origin : undefined
  return {
    ...(all && {
      api: all,
      blockchain: all,
      analytics: all,
      secureSite: all,
      verify: all,
      utxo: all,
      images: all,
      safe: all,
      coinbase: all,
      relay: all.replace(/^http/, "ws"),
    }),
    ...(relay !== null && { relay }),
  }
}

/**
 * Reads options with JSON forms of what JSON cannot express: networks as IDs of bundled ones, `["eip155:1"]`, optional sign-in as
 * `siwx: { required: false }`, and a sign-in message that names another site as `siwx: { domain: "other.example" }`.
 */
const named = (options: Readonly<Record<string, unknown>>): Partial<ModalOptions> => {
  const { required, domain, ...siwx } = isRecord(options.siwx) ? options.siwx : {}
  const message = { uri: `https://${domain}`, version: "1", nonce: "27182818" }
  const speaksFor = typeof domain === "string" && {
    createMessage: (account: SiwxAccount) => ({ ...account, ...message, domain }),
  }
  const find = (one: unknown) => networks.find(({ caipNetworkId }) => caipNetworkId === one) ?? one
  return {
    ...options,
    ...(Array.isArray(options.networks) && { networks: options.networks.map(find) }),
    ...(options.defaultNetwork !== undefined && { defaultNetwork: find(options.defaultNetwork) }),
    ...(isRecord(options.siwx) && { siwx: { ...siwx, ...speaksFor, getRequired: () => required !== false } }),
  } as Partial<ModalOptions>
}

const record = (name: string, json: string | null): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(json ?? "{}")
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  complain(name, "Expected a JSON object")
  return {}
}

const complain = (name: string, why: string) => console.warn(`Playground: ${name}: ${why}`)

const preferred = () => (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark")
