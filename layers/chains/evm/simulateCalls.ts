import * as Effect from "effect/Effect"
import { encodeFunctionData, erc20Abi, type Hex } from "viem"
import type { RpcError } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { decodeSimulation, type SimulatedOutcome } from "../../../src/send/schema/evmNode.ts"
import { decodeResponse } from "../../shared/decodeResponse.ts"
import type { AdapterDeps } from "../namespaceAdapter.ts"

/** A call to simulate. `gas` and `value` are hex. */
export interface SimulatedCall {
  readonly from?: string
  readonly to: string
  readonly data?: string | undefined
  readonly value?: string
  readonly gas?: string
}

/**
 * Simulates calls in order on the latest state, without sending them (`eth_simulateV1`). `code` maps addresses to contract code that exists
 * only in the simulation. Fails if the node cannot simulate calls, and with AnswerInvalid if its response is malformed.
 */
export const simulateCalls = Effect.fn("evm.simulate")(function* (
  rpc: AdapterDeps["rpc"],
  network: Network,
  calls: readonly SimulatedCall[],
  code: Readonly<Record<string, string>> = {},
): Effect.fn.Return<readonly SimulatedOutcome[], RpcError> {
  const stateOverrides = Object.fromEntries(Object.entries(code).map(([address, code]) => [address, { code }]))
  const params = [{ blockStateCalls: [{ stateOverrides, calls }] }, "latest"]
  return yield* decodeResponse(
    rpc.request({ network, method: "eth_simulateV1", params }),
    decodeSimulation(calls.length),
  )
})

/** Returns calldata that reads an account's token balance. */
export const balanceData = (owner: string): string =>
  encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [lower(owner)] })
export const allowanceData = (owner: string, spender: string): string =>
  encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args: [lower(owner), lower(spender)] })

/** Lowercases an address, because viem rejects mixed case without a valid checksum. */
const lower = (address: string) => address.toLowerCase() as Hex

/** Gas limit of a read, 200,000 in hex, so a read cannot use up the gas of the other calls. */
export const readingGas = "0x30d40"

/** Reads a 32-byte number that a contract returned. Returns `undefined` for anything else. */
export const readWord = (value: unknown): bigint | undefined =>
  typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value) ? BigInt(value) : undefined

/** Returns the number that a simulated call returned, or `undefined` if the call failed or returned anything else. */
export const numberOf = (outcome: SimulatedOutcome | undefined): bigint | undefined =>
  outcome?.hasSucceeded ? readWord(outcome.returnData) : undefined
