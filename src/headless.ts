import type { Connection } from "./connections/opening/model.ts"
import {
  type ConnectingState,
  type InNamespace,
  notConnecting,
  noWallets,
  type WalletItem,
  type WalletsState,
} from "./headless/model.ts"
import { instanceOf } from "./stub/createModal.ts"
import type { ModalInstance } from "./stub/instance.ts"
import type { Modal } from "./stub/modal.ts"
import type { Wallet } from "./wallets/first-paint/model/wallet.ts"

export type { ConnectingState, InNamespace, PairingCode, WalletItem, WalletsState } from "./headless/model.ts"
export type { Wallet } from "./wallets/first-paint/model/wallet.ts"

// This entry is for sites that render their own interface. It never loads the views.

/**
 * Calls `listener` with the wallets to offer, once the engine has loaded and after each change, until the returned function is called.
 * Loads the engine and the wallet directory. If that fails, the state is `failed` and has the error. `namespace` limits the list to wallets
 * of that namespace.
 */
export const watchWallets = (
  modal: Modal,
  listener: (state: WalletsState) => void,
  options: InNamespace = {},
): (() => void) =>
  watching(
    modal,
    (flows, instance, emit) => flows.watchWallets(instance, emit, options),
    listener,
    (error) => ({ ...noWallets, status: "failed" as const, error }),
  )

/**
 * Calls `listener` with the progress of connecting, once the code for it has loaded and after each change, until the returned function is
 * called. If loading fails, the state is `failed` and has the error.
 */
export const watchConnecting = (modal: Modal, listener: (state: ConnectingState) => void): (() => void) =>
  watching(
    modal,
    (flows, instance, emit) => flows.watchConnecting(instance, emit),
    listener,
    (error) => ({ ...notConnecting, status: "failed" as const, error }),
  )

/**
 * Connects a wallet from `watchWallets` or `modal.searchWallets`, or a wallet given by its ID. Over WalletConnect, the state of
 * `watchWallets` then has a pairing code until the wallet responds. Connecting another wallet, or `cancelConnecting`, ends the attempt,
 * which then rejects with RequestAborted. Rejects with ConnectionRejected if the visitor rejects, with ConnectFailed or a more specific
 * error if connecting fails, and for a modal of another copy of Portico. `namespace` selects the namespace of a wallet that supports
 * several.
 */
export const connectWallet = async (
  modal: Modal,
  wallet: WalletItem | Wallet | string,
  options: InNamespace = {},
): Promise<Connection> => {
  const instance = instanceOf(modal)
  const flows = await load()
  if (typeof wallet === "string") return flows.connectWallet(instance, wallet, options)
  if (!("namespaces" in wallet)) return flows.connectWallet(instance, wallet.id, options, wallet)
  const only = wallet.namespaces.length === 1 ? wallet.namespaces[0] : undefined
  return flows.connectWallet(instance, wallet.id, { namespace: options.namespace ?? only })
}

/** Ends the current attempt to connect. The wallet may still show its prompt. */
export const cancelConnecting = async (modal: Modal): Promise<void> =>
  (await load()).cancelConnecting(instanceOf(modal))

const load = () => import("./headless/flows.ts")
type Flows = Awaited<ReturnType<typeof load>>

const watching = <State>(
  modal: Modal,
  watch: (flows: Flows, instance: ModalInstance, emit: (state: State) => void) => (() => void) | Promise<() => void>,
  listener: (state: State) => void,
  failed: (error: Error) => State,
): (() => void) => {
  let ended = false
  let stop = () => {}
  const emit = (state: State) => {
    if (!ended) listener(state)
  }
  const start = async () => {
    const off = await watch(await load(), instanceOf(modal), emit)
    if (ended) off()
    else stop = off
  }
  start().catch((error) => emit(failed(error)))
  return () => {
    ended = true
    stop()
  }
}
