import {
  type Address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  type ReadonlyUint8Array,
  type SignatureBytes,
  verifySignature,
} from "@solana/kit"
import {
  InvalidParamsRpcError,
  ResourceUnavailableRpcError,
  type RpcFailure,
  TransactionRejectedRpcError,
} from "../../../src/errors/rpc.ts"
import { fromBase64, opened } from "../../chains/solana/transaction.ts"
import type { Market } from "../provider/market.ts"
import type { GivenTransfer, Ledger } from "./ledger.ts"
import type { NodeCall } from "./nodeCall.ts"
import { isRecentBlockhash } from "./solana.ts"

/**
 * Resolves with the transfer of a signed transaction (base64), or with an error. As in a node's preflight, a repeated transaction, an
 * invalid signature, an old blockhash or insufficient funds are errors.
 */
export const acceptTransfer = async (
  market: Market,
  ledger: Ledger,
  { caipNetworkId: chain, params: [wire], now }: NodeCall,
): Promise<GivenTransfer | RpcFailure> => {
  const transaction = opened(fromBase64(wire) ?? new Uint8Array())
  const message = transaction && getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  if (!transaction || !message || !("instructions" in message))
    return new InvalidParamsRpcError("invalid transaction: expected base64 of a transaction")
  const signers = Object.entries(transaction.signatures)
  const verified = await Promise.all(
    signers.map(([address, signature]) => isSignedBy(address as Address, signature, transaction.messageBytes)),
  )
  if (!verified.every(Boolean)) return new TransactionRejectedRpcError("Transaction signature verification failure")
  const sent = getBase58Decoder().decode(signers[0]?.[1] ?? new Uint8Array(64))
  if (ledger.moved.some((one) => one.sent === sent)) return failed("This transaction has already been processed")
  if (!isRecentBlockhash(chain, message.lifetimeToken, now)) return failed("Blockhash not found")
  const transfer = readTransfer(message)
  if (!transfer) return new InvalidParamsRpcError("The demo's nodes execute transfers only")
  const { from, contract, units, fee } = transfer
  const lamports = market.units(chain, from)
  if (lamports === 0n) return failed("Attempt to debit an account but found no record of a prior credit.")
  if (lamports < fee) return failed("Insufficient funds for fee")
  if (contract === undefined ? lamports < fee + units : market.units(chain, from, contract) < units)
    return failed("Error processing Instruction 0: custom program error: 0x1")
  return { ...transfer, chain, sent, at: now }
}

const failed = (reason: string) => new ResourceUnavailableRpcError(`Transaction simulation failed: ${reason}`)

const isSignedBy = async (
  address: Address,
  signature: SignatureBytes | null,
  message: ReadonlyUint8Array,
): Promise<boolean> => signature !== null && verifySignature(await getPublicKeyFromAddress(address), signature, message)

type Message = Extract<
  ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>["decode"]>,
  { readonly instructions: unknown }
>

/**
 * Reads the transfer that a transaction makes. The fee includes the rent of a created account. Returns `undefined` if there is no transfer.
 */
const readTransfer = ({
  header: { numSignerAccounts: signatures },
  staticAccounts: keys,
  instructions,
}: Message): Pick<GivenTransfer, "from" | "to" | "contract" | "units" | "fee"> | undefined => {
  const from: string = keys[0] ?? ""
  const decoded = instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
    program: String(keys[programAddressIndex]),
    accounts: accountIndices.map((at) => String(keys[at])),
    data,
  }))
  const budget = (tag: number) =>
    decoded.find(({ program, data }) => program.startsWith("ComputeBudget") && data[0] === tag)
  const [limit, price] = [number(budget(2)?.data ?? [], 1, 4), number(budget(3)?.data ?? [], 1)]
  const fee = BigInt(signatures) * signatureFee + (limit * price + 999_999n) / 1_000_000n
  const created = decoded.find(({ program }) => program.startsWith("AToken"))
  const tokens = decoded.find(({ program, data }) => program.startsWith("Token") && data[0] === 12)
  if (tokens) {
    const [, contract = "", destination = ""] = tokens.accounts
    const to = created?.accounts[2] ?? destination
    return { from, to, contract, units: number(tokens.data, 1), fee: fee + (created ? rent : 0n) }
  }
  const coins = decoded.find(({ program, data }) => program.startsWith("1111") && data[0] === 2)
  return coins && { from, to: coins.accounts[1] ?? "", contract: undefined, units: number(coins.data, 4), fee }
}

const number = (data: { readonly [at: number]: number | undefined }, from: number, length = 8): bigint =>
  Array.from({ length }, (_, at) => BigInt(data[from + at] ?? 0) << BigInt(8 * at)).reduce(
    (sum, part) => sum + part,
    0n,
  )

/** Fee per signature in lamports. */
const signatureFee = 5_000n
const rent = 2_039_280n
