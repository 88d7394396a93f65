import * as Effect from "effect/Effect"
import { FrameError } from "../../src/domain/errors.ts"
import { unsafeMethods } from "../../src/domain/frameMethods.ts"
import { isRecord } from "../../src/domain/input.ts"
import { hexOf } from "./random.ts"
import { grantOf } from "./sessions.ts"
import { bytesOf } from "./solanaWallet.ts"
import type { World } from "./world.ts"

/** A request as the frame gets it. */
export interface SecureRequest {
  readonly method: string
  readonly params: unknown
  /** The number of an EVM chain, or a CAIP-2 id. */
  readonly chainId: unknown
}

/** Whether a chain is one of Solana's. */
export const isSolana = (chainId: unknown): chainId is `solana:${string}` =>
  typeof chainId === "string" && chainId.startsWith("solana:")

/** What the wallet in the frame answers. What needs approval is asked one after the other. */
export const answerSecure = (
  { secure, node }: World,
  { method, params, chainId }: SecureRequest,
  oneByOne: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>,
): Effect.Effect<unknown, FrameError> => {
  const said = { cause: { method } }
  const onNode = (list: readonly unknown[]) =>
    Effect.mapError(
      node(`eip155:${Number(chainId)}`, method, list),
      (cause) => new FrameError(cause.message, { cause }),
    )
  if (unsafeMethods.has(method)) {
    const sends = method === "eth_sendTransaction"
    const what = `${method} ${JSON.stringify(params)}`
    const signed = secure.sign(secure.accounts()[0] ?? "", what, sends ? "send" : "sign")
    return Effect.flatMap(
      Effect.mapError(oneByOne(signed), () => new FrameError("The request was declined", said)),
      (digits) =>
        sends && Array.isArray(params) ? onNode(params) : Effect.promise(() => outcomeOf(method, params, digits)),
    )
  }
  if (method !== "eth_accounts" && !isSolana(chainId)) return onNode(Array.isArray(params) ? params : [])
  return Effect.mapError(secure.request({ method, params }), (cause) => new FrameError(cause.message, { cause }))
}

/** What a signature of 128 digits is, in the words of a method. */
const outcomeOf = async (method: string, params: unknown, digits: string): Promise<unknown> => {
  const { transaction, transactions } = isRecord(params) ? params : {}
  switch (method) {
    case "personal_sign":
    case "eth_signTypedData_v4":
      return `0x${digits}1b`
    case "eth_sendUserOperation":
      return `0x${digits.slice(0, 64)}`
    case "wallet_sendCalls":
      return { id: `0x${digits.slice(0, 64)}` }
    case "wallet_grantPermissions":
      return grantOf(Array.isArray(params) ? params[0] : params)
    case "wallet_revokePermissions":
      return `0x${digits}1b`
  }
  const { fromBase58, toBase58 } = await import("../chains/solana/transaction.ts")
  const signed = (one: unknown) => {
    const bytes = new Uint8Array(fromBase58(one) ?? [])
    // Its first signature stands behind the count of them.
    if (bytes.length > 64) bytes.set(bytesOf(hexOf(`${digits} ${one}`, 128)), 1)
    return toBase58(bytes)
  }
  if (method === "solana_signTransaction") return { transaction: signed(transaction) }
  if (method === "solana_signAllTransactions")
    return { transactions: (Array.isArray(transactions) ? transactions : []).map(signed) }
  return { signature: toBase58(bytesOf(digits)) }
}
