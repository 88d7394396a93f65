import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"

/** Email address that a project collects from visitors who sign in. */
export const dataCapture = slice(() => ({
  /** Addresses entered in this browser, latest first. */
  recent: signal<readonly string[]>([]),
  /** Progress of sending a code. */
  sending: signal<Loadable<boolean>>(idle),
  /** Time of the last code, in ms since the Unix epoch. */
  mailedAt: signal(0),
  /** Progress of checking the code. */
  checking: signal<Loadable<void>>(idle),
}))
