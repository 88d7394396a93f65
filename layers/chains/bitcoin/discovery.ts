import { safeText } from "../../../src/core/first-paint/safeText.ts"
import { safeImageUrl } from "../../../src/core/first-paint/safeUrl.ts"
import type { Connector } from "../../../src/wallets/first-paint/model/connector.ts"
import { freeId } from "../first-paint/freeId.ts"
import { bitcoinLook } from "../limits.ts"
import type { PageWallets } from "../pageWallets.ts"
import { connectorIn, elements, type Found, read, registered } from "../shared/walletStandard.ts"
import { type Leather, leather } from "./wallets/leather.ts"
import { okx } from "./wallets/okx.ts"
import { type SatsConnect, satsConnect } from "./wallets/satsConnect.ts"
import { unisat } from "./wallets/unisat.ts"
import type { BitcoinWallet } from "./wallets/wallet.ts"
import { walletStandard } from "./wallets/walletStandard.ts"

/**
 * Discovers Bitcoin wallets in this page until `stop` is called: first those listed in `window.btc_providers`, then those at known global
 * objects, then those of the Wallet Standard. A wallet is listed once, recognized by its object, or by its name if it is at its known
 * global object. Other wallets with the same name are listed as disputed, because they may be impostors.
 */
export const discover = (): PageWallets<BitcoinWallet> & { readonly stop: () => void } => {
  const watchers = new Set<() => void>()
  let known: ReadonlyMap<object, Found<BitcoinWallet>> = new Map()
  const standards = registered((wallet) => {
    const connector = connectorIn("bip122", wallet, { chains: "bitcoin", connect: "bitcoin:connect" })
    return connector && foundAs(connector, walletStandard(wallet))
  })

  /** Connector IDs by wallet. A wallet keeps its ID as long as it is in the page. */
  const ids = new Map<BitcoinWallet, string>()

  /**
   * Returns the wallets currently in the page. Reads the page on each call, because extensions replace their own and each other's objects.
   */
  const look = (): readonly Found<BitcoinWallet>[] => {
    const now = new Map<object, Found<BitcoinWallet>>()
    for (const { object, found } of [...listed(), ...placed()])
      if (!now.has(object)) now.set(object, known.get(object) ?? found())
    known = now
    const registered = standards.list().flatMap((connector) => {
      const wallet = standards.find(connector.id)
      return wallet ? [{ connector, wallet }] : []
    })
    const inPage = [...known.values()].filter(
      ({ connector }, place, all) => all.findIndex((other) => other.connector.id === connector.id) === place,
    )
    const all = [
      ...inPage,
      ...registered.filter((one) => !inPage.some((other) => isInPlace(other) && isNamed(one, other))),
    ]
    for (const wallet of ids.keys()) if (all.every((one) => one.wallet !== wallet)) ids.delete(wallet)
    for (const { connector, wallet } of all)
      if (!ids.has(wallet)) ids.set(wallet, freeId(connector.id, [...ids.values()]))
    return all.map((one) => {
      const disputed = all.some((other) => other !== one && isNamed(one, other))
      const { connector, wallet } = one
      return { connector: { ...connector, id: ids.get(wallet) ?? connector.id, ...(disputed && { disputed }) }, wallet }
    })
  }
  look()

  let times = 0
  // Wallets without the Wallet Standard add their object to the page late, and no event reports it.
  const timer = setInterval(() => {
    const before = known
    look()
    const same = before.size === known.size && [...known.keys()].every((object) => before.has(object))
    if (!same) for (const changed of [...watchers]) changed()
    if (++times === bitcoinLook.times) clearInterval(timer)
  }, bitcoinLook.every)

  return {
    list: () => look().map(({ connector }) => connector),
    find: (id) => look().find(({ connector }) => connector.id === id)?.wallet,
    watch: (changed) => {
      const stop = standards.watch(changed)
      watchers.add(changed)
      return () => {
        stop()
        watchers.delete(changed)
      }
    },
    stop: () => {
      clearInterval(timer)
      standards.stop()
    },
  }
}

/** A wallet's object in this page, and a function that creates its entry. */
interface Seen {
  readonly object: object
  readonly found: () => Found<BitcoinWallet>
}

