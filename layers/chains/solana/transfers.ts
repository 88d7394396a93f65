import type { Address } from "@solana/kit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Transfers } from "../../../services/Chains.ts"
import { maxSendable } from "../../../src/core/amounts.ts"
import {
  type AdapterNotFound,
  AnswerInvalid,
  InsufficientFunds,
  ReceiverInvalid,
  type RpcError,
  SendUnclear,
  TokenNotFound,
  TransactionDiffers,
} from "../../../src/errors/index.ts"
import { UnsupportedProviderMethodError } from "../../../src/errors/rpc.ts"
import type { SolanaProvider } from "../../../src/namespaces/model/solana.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import type { Network } from "../../../src/options/networks.ts"
import { solanaSending } from "../../../src/send/limits.ts"
import type { Transfer } from "../../../src/send/model/transfer.ts"
import type { AdapterDeps } from "../namespaceAdapter.ts"
import { callProvider } from "./callProvider.ts"
import {
  isJust,
  type Minted,
  type Move,
  tokenAccountOf,
  tokenPrograms,
  transactionOf,
  unitsOf,
} from "./instructions.ts"
import { isSolanaKey, opened, toBase58, toBase64 } from "./transaction.ts"

/** Returns the transfer functions of Solana. `here` returns the provider of a connector. */
export const transfersOf = (
  rpc: AdapterDeps["rpc"],
  here: (connectorId: string) => Effect.Effect<SolanaProvider, AdapterNotFound>,
): Omit<Transfers, "resolve"> => {
  const accountAt = (network: Network, address: string) =>
    Effect.map(
      rpc.request({ network, method: "getAccountInfo", params: [address, { ...settled, encoding: "jsonParsed" }] }),
      valueOf,
    )
  const lamports = (network: Network, address: string) =>
    Effect.flatMap(rpc.request({ network, method: "getBalance", params: [address, settled] }), (value) =>
      whole("lamports", valueOf(value)),
    )
  const rentFor = (network: Network, bytes: number) =>
    Effect.flatMap(rpc.request({ network, method: "getMinimumBalanceForRentExemption", params: [bytes] }), (value) =>
      whole("lamports", value),
    )

  const mintAt = Effect.fnUntraced(function* (network: Network, address: string) {
    if (!isSolanaKey(address)) return yield* Effect.fail(new TokenNotFound())
    const account = yield* accountAt(network, address)
    const program = isRecord(account) ? tokenPrograms.find((one) => one === account.owner) : undefined
    const info = parsedOf(account)
    const decimals = info?.decimals
    if (
      !program ||
      typeof decimals !== "number" ||
      !Number.isInteger(decimals) ||
      decimals < 0 ||
      decimals > mostDecimals
    )
      return yield* Effect.fail(new TokenNotFound())
    return { program, decimals, keeps: yield* keptOf(network, info) }
  })

  /**
   * Returns the transfer fee of a Token-2022 mint in the current epoch, or `undefined` if the mint lacks the transfer fee extension. Fails
   * with AnswerInvalid if the fee is unreadable.
   */
  const keptOf = Effect.fnUntraced(function* (network: Network, mint: Readonly<Record<string, unknown>> | undefined) {
    const config = configOf(mint)
    if (config === undefined) return undefined
    const { older, newer } = config
    if (!older || !newer) return yield* Effect.fail(new AnswerInvalid(typeMismatch("transfer fee", mint?.extensions)))
    const value = yield* rpc.request({ network, method: "getEpochInfo", params: [settled] })
    const epoch = yield* whole("epoch", isRecord(value) ? value.epoch : undefined)
    return epoch >= newer.epoch ? newer : older
  })

  /** Returns an owner's token accounts for a mint, with their balances in smallest units and their sizes in bytes. */
  const heldIn = Effect.fnUntraced(function* (network: Network, owner: string, mint: string) {
    const params = [owner, { mint }, { ...settled, encoding: "jsonParsed" }]
    const value = valueOf(yield* rpc.request({ network, method: "getTokenAccountsByOwner", params }))
    if (!Array.isArray(value)) return yield* Effect.fail(new AnswerInvalid(typeMismatch("array", value)))
    return value.flatMap((one: unknown) => {
      if (!isRecord(one) || !isSolanaKey(one.pubkey)) return []
      const { tokenAmount } = parsedOf(one.account) ?? {}
      const amount = isRecord(tokenAmount) ? tokenAmount.amount : undefined
      if (typeof amount !== "string" || !/^\d{1,20}$/.test(amount)) return []
      const space = isRecord(one.account) ? one.account.space : undefined
      return [{ address: one.pubkey as string, amount: BigInt(amount), space: typeof space === "number" ? space : 165 }]
    })
  })

  /**
   * Returns the token accounts of a transfer: the sender's with the largest balance, and the recipient's associated account, which may not
   * exist yet.
   */
  const mintedOf = Effect.fnUntraced(function* ({ network, from, to, token }: Transfer, mint: string) {
    const { program, decimals, keeps } = yield* mintAt(network, mint)
    const mine = yield* heldIn(network, from, mint)
    const [largest] = [...mine].sort((one, other) => (one.amount < other.amount ? 1 : -1))
    if (!largest || token.decimals !== decimals) return yield* Effect.fail(new TokenNotFound())
    const destination = yield* Effect.promise(() => tokenAccountOf(to, mint, program))
    const creates = !isRecord(yield* accountAt(network, destination))
    const minted: Minted = { mint, program, decimals, source: largest.address, destination, creates }
    const deposit = creates ? yield* rentFor(network, largest.space) : 0n
    return { minted, held: largest.amount, deposit, keeps }
  })

  return {
    receiver: Effect.fn("solana.receiver")(function* ({ network, address }) {
      if (!isSolanaKey(address)) return { valid: false, spelled: false, used: false, program: false }
      const account = yield* accountAt(network, address)
      const owner = isRecord(account) ? account.owner : undefined
      const program = owner !== undefined && owner !== systemProgram
      return { valid: true, spelled: true, used: account !== null, program }
    }),

    token: Effect.fn("solana.token")(function* ({ network, address }) {
      const { decimals } = yield* mintAt(network, address)
      return { address, symbol: "", decimals }
    }),

    prepare: Effect.fn("solana.prepare")(function* (transfer) {
      const { network, from, to, token } = transfer
      if (!isSolanaKey(to) || to === token.address) return yield* Effect.fail(new ReceiverInvalid())
      const [native, receiver] = yield* Effect.all([lamports(network, from), accountAt(network, to)], {
        concurrency: "unbounded",
      })
      // The recipient is a mint or a token account, where anything sent would be lost.
      if (isRecord(receiver) && tokenPrograms.some((one) => one === receiver.owner))
        return yield* Effect.fail(new ReceiverInvalid())
      const found = token.address === undefined ? undefined : yield* mintedOf(transfer, token.address)
      const held = found?.held ?? native
      const deposit = found?.deposit ?? 0n
      const wanted = transfer.amount === "max" ? held : transfer.amount
      if (wanted > held || held === 0n) return yield* Effect.fail(new InsufficientFunds("amount"))

      const withheld = found?.keeps && withheldOf(found.keeps, wanted)
      const mint = found && { ...found.minted, ...(withheld !== undefined && { withheld }) }
      const draft: Move = { from, to, amount: wanted, ...(mint && { mint }) }
      const { limit, price } = unitsOf(draft)
      const fee = solanaSending.signature + (BigInt(limit) * price + millionths - 1n) / millionths
      const amount = transfer.amount === "max" && !found ? maxSendable(native, fee) : wanted
      const left = native - fee - deposit - (found ? 0n : amount)
      if (left < 0n || amount === 0n) return yield* Effect.fail(new InsufficientFunds("fee"))
      // An account must keep its rent-exempt minimum, or be emptied.
      const rent = yield* rentFor(network, 0)
      if (left > 0n && left < rent) return yield* Effect.fail(new InsufficientFunds("deposit"))
      if (!found && amount < rent && (yield* lamports(network, to)) === 0n)
        return yield* Effect.fail(new InsufficientFunds("deposit"))
      const plan = { ...draft, amount } satisfies Move
      return { ...transfer, amount, fee, deposit, withheld: withheld ?? 0n, held, plan }
    }),

    send: Effect.fn("solana.send")(function* (prepared, given) {
      const { connectorId, network, from } = prepared
      const move = prepared.plan as Move
      const { features } = (given as SolanaProvider | undefined) ?? (yield* here(connectorId))
      const params = [{ commitment: "confirmed" }]
      const latest = valueOf(yield* rpc.request({ network, method: "getLatestBlockhash", params }))
      const { blockhash, lastValidBlockHeight } = isRecord(latest) ? latest : {}
      if (!isSolanaKey(blockhash) || typeof lastValidBlockHeight !== "number")
        return yield* Effect.fail(new AnswerInvalid(typeMismatch("blockhash", latest)))

      const transaction = transactionOf(move, blockhash, BigInt(lastValidBlockHeight))
      if (!isJust(transaction, move)) return yield* Effect.fail(new TransactionDiffers())
      const input = { account: { address: from }, chain: network.caipNetworkId, transaction }
      const { signTransaction } = features["solana:signTransaction"] ?? {}
      if (signTransaction) {
        const [signed] = yield* callProvider("signTransaction", () => signTransaction(input))
        const wire = signed?.signedTransaction ?? new Uint8Array()
        if (!isJust(wire, move)) return yield* Effect.fail(new TransactionDiffers())
        const sent = [toBase64(wire), { encoding: "base64", preflightCommitment: "confirmed" }]
        const id = yield* Effect.catch(rpc.request({ network, method: "sendTransaction", params: sent }), (error) => {
          if (isProcessed(error)) return Effect.succeed(signatureOf(wire, from))
          // Unless the node itself returned an error, the transaction may have reached the chain.
          return Effect.fail("code" in error ? error : new SendUnclear({ cause: error }))
        })
        if (typeof id === "string" && isSignature(id)) return id
        return yield* Effect.fail(new SendUnclear({ cause: new AnswerInvalid(typeMismatch("signature", id)) }))
      }
      const { signAndSendTransaction } = features["solana:signAndSendTransaction"] ?? {}
      if (!signAndSendTransaction)
        return yield* Effect.fail(new UnsupportedProviderMethodError("The wallet does not sign transactions"))
      const [done] = yield* Effect.mapError(
        callProvider("signAndSendTransaction", () => signAndSendTransaction(input)),
        (error) => (error instanceof AnswerInvalid ? new SendUnclear({ cause: error }) : error),
      )
      const id = toBase58(done?.signature ?? new Uint8Array())
      if (isSignature(id)) return id
      return yield* Effect.fail(new SendUnclear({ cause: new AnswerInvalid(typeMismatch("signature", id)) }))
    }),

    outcome: Effect.fn("solana.outcome")(function* ({ id, network, at }) {
      const params = [[id], { searchTransactionHistory: true }]
      const value = valueOf(yield* rpc.request({ network, method: "getSignatureStatuses", params }))
      const status: unknown = Array.isArray(value) ? value[0] : undefined
      if (isRecord(status)) {
        if (status.err !== null && status.err !== undefined) return { status: "failed" }
        const { confirmationStatus: stage } = status
        if (stage === "confirmed" || stage === "finalized")
          return { status: "confirmed", settled: stage === "finalized" }
        return { status: "pending" }
      }
      // After `lifetime`, the transaction's blockhash has expired, so it can no longer be included.
      const now = yield* Clock.currentTimeMillis
      return now - at > solanaSending.lifetime ? { status: "replaced" } : { status: "pending" }
    }),
  }
}

