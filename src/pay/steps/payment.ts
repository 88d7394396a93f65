import * as Effect from "effect/Effect"
import { Chains } from "../../../services/Chains.ts"
import { InvalidPaymentConfig, NoActiveCaipAddress } from "../../errors/index.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { activeConnection } from "../../stub/state.ts"
import { deposit as limits } from "../limits.ts"
import { checkAmount, checkPayment, namespaceOf, type Payment, type PaymentAsset, wellKnown } from "../model.ts"

/** Step: validates the payment that a site requests, and returns it normalized. Fails with a `PaymentProblem`. */
export const validatePayment = Effect.fnUntraced(function* (input: unknown) {
  const { core } = yield* CurrentModal
  const payment = checkPayment(input, core.networks.peek())
  return payment instanceof Error ? yield* Effect.fail(payment) : payment
})

/**
 * Step: returns a payment with the symbol from the token's contract. If the contract has none, or cannot be read within 4 s, keeps the
 * site's symbol and sets `siteNamed`. Returns a payment in a well-known asset unchanged.
 */
export const withTokenSymbol = Effect.fnUntraced(function* (payment: Payment) {
  const { core } = yield* CurrentModal
  const { paymentAsset } = payment
  const { network: id, asset, metadata } = paymentAsset
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === id)
  if (!network || wellKnown(paymentAsset, network)) return payment
  const { symbol } = yield* (yield* Chains).get(network.chainNamespace).pipe(
    Effect.flatMap(({ transfers }) => transfers?.token({ network, address: asset }) ?? Effect.succeed({ symbol: "" })),
    Effect.timeoutOrElse({ duration: limits.naming, orElse: () => Effect.succeed({ symbol: "" }) }),
    Effect.orElseSucceed(() => ({ symbol: "" })),
  )
  const named: Payment = symbol
    ? { ...payment, paymentAsset: { ...paymentAsset, metadata: { ...metadata, symbol } } }
    : { ...payment, siteNamed: true }
  return named
})

/** Step: fails with InvalidPaymentConfig unless the project enables payments. */
export const requirePayments = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  if (!core.remoteFeatures.peek().payments) return yield* Effect.fail(new InvalidPaymentConfig())
})

/**
 * Step: builds a payment of `amount` of an asset to the active account of the asset's namespace. Fails with NoActiveCaipAddress if there is
 * none, and with InvalidAmount.
 */
export const depositOf = Effect.fnUntraced(function* (paymentAsset: PaymentAsset, amount: unknown) {
  const { core } = yield* CurrentModal
  const sound = checkAmount(amount, paymentAsset)
  if (sound instanceof Error) return yield* Effect.fail(sound)
  const namespace = namespaceOf(paymentAsset)
  const recipient = namespace && activeConnection(core.accounts[namespace].peek())?.accounts[0]?.address
  if (recipient === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  const payment: Payment = { paymentAsset, recipient, amount: sound }
  return payment
})
