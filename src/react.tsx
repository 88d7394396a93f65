"use client"

export type { Connection, Namespace, Network } from "./index.ts"
export {
  AccountButton,
  type AccountButtonProps,
  type ButtonProps,
  ConnectButton,
  type ConnectButtonProps,
  NetworkButton,
} from "./react/buttons.tsx"
export { EmbeddedModal, type EmbeddedModalProps } from "./react/EmbeddedModal.tsx"
export {
  type Connect,
  type ConnectingState,
  type InNamespace,
  type PairingCode,
  useConnect,
  useWallets,
  type WalletItem,
  type WalletsState,
} from "./react/headless.ts"
export {
  type AccountState,
  type BalancesState,
  type ModalState,
  type NetworkState,
  type SiwxSession,
  type TokenRow,
  useAccount,
  useBalances,
  useConnections,
  useModalState,
  useNetwork,
  useSession,
} from "./react/hooks.ts"
export { ModalProvider, type ModalProviderProps, useModal } from "./react/ModalProvider.tsx"