/** Returns the wallets listed in `window.btc_providers`, whose entries have the path of the wallet's object as ID (WBIP 004). */
const listed = (): readonly Seen[] =>
  elements(read(window, "btc_providers")).flatMap((entry): readonly Seen[] => {
    const [path, name] = [safeText(read(entry, "id")), safeText(read(entry, "name"))]
    const object = at(path)
    if (name === "" || reserved.has(path) || typeof read(object, "request") !== "function" || !object) return []
    const icon = safeImageUrl(read(entry, "icon"))
    const connector = { ...connectorOf(path, name, "ANNOUNCED"), ...(icon && { info: { icon }, imageUrl: icon }) }
    return [{ object, found: () => foundAs(connector, (places[path]?.wallet ?? ofList)(object)) }]
  })

const placed = (): readonly Seen[] =>
  Object.entries(places).flatMap(([path, { name, has, wallet }]): readonly Seen[] => {
    const object = at(path)
    if (!object || !has.some((key) => !["undefined", "boolean"].includes(typeof read(object, key)))) return []
    return [{ object, found: () => foundAs(connectorOf(path, name, "INJECTED"), wallet(object)) }]
  })

const foundAs = (connector: Connector, wallet: BitcoinWallet): Found<BitcoinWallet> => ({
  connector: { ...connector, ...(wallet.chains?.length && { chains: wallet.chains }) },
  wallet,
})

/** A known global object of a wallet. `has`: fields, at least one of which the object must have. */
interface Place {
  readonly name: string
  readonly has: readonly string[]
  readonly explorerId?: string
  readonly wallet: (object: object) => BitcoinWallet
}

const ofList = (object: object) => satsConnect(object as SatsConnect)

/** Known global objects by path. UniSat's is last, because other wallets set it too. */
const places: Readonly<Record<string, Place>> = {
  "XverseProviders.BitcoinProvider": {
    name: "Xverse Wallet",
    has: ["request"],
    explorerId: "2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b",
    wallet: ofList,
  },
  LeatherProvider: {
    name: "Leather",
    has: ["request"],
    explorerId: "483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13",
    wallet: (object) => leather(object as Leather),
  },
  okxwallet: {
    name: "OKX Wallet",
    has: ["bitcoin"],
    explorerId: "971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709",
    wallet: okx,
  },
  "bitkeep.unisat": {
    name: "Bitget Wallet",
    has: ["requestAccounts"],
    explorerId: "38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662",
    wallet: unisat,
  },
  "binancew3w.bitcoin": {
    name: "Binance Wallet",
    has: ["requestAccounts"],
    explorerId: "2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25",
    wallet: unisat,
  },
  unisat: { name: "UniSat Wallet", has: ["requestAccounts"], wallet: unisat },
}

const connectorOf = (id: string, name: string, type: Connector["type"]): Connector => {
  const explorerId = Object.hasOwn(places, id) ? places[id]?.explorerId : undefined
  return { id, name, type, chain: "bip122", ...(explorerId && { explorerId }) }
}

/** Returns the object at a path from `window`, such as `XverseProviders.BitcoinProvider`. Returns `undefined` if there is none. */
const at = (path: string): object | undefined => {
  const object = path === "" ? undefined : path.split(".").reduce<unknown>(read, window)
  return typeof object === "object" && object !== null && object !== window ? object : undefined
}

/** Connector IDs of Portico's own connectors. No browser wallet may use them. */
const reserved: ReadonlySet<string> = new Set(["walletConnect", "injected", "ID_AUTH"])

/** Whether a wallet is at a known global object and has the name expected there. */
const isInPlace = ({ connector: { id, name } }: Found<unknown>) =>
  Object.hasOwn(places, id) && plain(places[id]?.name ?? "") === plain(name)

/** Whether two wallets have the same name. Ignores case and a trailing "Wallet", which some wallets add in only one of their APIs. */
const isNamed = ({ connector: one }: Found<unknown>, { connector: other }: Found<unknown>) =>
  plain(one.name) === plain(other.name)

const plain = (name: string) => name.toLowerCase().replace(/ wallet$/, "")
