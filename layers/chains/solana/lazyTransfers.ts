import * as Effect from "effect/Effect"
import type { Sending } from "../../../services/Chains.ts"
import type { AdapterNotFound } from "../../../src/errors/index.ts"
import type { SolanaProvider } from "../../../src/namespaces/model/solana.ts"
import type { Parts } from "../namespaceAdapter.ts"
import { sendingOnceFetched } from "../shared/lazyTransfers.ts"

/** Transfers on Solana, loaded on first use. */
export const sendingIn = (
  rpc: Parts["rpc"],
  here: (connectorId: string) => Effect.Effect<SolanaProvider, AdapterNotFound>,
): Sending => ({
  ...sendingOnceFetched(async () => (await import("./transfers.ts")).sendingOf(rpc, here)),
  resolve: () => Effect.succeed(undefined),
})
