import * as Effect from "effect/Effect"
import { toEventSelector } from "viem/utils"
import type { ShownSwap, SwapChecks } from "../../../../services/Chains.ts"
import { AnswerInvalid, type RpcError, SwapNotBuilt, SwapUnverified } from "../../../../src/errors/index.ts"
import { namespaceTable } from "../../../../src/namespaces/model/namespaces.ts"
import { typeMismatch } from "../../../../src/options/guards.ts"
import { swap as limits } from "../../../../src/swap/limits.ts"
import type { AdapterDeps } from "../../namespaceAdapter.ts"
import { allowanceData, type Log, readWord } from "../simulateCalls.ts"
import { oneInch } from "./oneInch.ts"
import { type Router, readTrade, type Trade } from "./routers.ts"
import { type Change, type Simulated, simulateSwap } from "./simulation.ts"

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

/** Expected and actual value, for an error message. */
type Mismatch = readonly [expected: string, found: unknown]

const refused = (...[what, found]: Mismatch) =>
  Effect.fail(new SwapNotBuilt({ cause: new AnswerInvalid(typeMismatch(what, found), "tx") }))

/** Whether `code` is that of a contract. An account that delegates to a contract (EIP-7702) does not count. */
const isContract = (code: unknown) => typeof code === "string" && /^0x(?!ef0100)([0-9a-f]{2})+$/i.test(code)

/**
 * Returns where a decoded call contradicts the swap that was shown, or `undefined` if it does not. The call's minimum may be up to
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

/**
 * Returns how the simulated calls differ from the swap that was shown, or `undefined` if they do not. Exactly the input amount must leave
 * the account, at least the minimum must arrive, and no other balance may change.
 */
const differenceOf = (
  { calls, balances, allowance }: Simulated,
  { given, wanted, approvals }: ShownSwap,
): Mismatch | undefined => {
  if (calls.some(({ succeeded }) => !succeeded)) return ["call that the network carries out", "reverted"]
  const gained = (token: string) => difference(balances.get(token))
  const paid = gained(given.address)
  if (paid !== -given.units) return [`payment of ${given.units}`, String(paid)]
  const received = gained(wanted.address)
  if (received === undefined || received < wanted.units) return [`at least ${wanted.units}`, String(received)]
  for (const [token, change] of balances)
    if (token !== given.address && token !== wanted.address && change.before !== change.after)
      return [`same balance of ${token}`, String(change.after)]
  if (given.address !== coin && (allowance.after ?? 1n) > (allowance.before ?? 0n))
    return ["allowance used up", String(allowance.after)]
  // The swap's contract has no sufficient allowance, so another contract took the input with an earlier allowance.
  if (given.address !== coin && approvals.length === 0 && (allowance.before ?? 0n) < given.units)
    return [`allowance of ${given.units}`, String(allowance.before)]
  return undefined
}

const difference = ({ before, after }: Change = { before: undefined, after: undefined }) =>
  before === undefined || after === undefined ? undefined : after - before

/** Returns a mismatch if the allowance is too low for the call. Used if no node can simulate the swap. */
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

/** Returns a mismatch if an event names the account but is not part of the swap, because the call then changes something else. */
const foreignEventOf = ({ calls }: Simulated, swap: ShownSwap): Mismatch | undefined => {
  const account = swap.from.slice(2).toLowerCase()
  const foreign = calls
    .flatMap(({ logs }) => logs)
    .find((log) => [...log.topics, log.data].some((text) => text.includes(account)) && !belongs(log, swap))
  return foreign && ["no other event of the account", foreign.topics.join(" ")]
}

const belongs = ({ address, topics }: Log, { from, call, given, wanted }: ShownSwap): boolean => {
  const [event = "", , other = ""] = topics
  const isOther = (account: string) => other.endsWith(account.slice(2).toLowerCase())
  if (event === transfer) return address === given.address || (address === wanted.address && isOther(from))
  if (event === approval) return address === given.address && isOther(call.to)
  return trades.includes(event)
}

const coin = namespaceTable.eip155.nativeToken

const transfer = toEventSelector("Transfer(address,address,uint256)")
const approval = toEventSelector("Approval(address,address,uint256)")

/** Swap events in which pools name the trader: Uniswap 2 and 3 (github.com/Uniswap), PancakeSwap 3, Solidly and Curve. */
const trades: readonly string[] = [
  "Swap(address,uint256,uint256,uint256,uint256,address)",
  "Swap(address,address,int256,int256,uint160,uint128,int24)",
  "Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)",
  "Swap(address,address,uint256,uint256,uint256,uint256)",
  "TokenExchange(address,int128,uint256,int128,uint256)",
  "TokenExchange(address,uint256,uint256,uint256,uint256)",
].map((event) => toEventSelector(event))
