import * as Effect from "effect/Effect"
import { MethodNotFoundRpcError, type RpcFailure } from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { respondToSolanaMethod } from "../wallets/solanaMethods.ts"
import type { DemoWallet } from "../wallets/wallet.ts"

/** Returns the phone's response to a Solana method of WalletConnect. Fails with MethodNotFoundRpcError for unknown methods. */
export const respondToSolanaRelay = (
  phone: DemoWallet,
  method: string,
  params: unknown,
): Effect.Effect<unknown, RpcFailure> => {
  const [first = ""] = phone.also("solana")
  const address = isRecord(params) && typeof params.pubkey === "string" ? params.pubkey : first
  return (
    respondToSolanaMethod(method, params, address, phone.signer) ??
    Effect.fail(new MethodNotFoundRpcError(`The demo's phone does not know ${method}`))
  )
}
