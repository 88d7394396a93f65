import { signal } from "@preact/signals-core"
import type { Route } from "../domain/route.ts"
import { slice } from "./slice.ts"

/** View to return to once connected. `undefined` if the visitor only wanted to connect. */
export const after = slice(() => ({ route: signal<Route | undefined>(undefined) }))
