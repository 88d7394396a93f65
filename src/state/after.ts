import { signal } from "@preact/signals-core"
import type { Route } from "../domain/route.ts"
import { slice } from "./slice.ts"

/** Where a visitor goes on once they are connected, who came to Connect from there; nothing where connecting was all they wanted. */
export const after = slice(() => ({ route: signal<Route | undefined>(undefined) }))
