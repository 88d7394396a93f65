import * as Effect from "effect/Effect"
import { Frame } from "../../services/Frame.ts"
import type { EmbeddedModule } from "./embedded/routeByConnector.ts"
import { type AdapterDeps, type AdapterModule, namespaceAdapter } from "./namespaceAdapter.ts"
import type { PageWallets } from "./pageWallets.ts"

/** Creates the adapter of a namespace that the embedded wallet supports, and adds the embedded wallet if it is enabled. */
export const withEmbedded = Effect.fnUntraced(function* <Wallet>(
  parts: AdapterDeps,
  load: () => Promise<AdapterModule<Wallet>>,
  own: EmbeddedModule,
  page?: PageWallets<Wallet>,
) {
  const frame = yield* Frame
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const both = async () => {
    const { routeByConnector } = await import("./embedded/routeByConnector.ts")
    return routeByConnector(await load(), { frame, run }, own)
  }
  return { ...(yield* namespaceAdapter(parts, frame.enabled ? both : load, page)), embedded: frame.enabled }
})
