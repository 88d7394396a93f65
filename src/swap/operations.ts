import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Chains, type ContractCall } from "../../services/Chains.ts"
import { Rpc } from "../../services/Rpc.ts"
import { isPossible } from "../account/model/actions.ts"
import { fetchBalances } from "../balances/operations.ts"
import { canBatch, sendCallBatch } from "../capabilities/steps/callBatch.ts"
import { pollUntil } from "../capabilities/steps/pollUntil.ts"
import { currentPaymaster } from "../capabilities/steps/walletCapabilities.ts"
import { tokenValue, toUnits } from "../core/amounts.ts"
import { formatUnits } from "../core/format.ts"
import { swap as limits } from "../core/limits.ts"
import { asTransaction } from "../embedded/steps/transactionStack.ts"
import {
  ApprovalNotBuilt,
  IncorrectAmount,
  NoActiveCaipAddress,
  QuoteChanged,
  SendUnclear,
  SwapFailed,
  SwapNotBuilt,
  SwapNotSupported,
  SwapTransactionFailed,
  SwapUnsettled,
  UnknownFailure,
} from "../errors/index.ts"
import { namespaceTable } from "../namespaces/model/namespaces.ts"
import { region } from "../onramp/opening/state.ts"
import { invalidInput } from "../options/guards.ts"
import { isServed } from "../options/providerNetworks.ts"
import { caches } from "../persistence/caches.ts"
import { project } from "../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { withWalletPrompt } from "../runtime/dialogDemotion.ts"
import { prompt } from "../runtime/prompt.ts"
import { feeProblem } from "../send/model/fees.ts"
import type { SentTransfer, TrackedTransfer, TransferOutcome } from "../send/model/transfer.ts"
import { markReported, recordSwap, recordUnresolved } from "../send/steps/outcomes.ts"
import {
  afterSlippage,
  approval,
  contractOf,
  isAllowanceEnough,
  isNative,
  isWorse,
  leastOf,
  quoteProblem,
  readApproval,
  type SwapQuote,
  type SwapToken,
} from "./model.ts"

/** Lists the tokens that can be swapped on the active network, with the account's balance of each. */
export const swapTokens = Effect.fn("swapTokens")(function* () {
  const { network } = yield* here
  const { swapTokensEndpoint } = yield* rows
  const api = yield* Api
  const [{ tokens }, held] = yield* Effect.all(
    [api.call(swapTokensEndpoint, { chainId: network.caipNetworkId }), Effect.orElseSucceed(fetchBalances(), () => [])],
    { concurrency: "unbounded" },
  )
  return tokens
    .filter(({ address }) => address.startsWith(`${network.caipNetworkId}:`))
    .map((token): SwapToken => {
      const mine = held.find(({ address, symbol, quantity }) =>
        isNative(token)
          ? address === undefined && symbol === network.nativeCurrency.symbol
          : contractOf(address ?? "") === contractOf(token.address) && Number(quantity.decimals) === token.decimals,
      )
      return {
        address: token.address,
        symbol: token.symbol,
        name: token.name,
        decimals: token.decimals,
        logoUri: token.logoUri || (mine?.iconUrl ?? ""),
        quantity: mine?.quantity.numeric ?? "0",
        price: mine?.price ?? 0,
      }
    })
})

/** Input of `quoteSwap`: two tokens by CAIP-10 ID, contract or symbol, and a decimal amount of the first. */
export interface QuoteSwap {
  readonly fromToken: string
  readonly toToken: string
  readonly amount: string
}

/** Operation: quotes a swap. Fails with InvalidInput if a token does not exist. */
export const quoteSwap = Effect.fn("quoteSwap")(function* ({ fromToken, toToken, amount }: QuoteSwap) {
  const tokens = yield* swapTokens()
  const from = tokenOf(tokens, fromToken)
  const to = tokenOf(tokens, toToken)
  if (!from) return yield* Effect.fail(invalidInput("token", fromToken, "fromToken"))
  if (!to || to === from) return yield* Effect.fail(invalidInput("another token", toToken, "toToken"))
  return yield* quoted(from, to, amount)
})

/** A confirmed swap, and the hashes of the approvals sent before it. */
export interface SwapDone {
  /** Transaction hash, or the bundle ID if the wallet reports no transaction for a bundle (EIP-5792). */
  readonly hash: string
  readonly approvals: readonly string[]
}

