import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Api } from "../../services/Api.ts"
import { Chains, type ContractCall } from "../../services/Chains.ts"
import { Rpc } from "../../services/Rpc.ts"
import { caches } from "../caches.ts"
import { isPossible } from "../domain/actions.ts"
import { toUnits, worth } from "../domain/amounts.ts"
import { namespaces } from "../domain/capabilities.ts"
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
} from "../domain/errors.ts"
import { feeProblem } from "../domain/fees.ts"
import { formatUnits } from "../domain/format.ts"
import { expected } from "../domain/input.ts"
import { swap as limits } from "../domain/limits.ts"
import { isServed } from "../domain/rpcNetworks.ts"
import type { Outcome, SentTransfer, Watched } from "../domain/send.ts"
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
} from "../domain/swap.ts"
import { Modal, use } from "../modal.ts"
import { polled } from "../polled.ts"
import { prompt } from "../prompt.ts"
import { place } from "../state/place.ts"
import { project } from "../state/project.ts"
import { sponsor } from "./abilities.ts"
import { fetchBalances } from "./balances.ts"
import { canTogether, together } from "./calls.ts"
import { whileAsking } from "./inFront.ts"
import { noteSwap, noteTold, noteUnknown } from "./sends.ts"
import { stacked } from "./transactions.ts"

