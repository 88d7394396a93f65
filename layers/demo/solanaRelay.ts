import * as Effect from "effect/Effect"
import { isRecord } from "../../src/domain/input.ts"
import { MethodNotFoundRpcError, type RpcFailure, UnknownRpcError } from "../../src/domain/rpcErrors.ts"
import { bytesOf } from "./solanaWallet.ts"
import type { DemoWallet } from "./wallet.ts"

/** What the phone answers to the relay's methods of Solana. */
export const answerSolana = (
  phone: DemoWallet,
  method: string,
  params: unknown,
): Effect.Effect<unknown, RpcFailure> => {
  const { pubkey, message, transaction } = isRecord(params) ? params : {}
  if (
    method !== "solana_signMessage" &&
    method !== "solana_signTransaction" &&
    method !== "solana_signAndSendTransaction"
  )
    return Effect.fail(new MethodNotFoundRpcError(`The demo's phone does not know ${method}`))
  return Effect.gen(function* () {
    const digits = yield* phone.sign(String(pubkey), String(message ?? transaction))
    const { toBase58 } = yield* Effect.tryPromise({
      try: () => import("../chains/solana/transaction.ts"),
      catch: (cause) => new UnknownRpcError("", undefined, { cause }),
    })
    return { signature: toBase58(bytesOf(digits)) }
  })
}
