import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Api } from "../../services/Api.ts"
import { Chains, type Sending } from "../../services/Chains.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { parseUnits } from "../domain/amounts.ts"
import type { TokenBalance } from "../domain/balances.ts"
import { isAddress } from "../domain/caip.ts"
import { isUnbundled } from "../domain/calls.ts"
import { can, namespaces } from "../domain/capabilities.ts"
import { isSmartAccount } from "../domain/connection.ts"
import {
  AmountAndReceiverRequired,
  AmountInvalid,
  NoActiveCaipAddress,
  NotSponsored,
  ReceiverInvalid,
  type SendError,
  SendUnclear,
  TokenRequired,
  TransactionDiffers,
  UnsupportedChain,
} from "../domain/errors.ts"
import { formatUnits } from "../domain/format.ts"
import { isUserRejection } from "../domain/rpcErrors.ts"
import type { Prepared, SentToken, Transfer } from "../domain/send.ts"
import { Modal, use } from "../modal.ts"
import { prompt } from "../prompt.ts"
import { balances } from "../state/balances.ts"
import { notePaid, noteUnpaid, sponsorOf } from "./abilities.ts"
import { whileAsking } from "./inFront.ts"
import { resolveName } from "./names.ts"
import { noteSent } from "./sends.ts"
import { stacked } from "./transactions.ts"

/** What a site sends: the fields of the send state (specification section 3). */
export interface SendInput {
  /** A token of the balances, a contract's or mint's address, its CAIP-10 id, or "native". */
  readonly token?: TokenBalance | string
  /** A decimal text in whole tokens, or "max" for all that can be sent. */
  readonly sendTokenAmount?: string
  /** An address, or a name that stands for one. */
  readonly receiverAddress?: string
}

/** What a transfer costs. Decimal texts; `fee` and `deposit` are in the network's own coin. */
export interface SendEstimate {
  readonly sendTokenAmount: string
  readonly symbol: string
  readonly receiverAddress: string
  /** The most that the network takes. */
  readonly fee: string
  /** What a new account of the receiver's keeps. */
  readonly deposit: string
  /** What the token itself keeps of the amount, in whole tokens: the receiver gets so much less. */
  readonly withheld: string
  readonly feeSymbol: string
  /** The site pays the network (`paymasters`). */
  readonly sponsored: boolean
}

/** Operation: what a transfer from the account in use costs, and whether it can be sent at all. Asks the nodes, and no wallet. */
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
 * Operation: send the chain's own coin or a token from the account in use. Prompts; the same transfer asked for twice at a time is asked
 * once. Answers with the transaction's id as soon as it has left; what becomes of it is followed from then on. Where the site pays the
 * network (`paymasters`) and the wallet lets it, the id is the wallet's own, of a bundle; a wallet that lets it not is asked the usual way.
 */
export const send = Effect.fn("send")(function* (input: SendInput = {}) {
  const prepared = yield* prepare(input)
  // To the same receiver: a name may stand for somebody else by now.
  return { hash: yield* sendAnyway(prepared, prepare({ ...input, receiverAddress: prepared.to })) }
})

/** Step: has the wallet send what was prepared; where nobody pays the network after all it is prepared anew, with its fee, and sent the usual way. */
export const sendAnyway = Effect.fnUntraced(function* <E, R>(
  prepared: Prepared,
  anew: Effect.Effect<Prepared, E, R>,
  about?: About,
) {
  // From the same account: another may be in use by now.
  const usual = Effect.andThen(
    stillUsed(prepared),
    Effect.flatMap(anew, (one) => sendPrepared(one, about)),
  )
  // Whoever asked for the same transfer meanwhile waits for the same second question.
  const again = prompt(`again:${keyOf(prepared)}`, { ask: usual, after: () => Effect.void, late: () => Effect.void })
  return yield* Effect.catchTag(sendPrepared(prepared, about), "NotSponsored", () => again)
})

/** Fails with TransactionDiffers where another account, wallet or network is in use by now. */
const stillUsed = Effect.fnUntraced(function* ({ connectorId, network, from }: Transfer) {
  const { core } = yield* Modal
  const isStill =
    core.network.peek()?.caipNetworkId === network.caipNetworkId &&
    core.connection.peek()?.connectorId === connectorId &&
    core.address.peek() === from
  if (!isStill) return yield* Effect.fail(new TransactionDiffers())
})

