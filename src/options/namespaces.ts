/** Family of chains, by its CAIP-2 name (specification section 9). */
export type Namespace = "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks"

/** Namespaces of networks that the modal supports (specification section 3). */
export type NetworkNamespace = "eip155" | "solana" | "bip122"

/** Account type: `eoa` or `smartAccount` in an embedded wallet, `payment` or `ordinal` for a Bitcoin address. */
export type AccountType = "eoa" | "smartAccount" | "payment" | "ordinal"

/** Initial account type of each namespace (specification section 6; the section names none for the last three, which use `eoa`). */
export const defaultAccountTypes: Readonly<Record<Namespace, AccountType>> = {
  eip155: "smartAccount",
  solana: "eoa",
  polkadot: "eoa",
  bip122: "payment",
  cosmos: "eoa",
  sui: "eoa",
  stacks: "eoa",
}

/** All namespaces. */
export const allNamespaces = Object.keys(defaultAccountTypes) as readonly Namespace[]
