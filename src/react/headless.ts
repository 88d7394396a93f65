import { useMemo, useSyncExternalStore } from "react"
import type { Connection } from "../connections/opening/model.ts"
import {
  type ConnectingState,
  type InNamespace,
  notConnecting,
  noWallets,
  type WalletItem,
  type WalletsState,
} from "../headless/model.ts"
import { cancelConnecting, connectWallet, watchConnecting, watchWallets } from "../headless.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { Modal } from "../stub/modal.ts"
import type { Wallet } from "../wallets/first-paint/model/wallet.ts"
import { useModal } from "./ModalProvider.tsx"

export type { ConnectingState, InNamespace, PairingCode, WalletItem, WalletsState } from "../headless/model.ts"

/**
 * Returns the wallets to offer, by default of all namespaces, and the pairing code while a wallet connects over WalletConnect. Meant for
 * sites that render their own interface. Loads the engine and the wallet directory, but none of the views.
 */
export const useWallets = ({ namespace }: InNamespace = {}): WalletsState =>
  useWatched(watchWalletsOf, noWallets, namespace)

/** Result of `useConnect`. */
export interface Connect extends ConnectingState {
  /**
   * Connects a wallet from `useWallets` or `modal.searchWallets`, or a wallet given by its ID. A failure of the wallet also appears in
   * `error`.
   */
  readonly connect: (wallet: WalletItem | Wallet | string, options?: InNamespace) => Promise<Connection>
  /** Cancels the attempt. The Promise of `connect` then rejects with `RequestAborted`. */
  readonly cancel: () => Promise<void>
}

/** Returns the progress of connecting a wallet, and functions to start and cancel it. */
export const useConnect = (): Connect => {
  const modal = useModal()
  const state = useWatched(watchConnectingOf, notConnecting, undefined)
  return useMemo(
    () => ({
      ...state,
      connect: (wallet, options) => connectWallet(modal, wallet, options),
      cancel: () => cancelConnecting(modal),
    }),
    [modal, state],
  )
}

type Watch<State> = (modal: Modal, listener: (state: State) => void, namespace: Namespace | undefined) => () => void

const watchWalletsOf: Watch<WalletsState> = (modal, listener, namespace) => watchWallets(modal, listener, { namespace })
const watchConnectingOf: Watch<ConnectingState> = (modal, listener) => watchConnecting(modal, listener)

const useWatched = <State>(watch: Watch<State>, first: State, namespace: Namespace | undefined): State => {
  const modal = useModal()
  const { follow, now } = useMemo(() => {
    let state = first
    return {
      follow: (changed: () => void) =>
        watch(
          modal,
          (next) => {
            state = next
            changed()
          },
          namespace,
        ),
      now: () => state,
    }
  }, [modal, watch, first, namespace])
  return useSyncExternalStore(follow, now, () => first)
}
