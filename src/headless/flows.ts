import { computed, effect, type ReadonlySignal, signal } from "@preact/signals-core"
import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import { Chains } from "../../services/Chains.ts"
import type { WalletRow } from "../connect/first-paint/model/walletRow.ts"
import { connectRows } from "../connect/first-paint/state.ts"
import { connectChosen } from "../connect/operations.ts"
import { connecting } from "../connections/first-paint/state.ts"
import type { Connection } from "../connections/opening/model.ts"
import { idle, latest } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"
import type { Namespace } from "../options/namespaces.ts"
import { attemptFresh } from "../runtime/track.ts"
import type { Engine, ModalInstance } from "../stub/instance.ts"
import { appLinkOf } from "../walletConnect/model/links.ts"
import { pairing } from "../walletConnect/opening/state.ts"
import { connectRelay } from "../walletConnect/operations.ts"
import { type Connector, connectorOf, findConnector } from "../wallets/first-paint/model/connector.ts"
import { connectorImages } from "../wallets/first-paint/model/connectorImages.ts"
import { pictureOf, type Wallet } from "../wallets/first-paint/model/wallet.ts"
import { walletConnectId } from "../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../wallets/first-paint/state/wallets.ts"
import { keepWallets } from "../wallets/opening/flows.ts"
import { rememberRecentWallet } from "../wallets/steps.ts"
import type { ConnectingState, InNamespace, WalletItem, WalletsState } from "./model.ts"

/**
 * Calls `listener` with the wallets to offer, once the engine has loaded and after each change. Keeps the directory loaded. Resolves with a
 * function that stops both.
 */
export const watchWallets = async (
  instance: ModalInstance,
  listener: (state: WalletsState) => void,
  { namespace }: InNamespace,
): Promise<() => void> => {
  const engine = await instance.engine()
  const release = keepDirectory(instance, engine)
  const stop = effect(notifying(walletsState(instance, engine, namespace), listener))
  return () => {
    stop()
    release()
  }
}

/** Calls `listener` with the progress of connecting, now and after each change. Returns a function that stops the calls. */
export const watchConnecting = (instance: ModalInstance, listener: (state: ConnectingState) => void): (() => void) =>
  effect(notifying(connectingState(instance), listener))

/** Connects a listed wallet, a directory wallet, or any wallet by connector ID. A newer attempt, or `cancelConnecting`, ends this one. */
export const connectWallet = async (
  instance: ModalInstance,
  id: string,
  { namespace }: InNamespace,
  given?: Wallet,
): Promise<Connection> => {
  const engine = await instance.engine()
  const { progress } = connecting(instance)
  const { chosen, link } = attempt(instance)
  const row = rowOf(instance, id, namespace)
  const wallet = given ?? walletOf(instance, row?.walletId ?? id)
  const { installed, mobile } = wallets(instance)
  // A recent browser wallet is stored under its connector ID.
  const own = row?.connectorId ?? findConnector(installed.peek(), id)?.id
  const here = own ?? (wallet && connectorOf(wallet, installed.peek(), mobile.peek())?.id)
  const connector = here ?? (row || wallet ? undefined : id)
  chosen.value = id
  link.value = undefined
  if (connector !== undefined && connector !== walletConnectId) {
    const external = Effect.gen(function* () {
      ;(yield* Chains).onUserGesture?.(connector)
      return yield* attemptFresh(progress, connectChosen({ wallet: connector, ...(namespace && { namespace }) }))
    })
    return engine.call(external)
  }
  const relayed = Effect.gen(function* () {
    const { platform } = yield* Browser
    const preferUniversal = instance.options.experimental_preferUniversalLinks
    if (wallet && platform.mobile)
      link.value = (uri: string) => appLinkOf(wallet, uri, { ...platform, preferUniversal })?.href
    const connection = yield* attemptFresh(progress, connectRelay({}))
    if (wallet) yield* rememberRecentWallet(wallet)
    return connection
  })
  return engine.call(relayed)
}

/** Ends the current attempt, which then rejects with RequestAborted. */
export const cancelConnecting = (instance: ModalInstance): void => {
  connecting(instance).progress.value = idle
}

