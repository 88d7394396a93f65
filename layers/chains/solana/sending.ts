import * as Effect from "effect/Effect"
import type { Sending } from "../../../services/Chains.ts"
import type { AdapterNotFound } from "../../../src/domain/errors.ts"
import type { SolanaProvider } from "../../../src/domain/solana.ts"
import { sendingOnceFetched } from "../sending.ts"
import type { Parts } from "../served.ts"

/** Transfers on Solana, loaded on first use. */
export const sendingIn = (
  rpc: Parts["rpc"],
  here: (connectorId: string) => Effect.Effect<SolanaProvider, AdapterNotFound>,
): Sending => ({
  ...sendingOnceFetched(async () => (await import("./send.ts")).sendingOf(rpc, here)),
  resolve: () => Effect.succeed(undefined),
})
