import * as Effect from "effect/Effect"
import { MethodNotFoundRpcError, type RpcFailure } from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type { CaipNetworkId } from "../../../src/options/networks.ts"
import { accountOf, addressesOn } from "../accounts.ts"
import type { Known } from "../nodes/nodeCall.ts"
import { sendBitcoin, signAndSendPsbt, signedBitcoin } from "../wallets/bitcoin.ts"
import type { DemoWallet } from "../wallets/wallet.ts"

/** Returns the phone's response to a Bitcoin method of WalletConnect. Fails with MethodNotFoundRpcError for unknown methods. */
export const respondToBitcoinRelay = (
  phone: DemoWallet,
  chains: Pick<Known, "market" | "ledger">,
  method: string,
  params: unknown,
  caipNetworkId: CaipNetworkId,
): Effect.Effect<unknown, RpcFailure> => {
  const fields = isRecord(params) ? params : {}
  const account = accountOf(String(fields.account))
  const agreed = phone.signer(account)

  switch (method) {
    case "getAccountAddresses":
      return Effect.succeed(
        addressesOn(account, caipNetworkId).map((address, place) => ({
          address,
          intention: place === 0 ? "payment" : "ordinal",
        })),
      )
    case "signMessage":
      return signedBitcoin(agreed, ({ signMessage }, key) => {
        const address = String(fields.address ?? fields.account)
        const protocol = typeof fields.protocol === "string" ? fields.protocol : undefined
        return { address, signature: signMessage(key, address, String(fields.message), { caipNetworkId, protocol }) }
      })
    case "sendTransfer":
      return sendBitcoin(chains, agreed, {
        from: addressesOn(account, caipNetworkId)[0] ?? "",
        recipients: [{ address: fields.recipientAddress, amount: fields.amount }],
        caipNetworkId,
      })
    case "signPsbt": {
      const signInputs = Array.isArray(fields.signInputs) ? fields.signInputs : []
      const inputs = signInputs.map((one: unknown) => Number(isRecord(one) ? one.index : undefined))
      const [psbt, broadcast] = [String(fields.psbt), fields.broadcast === true]
      return signAndSendPsbt(chains, agreed, { psbt, inputs, broadcast, caipNetworkId })
    }
    default:
      return Effect.fail(new MethodNotFoundRpcError(`The demo's phone does not know ${method}`))
  }
}
