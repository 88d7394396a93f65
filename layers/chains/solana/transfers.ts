import type { Address } from "@solana/kit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Transfers } from "../../../services/Chains.ts"
import { maxSendable } from "../../../src/core/amounts.ts"
import {
  type AdapterNotFound,
  AnswerInvalid,
  InsufficientFunds,
  InvalidInput,
  ReceiverInvalid,
  type RpcError,
  SendUnclear,
  TokenNotFound,
  TransactionDiffers,
} from "../../../src/errors/index.ts"
import { UnsupportedProviderMethodError } from "../../../src/errors/rpc.ts"
import type { SolanaProvider } from "../../../src/namespaces/model/solanaProvider.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import type { Network } from "../../../src/options/networks.ts"
import { solanaSending } from "../../../src/send/limits.ts"
import type { Transfer } from "../../../src/send/model/transfer.ts"
import {
  decodeAccount,
  decodeBalance,
  decodeBlockhash,
  decodeEpoch,
  decodeMint,
  decodeRent,
  decodeStatuses,
  decodeTokenAccounts,
  decodeTransferFees,
  type TransferFee,
} from "../../../src/send/schema/solanaNode.ts"
import { decodeResponse, decodeValue } from "../../shared/decodeResponse.ts"
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
  /** Requests a node, and decodes its response. Fails with AnswerInvalid if it is malformed. */
  const requestNode = <A>(network: Network, method: string, params: readonly unknown[], decode: Decode<A>) =>
    decodeResponse(rpc.request({ network, method, params }), decode)
  const accountAt = (network: Network, address: string) =>
    requestNode(network, "getAccountInfo", [address, { ...settled, encoding: "jsonParsed" }], decodeAccount)
  const lamports = (network: Network, address: string) =>
    requestNode(network, "getBalance", [address, settled], decodeBalance)
  const rentFor = (network: Network, bytes: number) =>
    requestNode(network, "getMinimumBalanceForRentExemption", [bytes], decodeRent)

  const mintAt = Effect.fnUntraced(function* (network: Network, address: string) {
    if (!isSolanaKey(address)) return yield* Effect.fail(new TokenNotFound())
    const account = yield* accountAt(network, address)
    const program = tokenPrograms.find((one) => one === account?.owner)
    const mint = decodeMint(account?.data?.parsed.info)
    if (!program || mint instanceof InvalidInput) return yield* Effect.fail(new TokenNotFound())
    const { decimals, extensions = [] } = mint
    const fees = extensions.find(({ extension }) => extension === "transferFeeConfig")
    return { program, decimals, fee: fees && (yield* currentFee(network, fees.state)) }
  })

  /** Returns the transfer fee of a Token-2022 mint in the current epoch. Fails with AnswerInvalid if its fees are malformed. */
  const currentFee = Effect.fnUntraced(function* (network: Network, state: unknown) {
    const fees = yield* decodeValue(state, decodeTransferFees)
    const epoch = yield* requestNode(network, "getEpochInfo", [settled], decodeEpoch)
    return epoch >= fees.newerTransferFee.epoch ? fees.newerTransferFee : fees.olderTransferFee
  })

  /** Returns an owner's token accounts for a mint, with their balances in smallest units and their sizes in bytes. */
  const heldIn = Effect.fnUntraced(function* (network: Network, owner: string, mint: string) {
    const params = [owner, { mint }, { ...settled, encoding: "jsonParsed" }]
    const accounts = yield* requestNode(network, "getTokenAccountsByOwner", params, decodeTokenAccounts)
    return accounts.filter(({ address }) => isSolanaKey(address))
  })

  /**
   * Returns the token accounts of a transfer, the sender's balance, the deposit for a new account and the token's fee. Of the sender's
   * accounts, uses the one with the largest balance. Fails with TokenNotFound if there is none or the decimals differ.
   */
  const mintedOf = Effect.fnUntraced(function* ({ network, from, to, token }: Transfer, mint: string) {
    const { program, decimals, fee } = yield* mintAt(network, mint)
    const mine = yield* heldIn(network, from, mint)
    const [largest] = [...mine].sort((one, other) => (one.amount < other.amount ? 1 : -1))
    if (!largest || token.decimals !== decimals) return yield* Effect.fail(new TokenNotFound())
    const destination = yield* Effect.promise(() => tokenAccountOf(to, mint, program))
    const creates = (yield* accountAt(network, destination)) === null
    const minted: Minted = { mint, program, decimals, source: largest.address, destination, creates }
    const deposit = creates ? yield* rentFor(network, largest.space) : 0n
    return { minted, held: largest.amount, deposit, fee }
  })

  return {
    receiver: Effect.fn("solana.receiver")(function* ({ network, address }) {
      if (!isSolanaKey(address)) return { valid: false, spelled: false, used: false, program: false }
      const account = yield* accountAt(network, address)
      const program = account !== null && account.owner !== systemProgram
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
      if (tokenPrograms.some((one) => one === receiver?.owner)) return yield* Effect.fail(new ReceiverInvalid())
      const found = token.address === undefined ? undefined : yield* mintedOf(transfer, token.address)
      const held = found?.held ?? native
      const deposit = found?.deposit ?? 0n
      const wanted = transfer.amount === "max" ? held : transfer.amount
      if (wanted > held || held === 0n) return yield* Effect.fail(new InsufficientFunds("amount"))

      const withheld = found?.fee && withheldOf(found.fee, wanted)
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
      const { blockhash, lastValidBlockHeight } = yield* requestNode(
        network,
        "getLatestBlockhash",
        params,
        decodeBlockhash,
      )
      if (!isSolanaKey(blockhash)) return yield* Effect.fail(new AnswerInvalid(typeMismatch("blockhash", blockhash)))

      const transaction = transactionOf(move, blockhash, lastValidBlockHeight)
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
      const [status] = yield* requestNode(network, "getSignatureStatuses", params, decodeStatuses)
      if (status) {
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

const systemProgram = "11111111111111111111111111111111"
const settled = { commitment: "confirmed" }
const millionths = 1_000_000n

/** Returns the fee withheld from an amount, rounded up as the program does. */
const withheldOf = ({ transferFeeBasisPoints, maximumFee }: TransferFee, amount: bigint): bigint => {
  const share = (amount * transferFeeBasisPoints + allPoints - 1n) / allPoints
  return share < maximumFee ? share : maximumFee
}
const allPoints = 10_000n

type Decode<A> = (value: unknown) => A | InvalidInput

const isSignature = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)
