import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../domain/loadable.ts"
import type { SessionKind, SmartSession } from "../domain/sessions.ts"
import { slice } from "./slice.ts"

/** The smart sessions of the account in use. */
export const sessions = slice(() => ({
  /** How reading them goes. */
  refresh: signal<Loadable<void>>(idle),
  list: signal<readonly SmartSession[]>([]),
  /** Whose they are: an account on a network. */
  of: signal(""),
  /** The kind that is shown. */
  kind: signal<SessionKind>("active"),
  /** Those that are being revoked, by their ids. */
  revoking: signal<ReadonlySet<string>>(new Set()),
}))
