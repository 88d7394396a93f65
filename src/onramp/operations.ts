import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Browser } from "../../services/Browser.ts"
import { Chains } from "../../services/Chains.ts"
import type { Popup } from "../../services/Frame.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { isPossible } from "../account/model/actions.ts"
import { balances } from "../balances/state/tokens.ts"
import { isSmartAccount } from "../connections/opening/model.ts"
import { toUnits } from "../core/amounts.ts"
import { latest } from "../core/first-paint/loadable.ts"
import { debounce } from "../core/limits.ts"
import {
  AmountOutsideLimits,
  InvalidInput,
  NoActiveCaipAddress,
  OnrampFailed,
  OnrampNotOffered,
  PopupBlocked,
  QuoteIsEstimate,
  UnknownFailure,
} from "../errors/index.ts"
import type { Words } from "../notifications/first-paint/model/snack.ts"
import { showSnack } from "../notifications/steps/snack.ts"
import { invalidInput } from "../options/guards.ts"
import type { Network } from "../options/networks.ts"
import { isServed } from "../options/providerNetworks.ts"
import { project } from "../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { runInBackground } from "../runtime/prompt.ts"
import * as Router from "../runtime/router.ts"
import { track, trackFresh } from "../runtime/track.ts"
import { untilSignal } from "../runtime/untilSignal.ts"
import { onramp as limits } from "./limits.ts"
import {
  deliveredOn,
  fallbackOptions,
  fallbackQuote,
  isPayable,
  isTooFine,
  limitsOf,
  type OnrampProvider,
  type OnrampQuote,
  type PurchaseCurrency,
} from "./model.ts"
import { region } from "./opening/state/region.ts"
import { onramp } from "./state.ts"

/**
 * Operation: returns the currencies that can be bought and paid with. Falls back to built-in data (USDC and ETH, US dollars and euros) if
 * the service fails or does not support the active network. Fails with OnrampNotOffered if buying is not available on the network, in the
 * visitor's region or on this site.
 */
export const onrampOptions = Effect.fn("onrampOptions")(function* () {
  yield* offered
  const { options } = yield* slicesOf(onramp)
  const request = Effect.gen(function* () {
    yield* served
    const { onrampOptionsEndpoint } = yield* rows
    return yield* (yield* Api).call(onrampOptionsEndpoint, undefined)
  })
  const found = yield* Effect.orElseSucceed(request, () => fallbackOptions)
  options.value = { status: "loaded", value: found }
  return found
})

/**
 * Input of `quoteOnramp`: an amount of money, and currencies by ID or symbol. They default to those selected in the modal, or else
 * to USDC and US dollars.
 */
export interface QuoteOnramp {
  /** Decimal amount in the payment currency. */
  readonly amount: string
  readonly purchaseCurrency?: string
  readonly paymentCurrency?: string
}

/**
 * Operation: quotes how much crypto an amount of money buys. Falls back to a built-in estimate, marked as such, if the service fails or
 * does not support the active network. Fails with OnrampNotOffered if buying is not available or the token cannot be delivered to the
 * account, with InvalidInput if a currency does not exist or the amount has more than 2 decimals, and with AmountOutsideLimits if no payment
 * method accepts the amount.
 */
export const quoteOnramp = Effect.fn("quoteOnramp")(function* (input: QuoteOnramp) {
  const network = yield* offered
  const { options, pair } = yield* slicesOf(onramp)
  const { purchaseCurrencies, paymentCurrencies } = latest(options.peek()) ?? (yield* onrampOptions())
  const standard = pair.peek()

  const purchaseCurrency = named(purchaseCurrencies, input.purchaseCurrency) ?? standard.purchaseCurrency
  const paymentCurrency = named(paymentCurrencies, input.paymentCurrency) ?? standard.paymentCurrency
  if (!purchaseCurrency || isOther(purchaseCurrency, input.purchaseCurrency))
    return yield* Effect.fail(invalidInput("purchase currency", input.purchaseCurrency, "purchaseCurrency"))
  if (!paymentCurrency || isOther(paymentCurrency, input.paymentCurrency))
    return yield* Effect.fail(invalidInput("payment currency", input.paymentCurrency, "paymentCurrency"))
  const delivered = yield* deliveryOf(purchaseCurrency, network)
  if (!delivered) return yield* Effect.fail(new OnrampNotOffered())
  if (typeof input.amount === "string" && isTooFine(input.amount))
    return yield* Effect.fail(new InvalidInput("Expected at most 2 decimals", "amount"))
  if (typeof input.amount !== "string" || !isPayable(input.amount, paymentCurrency))
    return yield* Effect.fail(new AmountOutsideLimits(limitsOf(paymentCurrency)))

  const of = { purchaseCurrency, paymentCurrency, amount: input.amount, network: delivered.name }
  const request = Effect.gen(function* () {
    yield* served
    const { onrampQuoteEndpoint } = yield* rows
    const quote = yield* (yield* Api).call(onrampQuoteEndpoint, of)
    return { ...quote, estimate: false, of }
  })
  return yield* Effect.orElseSucceed(request, (): OnrampQuote => fallbackQuote(of))
})

