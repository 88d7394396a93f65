import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../domain/loadable.ts"
import { slice } from "./slice.ts"

/** The current network switch, and its outcome. */
export const switching = slice(() => ({ progress: signal<Loadable<true>>(idle) }))
