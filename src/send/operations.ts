import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Api } from "../../services/Api.ts"
import { Chains, type Transfers } from "../../services/Chains.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { isNativeCurrency } from "../balances/model/nativeCurrency.ts"
import type { TokenBalance } from "../balances/model/tokens.ts"
import { balances } from "../balances/state/tokens.ts"
import { isUnbundled } from "../capabilities/model.ts"
import { paymasterFor, recordSponsored, recordSponsorFailure } from "../capabilities/steps/walletCapabilities.ts"
import { isSmartAccount } from "../connections/opening/model.ts"
import { formatUnits, parseUnits } from "../core/amounts.ts"
import { isUserRejection } from "../core/readRpcError.ts"
import { asTransaction } from "../embedded/steps/transactionStack.ts"
import {
  AmountAndReceiverRequired,
  AmountInvalid,
  NoActiveCaipAddress,
  NotSponsored,
  ReceiverInvalid,
  type SendError,
  SendUnclear,
  TokenNotFound,
  TokenRequired,
  TransactionDiffers,
  UnsupportedChain,
} from "../errors/index.ts"
import { resolveName } from "../names/operations.ts"
import { isAddress, supports } from "../namespaces/model/namespaceTable.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { withWalletPrompt } from "../runtime/dialogDemotion.ts"
import { prompt } from "../runtime/prompt.ts"
import type { Prepared, SentToken, Transfer } from "./model/transfer.ts"
import { recordSent } from "./steps/outcomes.ts"

/** Input of `send`: the fields of the send state (specification section 3). */
export interface SendInput {
  /** A token of the balances, a contract or mint address, a CAIP-10 ID, or "native". */
  readonly token?: TokenBalance | string
  /** Decimal amount in whole tokens, or "max" for all that can be sent. */
  readonly sendTokenAmount?: string
  /** An address, or a name that resolves to one. */
  readonly receiverAddress?: string
}

/** Cost of a transfer, as decimal strings. `fee` and `deposit` are in the native currency. */
export interface SendEstimate {
  readonly sendTokenAmount: string
  readonly symbol: string
  readonly receiverAddress: string
  /** Maximum network fee. */
  readonly fee: string
  /** Deposit for a token account that the transfer creates for the recipient, or 0. */
  readonly deposit: string
  /** Amount that the token itself withholds, in whole tokens. It is deducted from what the recipient receives. */
  readonly withheld: string
  readonly feeSymbol: string
  /** Whether the site pays the network fee (`paymasters`). */
  readonly sponsored: boolean
}

/**
 * Operation: estimates the cost of a transfer from the active account, without prompting the wallet. Fails with UnsupportedChain,
 * NoActiveCaipAddress, AmountAndReceiverRequired, TokenRequired, TokenNotFound, AmountInvalid, ReceiverInvalid or InsufficientFunds if the
 * transfer cannot be sent, with NameNotResolved if the recipient's name cannot be resolved, and with the error of a node that fails.
 */
export const estimateSend = Effect.fn("estimateSend")(function* (input: SendInput = {}) {
  const prepared = yield* prepare(input)
  const { network, token, to } = prepared
  const { decimals, symbol: feeSymbol } = network.nativeCurrency
  const estimate: SendEstimate = {
    sendTokenAmount: formatUnits(prepared.amount, token.decimals),
    symbol: token.symbol,
    receiverAddress: to,
    fee: formatUnits(prepared.fee, decimals),
    deposit: formatUnits(prepared.deposit, decimals),
    withheld: formatUnits(prepared.withheld, token.decimals),
    feeSymbol,
    sponsored: prepared.paymaster !== undefined,
  }
  return estimate
})

/**
 * Operation: sends the native currency or a token from the active account. Prompts the wallet; concurrent calls with the same transfer
 * share one prompt. Returns the transaction ID as `hash`, without waiting for the network. If the site pays the fee (`paymasters`), this is
 * a bundle ID. If the wallet does not support that, prompts again without sponsorship. Fails like `estimateSend`, with the wallet's own
 * error, such as UserRejectedRequestError, if it does not send, with TransactionDiffers if the account, wallet, network or transaction has
 * changed, and with SendUnclear if the transfer may have been sent.
 */
