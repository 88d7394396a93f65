/** A family of chains, by its CAIP-2 name (section 9). */
export type Namespace = "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks"

/** The namespaces a network may be of (section 3). */
export type NetworkNamespace = "eip155" | "solana" | "bip122"

/** What an account is: the two kinds of an embedded wallet's, and the two purposes of a Bitcoin address. */
export type AccountType = "eoa" | "smartAccount" | "payment" | "ordinal"

/** The account type that a namespace begins with (section 6, which has none for the last three: theirs is the plain one). */
export const defaultAccountTypes: Readonly<Record<Namespace, AccountType>> = {
  eip155: "smartAccount",
  solana: "eoa",
  polkadot: "eoa",
  bip122: "payment",
  cosmos: "eoa",
  sui: "eoa",
  stacks: "eoa",
}

/** Every namespace. */
export const namespaces = Object.keys(defaultAccountTypes) as readonly Namespace[]
