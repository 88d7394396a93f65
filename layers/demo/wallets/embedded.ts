import * as Effect from "effect/Effect"
import { isUserRejection } from "../../../src/core/readRpcError.ts"
import { unsafeMethods } from "../../../src/embedded/model/frameMethods.ts"
import { FrameError } from "../../../src/errors/index.ts"
import { InvalidParamsRpcError, type RpcFailure } from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { grantOf } from "../provider/smartSessions.ts"
import { hexOf } from "../random.ts"
import type { World } from "../world.ts"
import { signed } from "./signing.ts"
import { respondToSolanaMethod } from "./solanaMethods.ts"

/** An RPC request as the frame receives it. */
export interface SecureRequest {
  readonly method: string
  readonly params: unknown
  /** Numeric ID of an EVM chain, or a CAIP-2 ID. */
  readonly chainId: unknown
}

export const isSolana = (chainId: unknown): chainId is `solana:${string}` =>
  typeof chainId === "string" && chainId.startsWith("solana:")

/**
 * Returns the response of the wallet in the frame. Requests that need approval prompt one after the other. Others are sent to the node,
 * unless the wallet responds itself.
 */
export const respondToFrameRequest = (
  { secure, node }: World,
  request: SecureRequest,
  oneByOne: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>,
): Effect.Effect<unknown, FrameError> => {
  const { method, params, chainId } = request
  const onNode = (list: readonly unknown[]) =>
    Effect.mapError(
      node(`eip155:${Number(chainId)}`, method, list),
      (cause) => new FrameError(cause.message, { cause }),
    )
  if (unsafeMethods.has(method))
    return Effect.mapError(
      oneByOne(approved(secure, request)),
      (cause) =>
        new FrameError(isUserRejection(cause) ? "The request was declined" : cause.message, { cause: { method } }),
    )
  if (method !== "eth_accounts" && !isSolana(chainId)) return onNode(Array.isArray(params) ? params : [])
  return Effect.mapError(secure.request({ method, params }), (cause) => new FrameError(cause.message, { cause }))
}

/** Prompts the visitor, then executes the request. */
const approved = (
  secure: World["secure"],
  { method, params, chainId }: SecureRequest,
): Effect.Effect<unknown, RpcFailure> => {
  const list: readonly unknown[] = Array.isArray(params) ? params : [params]
  const [first] = list
  const [account = ""] = secure.accounts()
  const chain = Number(chainId)
  switch (method) {
    case "personal_sign":
    case "eth_signTypedData_v4":
      return secure.request({ method, params, chain })
    case "eth_sendTransaction":
      return secure.request({ method, params: [{ from: account, ...(isRecord(first) && first) }], chain })
    case "eth_sendUserOperation":
      return Effect.as(secure.signer(account), `0x${hexOf(JSON.stringify(params), 64)}`)
    case "wallet_sendCalls":
      return Effect.as(secure.signer(account), { id: `0x${hexOf(JSON.stringify(params), 64)}` })
    case "wallet_grantPermissions":
      return Effect.as(secure.signer(account), grantOf(first))
    case "wallet_revokePermissions":
      return Effect.flatMap(secure.signer(account), (key) =>
        signed(({ signMessage }) => signMessage(key, JSON.stringify(first))),
      )
  }
  const [address = ""] = secure.also("solana")
  return (
    respondToSolanaMethod(method, params, address, secure.signer) ??
    Effect.fail(new InvalidParamsRpcError(`The frame does not know ${method}`))
  )
}