export const send = Effect.fn("send")(function* (input: SendInput = {}) {
  const prepared = yield* prepare(input)
  // Keeps the recipient, because the name may resolve to another address by now.
  return { hash: yield* sendPreparedOrRetry(prepared, prepare({ ...input, receiverAddress: prepared.to })) }
})

/**
 * Step: sends a prepared transfer. If that fails with NotSponsored, sends the one that `prepareAgain` returns instead. Fails like
 * `sendPrepared` and `prepareAgain`.
 */
export const sendPreparedOrRetry = Effect.fnUntraced(function* <E, R>(
  prepared: Prepared,
  prepareAgain: Effect.Effect<Prepared, E, R>,
  about?: About,
) {
  // Requires the same account, because another may be active by now.
  const usual = Effect.andThen(
    stillUsed(prepared),
    Effect.flatMap(prepareAgain, (one) => sendPrepared(one, about)),
  )
  // Concurrent callers with the same transfer share this second prompt.
  const again = prompt(`again:${keyOf(prepared)}`, {
    request: usual,
    onApproved: () => Effect.void,
    onLateApproval: () => Effect.void,
  })
  return yield* Effect.catchTag(sendPrepared(prepared, about), "NotSponsored", () => again)
})

/** Fails with TransactionDiffers if another account, wallet or network is active by now. */
const stillUsed = Effect.fnUntraced(function* ({ connectorId, network, from }: Transfer) {
  const { core } = yield* CurrentModal
  const isStill =
    core.network.peek()?.caipNetworkId === network.caipNetworkId &&
    core.connection.peek()?.connectorId === connectorId &&
    core.address.peek() === from
  if (!isStill) return yield* Effect.fail(new TransactionDiffers())
})

/** Step: prepares a transfer with its costs. Fails like `estimateSend`. */
export const prepare = Effect.fn("prepareSend")(function* (
  input: SendInput,
): Effect.fn.Return<Prepared, SendError, CurrentModal | Chains | Api> {
  const { core } = yield* CurrentModal
  const namespace = core.namespace.peek()
  if (!supports(namespace, "send")) return yield* Effect.fail(new UnsupportedChain())
  const { token, sendTokenAmount: amount, receiverAddress: receiver } = input
  if (!amount || !receiver) return yield* Effect.fail(new AmountAndReceiverRequired())
  if (!token) return yield* Effect.fail(new TokenRequired())
  const network = core.network.peek()
  const connection = core.connection.peek()
  const from = core.address.peek()
  if (!network || !connection || from === undefined) return yield* Effect.fail(new NoActiveCaipAddress())

  const sending = yield* sendingNow
  const known = yield* tokenOf(sending, token)
  const units = amount === "max" ? amount : parseUnits(amount, known.decimals)
  if (units === undefined || units === 0n) return yield* Effect.fail(new AmountInvalid())
  const to = isAddress(namespace, receiver) ? receiver : (yield* resolveName({ name: receiver }))?.address
  if (to === undefined) return yield* Effect.fail(new ReceiverInvalid())
  const paymaster = yield* paymasterFor({ connectorId: connection.connectorId, from, network })
  return yield* sending.prepare({
    connectorId: connection.connectorId,
    network,
    from,
    to,
    amount: units,
    token: known,
    ...(paymaster && { paymaster }),
  })
})

/** Details recorded with a transfer. `silent`: whether to leave the telemetry events to the caller. */
export interface About {
  readonly name?: string
  readonly iconUrl?: string
  readonly silent?: true
  readonly payment?: string
}

/**
 * Step: sends a prepared transfer, records it even if the visitor leaves meanwhile, and returns its ID. Fails with TransactionDiffers if
 * another account, wallet or network is active by now, with NotSponsored if the wallet does not support the site's sponsorship (nothing was
 * sent), with SendUnclear if the transfer may have been sent, and with the other errors of `Transfers.send`.
 */
