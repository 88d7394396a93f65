/** Family of chains, by its CAIP-2 name (specification section 9). */
export type Namespace = "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks"

/** Namespaces of networks that the modal supports (specification section 3). */
export type NetworkNamespace = "eip155" | "solana" | "bip122"

const namespaces: Readonly<Record<Namespace, true>> = {
  eip155: true,
  solana: true,
  polkadot: true,
  bip122: true,
  cosmos: true,
  sui: true,
  stacks: true,
}

/** All namespaces. */
export const allNamespaces = Object.keys(namespaces) as readonly Namespace[]

export const isNamespace = (text: unknown): text is Namespace =>
  typeof text === "string" && Object.hasOwn(namespaces, text)