/**
 * Operation: executes a swap as quoted. Returns once the network has confirmed it. If the quote needs an approval, approves exactly
 * the amount first, or in one bundle with the swap if the wallet supports that (EIP-5792). Never approves otherwise. Checks every
 * transaction against the quote before the wallet sees it. Fails with QuoteChanged if the price got worse, or if an approval is
 * needed that the quote does not mention. If the site pays the network fee (`sponsored`), approval and swap are sent as a bundle.
 * If the wallet does not support that after all, nothing is sent, and QuoteChanged has the quote with its fee.
 */
export const swap = Effect.fn("swap")(function* ({ quote }: { readonly quote: SwapQuote }) {
  yield* sound(quote)
  const now = yield* renewed(quote)
  if ((now.needsApproval && !quote.needsApproval) || (quote.sponsored && !now.sponsored))
    return yield* Effect.fail(new QuoteChanged(now))
  const least = leastOf(quote)
  if (now.needsApproval || quote.sponsored) {
    const whole = yield* exchangedTogether(now, least, quote.sponsored)
    if (whole) return whole
    if (quote.sponsored) return yield* Effect.fail(new QuoteChanged(yield* quoted(now.from, now.to, now.fromAmount)))
  }
  if (!now.needsApproval) return { ...(yield* exchange(now, least)), approvals: [] } satisfies SwapDone
  const { approvals: calls } = yield* checked(now, least)
  const approvals = yield* Effect.forEach(calls, (call) => carriedOut(now, call))
  // An approval takes time, so the price may have changed.
  return { ...(yield* exchange(yield* renewed(quote), least)), approvals } satisfies SwapDone
})

/**
 * Operation: approves exactly the swap's amount for the exchange. The allowance of tokens such as USDT, which reject raising an
 * existing one, is reset to zero first.
 */
export const approveSwap = Effect.fn("approveSwap")(function* ({ quote }: { readonly quote: SwapQuote }) {
  yield* sound(quote)
  const { approvals } = yield* checked({ ...quote, needsApproval: true }, leastOf(quote))
  const hashes = yield* Effect.forEach(approvals, (call) => carriedOut(quote, call))
  return { hashes }
})

const sound = (quote: SwapQuote) => {
  const problem = quoteProblem(quote)
  return problem ? Effect.fail(problem) : Effect.void
}

/** Approval calls that let an exchange take exactly the swap's amount. */
const approvalsOf = Effect.fnUntraced(function* (quote: SwapQuote, spender: string) {
  const { from, account } = quote
  const units = unitsOf(quote)
  const allow = (most: bigint): ContractCall => ({
    to: contractOf(from.address),
    data: approval(spender, most),
    value: 0n,
  })
  const refused = (most: bigint) => isRefused(account, allow(most))
  const steps = (yield* refused(units)) && !(yield* refused(0n)) ? [0n, units] : [units]
  return steps.map(allow)
})

/** Fails unless the approval that the exchange requests is for itself, of the token paid with, and high enough. */
const approvable = Effect.fnUntraced(function* (quote: SwapQuote, spender: string) {
  const { from, to, account } = quote
  const api = yield* Api
  const { buildApproveEndpoint } = yield* rows
  const { tx } = yield* api.call(buildApproveEndpoint, { userAddress: account, from: from.address, to: to.address })
  const asked = readApproval(tx.data)
  if (contractOf(tx.to) !== contractOf(from.address) || asked?.spender !== spender || asked.units < unitsOf(quote))
    return yield* Effect.fail(new ApprovalNotBuilt())
})

/**
 * Sends the swap, and the approval if it needs one, as one bundle. Returns `undefined`, with nothing sent, if the wallet cannot do
 * that. `sponsored`: the visitor was shown that the site pays the network fee.
 */
const exchangedTogether = Effect.fnUntraced(function* (
  quote: SwapQuote,
  least: bigint,
  sponsored: boolean | undefined,
) {
  const { core } = yield* CurrentModal
  const { network, connection, account } = yield* here
  if (network.caipNetworkId !== quote.network || account !== quote.account)
    return yield* Effect.fail(new SwapNotBuilt())
  if (quote.needsApproval && !(yield* canBatch)) return undefined
  const paymaster = sponsored && (yield* currentPaymaster)
  if (sponsored && !paymaster) return undefined
  const { approvals, call: swapping } = yield* checked(quote, least)
  const calls = [...approvals, swapping]
  if (core.address.peek()?.toLowerCase() !== contractOf(account)) return yield* Effect.fail(new SwapNotBuilt())
  const from = account.slice(account.lastIndexOf(":") + 1)
  const { connectorId } = connection
  const left = (id: string) =>
    Effect.flatMap(leaving(quote, swapping, connectorId, id), (one) => recordSwap({ ...one, bundle: true }))
  const said = yield* Effect.mapError(
    sendCallBatch(
      { connectorId, network, from, calls, ...(paymaster && { capabilities: { paymasterService: paymaster } }) },
      left,
    ),
    unsent,
  )
  if (!said) return undefined
  const { id, is, hash } = said
  const named = hash === undefined ? {} : { hash }
  if (is === "pending") {
    yield* recordUnresolved(id)
    return yield* Effect.fail(new SwapUnsettled())
  }
  if (is !== "confirmed") {
    yield* markReported(id, is === "partly" ? { is: "different" } : { is: "failed", ...named })
    return yield* Effect.fail(new SwapTransactionFailed())
  }
  yield* markReported(id, { is, settled: true, ...named })
  return { hash: hash ?? id, approvals: [] } satisfies SwapDone
})

