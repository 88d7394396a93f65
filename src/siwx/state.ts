import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"

/** State of the views that collect an email address from visitors who sign in. */
export const dataCapture = slice(() => ({
  /** Addresses entered in this browser, latest first. */
  recent: signal<readonly string[]>([]),
  /** Progress of emailing a code. The value is `false` if the address needs no code. */
  sending: signal<Loadable<boolean>>(idle),
  /** Time at which the last code was emailed, in ms since the Unix epoch. 0 before the first. */
  mailedAt: signal(0),
  /** Progress of checking the code. */
  checking: signal<Loadable<void>>(idle),
}))
