import { coinTypeLimit } from "../../core/limits.ts"
import { InvalidChainId } from "../../errors/index.ts"
import type { Namespace } from "../../options/namespaces.ts"

/** Name and features of a namespace. */
export interface NamespaceRow {
  /** Label, the same in every language. */
  readonly label: string
  /** Address that represents the native currency. */
  readonly nativeToken: string
  /** SLIP-44 coin type, used in CAIP-19 asset IDs. */
  readonly coin: number
  /** Optional features that it supports (section 6). */
  readonly can: readonly NamespaceFeature[]
}

/** Feature that only some namespaces support (section 6). `auth`: login by email or social account. */
export type NamespaceFeature = "names" | "balances" | "send" | "activity" | "onramp" | "exchange" | "auth"

/** One row per namespace. */
export const namespaceTable: Readonly<Record<Namespace, NamespaceRow>> = {
  eip155: {
    label: "EVM",
    nativeToken: "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
    coin: 60,
    can: ["names", "balances", "send", "activity", "onramp", "exchange", "auth"],
  },
  solana: {
    label: "Solana",
    nativeToken: "So11111111111111111111111111111111111111111",
    coin: 501,
    can: ["balances", "send", "onramp", "exchange", "auth"],
  },
  polkadot: { label: "Polkadot", nativeToken: "0x", coin: 354, can: [] },
  bip122: { label: "Bitcoin", nativeToken: "0x", coin: 0, can: [] },
  cosmos: { label: "Cosmos", nativeToken: "0x", coin: 118, can: [] },
  sui: { label: "Sui", nativeToken: "0x", coin: 784, can: [] },
  stacks: { label: "Stacks", nativeToken: "0x", coin: 5757, can: [] },
}

/** Whether a namespace supports a feature. */
export const supports = (namespace: Namespace, capability: NamespaceFeature): boolean =>
  namespaceTable[namespace].can.includes(capability)

/**
 * Converts an EVM chain ID to its coin type (ENSIP-11): the ID with the top bit of 32 set. Returns `InvalidChainId` for IDs from 2147483648
 * on.
 */
export const chainIdToCoinType = (chainId: number): number | InvalidChainId =>
  Number.isInteger(chainId) && chainId >= 0 && chainId < coinTypeLimit ? chainId + coinTypeLimit : new InvalidChainId()