/** Error for a call that the wallet did not send. Passes SendUnclear through. */
const unsent = (cause: unknown) => (cause instanceof SendUnclear ? cause : new SwapTransactionFailed({ cause }))

/** Whether the network's node expects a call to revert. */
const isRefused = Effect.fnUntraced(function* (account: string, { to, data }: ContractCall) {
  const { network } = yield* here
  const rpc = yield* Rpc
  const asked = rpc.request({
    network,
    method: "eth_call",
    params: [{ from: contractOf(account), to, data }, "latest"],
  })
  return yield* Effect.match(asked, { onSuccess: () => false, onFailure: () => true })
})

/** Requests a new quote. Fails if it is worse for the visitor. */
const renewed = Effect.fnUntraced(function* (quote: SwapQuote) {
  const { network, account } = yield* here
  if (network.caipNetworkId !== quote.network || account !== quote.account)
    return yield* Effect.fail(new SwapNotBuilt())
  const now = yield* quoted(quote.from, quote.to, quote.fromAmount)
  if (isWorse(quote.toAmount, now.toAmount, quote.to.decimals)) return yield* Effect.fail(new QuoteChanged(now))
  return now
})

/** Executes the swap itself. Checks the allowance before prompting, because it may have shrunk since the quote. */
const exchange = Effect.fnUntraced(function* (quote: SwapQuote, least: bigint) {
  if (!(yield* isAllowed(quote))) return yield* Effect.fail(new QuoteChanged({ ...quote, needsApproval: true }))
  const { call } = yield* checked({ ...quote, needsApproval: false }, least)
  return { hash: yield* carriedOut(quote, call, true) }
})

/**
 * Returns the swap's call and the approvals before it. Fails unless they do what the visitor was shown, with `least` as the minimum
 * received. Every swap call that reaches a wallet comes from here.
 */
const checked = Effect.fnUntraced(function* (quote: SwapQuote, least: bigint) {
  const { account, from, to } = quote
  const { network } = yield* here
  const { swapping } = yield* (yield* Chains).get("eip155")
  if (!swapping) return yield* Effect.fail(new SwapNotSupported())
  const built = yield* builtFor(quote)
  const approvals = quote.needsApproval ? yield* approvalsOf(quote, built.to) : []
  const call = yield* swapping.check({
    network,
    from: contractOf(account),
    approvals,
    call: built,
    given: { address: contractOf(from.address), units: unitsOf(quote) },
    wanted: { address: contractOf(to.address), units: least },
    held: yield* valuables,
  })
  if (quote.needsApproval) yield* approvable(quote, call.to)
  return { approvals, call }
})

/** Contracts of the account's tokens that have a value, as far as its balances are known. */
const valuables = Effect.gen(function* () {
  const { network } = yield* here
  const held = yield* Effect.orElseSucceed(fetchBalances(), () => [])
  return held
    .flatMap(({ chainId, address, value = 0 }) =>
      chainId === network.caipNetworkId && address !== undefined && value > 0 ? [contractOf(address)] : [],
    )
    .slice(0, limits.watched)
})

/** Requests the exchange's call and checks the response against the quote. */
const builtFor = Effect.fnUntraced(function* (quote: SwapQuote) {
  const { options } = yield* CurrentModal
  const api = yield* Api
  const { buildTransactionEndpoint } = yield* rows
  const { from, to, account } = quote
  yield* asOnChain(quote)
  const { tx } = yield* api.call(buildTransactionEndpoint, {
    projectId: options.projectId,
    amount: String(unitsOf(quote)),
    from: from.address,
    to: to.address,
    userAddress: account,
  })
  const target = contractOf(tx.to)
  const isOurs =
    tx.to.startsWith(`${quote.network}:`) &&
    contractOf(tx.from) === contractOf(account) &&
    // A call to either token itself would be a transfer or an approval.
    ![contractOf(from.address), contractOf(to.address), contractOf(account)].includes(target) &&
    (!isNative(from) || BigInt(tx.amount) === unitsOf(quote)) &&
    tx.data.length > selectorLength
  if (!isOurs) return yield* Effect.fail(new SwapNotBuilt())
  yield* payable(BigInt(tx.eip155?.gasPrice ?? 0n))
  return { to: target, data: tx.data, value: isNative(from) ? unitsOf(quote) : 0n } satisfies ContractCall
})

