import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../domain/loadable.ts"
import { slice } from "./slice.ts"

/** The e-mail address that a project captures of who signs in. */
export const capture = slice(() => ({
  /** Addresses given on this device, the latest first. */
  recent: signal<readonly string[]>([]),
  /** How having a code mailed goes. */
  sending: signal<Loadable<boolean>>(idle),
  /** When a code was mailed last, in milliseconds since 1970. */
  mailedAt: signal(0),
  /** How handing the code in goes. */
  checking: signal<Loadable<void>>(idle),
}))
