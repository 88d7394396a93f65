import { isBitcoinAddress, isEvmAddress, isSolanaAddress } from "../../core/addresses.ts"
import { isNamespace } from "../../options/isNamespace.ts"
import type { Namespace } from "../../options/namespaces.ts"

/** Name, address rules, asset IDs (CAIP-19) and features of a namespace. */
export interface NamespaceRow {
  /** Label, the same in every language. */
  readonly label: string
  /** Address that represents the native currency. */
  readonly nativeToken: string
  /** SLIP-44 coin type, used in CAIP-19 asset IDs. */
  readonly coin: number
  /** CAIP-19 namespace of the tokens. */
  readonly tokens: "erc20" | "token"
  /** Whether a text has the format of an address. Checksums are not verified. */
  readonly isAddress: (text: string) => boolean
  /** Whether addresses are hex digits: case is ignored, and a missing 0x is added. */
  readonly isHex: boolean
  /** Whether an account has the same address on all networks. */
  readonly sharesAddress: boolean
  /** Optional features that the namespace supports (specification section 6). */
  readonly can: readonly NamespaceFeature[]
}

/** Feature that only some namespaces support (specification section 6). `sessions`: smart sessions. */
export type NamespaceFeature = "names" | "balances" | "send" | "activity" | "onramp" | "exchange" | "sessions"

const matches = (format: RegExp) => (text: string) => format.test(text)

/** One row per namespace. Code that loads earlier has tables of its own (see CONTRIBUTING.md). */
export const namespaceTable: Readonly<Record<Namespace, NamespaceRow>> = {
  eip155: {
    label: "EVM",
    nativeToken: "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
    coin: 60,
    tokens: "erc20",
    isAddress: isEvmAddress,
    isHex: true,
    sharesAddress: true,
    can: ["names", "balances", "send", "activity", "onramp", "exchange", "sessions"],
  },
  solana: {
    label: "Solana",
    nativeToken: "So11111111111111111111111111111111111111111",
    coin: 501,
    tokens: "token",
    isAddress: isSolanaAddress,
    isHex: false,
    sharesAddress: true,
    can: ["balances", "send", "onramp", "exchange"],
  },
  polkadot: {
    label: "Polkadot",
    nativeToken: "0x",
    coin: 354,
    tokens: "token",
    // SS58 encoding.
    isAddress: matches(/^[1-9A-HJ-NP-Za-km-z]{46,49}$/),
    isHex: false,
    sharesAddress: false,
    can: [],
  },
  bip122: {
    label: "Bitcoin",
    nativeToken: "0x",
    coin: 0,
    tokens: "token",
    isAddress: isBitcoinAddress,
    isHex: false,
    sharesAddress: false,
    can: [],
  },
  cosmos: {
    label: "Cosmos",
    nativeToken: "0x",
    coin: 118,
    tokens: "token",
    // Bech32 encoding of 20 or 32 bytes. Each chain has a prefix of its own.
    isAddress: matches(/^[a-z]{1,83}1([02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})$/),
    isHex: false,
    sharesAddress: false,
    can: [],
  },
  sui: {
    label: "Sui",
    nativeToken: "0x",
    coin: 784,
    tokens: "token",
    isAddress: matches(/^0x[0-9a-f]{64}$/i),
    isHex: true,
    sharesAddress: true,
    can: [],
  },
  stacks: {
    label: "Stacks",
    nativeToken: "0x",
    coin: 5757,
    tokens: "token",
    // c32check encoding.
    isAddress: matches(/^S[PMTN][0-9A-HJKMNP-TV-Z]{26,39}$/),
    isHex: false,
    sharesAddress: false,
    can: [],
  },
}

/** Whether a text has the format of an address in a namespace. Checksums are not verified. */
export const isAddress = (namespace: Namespace, text: string): boolean => namespaceTable[namespace].isAddress(text)

/** Whether two addresses of a namespace are the same. */
export const isSameAddress = (namespace: Namespace, one: string, other: string): boolean =>
  one === other || (namespaceTable[namespace].isHex && one.toLowerCase() === other.toLowerCase())

/** Whether two addresses on a chain (CAIP-2) are the same. Addresses of an unknown namespace must be identical. */
export const isSameAccount = (chainId: string, one: string, other: string): boolean => {
  const [namespace] = chainId.split(":")
  return one === other || (isNamespace(namespace) && isSameAddress(namespace, one, other))
}

/** Returns an address with the 0x that its namespace needs and visitors may leave out. */
export const completeAddress = (namespace: Namespace, address: string): string =>
  namespaceTable[namespace].isHex ? `0x${address.replace(/^0x/i, "")}` : address

/** Whether a namespace supports a feature. */
export const supports = (namespace: Namespace, capability: NamespaceFeature): boolean =>
  namespaceTable[namespace].can.includes(capability)