/** Checks a gas price against the fee rules (section 5). The wallet sets the fees, so there is no priority fee to check. */
const payable = Effect.fnUntraced(function* (maxFeePerGas: bigint) {
  const { network } = yield* here
  const problem = feeProblem({ chainId: Number(network.id), maxFeePerGas, maxPriorityFeePerGas: 0n })
  if (problem) return yield* Effect.fail(problem)
})

/**
 * Checks the decimals of both tokens on chain. With wrong ones, other amounts would be signed than were shown, so the token list is
 * not trusted.
 */
const asOnChain = Effect.fnUntraced(
  function* ({ from, to }: SwapQuote) {
    const { network } = yield* here
    const { transfers } = yield* (yield* Chains).get("eip155")
    for (const token of [from, to]) {
      const known = isNative(token)
        ? network.nativeCurrency
        : yield* transfers?.token({ network, address: contractOf(token.address) }) ??
            Effect.fail(new SwapNotSupported())
      if (known.decimals !== token.decimals) return yield* Effect.fail(new SwapNotBuilt())
    }
  },
  Effect.mapError((cause) => (cause instanceof SwapNotBuilt ? cause : new SwapNotBuilt({ cause }))),
)

/**
 * Sends a transaction and waits until it is confirmed. Concurrent calls share one prompt. Returns the hash. With `noted`, records
 * the swap, so its outcome is reported even if the page closes.
 */
const carriedOut = Effect.fnUntraced(function* (quote: SwapQuote, call: ContractCall, noted = false) {
  const { network: on, account } = quote
  const { core } = yield* CurrentModal
  const { network, connection } = yield* here
  if (network.caipNetworkId !== on) return yield* Effect.fail(new SwapNotBuilt())
  const { sendTransaction: send, transfers } = yield* (yield* Chains).get("eip155")
  if (!send || !transfers) return yield* Effect.fail(new SwapNotSupported())
  const from = contractOf(account)
  if (core.address.peek()?.toLowerCase() !== from) return yield* Effect.fail(new SwapNotBuilt())

  const { connectorId } = connection
  const id = yield* prompt(`swap:${connectorId}:${JSON.stringify({ ...call, value: String(call.value) })}`, {
    ask: asTransaction(
      withWalletPrompt(
        connectorId,
        Effect.mapError(
          send({ connectorId, network, from: account.slice(account.lastIndexOf(":") + 1), ...call }),
          unsent,
        ),
      ),
    ).pipe(
      Effect.tap((id) => (noted ? Effect.flatMap(leaving(quote, call, connectorId, id), recordSwap) : Effect.void)),
    ),
    after: () => Effect.void,
    late: (id) => (noted ? recordUnresolved(id) : Effect.void),
  })
  let watched: TrackedTransfer = { ...(yield* leaving(quote, call, connectorId, id)), network }
  const asked = Effect.suspend(() => transfers.outcome(watched)).pipe(
    Effect.orElseSucceed((): TransferOutcome => ({ is: "pending" })),
    // The nonce finds the transaction if the wallet resends it with a higher fee.
    Effect.tap((now) =>
      Effect.sync(() => {
        if (now.is === "pending" && now.nonce !== undefined) watched = { ...watched, nonce: now.nonce }
      }),
    ),
  )
  const outcome = yield* pollUntil(asked, limits.receipt.every, ({ is }) => is !== "pending").pipe(
    Effect.timeoutOrElse({
      duration: limits.receipt.wait,
      orElse: () => Effect.succeed<TransferOutcome>({ is: "pending" }),
    }),
    Effect.onInterrupt(() => (noted ? recordUnresolved(id, watched.nonce) : Effect.void)),
  )
  if (noted) yield* outcome.is === "pending" ? recordUnresolved(id, watched.nonce) : markReported(id, outcome)
  if (outcome.is === "confirmed") return outcome.hash ?? id
  return yield* Effect.fail(outcome.is === "pending" ? new SwapUnsettled() : new SwapTransactionFailed())
})

