import * as Effect from "effect/Effect"
import type { Transfers } from "../../../services/Chains.ts"
import { type AdapterNotFound, UnknownFailure } from "../../../src/errors/index.ts"
import type { AdapterDeps } from "../namespaceAdapter.ts"
import { transfersOnceLoaded } from "../shared/lazyTransfers.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"

/** Returns the transfer functions of EVM chains. Their code loads on first use. `resolve` finds names only if the modal offers Ethereum. */
export const lazyTransfers = (
  { rpc, networks }: Pick<AdapterDeps, "rpc" | "networks">,
  here: (connectorId: string) => Effect.Effect<Eip1193, AdapterNotFound>,
): Transfers => ({
  ...transfersOnceLoaded(async () => (await import("./transfers.ts")).transfersOf(rpc, here)),
  resolve: Effect.fn("evm.resolve")(function* (name, network) {
    const mainnet = networks().find(({ caipNetworkId }) => caipNetworkId === "eip155:1")
    if (!mainnet) return undefined
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    return yield* Effect.tryPromise({
      try: async (signal) =>
        (await import("./ens.ts")).addressOf(name, { mainnet, network }, (method, params) =>
          run(rpc.request({ network: mainnet, method, params }), { signal }),
        ),
      catch: (cause) => new UnknownFailure({ cause }),
    })
  }),
})