/** Whether a node rejected a transaction because it is already on the chain, as happens if it is resent after a lost response. */
const isProcessed = ({ cause }: RpcError): boolean =>
  isRecord(cause) && isRecord(cause.data) && cause.data.err === "AlreadyProcessed"

/** Returns the ID of a signed transaction, which is its fee payer's signature. */
const signatureOf = (wire: Uint8Array, from: string): string =>
  toBase58(new Uint8Array(opened(wire)?.signatures[from as Address] ?? []))

/** Maximum number of decimals, which a mint stores in one byte. */
const mostDecimals = 255
const systemProgram = "11111111111111111111111111111111"
const settled = { commitment: "confirmed" }
const millionths = 1_000_000n

/** Returns the value of an RPC response that also contains a context. `undefined` for any other response. */
const valueOf = (value: unknown): unknown => (isRecord(value) ? value.value : undefined)

/** Returns an account's data as parsed by a node, or `undefined` if it is not parsed. */
const parsedOf = (account: unknown): Readonly<Record<string, unknown>> | undefined => {
  const data = isRecord(account) ? account.data : undefined
  const parsed = isRecord(data) ? data.parsed : undefined
  const info = isRecord(parsed) ? parsed.info : undefined
  return isRecord(info) ? info : undefined
}

/** Transfer fee of a token, valid from `epoch`: a share of the amount in basis points, capped at `most` in smallest units. */
interface Kept {
  readonly epoch: bigint
  readonly basisPoints: bigint
  readonly most: bigint
}

