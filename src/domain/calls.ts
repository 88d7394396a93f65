import { isRecord } from "./input.ts"

/** What a wallet can do on one network, as it says of itself (EIP-5792 and its drafts). What it does not say it cannot do. */
export interface WalletCan {
  /** Carries out several calls together or not at all; `ready`: once its holder has agreed to make the account one that can. */
  readonly atomic: boolean
  /** Lets somebody else pay the network. */
  readonly paymaster: boolean
  /** Knows what the account holds. */
  readonly assets: boolean
}

/** Reads the capabilities of one network. */
export const readWalletCan = (said: Readonly<Record<string, unknown>> = {}): WalletCan => {
  const has = (name: string) => isRecord(said[name]) && said[name].supported === true
  const status = isRecord(said.atomic) ? said.atomic.status : undefined
  return {
    atomic: status === "supported" || status === "ready" || has("atomic") || has("atomicBatch"),
    paymaster: has("paymasterService"),
    assets: has("assetDiscovery"),
  }
}