/**
 * Operation: opens the seller's page for a quote in a new window. Returns the page's URL. Fails with InvalidInput for a malformed quote,
 * with QuoteIsEstimate for an estimate, with NoActiveCaipAddress if no account is active, with OnrampNotOffered if the quote does not fit
 * the active network, with OnrampFailed if the service fails, and with PopupBlocked if the browser opened no window.
 */
export const openOnramp = Effect.fn("openOnramp")(
  function* (input: { readonly quote: OnrampQuote }, popup?: Popup | undefined) {
    const { url } = yield* widget(input.quote)
    if (popup?.blocked) return yield* Effect.fail(new PopupBlocked())
    if (popup) popup.go(url)
    else if (!(yield* (yield* Browser).open(url, "blank"))) return yield* Effect.fail(new PopupBlocked())
    return { url }
  },
  (run, _, popup) => Effect.onError(run, () => Effect.sync(() => popup?.close())),
)

/**
 * Flow: loads the currencies unless they are loaded, sets a first amount if there is none, and finds out whether the account is a contract.
 */
export const prepareBuying = Effect.fn("prepareBuying")(function* () {
  const { options, paymentAmount } = yield* slicesOf(onramp)
  if (paymentAmount.peek() === "") paymentAmount.value = String(limits.presets[0])
  const { core } = yield* CurrentModal
  const network = core.network.peek()
  if (network) yield* runInBackground(readIsContract(network))
  if (options.peek().status !== "loaded") yield* track(options, onrampOptions())
})

/** Flow: quotes the selected currencies and amount after 500 ms. Does nothing until the currencies are loaded. */
export const requote = Effect.fn("requote")(function* () {
  const { options, paymentAmount, quote } = yield* slicesOf(onramp)
  if (options.peek().status !== "loaded") return
  quote.value = { status: "loading", last: undefined }
  yield* Effect.sleep(debounce.input)
  yield* track(quote, quoteOnramp({ amount: paymentAmount.peek() }))
})

/** Flow: loads the currencies again. */
export const retryBuying = Effect.fn("retryBuying")(function* () {
  const { options } = yield* slicesOf(onramp)
  yield* trackFresh(options, onrampOptions())
})

/**
 * Flow: shows BuyInProgress, and opens the seller's page for the current quote in the window that the click opened. Closes the window if
 * there is no quote or the URL of the page cannot be loaded.
 */
export const buy = Effect.fn("buy")(function* (provider: OnrampProvider, popup: Popup) {
  const { core } = yield* CurrentModal
  const { quote, selectedProvider, opened } = yield* slicesOf(onramp)
  const now = latest(quote.peek())
  if (!now) return popup.close()

  selectedProvider.value = provider
  yield* runInBackground(
    trackFresh(
      opened,
      Effect.map(widget(now), ({ url }) => {
        popup.go(url)
        return { url, blocked: popup.blocked }
      }).pipe(Effect.onError(() => Effect.sync(popup.close))),
    ),
  )
  yield* (yield* Telemetry).track({
    event: "SELECT_BUY_PROVIDER",
    properties: { provider: provider.name, isSmartAccount: isSmartAccount(core.connection.peek()) },
  })
  yield* Router.push({ name: "BuyInProgress", provider: provider.name })
})

/**
 * Flow: waits until the balance of the bought token, found by its symbol, is above its first loaded value, then shows a snack. Does nothing
 * without a quote.
 */
export const reportArrival = Effect.fn("reportArrival")(function* (message: (symbol: string) => Words) {
  const { tokens, refresh } = yield* slicesOf(balances)
  const { quote } = yield* slicesOf(onramp)
  const symbol = latest(quote.peek())?.of.purchaseCurrency.symbol
  if (symbol === undefined) return
  const held = () => {
    const row = tokens.ids.value.map((id) => tokens.get(id)?.value).find((token) => token?.symbol === symbol)
    return row ? (toUnits(row.quantity, row.decimals) ?? 0n) : 0n
  }
  const before = yield* untilSignal(() => {
    const now = held()
    return refresh.value.status === "loaded" ? now : undefined
  })
  yield* untilSignal(() => held() > before || undefined)
  yield* showSnack(message(symbol))
})