export const sendPrepared = Effect.fn("sendPrepared")(function* (prepared: Prepared, { silent, ...about }: About = {}) {
  const { core } = yield* CurrentModal
  const telemetry = yield* Telemetry
  const track: typeof telemetry.track = silent ? () => Effect.void : telemetry.track
  const { connectorId, network, from, to, token } = prepared
  yield* stillUsed(prepared)
  const sending = yield* sendingNow
  const amount = formatUnits(prepared.amount, token.decimals)
  const properties = {
    isSmartAccount: isSmartAccount(core.connection.peek()),
    network: network.caipNetworkId,
    token: token.symbol,
    amount,
  }
  const sponsored = sending.send(prepared).pipe(
    Effect.tap(() => recordSponsored(prepared)),
    Effect.tapError((error) => recordSponsorFailure(error, prepared)),
    Effect.mapError((cause) => {
      if (isUnbundled(cause)) return new NotSponsored({ cause })
      return cause._tag === "InvalidParamsRpcError" ? new SendUnclear({ cause }) : cause
    }),
  )
  const request = Effect.gen(function* () {
    yield* track({ event: "SEND_INITIATED", properties })
    const id = yield* asTransaction(
      withWalletPrompt(connectorId, prepared.paymaster ? sponsored : sending.send(prepared)),
    )
    yield* recordSent({
      id,
      ...(prepared.paymaster && { bundle: true }),
      connectorId,
      network: network.caipNetworkId,
      from,
      to,
      ...about,
      amount,
      symbol: token.symbol,
      ...(token.address !== undefined && { token: token.address }),
      units: String(prepared.amount),
      at: yield* Clock.currentTimeMillis,
      status: "pending",
    })
    yield* track({ event: "SEND_SUCCESS", properties: { ...properties, hash: id } })
    return id
  }).pipe(
    Effect.tapError((error) =>
      track({
        event: "SEND_ERROR",
        properties: { ...properties, message: isUserRejection(error) ? "rejected" : error.message },
      }),
    ),
  )
  return yield* prompt(keyOf(prepared), {
    request,
    onApproved: () => Effect.void,
    onLateApproval: () => Effect.void,
  })
})

/** Returns the key of a transfer. Requests with the same key share one prompt. */
const keyOf = ({ network, connectorId, from, to, token, amount }: Prepared) =>
  `send:${network.caipNetworkId}:${connectorId}:${from}:${to}:${token.address}:${amount}`

/**
 * Step: returns the transfer functions of the active namespace. Fails with UnsupportedChain if it has none, and with AdapterNotFound if it
 * has no adapter.
 */
export const sendingNow: Effect.Effect<Transfers, SendError, CurrentModal | Chains> = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { transfers } = yield* (yield* Chains).get(core.namespace.peek())
  return transfers ?? (yield* Effect.fail(new UnsupportedChain()))
})

/**
 * Returns the native currency as the network describes it, or a token with the decimals that the chain reports, because a list may be
 * wrong. Fails with TokenNotFound if it is on another network or does not exist, with NoActiveCaipAddress if no network is active, and with
 * the error of a node that fails.
 */
const tokenOf = Effect.fnUntraced(function* (
  sending: Transfers,
  token: TokenBalance | string,
): Effect.fn.Return<SentToken, SendError, CurrentModal> {
  const { core } = yield* CurrentModal
  const network = core.network.peek()
  if (!network) return yield* Effect.fail(new NoActiveCaipAddress())
  const isCoin = ({ symbol, address }: TokenBalance) =>
    address === undefined && symbol === network.nativeCurrency.symbol
  // An object may name its token in a field other than `address`. Such an object must not count as the native currency.
  if (typeof token !== "string" && typeof token.address !== "string" && !isCoin(token))
    return yield* Effect.fail(new TokenNotFound())
  const given =
    typeof token === "string" ? token : (token.address ?? `${token.chainId ?? network.caipNetworkId}:native`)
  const end = given.lastIndexOf(":")
  const address = given.slice(end + 1)
  // On another network, the same address is another token, and "native" another currency.
  if (end >= 0 && given.slice(0, end) !== network.caipNetworkId) return yield* Effect.fail(new TokenNotFound())
  if (isNativeCurrency(address, network.chainNamespace))
    return { symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals }
  const found = yield* sending.token({ network, address })
  if (typeof token !== "string") return { ...found, symbol: token.symbol }
  if (found.symbol !== "") return found
  // Solana mints have no symbol; the account's token list may have one.
  const { tokens } = yield* slicesOf(balances)
  const listed = tokens.order.peek().flatMap((id) => tokens.get(id)?.peek() ?? [])
  return { ...found, symbol: listed.find((one) => one.address?.endsWith(`:${address}`))?.symbol ?? "" }
})
