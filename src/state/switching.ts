import { signal } from "@preact/signals-core"
import { idle, type Loadable } from "../domain/loadable.ts"
import { slice } from "./slice.ts"

/** The switch of network that is under way, and what came of it. */
export const switching = slice(() => ({ progress: signal<Loadable<true>>(idle) }))
