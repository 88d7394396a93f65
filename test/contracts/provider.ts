import * as Effect from "effect/Effect"
import { start } from "../real/parts/provider.ts"

/** The provider's services on loopback, until the scope closes. */
export const provided = Effect.acquireRelease(
  Effect.promise(() => start()),
  (provider) => Effect.promise(() => provider.stop()),
)

/** A site that uses them. */
export const site = { projectId: "p", sdkType: "portico", sdkVersion: "html-test-1" }

/** Every provider host, at one origin. */
export const hostsOf = (host: string) => ({ api: host, blockchain: host, utxo: host, images: host })
