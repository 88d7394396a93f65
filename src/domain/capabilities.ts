import { InvalidChainId } from "./errors.ts"
import { coinTypeLimit } from "./limits.ts"
import type { Namespace } from "./namespaces.ts"

/** What a namespace can do, and what it is called. */
export interface NamespaceRow {
  /** The same in every language. */
  readonly label: string
  /** Stands for the chain's own coin where a token address is asked for. */
  readonly nativeToken: string
  /** The coin's SLIP-44 number, which heads its CAIP-19 asset name. */
  readonly coin: number
  /** Everything else it can do (section 6). */
  readonly can: readonly Capability[]
}

/** What only some namespaces can do (section 6). `auth` is the login by e-mail and social account. */
export type Capability = "names" | "balances" | "send" | "activity" | "onramp" | "exchange" | "auth"

/** One row a namespace. */
export const namespaces: Readonly<Record<Namespace, NamespaceRow>> = {
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

/** Whether a namespace has a capability. */
export const can = (namespace: Namespace, capability: Capability): boolean =>
  namespaces[namespace].can.includes(capability)

/** The coin type of an EVM chain by ENSIP-11: its id with the top bit of 32 set. Ids from 2147483648 on have none. */
export const chainIdToCoinType = (chainId: number): number | InvalidChainId =>
  Number.isInteger(chainId) && chainId >= 0 && chainId < coinTypeLimit ? chainId + coinTypeLimit : new InvalidChainId()
