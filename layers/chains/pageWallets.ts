import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type Discovery, discover, type PageWallets } from "./eip6963.ts"

/** Listens for wallets until the scope ends. Those that are there already are known when it has run. */
export const pageWallets = (options: Discovery): Effect.Effect<PageWallets, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => discover(options)),
    ({ stop }) => Effect.sync(stop),
  )
