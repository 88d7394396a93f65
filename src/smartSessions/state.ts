import { signal } from "@preact/signals-core"
import { forgetWithOwner } from "../account/state/owner.ts"
import { idle, type Loadable } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"
import type { SessionKind, SmartSession } from "./model.ts"

/** Smart sessions of the active account. */
export const smartSessions = slice((instance) => {
  /** Load state of the list. */
  const refresh = signal<Loadable<void>>(idle)
  const list = signal<readonly SmartSession[]>([])
  /** Kind of sessions shown. */
  const kind = signal<SessionKind>("active")
  /** IDs of the sessions being revoked. */
  const revoking = signal<ReadonlySet<string>>(new Set())
  forgetWithOwner(instance, () => {
    refresh.value = idle
    list.value = []
  })
  return { refresh, list, kind, revoking }
})
