import * as Effect from "effect/Effect"
import { toEventSelector } from "viem/utils"
import type { ShownSwap } from "../../../../services/Chains.ts"
import type { RpcError } from "../../../../src/errors/index.ts"
import { namespaceTable } from "../../../../src/namespaces/model/namespaceTable.ts"
import type { SimulatedLog, SimulatedOutcome } from "../../../../src/send/schema/evmNode.ts"
import type { AdapterDeps } from "../../namespaceAdapter.ts"
import { toTransaction } from "../erc20.ts"
import { allowanceData, balanceData, numberOf, readingGas, simulateCalls } from "../simulateCalls.ts"

/** Result of simulating a swap: the outcome of each call, and the account's balances before and after. */
export interface Simulated {
  /** Outcomes of the approvals and the swap call, in order. */
  readonly calls: readonly SimulatedOutcome[]
  /** Balances in smallest units, keyed by token address. `undefined` if the contract does not report a balance. */
  readonly balances: ReadonlyMap<string, Change>
  /** Amount of the given token that the swap's contract may spend. */
  readonly allowance: Change
}

interface Change {
  readonly before: bigint | undefined
  readonly after: bigint | undefined
}

/**
 * Simulates a swap's calls. Fails if the node cannot simulate calls. A contract may detect the simulation and later act differently, but
 * can then take only the input and what the account had approved before.
 */
export const simulateSwap = Effect.fnUntraced(function* (
  rpc: AdapterDeps["rpc"],
  { network, from, approvals, call, given, wanted, held }: ShownSwap,
): Effect.fn.Return<Simulated, RpcError> {
  const tokens = [...new Set([coin, given.address, wanted.address, call.to, ...held])]
  const reads = [
    ...tokens.map((token) =>
      token === coin ? { to: coinReader } : { to: token, data: balanceData(from), gas: readingGas },
    ),
    { to: given.address, data: allowanceData(from, call.to), gas: readingGas },
  ]
  const own = [...approvals, call].map((one) => toTransaction(from, one))
  const outcomes = yield* simulateCalls(rpc, network, [...reads, ...own, ...reads], { [coinReader]: coinReading(from) })

  const changeOf = (at: number): Change => ({
    before: numberOf(outcomes[at]),
    after: numberOf(outcomes[reads.length + own.length + at]),
  })
  return {
    calls: outcomes.slice(reads.length, reads.length + own.length),
    balances: new Map(tokens.map((token, at) => [token, changeOf(at)])),
    allowance: changeOf(tokens.length),
  }
})

/** Expected and actual value, for an error message. */
export type Mismatch = readonly [expected: string, found: unknown]

/**
 * Returns how the simulated calls differ from the swap that was shown, or `undefined` if they do not. All calls must succeed, exactly the
 * input must leave the account, at least the minimum must arrive, and no other known balance may change. The contract's allowance must
 * suffice, unless an approval precedes the swap, and must not grow.
 */
export const differenceOf = (
  { calls, balances, allowance }: Simulated,
  { given, wanted, approvals }: ShownSwap,
): Mismatch | undefined => {
  if (calls.some(({ hasSucceeded }) => !hasSucceeded)) return ["call that the network carries out", "reverted"]
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

/** Returns a mismatch if an event names the account but is not part of the swap, because the call then changes something else. */
export const foreignEventOf = ({ calls }: Simulated, swap: ShownSwap): Mismatch | undefined => {
  const account = swap.from.slice(2).toLowerCase()
  const foreign = calls
    .flatMap(({ logs }) => logs)
    .find((log) => [...log.topics, log.data].some((text) => text.includes(account)) && !belongs(log, swap))
  return foreign && ["no other event of the account", foreign.topics.join(" ")]
}

const belongs = ({ address, topics }: SimulatedLog, { from, call, given, wanted }: ShownSwap): boolean => {
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

/** An address without a contract. In the simulation, code at this address returns the account's native balance. */
const coinReader = "0x0000000000000000000000000000000062616c61"
/** Returns EVM code that returns an account's balance: PUSH20 account, BALANCE, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN. */
const coinReading = (account: string) => `0x73${account.slice(2).toLowerCase()}3160005260206000f3`
