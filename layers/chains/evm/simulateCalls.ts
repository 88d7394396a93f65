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

/** The outcome of a simulated call. */
export interface Done {
  readonly succeeded: boolean
  readonly returned: string
  readonly logs: readonly Log[]
}

/** An event, in lower case. */
export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/**
 * Simulates calls one after the other on the latest state, without sending them (`eth_simulateV1`). `code` is placed at addresses for the
 * simulation only. Fails if the node does not support it.
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

/** Calldata that reads an account's token balance, and a spender's allowance. */
export const balanceData = (owner: string): string =>
  encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [lower(owner)] })
export const allowanceData = (owner: string, spender: string): string =>
  encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args: [lower(owner), lower(spender)] })

/** viem rejects an address in mixed case without a valid checksum. */
const lower = (address: string) => address.toLowerCase() as Hex

/** Gas of a call that only reads: enough for any token, and not enough to use up what the other calls need. */
export const readingGas = "0x30d40"

/** Reads a number that a contract returned. Returns `undefined` for anything else. */
export const readWord = (value: unknown): bigint | undefined =>
  typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value) ? BigInt(value) : undefined

/** Returns the number that a simulated call returned. */
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
