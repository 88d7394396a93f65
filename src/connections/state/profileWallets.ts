import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"

/** Running action on one of the visitor's wallets, and the names of their accounts. */
export const profileWallets = slice(() => ({
  /** Key of the running action, such as `switch:namespace:connector:address`. `undefined` if there is none. */
  busy: signal<string | undefined>(undefined),
  /** Names and images of the accounts shown, by `namespace:address`. */
  identities: signal<Readonly<Record<string, { readonly name?: string; readonly avatar?: string }>>>({}),
}))
