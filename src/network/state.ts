import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../core/first-paint/loadable.ts"
import { slice } from "../core/first-paint/slice.ts"

/** Progress and outcome of the current network switch. */
export const switching = slice(() => ({ progress: signal<Loadable<true>>(idle) }))