/** Flow: selects the token to buy or the currency to pay with, and goes back one view, or to OnRampProviders if there is none. */
export const chooseCurrency = Effect.fn("chooseCurrency")(function* (kind: "purchase" | "payment", id: string) {
  const { purchaseId, paymentId } = yield* slicesOf(onramp)
  if (kind === "purchase") purchaseId.value = id
  else paymentId.value = id
  yield* Router.change((stack) => (stack.length > 1 ? stack.slice(0, -1) : [{ name: "OnRampProviders" }]))
})

/** Requests the URL of the seller's page for a quote. Fails like `openOnramp`, except with PopupBlocked. */
const widget = Effect.fnUntraced(function* ({ estimate, of }: OnrampQuote) {
  if (!Array.isArray(of?.purchaseCurrency?.networks)) return yield* Effect.fail(invalidInput("quote", of, "quote.of"))
  const network = yield* offered
  const { core } = yield* CurrentModal
  const address = core.address.peek()
  if (estimate) return yield* Effect.fail(new QuoteIsEstimate())
  if (address === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  // A quote for another network would deliver there, perhaps to an address that does not exist on it.
  const delivery = yield* deliveryOf(of.purchaseCurrency, network)
  if (delivery?.name !== of.network) return yield* Effect.fail(new OnrampNotOffered())
  const { options } = yield* CurrentModal
  const { onrampUrlEndpoint } = yield* rows
  return yield* (yield* Api).call(onrampUrlEndpoint, { ...of, address, partnerUserId: options.projectId })
})

/** Returns the network on which a token is delivered to the active account, or `undefined` if there is none. */
const deliveryOf = Effect.fnUntraced(function* (currency: PurchaseCurrency, network: Network) {
  const here = deliveredOn(currency, network, true)
  return here ?? deliveredOn(currency, network, yield* readIsContract(network))
})

/**
 * Returns whether the active account is a contract, and records it for the views if it could be read. An account that cannot be read is
 * returned as a contract, because tokens bought for a contract on another network are lost.
 */
const readIsContract = Effect.fnUntraced(function* (network: Network) {
  const { core } = yield* CurrentModal
  const { isContract } = yield* slicesOf(onramp)
  const address = core.address.peek()
  if (address === undefined) return false
  const read = Effect.gen(function* () {
    if (isSmartAccount(core.connection.peek())) return true
    const { transfers } = yield* (yield* Chains).get(network.chainNamespace)
    return transfers ? (yield* transfers.receiver({ network, address })).program : false
  })
  const show = (found: boolean) =>
    Effect.sync(() => {
      if (core.address.peek() === address) isContract.value = found
    })
  return yield* Effect.orElseSucceed(Effect.tap(read, show), () => true)
})

/**
 * Returns the active network if the on-ramp is available on it, in the visitor's region and on this site. Otherwise, fails with
 * OnrampNotOffered.
 */
const offered = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { timezone } = yield* slicesOf(region)
  const network = core.network.peek()
  const input = {
    network,
    local: core.features.peek(),
    remote: core.remoteFeatures.peek(),
    timezone: timezone.peek() || (yield* Browser).platform.timezone,
  }
  return network && isPossible("onramp", input) ? network : yield* Effect.fail(new OnrampNotOffered())
})

/** Fails with OnrampNotOffered if the service does not support the active network. */
const served = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { served: known } = yield* slicesOf(project)
  const network = core.network.peek()
  if (!network || !isServed(network.caipNetworkId, known.peek())) return yield* Effect.fail(new OnrampNotOffered())
})

const rows = Effect.tryPromise({
  try: () => import("./endpoints.ts"),
  catch: (cause) => new OnrampFailed({ cause: new UnknownFailure({ cause }) }),
})

const named = <A extends { readonly id: string; readonly symbol?: string }>(
  all: readonly A[],
  name: string | undefined,
) => all.find(({ id }) => id === name) ?? all.find(({ symbol }) => name !== undefined && symbol === name)

const isOther = ({ id, symbol }: { readonly id: string; readonly symbol?: string }, name: string | undefined) =>
  name !== undefined && id !== name && symbol !== name