/** ID of the wallet of the current attempt, and a function that returns the link to its app for a pairing URI. */
const attempt = slice(() => ({
  chosen: signal<string | undefined>(undefined),
  link: signal<((uri: string) => string | undefined) | undefined>(undefined),
}))

const notifying =
  <State>(state: ReadonlySignal<State>, listener: (state: State) => void) =>
  () => {
    const now = state.value
    // Deferred, because a listener may read and write signals of its own.
    queueMicrotask(() => listener(now))
  }

const walletsState = (instance: ModalInstance, engine: Engine, namespace: Namespace | undefined) => {
  const { rows } = connectRows(instance)(namespace)
  const { directory } = wallets(instance)
  const { code } = pairing(instance)
  const { link } = attempt(instance)
  // An unchanged row keeps its item, so a site re-renders only the changed ones.
  const items = new WeakMap<WalletRow, WalletItem>()
  const itemOf = (row: WalletRow) => {
    const item = items.get(row) ?? makeItem(instance, engine, row, namespace)
    items.set(row, item)
    return item
  }
  return computed((): WalletsState => {
    const { status } = directory.value
    const uri = code.value?.uri
    return {
      wallets: rows.ids.value.flatMap((id) => {
        const row = rows.get(id).value
        return row.awaited ? [] : [itemOf(row)]
      }),
      status: status === "idle" ? "loading" : status,
      error: directory.value.status === "failed" ? directory.value.error : undefined,
      pairing: code.value && uri ? { ...code.value, link: link.value?.(uri) } : undefined,
    }
  })
}

const makeItem = (
  instance: ModalInstance,
  engine: Engine,
  row: WalletRow,
  namespace: Namespace | undefined,
): WalletItem => {
  const { key, name, group, tag, disabled, connectorId = "" } = row
  const connector = findConnector(wallets(instance).installed.peek(), connectorId, namespace)
  const asset = connectorImages[connectorId]
  return {
    id: key,
    name,
    icon:
      instance.options.connectorImages[connectorId] ??
      pictureOf(row, engine.image) ??
      (asset === undefined ? undefined : engine.image("asset", asset)),
    group,
    tag,
    namespaces: namespacesOf(connector),
    disabled,
  }
}

/** Returns the namespaces to choose from. Empty for a wallet over WalletConnect, which chooses them itself. */
const namespacesOf = (connector: Connector | undefined): readonly Namespace[] => {
  if (!connector || connector.id === walletConnectId) return []
  return connector.connectors?.map(({ chain }) => chain) ?? [connector.chain]
}

const connectingState = (instance: ModalInstance) => {
  const { progress } = connecting(instance)
  const { chosen } = attempt(instance)
  return computed((): ConnectingState => {
    const now = progress.value
    return {
      status: now.status === "loading" ? "connecting" : now.status === "loaded" ? "connected" : now.status,
      wallet: chosen.value,
      connection: now.status === "loaded" ? latest(now) : undefined,
      error: now.status === "failed" ? now.error : undefined,
    }
  })
}

const rowOf = (instance: ModalInstance, id: string, namespace: Namespace | undefined): WalletRow | undefined => {
  const { rows } = connectRows(instance)(namespace)
  return rows.ids.peek().includes(id) ? rows.get(id).peek() : undefined
}

/** Finds a wallet by its ID among the site's own, the recent and the loaded directory wallets. */
const walletOf = (instance: ModalInstance, id: string): Wallet | undefined => {
  const { featured, recommended, all, found } = wallets(instance)
  const { recentWallets } = connecting(instance)
  const listed = [
    ...(instance.options.customWallets ?? []),
    ...[featured, recommended, recentWallets].flatMap((list) => list.peek()),
  ]
  return listed.find((wallet) => wallet.id === id) ?? found.get(id)?.peek() ?? all.get(id)?.peek()
}

/** Keeps the directory loaded until the returned function is called. Several watchers share one flow. */
const keepDirectory = (instance: ModalInstance, engine: Engine): (() => void) => {
  const now = directories.get(instance) ?? { watchers: 0, stop: engine.run(keepWallets()) }
  now.watchers += 1
  directories.set(instance, now)
  return () => {
    now.watchers -= 1
    if (now.watchers > 0) return
    directories.delete(instance)
    now.stop()
  }
}
const directories = new WeakMap<ModalInstance, { watchers: number; readonly stop: () => void }>()
