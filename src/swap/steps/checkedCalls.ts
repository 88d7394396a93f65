import * as Effect from "effect/Effect"
import { Api } from "../../../services/Api.ts"
import { Chains, type ContractCall } from "../../../services/Chains.ts"
import { Rpc } from "../../../services/Rpc.ts"
import { fetchBalances } from "../../balances/operations.ts"
import { ApprovalNotBuilt, SwapNotBuilt, SwapNotSupported } from "../../errors/index.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { swap as limits } from "../limits.ts"
import { approval, readApproval } from "../model/approval.ts"
import { type SwapQuote, unitsOf } from "../model/quote.ts"
import { contractOf, isNative } from "../model/tokens.ts"
import { checkGasPrice, endpoints, swapContext } from "./context.ts"

/**
 * Returns the approval calls that let an exchange take exactly the swap's amount. If the token requires it, the first resets the allowance
 * to zero.
 */
const approvalsOf = Effect.fnUntraced(function* (quote: SwapQuote, spender: string) {
  const { from, account } = quote
  const units = unitsOf(quote)
  const allow = (most: bigint): ContractCall => ({
    to: contractOf(from.address),
    data: approval(spender, most),
    value: 0n,
  })
  const refused = (most: bigint) => isReverted(account, allow(most))
  const steps = (yield* refused(units)) && !(yield* refused(0n)) ? [0n, units] : [units]
  return steps.map(allow)
})

/**
 * Fails with ApprovalNotBuilt unless the approval that the exchange requests is for the exchange itself, for the token to pay with, and for
 * at least the amount to pay.
 */
const checkApproval = Effect.fnUntraced(function* (quote: SwapQuote, spender: string) {
  const { from, to, account } = quote
  const api = yield* Api
  const { buildApproveEndpoint } = yield* endpoints
  const { tx } = yield* api.call(buildApproveEndpoint, { userAddress: account, from: from.address, to: to.address })
  const approval = readApproval(tx.data)
  if (
    contractOf(tx.to) !== contractOf(from.address) ||
    approval?.spender !== spender ||
    approval.units < unitsOf(quote)
  )
    return yield* Effect.fail(new ApprovalNotBuilt())
})

/** Whether a simulation of a call on the network's node fails, for whatever reason. */
const isReverted = Effect.fnUntraced(function* (account: string, { to, data }: ContractCall) {
  const { network } = yield* swapContext
  const rpc = yield* Rpc
  const call = rpc.request({
    network,
    method: "eth_call",
    params: [{ from: contractOf(account), to, data }, "latest"],
  })
  return yield* Effect.match(call, { onSuccess: () => false, onFailure: () => true })
})

/**
 * Returns the swap's call and the approvals before it. Fails with SwapNotBuilt, ApprovalNotBuilt, SwapUnverified or an error of the service
 * unless they do what the visitor was shown, with `least` as the minimum received. Every swap call that reaches a wallet comes from here.
 */
export const checkedCalls = Effect.fnUntraced(function* (quote: SwapQuote, least: bigint) {
  const { account, from, to } = quote
  const { network } = yield* swapContext
  const { swaps } = yield* (yield* Chains).get("eip155")
  if (!swaps) return yield* Effect.fail(new SwapNotSupported())
  const built = yield* requestCall(quote)
  const approvals = quote.needsApproval ? yield* approvalsOf(quote, built.to) : []
  const call = yield* swaps.check({
    network,
    from: contractOf(account),
    approvals,
    call: built,
    given: { address: contractOf(from.address), units: unitsOf(quote) },
    wanted: { address: contractOf(to.address), units: least },
    held: yield* valuedTokens,
  })
  if (quote.needsApproval) yield* checkApproval(quote, call.to)
  return { approvals, call }
})

/** Returns the contracts of up to 20 of the account's tokens that have a value, as far as the balances are known. */
const valuedTokens = Effect.gen(function* () {
  const { network } = yield* swapContext
  const held = yield* Effect.orElseSucceed(fetchBalances(), () => [])
  return held
    .flatMap(({ chainId, address, value = 0 }) =>
      chainId === network.caipNetworkId && address !== undefined && value > 0 ? [contractOf(address)] : [],
    )
    .slice(0, limits.watched)
})

/**
 * Requests the exchange's call. Fails with SwapNotBuilt if its network, account, target or amount, or the decimals of a token, contradict
 * the quote. Does not check its calldata.
 */
const requestCall = Effect.fnUntraced(function* (quote: SwapQuote) {
  const { options } = yield* CurrentModal
  const api = yield* Api
  const { buildTransactionEndpoint } = yield* endpoints
  const { from, to, account } = quote
  yield* checkDecimals(quote)
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
    (!isNative(from) || BigInt(tx.amount) === unitsOf(quote))
  if (!isOurs) return yield* Effect.fail(new SwapNotBuilt())
  yield* checkGasPrice(BigInt(tx.eip155?.gasPrice ?? 0n))
  return { to: target, data: tx.data, value: isNative(from) ? unitsOf(quote) : 0n } satisfies ContractCall
})

/**
 * Fails with SwapNotBuilt unless both tokens have the quote's decimals on the chain. The token list is not trusted, because with wrong
 * decimals the visitor would sign other amounts than those shown.
 */
const checkDecimals = Effect.fnUntraced(
  function* ({ from, to }: SwapQuote) {
    const { network } = yield* swapContext
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
