import type { Connection } from "../connections/opening/model.ts"
import type { ConnectorGroup } from "../options/localFeatures.ts"
import type { Namespace } from "../options/namespaces.ts"

/** Wallet to offer, as on the Connect view. */
export interface WalletItem {
  /** ID of the entry, unique in the list and stable across updates. */
  readonly id: string
  readonly name: string
  /** URL of the wallet's icon. `undefined` if there is none. */
  readonly icon: string | undefined
  /** Group of the Connect view that the wallet belongs to. `walletConnect`: the entry for any wallet that scans a QR code. */
  readonly group: ConnectorGroup
  readonly tag: "qrCode" | "recent" | "multichain" | "installed" | "connected" | "unverified" | undefined
  /** Namespaces to choose from. Empty for a wallet over WalletConnect, which chooses them itself. */
  readonly namespaces: readonly Namespace[]
  /** Whether the wallet cannot be connected now, because it needs a WalletConnect session and one exists already. */
  readonly disabled: boolean
}

/** Code that a wallet scans or opens to connect. */
export interface PairingCode {
  /** WalletConnect URI, to show as a QR code. */
  readonly uri: string
  /** End of the code's lifetime, in ms since the Unix epoch. A new code replaces this one shortly before. */
  readonly expiresAt: number
  /** Link that opens the chosen wallet's app on this phone. `undefined` on other devices, or if the wallet has no such link. */
  readonly link: string | undefined
}

/** Wallets to offer, and the pairing code while a wallet connects over WalletConnect. */
export interface WalletsState {
  readonly wallets: readonly WalletItem[]
  /** State of the wallet directory. While it loads, the wallets already known are listed. */
  readonly status: "loading" | "loaded" | "failed"
  /** Reason for the failure, if `status` is `failed`. */
  readonly error: Error | undefined
  readonly pairing: PairingCode | undefined
}

/** Progress of the current attempt to connect. */
export interface ConnectingState {
  readonly status: "idle" | "connecting" | "connected" | "failed"
  /** ID of the wallet that was chosen last. `undefined` before the first attempt. */
  readonly wallet: string | undefined
  readonly connection: Connection | undefined
  readonly error: Error | undefined
}

/** Namespace of the wallets to list, or of the connection to make. */
export interface InNamespace {
  readonly namespace?: Namespace | undefined
}

/** Initial state, before any wallets are known. */
export const noWallets: WalletsState = { wallets: [], status: "loading", error: undefined, pairing: undefined }

/** Progress before the first attempt. */
export const notConnecting: ConnectingState = {
  status: "idle",
  wallet: undefined,
  connection: undefined,
  error: undefined,
}
