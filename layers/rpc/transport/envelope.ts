import * as Result from "effect/Result"
import { rpcFailure } from "../../../src/core/readRpcError.ts"
import { AnswerInvalid, type RpcError } from "../../../src/errors/index.ts"
import { InvalidParamsRpcError } from "../../../src/errors/rpc.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import type { NetworkNamespace } from "../../../src/options/namespaces.ts"
import { rpc } from "../limits.ts"

/** A call to send, with a unique ID. */
export interface RpcMessage {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * Encodes calls as the body of a request (JSON-RPC 2.0, sections 4 and 6). A single call is not wrapped in an array. Returns an error if
 * the params cannot be encoded as JSON.
 */
export const encode = (calls: readonly RpcMessage[]): string | InvalidParamsRpcError => {
  // The calls are encoded together, because one string per call, kept until it is sent, would raise the cost of a request by half.
  const sent = calls.map(({ id, method, params }) => ({ jsonrpc: "2.0", id, method, params }))
  try {
    return JSON.stringify(sent.length === 1 ? sent[0] : sent)
  } catch (cause) {
    return new InvalidParamsRpcError(String(cause), { cause })
  }
}

/**
 * Parses a response and returns its replies, single or batched, in the order received. Skips array elements that are not objects. Returns
 * an error if the response is not JSON, or neither an object nor an array.
 */
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

/** One object of a response, not yet validated. */
export type RpcReply = Readonly<Record<string, unknown>>

/**
 * Decodes a reply (JSON-RPC 2.0, section 5). Returns its result or its error, or AnswerInvalid if the reply is malformed. Does not use
 * Schema, for speed, because every reply of a node passes here.
 */
export const decode = ({ jsonrpc, error, result }: RpcReply): Result.Result<unknown, RpcError> => {
  if (jsonrpc !== "2.0" && jsonrpc !== undefined) return invalid("'2.0'", jsonrpc, "jsonrpc")
  if (error === undefined || error === null) {
    return result === undefined ? invalid("result", result, "result") : Result.succeed(result)
  }
  if (!isRecord(error)) return invalid("object", error, "error")
  if (!Number.isInteger(error.code)) return invalid("integer", error.code, "error.code")
  return Result.fail(rpcFailure(error))
}

/**
 * Returns the reply if it is the only one and is an error without an ID, or else `undefined`. Such an error applies to all calls, because
 * the node could not read the request or refused it.
 */
export const errorOfAll = (replies: readonly RpcReply[]): RpcReply | undefined => {
  const [reply] = replies
  if (replies.length !== 1 || !reply || (reply.id !== undefined && reply.id !== null)) return undefined
  return isRecord(reply.error) ? reply : undefined
}

/** Whether a node refuses all calls together as an invalid request, as nodes do that accept no batches or only smaller ones. */
export const refusesBatch = (replies: readonly RpcReply[] | AnswerInvalid): boolean => {
  const error = replies instanceof AnswerInvalid ? undefined : errorOfAll(replies)?.error
  return isRecord(error) && error.code === invalidRequest
}

/** Whether a retry may succeed after this error, by its JSON-RPC code. */
export const worthRetrying = (error: RpcError): boolean =>
  "code" in error && error.code !== undefined && retryCodes.has(error.code)

/** Returns the body of a cheap request to a node of a namespace. */
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
