import * as Effect from "effect/Effect"
import type { ShownSwap } from "../../../../services/Chains.ts"
import type { RpcError } from "../../../../src/errors/index.ts"
import { namespaceTable } from "../../../../src/namespaces/model/namespaces.ts"
import type { AdapterDeps } from "../../namespaceAdapter.ts"
import { toTransaction } from "../erc20.ts"
import { allowanceData, balanceData, type Done, numberOf, readingGas, simulateCalls } from "../simulateCalls.ts"

/** Result of simulating a swap: the outcome of each call, and the account's balances before and after. */
export interface Simulated {
  /** Outcomes of the approvals and the swap call, in order. */
  readonly calls: readonly Done[]
  /** Balances in smallest units, keyed by token address. `undefined` if the contract does not report a balance. */
  readonly balances: ReadonlyMap<string, Change>
  /** Amount of the given token that the swap's contract may spend. */
  readonly allowance: Change
}

export interface Change {
  readonly before: bigint | undefined
  readonly after: bigint | undefined
}

/**
 * Simulates a swap's calls. Fails if the node cannot simulate calls. A contract may detect the simulation and later act differently, but
 * can then take only the input, because nothing else is approved.
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
  const done = yield* simulateCalls(rpc, network, [...reads, ...own, ...reads], { [coinReader]: coinReading(from) })

  const changeOf = (at: number): Change => ({
    before: numberOf(done[at]),
    after: numberOf(done[reads.length + own.length + at]),
  })
  return {
    calls: done.slice(reads.length, reads.length + own.length),
    balances: new Map(tokens.map((token, at) => [token, changeOf(at)])),
    allowance: changeOf(tokens.length),
  }
})

const coin = namespaceTable.eip155.nativeToken

/** An address without a contract. In the simulation, code at this address returns the account's native balance. */
const coinReader = "0x0000000000000000000000000000000062616c61"
/** Returns EVM code that returns an account's balance: PUSH20 account, BALANCE, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN. */
const coinReading = (account: string) => `0x73${account.slice(2).toLowerCase()}3160005260206000f3`
