import * as Effect from "effect/Effect"
import type { Transfers } from "../../../services/Chains.ts"
import type { AdapterNotFound } from "../../../src/errors/index.ts"
import type { SolanaProvider } from "../../../src/namespaces/model/solanaProvider.ts"
import type { AdapterDeps } from "../namespaceAdapter.ts"
import { transfersOnceLoaded } from "../shared/lazyTransfers.ts"

/** Returns the transfer functions of Solana. Their code loads on first use. `resolve` finds no names. */
export const lazyTransfers = (
  rpc: AdapterDeps["rpc"],
  here: (connectorId: string) => Effect.Effect<SolanaProvider, AdapterNotFound>,
): Transfers => ({
  ...transfersOnceLoaded(async () => (await import("./transfers.ts")).transfersOf(rpc, here)),
  resolve: () => Effect.succeed(undefined),
})
