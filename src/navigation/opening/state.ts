import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import type { Route } from "../first-paint/model/routes.ts"

/** View to return to once connected. `undefined` if the visitor only wanted to connect. */
export const continueAt = slice(() => ({ route: signal<Route | undefined>(undefined) }))
