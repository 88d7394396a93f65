import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../../core/first-paint/loadable.ts"
import { slice } from "../../core/first-paint/slice.ts"
import type { HeldSession, SiwxMessage } from "../model/message.ts"

/** State of the sign-in with a wallet signature. */
export const siwx = slice(() => ({
  /** Session of the active account on its network. */
  session: signal<HeldSession | undefined>(undefined),
  /** Whether a visitor must be signed in to stay connected. */
  required: signal(false),
  /** Whether the visitor connected a wallet on this visit. Returning visitors were asked to sign in before. */
  fresh: signal(false),
  /** Message for the visitor to sign. */
  message: signal<Loadable<SiwxMessage>>(idle),
  /** Host of this page, if the message names another site. */
  elsewhere: signal<string | undefined>(undefined),
  busy: signal<"signing" | "cancelling" | undefined>(undefined),
  /** CAIP-2 ID of the network that the visitor last signed in on. */
  lastNetwork: signal<string | undefined>(undefined),
}))
