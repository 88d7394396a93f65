import { safeText } from "../../../src/core/first-paint/safeText.ts"
import { safeImageUrl } from "../../../src/core/first-paint/safeUrl.ts"
import type { Connector } from "../../../src/wallets/first-paint/model/connector.ts"
import { freeId } from "../first-paint/freeId.ts"
import type { PageWallets } from "../pageWallets.ts"

/** A discovered wallet: its connector and its object. */
export interface Found<Wallet> {
  readonly connector: Connector
  readonly wallet: Wallet
}

/**
 * Collects the Wallet Standard wallets that register with this page until `stop` is called. Wallets for which `read` returns `undefined` or
 * throws are ignored.
 */
export const registered = <Wallet>(
  read: (wallet: object) => Found<Wallet> | undefined,
): PageWallets<Wallet> & { readonly stop: () => void } => {
  const off = new AbortController()
  const watchers = new Set<() => void>()
  const known = new Map<unknown, Found<Wallet>>()
  const changed = () => {
    for (const watcher of [...watchers]) watcher()
  }
  const list = () => [...known.values()]
  // A wallet keeps its ID even if an earlier one with the same ID unregisters.
  const numbered = ({ connector, wallet }: Found<Wallet>) => {
    const taken = list().map((one) => one.connector.id)
    return { connector: { ...connector, id: freeId(connector.id, taken) }, wallet }
  }

  const register = (...wallets: readonly unknown[]) => {
    const mine = wallets.filter((wallet) => {
      const found = off.signal.aborted || known.has(wallet) ? undefined : readSafely(read, wallet)
      if (found) known.set(wallet, numbered(found))
      return found !== undefined
    })
    if (mine.length > 0) changed()
    return () => {
      const gone = mine.filter((wallet) => known.delete(wallet))
      if (gone.length > 0) changed()
    }
  }

  const api = Object.freeze({ register })
  window.addEventListener(
    "wallet-standard:register-wallet",
    (event) => {
      try {
        ;(event as CustomEvent<(with_: typeof api) => void>).detail(api)
      } catch {
        // Any script on the page can send this event.
      }
    },
    { signal: off.signal },
  )
  window.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }))

  return {
    list: () => list().map(({ connector }) => connector),
    find: (id) => list().find(({ connector }) => connector.id === id)?.wallet,
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    stop: () => off.abort(),
  }
}

/**
 * Returns a wallet's connector in a namespace, with the wallet's name as ID because the standard defines none. Returns `undefined` for
 * Portico's own provider, and for a wallet without a chain in `chains`, the feature `connect` or an allowed name.
 */
export const connectorIn = (
  namespace: Connector["chain"],
  wallet: object,
  { chains, connect }: { readonly chains: string; readonly connect: string },
): Connector | undefined => {
  if (read(wallet, "isPortico")) return undefined
  const text = safeText(read(wallet, "name"))
  const name = text === "Trust" ? "Trust Wallet" : text
  if (name === "" || reserved.has(name.toLowerCase())) return undefined
  if (!texts(read(wallet, "chains")).some((chain) => chain.startsWith(`${chains}:`))) return undefined
  if (!methodOf(wallet, connect, connect.slice(connect.indexOf(":") + 1))) return undefined
  const icon = safeImageUrl(read(wallet, "icon"))
  return {
    id: name,
    name,
    type: "ANNOUNCED",
    chain: namespace,
    ...(icon && { info: { icon }, imageUrl: icon }),
  }
}

/** Returns a method of one of a wallet's features, or `undefined` if it is missing. */
export const methodOf = (
  wallet: object,
  feature: string,
  method: string,
): ((...inputs: readonly unknown[]) => unknown) | undefined => {
  const found = read(read(wallet, "features"), feature)
  const call = read(found, method)
  return typeof call === "function" ? (...inputs) => Reflect.apply(call, found, inputs) : undefined
}

/** Returns a field of an untrusted value, or `undefined` if it cannot be read. */
export const read = (from: unknown, key: string): unknown => {
  try {
    const holds = (typeof from === "object" && from !== null) || typeof from === "function"
    return holds ? Reflect.get(from, key) : undefined
  } catch {
    return undefined
  }
}

/** Returns the elements of an untrusted list. Empty if the value is not a list or reading it throws. */
export const elements = (list: unknown): readonly unknown[] => {
  try {
    return Array.isArray(list) ? [...list] : []
  } catch {
    return []
  }
}

/** Returns the strings in an untrusted list. */
export const texts = (list: unknown): readonly string[] => elements(list).filter((one) => typeof one === "string")

/** Copies a Uint8Array from a wallet. Returns `undefined` for anything else. */
export const bytesOf = (value: unknown): Uint8Array | undefined => {
  try {
    const are = ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === "[object Uint8Array]"
    return are ? new Uint8Array(value as Uint8Array) : undefined
  } catch {
    return undefined
  }
}

/** Sends requests one after the other, because a wallet shows one prompt at a time. Rejects at the first failure. */
export const oneByOne = async <Input, Output>(
  inputs: readonly Input[],
  request: (input: Input) => Promise<Output>,
): Promise<readonly Output[]> => {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await request(input))
  return outputs
}

/** Names in lower case that no wallet may use, because they are IDs of Portico's own connectors. */
const reserved: ReadonlySet<string> = new Set(["walletconnect", "injected", "id_auth"])

const readSafely = <A>(read: (wallet: object) => A | undefined, wallet: unknown): A | undefined => {
  try {
    return typeof wallet === "object" && wallet !== null ? read(wallet) : undefined
  } catch {
    return undefined
  }
}
