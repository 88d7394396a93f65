import * as Effect from "effect/Effect"
import { InternalRpcError, type RpcFailure } from "../../../src/errors/rpc.ts"
import { decode, encode, parse } from "../../rpc/transport/envelope.ts"
import { send } from "../../shared/http.ts"

/**
 * Sends a request to a real node (JSON-RPC 2.0 over HTTP). Fails with the node's error, with InvalidParamsRpcError if the params cannot be
 * encoded, or with InternalRpcError if there is no valid response.
 */
export const requestNode = (
  url: string,
  method: string,
  params: readonly unknown[],
): Effect.Effect<unknown, RpcFailure> =>
  Effect.gen(function* () {
    const body = encode([{ id: 1, method, params }])
    if (body instanceof Error) return yield* Effect.fail(body)
    const { text } = yield* send({ method: "POST", url, body })
    const replies = parse(text)
    if (replies instanceof Error) return yield* Effect.fail(replies)
    return yield* Effect.fromResult(decode(replies[0] ?? {}))
  }).pipe(
    Effect.mapError((error) =>
      "code" in error && typeof error.code === "number"
        ? (error as RpcFailure)
        : new InternalRpcError(`The node at ${url} does not respond`, { cause: error }),
    ),
  )