/** Step: a transfer with its costs, of what was asked for. The checks come in the order amount, receiver, token. */
export const prepare = Effect.fn("prepareSend")(function* (
  input: SendInput,
): Effect.fn.Return<Prepared, SendError, Modal | Chains | Api> {
  const { core } = yield* Modal
  const namespace = core.namespace.peek()
  if (!can(namespace, "send")) return yield* Effect.fail(new UnsupportedChain())
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
  const paymaster = yield* sponsorOf({ connectorId: connection.connectorId, from, network })
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

/** What is kept of a transfer beside what it is; `silent`: its events are told by who asks. */
export interface About {
  readonly name?: string
  readonly iconUrl?: string
  readonly silent?: true
  readonly payment?: string
}

/**
 * Step: has the wallet send what was prepared, and notes what left. Whoever leaves meanwhile loses nothing by it. Fails with
 * TransactionDiffers where another account, wallet or network is in use by now, and with NotSponsored where the site was to pay the
 * network and the wallet lets it not: nothing has left then, and the next is prepared with its fee.
 */
export const sendPrepared = Effect.fn("sendPrepared")(function* (prepared: Prepared, { silent, ...about }: About = {}) {
  const { core } = yield* Modal
  const telemetry = yield* Telemetry
  const track: typeof telemetry.track = silent ? () => Effect.void : telemetry.track
  const { connectorId, network, from, to, token } = prepared
  yield* stillUsed(prepared)
  const sending = yield* sendingNow
  const amount = formatUnits(prepared.amount, token.decimals)
  const told = {
    isSmartAccount: isSmartAccount(core.connection.peek()),
    network: network.caipNetworkId,
    token: token.symbol,
    amount,
  }
  const sponsored = sending.send(prepared).pipe(
    Effect.tap(() => notePaid(prepared)),
    Effect.tapError((error) => noteUnpaid(error, prepared)),
    Effect.mapError((cause) => {
      if (isUnbundled(cause)) return new NotSponsored({ cause })
      return cause._tag === "InvalidParamsRpcError" ? new SendUnclear({ cause }) : cause
    }),
  )
  const asking = Effect.gen(function* () {
    yield* track({ event: "SEND_INITIATED", properties: told })
    const id = yield* stacked(whileAsking(connectorId, prepared.paymaster ? sponsored : sending.send(prepared)))
    yield* noteSent({
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
    yield* track({ event: "SEND_SUCCESS", properties: { ...told, hash: id } })
    return id
  }).pipe(
    Effect.tapError((error) =>
      track({
        event: "SEND_ERROR",
        properties: { ...told, message: isUserRejection(error) ? "rejected" : error.message },
      }),
    ),
  )
  return yield* prompt(keyOf(prepared), { ask: asking, after: () => Effect.void, late: () => Effect.void })
})

/** Two transfers of one key are one that was asked for twice. */
const keyOf = ({ network, connectorId, from, to, token, amount }: Prepared) =>
  `send:${network.caipNetworkId}:${connectorId}:${from}:${to}:${token.address}:${amount}`

/** Step: the sending of the namespace in use. */
export const sendingNow: Effect.Effect<Sending, SendError, Modal | Chains> = Effect.gen(function* () {
  const { core } = yield* Modal
  const { sending } = yield* (yield* Chains).get(core.namespace.peek())
  return sending ?? (yield* Effect.fail(new UnsupportedChain()))
})

/** A token as the chain has it. What a list says of its decimals is not believed: the nodes are asked when it is sent. */
const tokenOf = Effect.fnUntraced(function* (
  sending: Sending,
  token: TokenBalance | string,
): Effect.fn.Return<SentToken, SendError, Modal> {
  const { core } = yield* Modal
  const network = core.network.peek()
  if (!network) return yield* Effect.fail(new NoActiveCaipAddress())
  const given = typeof token === "string" ? token : (token.address ?? "native")
  const address = given.slice(given.lastIndexOf(":") + 1)
  if (address === "native" || address === namespaces[network.chainNamespace].nativeToken)
    return { symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals }
  const found = yield* sending.token({ network, address })
  if (typeof token !== "string") return { ...found, symbol: token.symbol }
  if (found.symbol !== "") return found
  // Solana's mints have no symbol; the list of what the account has may know one.
  const { tokens } = yield* use(balances)
  const listed = tokens.order.peek().map((id) => tokens.get(id)?.peek())
  return { ...found, symbol: listed.find((one) => one?.address?.endsWith(`:${address}`))?.symbol ?? "" }
})
