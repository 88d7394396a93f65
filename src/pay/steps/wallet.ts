import * as Effect from "effect/Effect"
import { Chains } from "../../../services/Chains.ts"
import { paymasterFor } from "../../capabilities/steps/walletCapabilities.ts"
import { isRejected } from "../../connections/model/rejections.ts"
import {
  AssetNotSupported,
  InvalidAsset,
  InvalidChainNamespace,
  InvalidRecipient,
  NoActiveCaipAddress,
  PaymentFailed,
  PaymentNotInitiated,
  PaymentTimedOut,
  PaymentUnknownError,
} from "../../errors/index.ts"
import { isSameAddress } from "../../namespaces/model/namespaceTable.ts"
import { switchNetwork } from "../../network/operations.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import type { Prepared } from "../../send/model/transfer.ts"
import { sendPrepared } from "../../send/operations.ts"
import { transfers } from "../../send/state/transfers.ts"
import { markOutcomeShown } from "../../send/steps/outcomes.ts"
import { activeConnection } from "../../stub/state.ts"
import { deposit as limits } from "../limits.ts"
import { type Payment, units } from "../model.ts"

/**
 * Step: prepares a payment from the active wallet of its namespace, with its costs. Fails with NoActiveCaipAddress if there is none, with
 * InvalidRecipient if its own account is to be paid, with InvalidAsset if the token's decimals on the chain differ from those that the site
 * states, with AssetNotSupported or InvalidChainNamespace if the network cannot be paid on, and with the errors of `Transfers.token` and
 * `Transfers.prepare`.
 */
export const preparePayment = Effect.fnUntraced(function* (payment: Payment) {
  const { core } = yield* CurrentModal
  const { paymentAsset, recipient } = payment
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === paymentAsset.network)
  if (!network) return yield* Effect.fail(new AssetNotSupported())
  const connection = activeConnection(core.accounts[network.chainNamespace].peek())
  const from = connection?.accounts[0]?.address
  if (!connection || from === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  if (isSameAddress(network.chainNamespace, from, recipient)) return yield* Effect.fail(new InvalidRecipient())
  const { transfers } = yield* (yield* Chains).get(network.chainNamespace)
  if (!transfers) return yield* Effect.fail(new InvalidChainNamespace())

  const { asset, metadata } = paymentAsset
  const token =
    asset === "native"
      ? { symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals }
      : yield* Effect.map(transfers.token({ network, address: asset }), (found) => ({
          ...found,
          symbol: found.symbol || metadata.symbol,
        }))
  // With other decimals, the visitor would sign a different amount than the one shown.
  if (token.decimals !== metadata.decimals) return yield* Effect.fail(new InvalidAsset())
  const { connectorId } = connection
  const paymaster = yield* paymasterFor({ connectorId, from, network })
  return yield* transfers.prepare({
    connectorId,
    network,
    from,
    to: recipient,
    amount: units(payment),
    token,
    ...(paymaster && { paymaster }),
  })
})

/**
 * Step: switches the wallet to the payment's network and sends the prepared payment. Returns the transaction ID. Fails with
 * ConnectionRejected or PaymentNotInitiated if the wallet does not switch, and otherwise like `sendPrepared`. `payment` identifies the
 * payment after a reload.
 */
export const payPrepared = Effect.fnUntraced(function* (prepared: Prepared, payment: string) {
  yield* switchToNetworkOf(prepared)
  return yield* Effect.mapError(sendPrepared(prepared, { silent: true, payment }), toPaymentError)
})

export const switchToNetworkOf = Effect.fnUntraced(function* ({ network: { caipNetworkId } }: Prepared) {
  const { core } = yield* CurrentModal
  if (core.network.peek()?.caipNetworkId === caipNetworkId) return
  yield* Effect.mapError(switchNetwork({ network: caipNetworkId }), (cause) =>
    isRejected(cause) ? cause : new PaymentNotInitiated({ cause }),
  )
})

export const toPaymentError = <E extends { readonly _tag: string }>(error: E) =>
  error._tag === "UnknownFailure" ? new PaymentUnknownError({ cause: error }) : error

/**
 * Step: waits until a payment is confirmed. Returns its transaction ID, which differs from `id` for a bundle, or if the wallet resent it
 * with a higher fee. Fails with PaymentFailed if it fails, and with PaymentTimedOut if another transaction was executed instead or none is
 * confirmed within `wait` ms. Marks a known outcome as shown.
 */
export const waitForReceipt = Effect.fnUntraced(function* (id: string, wait: number = limits.payTimeout) {
  const { sent } = yield* slicesOf(transfers)
  const settled = untilSignal(() => {
    const transfer = sent.value.find((one) => one.id === id)
    return transfer?.status === "pending" ? undefined : transfer
  })
  const {
    status,
    bundle,
    hash = bundle ? undefined : id,
  } = yield* Effect.timeoutOrElse(settled, {
    duration: wait,
    orElse: () => Effect.fail(new PaymentTimedOut(id)),
  })
  yield* markOutcomeShown(id)
  if (status === "failed") return yield* Effect.fail(new PaymentFailed(hash))
  // Another transaction was executed, possibly the same payment with a higher fee. Only the wallet knows whether it was paid.
  if (status !== "confirmed") return yield* Effect.fail(new PaymentTimedOut(id))
  return hash ?? id
})
