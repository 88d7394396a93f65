import * as Effect from "effect/Effect"
import type { ShownSwap, SwapChecks } from "../../../../services/Chains.ts"
import { AnswerInvalid, type RpcError, SwapNotBuilt, SwapUnverified } from "../../../../src/errors/index.ts"
import { namespaceTable } from "../../../../src/namespaces/model/namespaceTable.ts"
import { typeMismatch } from "../../../../src/options/guards.ts"
import { swap as limits } from "../../../../src/swap/limits.ts"
import type { AdapterDeps } from "../../namespaceAdapter.ts"
import { allowanceData, readWord } from "../simulateCalls.ts"
import { oneInch } from "./oneInch.ts"
import { type Router, readTrade, type Trade } from "./routers.ts"
import { differenceOf, foreignEventOf, type Mismatch, simulateSwap } from "./simulation.ts"

/** Returns the swap checks of EVM chains. They decode calls to these routers and simulate swaps on the networks' nodes. */
export const swappingOf = (rpc: AdapterDeps["rpc"], routers: readonly Router[] = oneInch): SwapChecks => ({
  check: Effect.fn("evm.checkSwap")(function* (swap) {
    const { network, from } = swap
    const unverified = Effect.mapError((cause: RpcError) => new SwapUnverified({ cause }))
    const code = yield* unverified(rpc.request({ network, method: "eth_getCode", params: [swap.call.to, "latest"] }))
    if (!isContract(code)) return yield* refused("contract", code)

    const trade = readTrade(routers, network.caipNetworkId, from, swap.call)
    if (trade === "unreadable") return yield* refused("call as its router takes it", swap.call.data)
    const contradiction = trade && contradictionOf(trade, swap)
    if (contradiction) return yield* refused(...contradiction)
    const call = trade && trade.minimum < swap.wanted.units ? trade.withMinimum(swap.wanted.units) : swap.call

    // A router that receives both tokens as arguments enforces the swap itself. Otherwise only a simulation shows what the call does.
    const isBound = trade?.given !== undefined && trade.wanted !== undefined
    const simulating = simulateSwap(rpc, { ...swap, call })
    const simulated = isBound ? yield* Effect.orElseSucceed(simulating, () => undefined) : yield* unverified(simulating)
    const difference = simulated
      ? (differenceOf(simulated, swap) ?? (isBound ? undefined : foreignEventOf(simulated, swap)))
      : yield* unverified(shortAllowanceOf(rpc, swap))
    if (difference) return yield* refused(...difference)
    return call
  }),
})

const refused = (...[what, found]: Mismatch) =>
  Effect.fail(new SwapNotBuilt({ cause: new AnswerInvalid(typeMismatch(what, found), "tx") }))

/** Whether `code` is that of a contract. An account that delegates to a contract (EIP-7702) does not count. */
const isContract = (code: unknown) => typeof code === "string" && /^0x(?!ef0100)([0-9a-f]{2})+$/i.test(code)

/**
 * Returns how a decoded call contradicts the swap that was shown, or `undefined` if it does not. The call's minimum may be up to
 * `worseBy` percent below the one shown.
 */
const contradictionOf = (trade: Trade, { from, given, wanted }: ShownSwap): Mismatch | undefined => {
  if (trade.recipient !== from.toLowerCase()) return [`recipient ${from}`, trade.recipient]
  if (trade.given !== undefined && trade.given !== given.address) return [`input ${given.address}`, trade.given]
  if (trade.wanted !== undefined && trade.wanted !== wanted.address) return [`output ${wanted.address}`, trade.wanted]
  if (trade.units !== given.units) return [`amount ${given.units}`, String(trade.units)]
  const least = (wanted.units * (10_000n - BigInt(limits.worseBy * 100))) / 10_000n
  return trade.minimum < least ? [`minimum ${wanted.units}`, String(trade.minimum)] : undefined
}

/** Returns a mismatch if the call needs a higher allowance than the account has granted, and no approval precedes the call. */
const shortAllowanceOf = Effect.fnUntraced(function* (
  rpc: AdapterDeps["rpc"],
  { network, from, approvals, call, given }: ShownSwap,
) {
  if (given.address === coin || approvals.length > 0) return undefined
  const read = { to: given.address, data: allowanceData(from, call.to) }
  const allowance = readWord(yield* rpc.request({ network, method: "eth_call", params: [read, "latest"] }))
  return allowance !== undefined && allowance >= given.units
    ? undefined
    : ([`allowance of ${given.units}`, String(allowance)] satisfies Mismatch)
})

const coin = namespaceTable.eip155.nativeToken