/** The tokens that can be swapped on the network in use, with what the account has of each. Fails with SwapFailed, SwapNotSupported. */
export const swapTokens = Effect.fn("swapTokens")(function* () {
  const { network } = yield* here
  const { swapTokensRow } = yield* rows
  const api = yield* Api
  const [{ tokens }, held] = yield* Effect.all(
    [api.call(swapTokensRow, { chainId: network.caipNetworkId }), Effect.orElseSucceed(fetchBalances(), () => [])],
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

/** What `quoteSwap` is asked: two tokens by CAIP-10 id, contract or symbol, and an amount of the first, a decimal text. */
export interface QuoteSwap {
  readonly fromToken: string
  readonly toToken: string
  readonly amount: string
}

/** Operation: what a swap comes to. Fails with SwapNotSupported, GasPriceNotSupported, SwapFailed, AllowanceFailed, IncorrectAmount, and with InvalidInput for a token that there is not. */
export const quoteSwap = Effect.fn("quoteSwap")(function* ({ fromToken, toToken, amount }: QuoteSwap) {
  const tokens = yield* swapTokens()
  const from = tokenOf(tokens, fromToken)
  const to = tokenOf(tokens, toToken)
  if (!from) return yield* Effect.fail(expected("token", fromToken, "fromToken"))
  if (!to || to === from) return yield* Effect.fail(expected("another token", toToken, "toToken"))
  return yield* quoted(from, to, amount)
})

/** A swap that the chain has carried out, and the approvals that went before it: none where the exchange could take the token already. */
export interface SwapDone {
  /** Of a bundle (EIP-5792) whose wallet names no transaction, the bundle's id. */
  readonly hash: string
  readonly approvals: readonly string[]
}

/**
 * Operation: swap as it was quoted. Where the quote says that it needs an approval, the token is approved first, for just the amount, or in one
 * go with the swap where the wallet can do that (EIP-5792); a quote that says nothing of one approves nothing. All transactions are held against the quote before the wallet sees them. Answers once the chain
 * has carried it out. Fails with QuoteChanged where the price is worse by now or an approval is needed that the quote does not tell of,
 * and as `quoteSwap` and `approveSwap` do. Where the site pays the network (`sponsored`), approval and swap leave as a bundle; where the wallet does not let it
 * after all, nothing leaves, and QuoteChanged has the quote with its fee.
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
  // An approval takes its time: the price may be another by now.
  return { ...(yield* exchange(yield* renewed(quote), least)), approvals } satisfies SwapDone
})

/**
 * Operation: let the exchange take as much of the token as the swap takes. A token like USDT, which lets nobody raise what somebody may take
 * already, is brought to zero first. Fails with ApprovalNotBuilt, SwapTransactionFailed.
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

/** The approvals that let an exchange take what the swap takes, and no more. */
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

/** Fails unless the approval that the exchange asks for is for itself, of the token that is paid with, and enough. */
const approvable = Effect.fnUntraced(function* (quote: SwapQuote, spender: string) {
  const { from, to, account } = quote
  const api = yield* Api
  const { buildApproveRow } = yield* rows
  const { tx } = yield* api.call(buildApproveRow, { userAddress: account, from: from.address, to: to.address })
  const asked = readApproval(tx.data)
  if (contractOf(tx.to) !== contractOf(from.address) || asked?.spender !== spender || asked.units < unitsOf(quote))
    return yield* Effect.fail(new ApprovalNotBuilt())
})

/**
 * Approval, where it needs one, and swap in one go, where the wallet can; nothing where it cannot, and nothing has left then. `sponsored`:
 * the visitor was shown that the site pays the network.
 */
const exchangedTogether = Effect.fnUntraced(function* (
  quote: SwapQuote,
  least: bigint,
  sponsored: boolean | undefined,
) {
  const { core } = yield* Modal
  const { network, connection, account } = yield* here
  if (network.caipNetworkId !== quote.network || account !== quote.account)
    return yield* Effect.fail(new SwapNotBuilt())
  if (quote.needsApproval && !(yield* canTogether)) return undefined
  const paymaster = sponsored && (yield* sponsor)
  if (sponsored && !paymaster) return undefined
  const { approvals, call: swapping } = yield* checked(quote, least)
  const calls = [...approvals, swapping]
  if (core.address.peek()?.toLowerCase() !== contractOf(account)) return yield* Effect.fail(new SwapNotBuilt())
  const from = account.slice(account.lastIndexOf(":") + 1)
  const { connectorId } = connection
  const left = (id: string) =>
    Effect.flatMap(leaving(quote, swapping, connectorId, id), (one) => noteSwap({ ...one, bundle: true }))
  const said = yield* Effect.mapError(
    together(
      { connectorId, network, from, calls, ...(paymaster && { capabilities: { paymasterService: paymaster } }) },
      left,
    ),
    unsent,
  )
  if (!said) return undefined
  const { id, is, hash } = said
  const named = hash === undefined ? {} : { hash }
  if (is === "pending") {
    yield* noteUnknown(id)
    return yield* Effect.fail(new SwapUnsettled())
  }
  if (is !== "confirmed") {
    yield* noteTold(id, is === "partly" ? { is: "different" } : { is: "failed", ...named })
    return yield* Effect.fail(new SwapTransactionFailed())
  }
  yield* noteTold(id, { is, settled: true, ...named })
  return { hash: hash ?? id, approvals: [] } satisfies SwapDone
})

/** Why the wallet sent nothing, as far as it says. */
const unsent = (cause: unknown) => (cause instanceof SendUnclear ? cause : new SwapTransactionFailed({ cause }))

/** Whether the network's node says that the chain would turn a call back. */
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

/** Asks the exchange anew; fails where it has become worse for the visitor. */
const renewed = Effect.fnUntraced(function* (quote: SwapQuote) {
  const { network, account } = yield* here
  if (network.caipNetworkId !== quote.network || account !== quote.account)
    return yield* Effect.fail(new SwapNotBuilt())
  const now = yield* quoted(quote.from, quote.to, quote.fromAmount)
  if (isWorse(quote.toAmount, now.toAmount, quote.to.decimals)) return yield* Effect.fail(new QuoteChanged(now))
  return now
})

/** The swap itself, as it was quoted. An allowance that has shrunk since is noticed before the wallet is asked. */
const exchange = Effect.fnUntraced(function* (quote: SwapQuote, least: bigint) {
  if (!(yield* isAllowed(quote))) return yield* Effect.fail(new QuoteChanged({ ...quote, needsApproval: true }))
  const { call } = yield* checked({ ...quote, needsApproval: false }, least)
  return { hash: yield* carriedOut(quote, call, true) }
})

/**
 * The calls of a swap, its approvals before it. They do what the visitor was shown, of whom `least` is the minimum they read, or this fails: no
 * call of a swap reaches a wallet that does not come from here.
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

/** Contracts of the account's tokens that are worth something, as far as its balances are known. */
const valuables = Effect.gen(function* () {
  const { network } = yield* here
  const held = yield* Effect.orElseSucceed(fetchBalances(), () => [])
  return held
    .flatMap(({ chainId, address, value = 0 }) =>
      chainId === network.caipNetworkId && address !== undefined && value > 0 ? [contractOf(address)] : [],
    )
    .slice(0, limits.watched)
})

/** The exchange's call, as far as its answer can be held against the quote. */
const builtFor = Effect.fnUntraced(function* (quote: SwapQuote) {
  const { options } = yield* Modal
  const api = yield* Api
  const { buildTransactionRow } = yield* rows
  const { from, to, account } = quote
  yield* asOnChain(quote)
  const { tx } = yield* api.call(buildTransactionRow, {
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
    // A call of either token itself would be a transfer or an approval.
    ![contractOf(from.address), contractOf(to.address), contractOf(account)].includes(target) &&
    (!isNative(from) || BigInt(tx.amount) === unitsOf(quote)) &&
    tx.data.length > selectorLength
  if (!isOurs) return yield* Effect.fail(new SwapNotBuilt())
  yield* payable(BigInt(tx.eip155?.gasPrice ?? 0n))
  return { to: target, data: tx.data, value: isNative(from) ? unitsOf(quote) : 0n } satisfies ContractCall
})

/** Holds a gas price against the fee rules (section 5). The wallet sets the fees: there is no priority fee to hold. */
const payable = Effect.fnUntraced(function* (maxFeePerGas: bigint) {
  const { network } = yield* here
  const problem = feeProblem({ chainId: Number(network.id), maxFeePerGas, maxPriorityFeePerGas: 0n })
  if (problem) return yield* Effect.fail(problem)
})

/** Both tokens count as the chain does, else other amounts would be signed than were shown: the list of tokens is not believed. */
const asOnChain = Effect.fnUntraced(
  function* ({ from, to }: SwapQuote) {
    const { network } = yield* here
    const { sending } = yield* (yield* Chains).get("eip155")
    for (const token of [from, to]) {
      const known = isNative(token)
        ? network.nativeCurrency
        : yield* sending?.token({ network, address: contractOf(token.address) }) ?? Effect.fail(new SwapNotSupported())
      if (known.decimals !== token.decimals) return yield* Effect.fail(new SwapNotBuilt())
    }
  },
  Effect.mapError((cause) => (cause instanceof SwapNotBuilt ? cause : new SwapNotBuilt({ cause }))),
)

/**
 * Has a transaction sent, once whoever presses how often, and waits until the chain has carried it out; gives its hash. The swap itself is
 * noted, so that its outcome is told whatever becomes of this page.
 */
const carriedOut = Effect.fnUntraced(function* (quote: SwapQuote, call: ContractCall, noted = false) {
  const { network: on, account } = quote
  const { core } = yield* Modal
  const { network, connection } = yield* here
  if (network.caipNetworkId !== on) return yield* Effect.fail(new SwapNotBuilt())
  const { sendTransaction: send, sending } = yield* (yield* Chains).get("eip155")
  if (!send || !sending) return yield* Effect.fail(new SwapNotSupported())
  const from = contractOf(account)
  if (core.address.peek()?.toLowerCase() !== from) return yield* Effect.fail(new SwapNotBuilt())

  const { connectorId } = connection
  const id = yield* prompt(`swap:${connectorId}:${JSON.stringify({ ...call, value: String(call.value) })}`, {
    ask: stacked(
      whileAsking(
        connectorId,
        Effect.mapError(
          send({ connectorId, network, from: account.slice(account.lastIndexOf(":") + 1), ...call }),
          unsent,
        ),
      ),
    ).pipe(Effect.tap((id) => (noted ? Effect.flatMap(leaving(quote, call, connectorId, id), noteSwap) : Effect.void))),
    after: () => Effect.void,
    late: (id) => (noted ? noteUnknown(id) : Effect.void),
  })
  let watched: Watched = { ...(yield* leaving(quote, call, connectorId, id)), network }
  const asked = Effect.suspend(() => sending.outcome(watched)).pipe(
    Effect.orElseSucceed((): Outcome => ({ is: "pending" })),
    // By its nonce it is found where the wallet sends it once more with a higher fee.
    Effect.tap((now) =>
      Effect.sync(() => {
        if (now.is === "pending" && now.nonce !== undefined) watched = { ...watched, nonce: now.nonce }
      }),
    ),
  )
  const outcome = yield* polled(asked, limits.receipt.every, ({ is }) => is !== "pending").pipe(
    Effect.timeoutOrElse({
      duration: limits.receipt.wait,
      orElse: () => Effect.succeed<Outcome>({ is: "pending" }),
    }),
    Effect.onInterrupt(() => (noted ? noteUnknown(id, watched.nonce) : Effect.void)),
  )
  if (noted) yield* outcome.is === "pending" ? noteUnknown(id, watched.nonce) : noteTold(id, outcome)
  if (outcome.is === "confirmed") return outcome.hash ?? id
  return yield* Effect.fail(outcome.is === "pending" ? new SwapUnsettled() : new SwapTransactionFailed())
})

/** A swap, or an approval before it, as it is followed until its outcome is known. */
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
  const { swapQuotesRow, gasPriceRow } = yield* rows
  const units = toUnits(amount, from.decimals)
  if (units === undefined || units === 0n) return yield* Effect.fail(new IncorrectAmount())

  const native = `${network.caipNetworkId}:${namespaces.eip155.nativeToken}`
  const { standard: gasPrice } = yield* api.call(gasPriceRow, { chainId: network.caipNetworkId })
  yield* payable(BigInt(gasPrice))
  const [{ quotes }, prices, allowed] = yield* Effect.all(
    [
      api.call(swapQuotesRow, {
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
  const sponsored = (allowed || (yield* canTogether)) && (yield* sponsor) !== undefined
  const gained = BigInt(best.toAmount)
  const paid = worth(units, from.decimals, priceOf(from))
  const got = worth(gained, to.decimals, priceOf(to))
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
    providerFee: worth(units, from.decimals, (priceOf(from) * limits.providerFeePercent) / 100),
    ...(sponsored && { sponsored }),
    networkFee: worth(
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
  const { allowanceRow } = yield* rows
  const { allowance } = yield* (yield* Api).call(allowanceRow, { tokenAddress: from.address, userAddress: account })
  return isAllowanceEnough(BigInt(allowance), toUnits(fromAmount, from.decimals) ?? 0n)
})

const unitsOf = ({ from, fromAmount }: Pick<SwapQuote, "from" | "fromAmount">) =>
  toUnits(fromAmount, from.decimals) ?? 0n

/** Who swaps where; the network must be one that is swapped on. */
const here = Effect.gen(function* () {
  const { core } = yield* Modal
  const { timezone } = yield* use(place)
  const { served } = yield* use(project)
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

/** US dollars for one of each token, by contract: kept ones while they are fresh, else the provider's. Those without a price are left out. */
const pricesOf = Effect.fnUntraced(function* (addresses: readonly string[]) {
  const { options } = yield* Modal
  const known = new Map<string, number>()
  for (const address of addresses) {
    const price = yield* caches.tokenPrice.get(address.toLowerCase())
    if (price !== undefined) known.set(contractOf(address), price)
  }
  const missing = addresses.filter((address) => !known.has(contractOf(address)))
  if (missing.length === 0) return known

  const { pricesRow } = yield* rows
  const asked = (yield* Api).call(pricesRow, { projectId: options.projectId, addresses: missing })
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
  try: () => import("../domain/swapRows.ts"),
  catch: (cause) => new SwapFailed({ cause: new UnknownFailure({ cause }) }),
})

/** 0x and four bytes. */
const selectorLength = 10
