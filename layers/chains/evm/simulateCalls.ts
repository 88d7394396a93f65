import * as Effect from "effect/Effect"
import { encodeFunctionData, erc20Abi, type Hex } from "viem"
import { AnswerInvalid, type RpcError } from "../../../src/errors/index.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import type { Network } from "../../../src/options/networks.ts"
import type { AdapterDeps } from "../namespaceAdapter.ts"

/** A call to simulate. `gas` and `value` are hex. */
export interface SimulatedCall {
  readonly from?: string
  readonly to: string
  readonly data?: string | undefined
  readonly value?: string
  readonly gas?: string
}

/** Outcome of a simulated call: success, return data and events. */
export interface Done {
  readonly succeeded: boolean
  readonly returned: string
  readonly logs: readonly Log[]
}

/** An event that a simulated call emitted. All fields are hex in lower case. */
export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/**
 * Simulates calls in order on the latest state, without sending them (`eth_simulateV1`). `code` maps addresses to contract code that exists
 * only in the simulation. Fails if the node does not support the method.
 */
export const simulateCalls = Effect.fn("evm.simulate")(function* (
  rpc: AdapterDeps["rpc"],
  network: Network,
  calls: readonly SimulatedCall[],
  code: Readonly<Record<string, string>> = {},
): Effect.fn.Return<readonly Done[], RpcError> {
  const stateOverrides = Object.fromEntries(Object.entries(code).map(([address, code]) => [address, { code }]))
  const value = yield* rpc.request({
    network,
    method: "eth_simulateV1",
    params: [{ blockStateCalls: [{ stateOverrides, calls }] }, "latest"],
  })
  const done = readBlock(value)
  if (done.length === calls.length) return done
  return yield* Effect.fail(new AnswerInvalid(typeMismatch("simulated calls", value)))
})

/** Returns calldata that reads an account's token balance. */
export const balanceData = (owner: string): string =>
  encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [lower(owner)] })
export const allowanceData = (owner: string, spender: string): string =>
  encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args: [lower(owner), lower(spender)] })

/** Lowercases an address, because viem rejects mixed case without a valid checksum. */
const lower = (address: string) => address.toLowerCase() as Hex

/** Gas limit of a read, 200,000 in hex. It suffices for any token and leaves enough gas for the other calls. */
export const readingGas = "0x30d40"

/** Reads a 32-byte number that a contract returned. Returns `undefined` for anything else. */
export const readWord = (value: unknown): bigint | undefined =>
  typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value) ? BigInt(value) : undefined

/** Returns the number that a simulated call returned, or `undefined` if the call failed or returned anything else. */
export const numberOf = (done: Done | undefined): bigint | undefined =>
  done?.succeeded ? readWord(done.returned) : undefined

const readBlock = (value: unknown): readonly Done[] => {
  const [block]: readonly unknown[] = Array.isArray(value) ? value : []
  const calls: readonly unknown[] = isRecord(block) && Array.isArray(block.calls) ? block.calls : []
  return calls.flatMap((one) => {
    if (!isRecord(one) || typeof one.returnData !== "string" || !Array.isArray(one.logs)) return []
    const logs: readonly unknown[] = one.logs
    const read = logs.flatMap(readLog)
    return read.length === logs.length
      ? [{ succeeded: one.status === "0x1", returned: one.returnData, logs: read }]
      : []
  })
}

const readLog = (value: unknown): readonly Log[] => {
  if (!isRecord(value)) return []
  const { address, data } = value
  const topics: readonly unknown[] = Array.isArray(value.topics) ? value.topics : []
  const read = topics.flatMap((topic) => (typeof topic === "string" ? [topic.toLowerCase()] : []))
  return typeof address === "string" && typeof data === "string" && read.length === topics.length
    ? [{ address: address.toLowerCase(), topics: read, data: data.toLowerCase() }]
    : []
}
