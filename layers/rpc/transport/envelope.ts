import * as Result from "effect/Result"
import { rpc } from "../../../src/core/opening/limits.ts"
import { rpcFailure } from "../../../src/core/rpcErrors.ts"
import { AnswerInvalid, type RpcError } from "../../../src/errors/index.ts"
import { InvalidParamsRpcError } from "../../../src/errors/rpc.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import type { NetworkNamespace } from "../../../src/options/namespaces.ts"

/** A call to send, with an ID of its own. */
export interface RpcMessage {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * Encodes the body of a request (JSON-RPC 2.0, sections 4 and 6), a single call without an array. Returns a failure for params that JSON
 * does not support.
 */
export const encode = (calls: readonly RpcMessage[]): string | InvalidParamsRpcError => {
  // Encoded together: one string per call, kept until it is sent, costs half as much again as everything else.
  const sent = calls.map(({ id, method, params }) => ({ jsonrpc: "2.0", id, method, params }))
  try {
    return JSON.stringify(sent.length === 1 ? sent[0] : sent)
  } catch (cause) {
    return new InvalidParamsRpcError(String(cause), { cause })
  }
}

/** Returns the objects of a response, single or batched, in any order, or why it is invalid. */
export const parse = (text: string): readonly RpcReply[] | AnswerInvalid => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    return new AnswerInvalid("Expected JSON, received text", "", { cause })
  }
  if (Array.isArray(value)) return value.filter(isRecord)
  return isRecord(value) ? [value] : new AnswerInvalid(typeMismatch("object", value))
}

/** One object of a response, not yet checked. */
export type RpcReply = Readonly<Record<string, unknown>>

/** Decodes a reply (JSON-RPC 2.0, section 5) to its result, its error, or what is wrong with the reply itself. */
export const decode = ({ jsonrpc, error, result }: RpcReply): Result.Result<unknown, RpcError> => {
  if (jsonrpc !== "2.0" && jsonrpc !== undefined) return invalid("'2.0'", jsonrpc, "jsonrpc")
  if (error === undefined || error === null) {
    return result === undefined ? invalid("result", result, "result") : Result.succeed(result)
  }
  if (!isRecord(error)) return invalid("object", error, "error")
  if (!Number.isInteger(error.code)) return invalid("integer", error.code, "error.code")
  return Result.fail(rpcFailure(error))
}

/** Returns an error that stands alone and names no call, so it is about all of them: the node could not, or would not, read the request. */
export const errorOfAll = (replies: readonly RpcReply[]): RpcReply | undefined => {
  const [reply] = replies
  if (replies.length !== 1 || !reply || (reply.id !== undefined && reply.id !== null)) return undefined
  return isRecord(reply.error) ? reply : undefined
}

/** Whether a node reports that it accepts no batch, or none of this size. */
export const refusesBatch = (replies: readonly RpcReply[] | AnswerInvalid): boolean => {
  const error = replies instanceof AnswerInvalid ? undefined : errorOfAll(replies)?.error
  return isRecord(error) && error.code === invalidRequest
}

/** Whether a retry may succeed after this error. */
export const worthRetrying = (error: RpcError): boolean =>
  "code" in error && error.code !== undefined && retryCodes.has(error.code)

/** Returns the cheapest request to a node of a namespace. Any well-formed reply to it counts. */
export const pingOf = (namespace: NetworkNamespace): string =>
  `{"jsonrpc":"2.0","id":0,"method":"${pings[namespace]}","params":[]}`

const pings: Readonly<Record<NetworkNamespace, string>> = {
  eip155: "eth_chainId",
  solana: "getHealth",
  bip122: "getblockcount",
}

const invalidRequest = -32600

const retryCodes: ReadonlySet<number> = new Set(rpc.retryCodes)

const invalid = (what: string, value: unknown, path: string) =>
  Result.fail(new AnswerInvalid(typeMismatch(what, value), path))
