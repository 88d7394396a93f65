import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"
import type { SessionKind, SmartSession } from "./model.ts"

/** Smart sessions of the active account. */
export const smartSessions = slice(() => ({
  /** Load state of the list. */
  refresh: signal<Loadable<void>>(idle),
  list: signal<readonly SmartSession[]>([]),
  /** Owner of the list: an account on a network. */
  of: signal(""),
  /** Kind of sessions shown. */
  kind: signal<SessionKind>("active"),
  /** IDs of the sessions being revoked. */
  revoking: signal<ReadonlySet<string>>(new Set()),
}))
