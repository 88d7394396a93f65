import * as Effect from "effect/Effect"
import { Frame } from "../../services/Frame.ts"
import type { SecureCode } from "./embedded/withEmbedded.ts"
import { type Code, type Parts, served } from "./namespaceAdapter.ts"
import type { PageWallets } from "./pageWallets.ts"

/** Serves a namespace that the embedded wallet supports, and adds that wallet to the others if it is enabled. */
export const secured = Effect.fnUntraced(function* <Wallet>(
  parts: Parts,
  load: () => Promise<Code<Wallet>>,
  own: SecureCode,
  page?: PageWallets<Wallet>,
) {
  const frame = yield* Frame
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const both = async () => (await import("./embedded/withEmbedded.ts")).besideSecure(await load(), { frame, run }, own)
  return { ...(yield* served(parts, frame.enabled ? both : load, page)), embedded: frame.enabled }
})
