import { safeText } from "../../../../src/core/first-paint/safeText.ts"
import { safeImageUrl } from "../../../../src/core/first-paint/safeUrl.ts"
import type { Connector } from "../../../../src/wallets/first-paint/model/connector.ts"
import { freeId } from "../../first-paint/freeId.ts"
import type { PageWallets } from "../../pageWallets.ts"

/** A wallet's provider object: the part of EIP-1193 that every wallet implements. Its responses are untrusted. */
export interface Eip1193 {
  request(input: { readonly method: string; readonly params?: readonly unknown[] }): unknown
  readonly on?: unknown
  readonly removeListener?: unknown
  readonly off?: unknown
}

/** Sources of browser wallets. Each is enabled by default. */
export interface Discovery {
  /** Whether to discover wallets that announce themselves (EIP-6963). */
  readonly enableEIP6963?: boolean | undefined
  /** Whether to include the wallet at `window.ethereum`. */
  readonly enableInjected?: boolean | undefined
  /** Event target that receives announcements and has the `ethereum` property. Defaults to the window. */
  readonly page?: EventTarget | undefined
}

/** Discovers EVM browser wallets until `stop` is called. Wallets already in the page are listed at once. */
export const discover = ({
  enableEIP6963 = true,
  enableInjected = true,
  page = window,
}: Discovery): PageWallets<Eip1193> & { readonly stop: () => void } => {
  const off = new AbortController()
  const watchers = new Set<() => void>()
  const announced: Found[] = []
  let legacy: Eip1193 | undefined
  const look = () => {
    if (enableInjected) legacy ??= ethereumOf(page)
    return legacy
  }
  const on = (name: string, isNews: (event: Event) => boolean) =>
    page.addEventListener(
      name,
      (event) => {
        if (isNews(event)) for (const changed of watchers) changed()
      },
      { signal: off.signal },
    )

  if (enableEIP6963) {
    on("eip6963:announceProvider", (event) => {
      const found = readAnnouncement(event)
      if (!found || announced.some((other) => isSame(other, found))) return false
      const { connector, provider } = found
      const taken = announced.map((one) => one.connector.id)
      announced.push({ connector: { ...connector, id: freeId(connector.id, taken) }, provider })
      return true
    })
    page.dispatchEvent(new Event("eip6963:requestProvider"))
  }
  look()
  on("ethereum#initialized", () => !legacy && look() !== undefined)

  return {
    list: () => {
      const wallets = announced.map(({ connector }) => connector)
      const unnamed = look() && !announced.some(({ provider }) => provider === legacy)
      return unnamed ? [...wallets, browserWallet] : wallets
    },
    find: (id: string) =>
      id === browserWallet.id ? look() : announced.find(({ connector }) => connector.id === id)?.provider,
    watch: (changed: () => void) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    stop: () => off.abort(),
  }
}

interface Found {
  readonly connector: Connector
  readonly provider: Eip1193
}

const browserWallet: Connector = { id: "injected", name: "Browser Wallet", type: "INJECTED", chain: "eip155" }

/** Connector IDs of Portico's own connectors. No announced wallet may use them. */
const reserved: ReadonlySet<string> = new Set([
  browserWallet.id,
  "walletConnect",
  "ID_AUTH",
  "safe",
  "coinbaseWalletSDK",
])

/**
 * Whether an announcement repeats another: it has the same object, or the same UUID and the same name or rdns. A name or rdns alone proves
 * nothing: an extension that copies them and announces itself first must not hide the real wallet.
 */
const isSame = ({ connector: one, provider }: Found, { connector: other, ...found }: Found) =>
  provider === found.provider ||
  (one.info?.uuid !== undefined &&
    one.info.uuid === other.info?.uuid &&
    (one.info.rdns === other.info.rdns || one.name === other.name))

/**
 * Reads an announcement. Returns `undefined` if it is invalid or Portico's own. Any script on the page can send this event, so its getters
 * may throw.
 */
const readAnnouncement = (event: Event): Found | undefined => {
  try {
    const { info, provider } = (event as CustomEvent).detail
    const [uuid, name, rdns] = [safeText(info.uuid), safeText(info.name), safeText(info.rdns)]
    const icon = safeImageUrl(info.icon)
    const id = [rdns, name, uuid].find((one) => one !== "" && !reserved.has(one))
    // Portico also announces its own provider, which must not be listed.
    if (id === undefined || !isProvider(provider) || "isPortico" in provider) return undefined
    return {
      connector: {
        id,
        name: name || rdns || browserWallet.name,
        type: "ANNOUNCED",
        chain: "eip155",
        info: { ...(rdns && { rdns }), ...(icon && { icon }), ...(uuid && { uuid }) },
        ...(icon && { imageUrl: icon }),
      },
      provider,
    }
  } catch {
    return undefined
  }
}

const ethereumOf = (page: EventTarget): Eip1193 | undefined => {
  try {
    const ethereum: unknown = Reflect.get(page, "ethereum")
    return isProvider(ethereum) ? ethereum : undefined
  } catch {
    return undefined
  }
}

const isProvider = (value: unknown): value is Eip1193 =>
  (typeof value === "object" || typeof value === "function") &&
  value !== null &&
  "request" in value &&
  typeof value.request === "function"
