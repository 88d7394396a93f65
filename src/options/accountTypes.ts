import type { Namespace } from "./namespaces.ts"

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
