import * as Effect from "effect/Effect"
import type { ContractCall, ShownSwap } from "../../../../services/Chains.ts"
import { namespaces } from "../../../../src/domain/capabilities.ts"
import { AnswerInvalid, type RpcError } from "../../../../src/domain/errors.ts"
import { isRecord, mismatch } from "../../../../src/domain/input.ts"
import type { Parts } from "../../served.ts"

/** What an account has before and after a swap's calls, and what the calls do meanwhile. */
export interface Simulated {
  /** Of each call, in their order. */
  readonly calls: readonly Done[]
  /** Smallest units by token; undefined if the contract does not count as a token does. */
  readonly balances: ReadonlyMap<string, Change>
  /** How much of the given token the swap's contract may take. */
  readonly allowance: Change
}

/** A number before and after. */
export interface Change {
  readonly before: bigint | undefined
  readonly after: bigint | undefined
}

/** The outcome of a simulated call. */
export interface Done {
  readonly succeeded: boolean
  readonly returned: string
  readonly logs: readonly Log[]
}

/** An event; all is in lower case. */
export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/**
 * Has a node carry out a swap's calls on the newest state, one after the other, without sending them (`eth_simulateV1`). Fails where the node
 * cannot. A contract can tell that it is simulated, and act otherwise later: what it can take then is the input alone, since nothing else is
 * allowed to it.
 */
export const simulate = Effect.fn("evm.simulate")(function* (
  rpc: Parts["rpc"],
  { network, from, approvals, call, given, wanted, held }: ShownSwap,
): Effect.fn.Return<Simulated, RpcError> {
  const tokens = [...new Set([coin, given.address, wanted.address, call.to, ...held])]
  const reads = [
    ...tokens.map((token) =>
      token === coin ? { to: coinReader } : { to: token, data: `${balanceOf}${word(from)}`, gas: readingGas },
    ),
    { to: given.address, data: allowanceData(from, call.to), gas: readingGas },
  ]
  const own = [...approvals, call].map((one) => wire(from, one))
  const calls = [...reads, ...own, ...reads]
  const block = { stateOverrides: { [coinReader]: { code: coinReading(from) } }, calls }
  const said = yield* rpc.request({
    network,
    method: "eth_simulateV1",
    params: [{ blockStateCalls: [block] }, "latest"],
  })
  const done = readBlock(said)
  if (done.length !== calls.length) return yield* Effect.fail(new AnswerInvalid(mismatch("simulated calls", said)))

  const numberAt = (at: number) => {
    const read = done[at]
    return read?.succeeded ? readWord(read.returned) : undefined
  }
  const changeOf = (at: number): Change => ({
    before: numberAt(at),
    after: numberAt(reads.length + own.length + at),
  })
  return {
    calls: done.slice(reads.length, reads.length + own.length),
    balances: new Map(tokens.map((token, at) => [token, changeOf(at)])),
    allowance: changeOf(tokens.length),
  }
})

const coin = namespaces.eip155.nativeToken
/** `balanceOf(address)`, `allowance(address,address)` */
const balanceOf = "0x70a08231"
const allowance = "0xdd62ed3e"
/** Enough for any token that counts, and no token can use up what the others need. */
const readingGas = "0x30d40"

/** A place without a contract: for the simulation it returns what the account has of the chain's own coin. */
const coinReader = "0x0000000000000000000000000000000062616c61"
/** PUSH20 account, BALANCE, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN */
const coinReading = (account: string) => `0x73${account.slice(2).toLowerCase()}3160005260206000f3`

const word = (address: string) => address.slice(2).toLowerCase().padStart(64, "0")

/** The calldata that asks a token how much of it a spender may take. */
export const allowanceData = (owner: string, spender: string) => `${allowance}${word(owner)}${word(spender)}`

/** A number as a contract returns it. Returns undefined for anything else. */
export const readWord = (said: unknown): bigint | undefined =>
  typeof said === "string" && /^0x[0-9a-f]{64}$/i.test(said) ? BigInt(said) : undefined

const wire = (from: string, { to, data, value }: ContractCall) => ({ from, to, data, value: `0x${value.toString(16)}` })

const readBlock = (said: unknown): readonly Done[] => {
  const [block]: readonly unknown[] = Array.isArray(said) ? said : []
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

const readLog = (said: unknown): readonly Log[] => {
  if (!isRecord(said)) return []
  const { address, data } = said
  const topics: readonly unknown[] = Array.isArray(said.topics) ? said.topics : []
  const read = topics.flatMap((topic) => (typeof topic === "string" ? [topic.toLowerCase()] : []))
  return typeof address === "string" && typeof data === "string" && read.length === topics.length
    ? [{ address: address.toLowerCase(), topics: read, data: data.toLowerCase() }]
    : []
}