/**
 * Returns the older and the newer transfer fee of a mint, each `undefined` if unreadable. Returns `undefined` if the mint lacks the
 * transfer fee extension.
 */
const configOf = (mint: Readonly<Record<string, unknown>> | undefined) => {
  const extensions: readonly unknown[] = Array.isArray(mint?.extensions) ? mint.extensions : []
  const config = extensions.filter(isRecord).find(({ extension }) => extension === "transferFeeConfig")
  if (!config) return undefined
  const state = isRecord(config.state) ? config.state : {}
  return { older: readKept(state.olderTransferFee), newer: readKept(state.newerTransferFee) }
}

const readKept = (input: unknown): Kept | undefined => {
  const { epoch, transferFeeBasisPoints: points, maximumFee } = isRecord(input) ? input : {}
  const isCount = (value: unknown): value is number | string => /^\d{1,20}$/.test(String(value))
  // The maximum u64, which means no limit, is not exact as a JSON number.
  const most =
    typeof maximumFee === "number" ? BigInt(Math.floor(maximumFee)) : isCount(maximumFee) && BigInt(maximumFee)
  if (!isCount(epoch) || !isCount(points) || Number(points) > allPoints || most === false || most < 0n) return undefined
  return { epoch: BigInt(epoch), basisPoints: BigInt(points), most }
}

/** Returns the fee withheld from an amount, rounded up as the program does. */
const withheldOf = ({ basisPoints, most }: Kept, amount: bigint): bigint => {
  const share = (amount * basisPoints + BigInt(allPoints) - 1n) / BigInt(allPoints)
  return share < most ? share : most
}
const allPoints = 10_000

const whole = (what: string, value: unknown): Effect.Effect<bigint, AnswerInvalid> =>
  typeof value === "number" && Number.isInteger(value) && value >= 0
    ? Effect.succeed(BigInt(value))
    : Effect.fail(new AnswerInvalid(typeMismatch(what, value)))

const isSignature = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)
