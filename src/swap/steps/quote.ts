import * as Effect from "effect/Effect"
import { Api } from "../../../services/Api.ts"
import { fetchBalances } from "../../balances/operations.ts"
import { canBatch } from "../../capabilities/steps/callBatch.ts"
import { currentPaymaster } from "../../capabilities/steps/walletCapabilities.ts"
import { formatUnits, tokenValue, toUnits } from "../../core/amounts.ts"
import { IncorrectAmount, QuoteChanged, SwapFailed, SwapNotBuilt } from "../../errors/index.ts"
import { namespaceTable } from "../../namespaces/model/namespaceTable.ts"
import { caches } from "../../persistence/caches.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { swap as limits } from "../limits.ts"
import { isAllowanceEnough } from "../model/approval.ts"
import { afterSlippage, isWorse, type SwapQuote, type SwapToken } from "../model/quote.ts"
import { contractOf, isNative } from "../model/tokens.ts"
import { checkGasPrice, endpoints, swapContext } from "./context.ts"

/** Lists the tokens that can be swapped on the active network, with the account's balance of each if it can be read. */
export const swapTokens = Effect.fn("swapTokens")(function* () {
  const { network } = yield* swapContext
  const { swapTokensEndpoint } = yield* endpoints
  const api = yield* Api
  const [{ tokens }, held] = yield* Effect.all(
    [
      api.call(swapTokensEndpoint, { chainId: network.caipNetworkId }),
      Effect.orElseSucceed(fetchBalances(), () => undefined),
    ],
    { concurrency: "unbounded" },
  )
  return tokens
    .filter(({ address }) => address.startsWith(`${network.caipNetworkId}:`))
    .map((token): SwapToken => {
      const mine = held?.find(({ address, quantity }) =>
        isNative(token)
          ? address === undefined
          : contractOf(address ?? "") === contractOf(token.address) && Number(quantity.decimals) === token.decimals,
      )
      return {
        address: token.address,
        symbol: token.symbol,
        name: token.name,
        decimals: token.decimals,
        logoUri: token.logoUri || (mine?.iconUrl ?? ""),
        quantity: held && (mine?.quantity.numeric ?? "0"),
        price: mine?.price ?? 0,
      }
    })
})

/**
 * Requests a new quote. Fails with QuoteChanged if it is noticeably worse for the visitor, with SwapNotBuilt if another account or network
 * is active by now, and otherwise like `quoteSwap`.
 */
export const renewQuote = Effect.fnUntraced(function* (quote: SwapQuote) {
  const { network, account } = yield* swapContext
  if (network.caipNetworkId !== quote.network || account !== quote.account)
    return yield* Effect.fail(new SwapNotBuilt())
  const now = yield* requestQuote(quote.from, quote.to, quote.fromAmount)
  if (isWorse(quote.toAmount, now.toAmount, quote.to.decimals)) return yield* Effect.fail(new QuoteChanged(now))
  return now
})

export const requestQuote = Effect.fnUntraced(function* (from: SwapToken, to: SwapToken, amount: string) {
  const { network, account } = yield* swapContext
  const api = yield* Api
  const { swapQuotesEndpoint, gasPriceEndpoint } = yield* endpoints
  const units = toUnits(amount, from.decimals)
  if (units === undefined || units === 0n) return yield* Effect.fail(new IncorrectAmount())

  const native = `${network.caipNetworkId}:${namespaceTable.eip155.nativeToken}`
  const { standard: gasPrice } = yield* api.call(gasPriceEndpoint, { chainId: network.caipNetworkId })
  yield* checkGasPrice(BigInt(gasPrice))
  const [{ quotes }, prices, allowed] = yield* Effect.all(
    [
      api.call(swapQuotesEndpoint, {
        amount: String(units),
        userAddress: account,
        from: from.address,
        to: to.address,
        gasPrice,
      }),
      pricesOf([from.address, to.address, native]),
      isApproved({ from, account, fromAmount: amount }),
    ],
    { concurrency: "unbounded" },
  )
  const [best] = quotes
  if (!best || BigInt(best.toAmount) === 0n) return yield* Effect.fail(new SwapFailed())

  const priceOf = ({ address, price }: Pick<SwapToken, "address" | "price">) => prices.get(contractOf(address)) ?? price
  const sponsored = (allowed || (yield* canBatch)) && (yield* currentPaymaster) !== undefined
  const gained = BigInt(best.toAmount)
  const paid = tokenValue(units, from.decimals, priceOf(from))
  const got = tokenValue(gained, to.decimals, priceOf(to))
  const places = 18
  const quote: SwapQuote = {
    network: network.caipNetworkId,
    account,
    from: { ...from, price: priceOf(from) },
    to: { ...to, price: priceOf(to) },
    fromAmount: formatUnits(units, from.decimals),
    toAmount: formatUnits(gained, to.decimals),
    minimum: formatUnits(afterSlippage(gained), to.decimals),
    rate: formatUnits((units * 10n ** BigInt(places + to.decimals)) / (gained * 10n ** BigInt(from.decimals)), places),
    priceImpact: Number(paid) > 0 && Number(got) > 0 ? Math.max(0, (1 - Number(got) / Number(paid)) * 100) : undefined,
    providerFee: tokenValue(units, from.decimals, (priceOf(from) * limits.providerFeePercent) / 100),
    ...(sponsored && { sponsored }),
    networkFee: tokenValue(
      sponsored ? 0n : BigInt(gasPrice) * BigInt(limits.gasFallback),
      network.nativeCurrency.decimals,
      priceOf({ address: native, price: 0 }),
    ),
    needsApproval: !allowed,
  }
  return quote
})

export const isApproved = Effect.fnUntraced(function* ({
  from,
  account,
  fromAmount,
}: Pick<SwapQuote, "from" | "account" | "fromAmount">) {
  if (isNative(from)) return true
  const { allowanceEndpoint } = yield* endpoints
  const { allowance } = yield* (yield* Api).call(allowanceEndpoint, {
    tokenAddress: from.address,
    userAddress: account,
  })
  return isAllowanceEnough(BigInt(allowance), toUnits(fromAmount, from.decimals) ?? 0n)
})

/** Returns the US dollar price of each token by contract, from the cache or else from the provider. Omits tokens whose price is unknown. */
const pricesOf = Effect.fnUntraced(function* (addresses: readonly string[]) {
  const { options } = yield* CurrentModal
  const known = new Map<string, number>()
  for (const address of addresses) {
    const price = yield* caches.tokenPrice.get(address.toLowerCase())
    if (price !== undefined) known.set(contractOf(address), price)
  }
  const missing = addresses.filter((address) => !known.has(contractOf(address)))
  if (missing.length === 0) return known

  const { pricesEndpoint } = yield* endpoints
  const request = (yield* Api).call(pricesEndpoint, { projectId: options.projectId, addresses: missing })
  const { fungibles } = yield* Effect.orElseSucceed(request, () => ({ fungibles: [] }))
  for (const address of missing) {
    const found = fungibles.find((one) => one.address !== undefined && contractOf(one.address) === contractOf(address))
    if (!found) continue
    known.set(contractOf(address), found.price)
    yield* caches.tokenPrice.set(found.price, address.toLowerCase())
  }
  return known
})
