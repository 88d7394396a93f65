import * as Effect from "effect/Effect"
import { isRecord } from "../../src/domain/input.ts"
import type { CaipNetworkId } from "../../src/domain/networks.ts"
import { MethodNotFoundRpcError, type RpcFailure, UnknownRpcError } from "../../src/domain/rpcErrors.ts"
import { marked, signatureOf } from "./bitcoinWallet.ts"
import { accountOf, addressesOn } from "./cast.ts"
import type { DemoWallet } from "./wallet.ts"

/** What the phone answers to the relay's methods of Bitcoin. */
export const answerBitcoin = (
  phone: DemoWallet,
  method: string,
  params: unknown,
  caipNetworkId: CaipNetworkId,
): Effect.Effect<unknown, RpcFailure> => {
  const said = isRecord(params) ? params : {}
  const account = accountOf(String(said.account))
  const signed = Effect.suspend(() => phone.sign(account, JSON.stringify(said)))

  switch (method) {
    case "getAccountAddresses":
      return Effect.succeed(
        addressesOn(account, caipNetworkId).map((address, place) => ({
          address,
          intention: place === 0 ? "payment" : "ordinal",
        })),
      )
    case "signMessage":
      return Effect.map(signed, (digits) => ({ address: said.address, signature: signatureOf(digits) }))
    case "sendTransfer":
      return Effect.map(signed, (digits) => ({ txid: digits.slice(64) }))
    case "signPsbt":
      return Effect.gen(function* () {
        const digits = yield* signed
        const inputs = Array.isArray(said.signInputs) ? said.signInputs : []
        const psbt = yield* Effect.tryPromise({
          try: () =>
            marked(
              String(said.psbt),
              inputs.map(({ index }) => Number(index)),
              digits,
            ),
          catch: (cause) => new UnknownRpcError("", undefined, { cause }),
        })
        return { psbt, ...(said.broadcast === true && { txid: digits.slice(64) }) }
      })
    default:
      return Effect.fail(new MethodNotFoundRpcError(`The demo's phone does not know ${method}`))
  }
}
