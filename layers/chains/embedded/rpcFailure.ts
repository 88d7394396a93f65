import type { FrameErrors } from "../../../src/errors/index.ts"
import { InternalRpcError, type RpcFailure, UserRejectedRequestError } from "../../../src/errors/rpc.ts"

/** Maps a failure of the frame to a wallet error. Rejections are recognized by their text, because the frame reports no code. */
export const rpcFailureOf = (cause: FrameErrors): RpcFailure => {
  const refused = cause._tag === "RequestAborted" || (cause._tag === "FrameError" && refusal.test(cause.message))
  return refused
    ? new UserRejectedRequestError(cause.message, { cause })
    : new InternalRpcError(cause.message, { cause })
}
const refusal = /reject|declin|den(y|ied)|cancel|abort/i
