import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../domain/loadable.ts"
import type { HeldSession, SiwxMessage } from "../domain/siwx.ts"
import { slice } from "./slice.ts"

/** Sign-in with a wallet signature. */
export const siwx = slice(() => ({
  /** The session of the account in use on its network. */
  session: signal<HeldSession | undefined>(undefined),
  /** Whether a visitor must be signed in to stay connected. */
  required: signal(false),
  /** Whether the visitor has connected a wallet on this visit: who comes back was asked before. */
  fresh: signal(false),
  /** What the visitor is asked to sign. */
  message: signal<Loadable<SiwxMessage>>(idle),
  /** The host of this page, where the message names another site. */
  elsewhere: signal<string | undefined>(undefined),
  busy: signal<"signing" | "cancelling" | undefined>(undefined),
  /** CAIP-2 id of the network that somebody signed in on last. */
  lastNetwork: signal<string | undefined>(undefined),
}))
