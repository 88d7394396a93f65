import * as Effect from "effect/Effect"
import { isPossible } from "../../account/model/actions.ts"
import { NoActiveCaipAddress, SwapFailed, SwapNotSupported, UnknownFailure } from "../../errors/index.ts"
import { region } from "../../onramp/opening/state/region.ts"
import { isServed } from "../../options/providerNetworks.ts"
import { project } from "../../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { feeProblem } from "../../send/model/fees.ts"

/**
 * Fails with InvalidChainId or MaxFeeTooHigh if the network's ID or a gas price in wei breaks the fee rules (specification section 5). The
 * wallet sets the fees, so there is no priority fee to check.
 */
export const checkGasPrice = Effect.fnUntraced(function* (maxFeePerGas: bigint) {
  const { network } = yield* swapContext
  const problem = feeProblem({ chainId: Number(network.id), maxFeePerGas, maxPriorityFeePerGas: 0n })
  if (problem) return yield* Effect.fail(problem)
})

/**
 * Returns the active account (CAIP-10), its connection and its network. Fails with SwapNotSupported if swaps are not available on the
 * network, and with NoActiveCaipAddress if no account is connected.
 */
export const swapContext = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { timezone } = yield* slicesOf(region)
  const { served } = yield* slicesOf(project)
  const network = core.network.peek()
  const connection = core.connection.peek()
  const address = core.address.peek()
  const local = core.features.peek()
  const remote = core.remoteFeatures.peek()
  if (!network || !isPossible("swaps", { network, local, remote, timezone: timezone.peek() }))
    return yield* Effect.fail(new SwapNotSupported())
  if (!isServed(network.caipNetworkId, served.peek())) return yield* Effect.fail(new SwapNotSupported())
  if (!connection || address === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  return { network, connection, account: `${network.caipNetworkId}:${address}` }
})

/** Loads the endpoints of swaps. */
export const endpoints = Effect.tryPromise({
  try: () => import("../endpoints.ts"),
  catch: (cause) => new SwapFailed({ cause: new UnknownFailure({ cause }) }),
})