/** A swap, or an approval before it, as tracked until its outcome is known. */
const leaving = Effect.fnUntraced(function* (
  quote: SwapQuote,
  { to: exchange, data, value }: ContractCall,
  connectorId: string,
  id: string,
) {
  const { network, account, from, to, fromAmount, toAmount } = quote
  const picture = (token: SwapToken) => (token.logoUri ? { iconUrl: token.logoUri } : {})
  return {
    id,
    connectorId,
    network,
    from: account.slice(account.lastIndexOf(":") + 1),
    to: exchange,
    amount: fromAmount,
    symbol: from.symbol,
    ...picture(from),
    ...(!isNative(from) && { token: contractOf(from.address) }),
    units: String(unitsOf(quote)),
    at: yield* Clock.currentTimeMillis,
    status: "pending",
    swap: {
      amount: toAmount,
      symbol: to.symbol,
      ...picture(to),
      ...(!isNative(to) && { token: contractOf(to.address) }),
      data,
      value: String(value),
    },
  } satisfies SentTransfer
})

const quoted = Effect.fnUntraced(function* (from: SwapToken, to: SwapToken, amount: string) {
  const { network, account } = yield* here
  const api = yield* Api
  const { swapQuotesEndpoint, gasPriceEndpoint } = yield* rows
  const units = toUnits(amount, from.decimals)
  if (units === undefined || units === 0n) return yield* Effect.fail(new IncorrectAmount())

  const native = `${network.caipNetworkId}:${namespaceTable.eip155.nativeToken}`
  const { standard: gasPrice } = yield* api.call(gasPriceEndpoint, { chainId: network.caipNetworkId })
  yield* payable(BigInt(gasPrice))
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
      isAllowed({ from, account, fromAmount: amount }),
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

const isAllowed = Effect.fnUntraced(function* ({
  from,
  account,
  fromAmount,
}: Pick<SwapQuote, "from" | "account" | "fromAmount">) {
  if (isNative(from)) return true
  const { allowanceEndpoint } = yield* rows
  const { allowance } = yield* (yield* Api).call(allowanceEndpoint, {
    tokenAddress: from.address,
    userAddress: account,
  })
  return isAllowanceEnough(BigInt(allowance), toUnits(fromAmount, from.decimals) ?? 0n)
})

const unitsOf = ({ from, fromAmount }: Pick<SwapQuote, "from" | "fromAmount">) =>
  toUnits(fromAmount, from.decimals) ?? 0n

/** Active account and network. Fails if swaps are not available on the network. */
const here = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { timezone } = yield* slicesOf(region)
  const { served } = yield* slicesOf(project)
  const network = core.network.peek()
  const connection = core.connection.peek()
  const address = core.address.peek()
  const local = core.features.peek()
  const remote = core.remoteFeatures.peek()
  if (!network || !isPossible("swaps", { network, local, remote, timezone: timezone.peek() }))
    return yield* Effect.fail(new SwapNotSupported())
  if (!isServed(network.caipNetworkId, served.peek())) return yield* Effect.fail(new SwapNotSupported())
  if (!connection || address === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  return { network, connection, account: `${network.caipNetworkId}:${address}` }
})

const tokenOf = (tokens: readonly SwapToken[], name: string) =>
  tokens.find(({ address }) => address === name || contractOf(address) === String(name).toLowerCase()) ??
  tokens.find(({ symbol }) => symbol === name)

/** US dollar price of each token by contract, from the cache or else from the provider. Omits tokens without a price. */
const pricesOf = Effect.fnUntraced(function* (addresses: readonly string[]) {
  const { options } = yield* CurrentModal
  const known = new Map<string, number>()
  for (const address of addresses) {
    const price = yield* caches.tokenPrice.get(address.toLowerCase())
    if (price !== undefined) known.set(contractOf(address), price)
  }
  const missing = addresses.filter((address) => !known.has(contractOf(address)))
  if (missing.length === 0) return known

  const { pricesEndpoint } = yield* rows
  const asked = (yield* Api).call(pricesEndpoint, { projectId: options.projectId, addresses: missing })
  const { fungibles } = yield* Effect.orElseSucceed(asked, () => ({ fungibles: [] }))
  for (const address of missing) {
    const found = fungibles.find((one) => one.address !== undefined && contractOf(one.address) === contractOf(address))
    if (!found) continue
    known.set(contractOf(address), found.price)
    yield* caches.tokenPrice.set(found.price, address.toLowerCase())
  }
  return known
})

const rows = Effect.tryPromise({
  try: () => import("./endpoints.ts"),
  catch: (cause) => new SwapFailed({ cause: new UnknownFailure({ cause }) }),
})

/** Characters in `0x` and four bytes of hex. */
const selectorLength = 10
