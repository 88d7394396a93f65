import { getBase58Decoder, getCompiledTransactionMessageDecoder } from "@solana/kit"
import { fromBase64, opened } from "../../chains/solana/transaction.ts"
import type { TransferRecord } from "./ledger.ts"

/** Reads what a transaction (base64) transfers, and its signature, which is its ID. Returns `undefined` if it is not a transfer. */
export const readTransfer = (wire: unknown): Omit<TransferRecord, "id" | "nonce" | "chain" | "at"> | undefined => {
  const transaction = opened(fromBase64(wire) ?? new Uint8Array())
  if (!transaction) return undefined
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  if (!("instructions" in message)) return undefined
  const { staticAccounts: keys, instructions } = message
  const from: string = keys[0] ?? ""
  const decoded = instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
    program: String(keys[programAddressIndex]),
    accounts: accountIndices.map((at) => String(keys[at])),
    data,
  }))
  const [signature] = Object.values(transaction.signatures)
  const sent = getBase58Decoder().decode(signature ?? new Uint8Array(64))
  const created = decoded.find(({ program }) => program.startsWith("AToken"))
  const tokens = decoded.find(({ program, data }) => program.startsWith("Token") && data[0] === 12)
  if (tokens) {
    const [, contract = "", destination = ""] = tokens.accounts
    const fee = paid + (created ? rent : 0n)
    return { from, to: created?.accounts[2] ?? destination, contract, units: number(tokens.data, 1), fee, sent }
  }
  const coins = decoded.find(({ program, data }) => program.startsWith("1111") && data[0] === 2)
  return (
    coins && { from, to: coins.accounts[1] ?? "", contract: undefined, units: number(coins.data, 4), fee: paid, sent }
  )
}

const number = (data: { readonly [at: number]: number | undefined }, from: number): bigint =>
  Array.from({ length: 8 }, (_, at) => BigInt(data[from + at] ?? 0) << BigInt(8 * at)).reduce(
    (sum, part) => sum + part,
    0n,
  )

const paid = 15_000n
const rent = 2_039_280n
