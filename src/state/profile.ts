import { signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** What goes on among the visitor's wallets, and the names of their accounts. */
export const profile = slice(() => ({
  /** What is being switched to or signed out of: `act:namespace:connector:address`, or nothing. */
  busy: signal<string | undefined>(undefined),
  /** The names and pictures of the accounts that are shown, by `namespace:address`. */
  identities: signal<Readonly<Record<string, { readonly name?: string; readonly avatar?: string }>>>({}),
}))
