import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit"
import { solanaSending } from "../../../src/send/limits.ts"
import { opened } from "./transaction.ts"

/** Addresses of the two token programs: SPL Token and Token-2022. */
export const tokenPrograms = [
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
] as const

/** A transfer. `amount` is in lamports, or in the token's smallest units if `mint` is set. */
export interface Move {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly mint?: Minted
}

export interface Minted {
  readonly mint: string
  readonly program: string
  readonly decimals: number
  /** Token account to transfer from. `destination`: token account to transfer to. */
  readonly source: string
  readonly destination: string
  /** Whether the recipient's account has to be created first. */
  readonly creates: boolean
  /** Amount that the token withholds (Token-2022). The instruction states it, so the transfer fails if the fee has changed. */
  readonly withheld?: bigint
}

/** Resolves with the address of an owner's associated token account for a mint. `program`: the mint's token program. */
export const tokenAccountOf = async (owner: string, mint: string, program: string): Promise<string> => {
  const bytes = getAddressEncoder()
  const [account] = await getProgramDerivedAddress({
    programAddress: associatedProgram,
    seeds: [owner, program, mint].map((part) => bytes.encode(address(part))),
  })
  return account
}

/** Returns an unsigned transaction with the transfer and its compute budget, in wire format. */
export const transactionOf = (move: Move, blockhash: string, lastValidBlockHeight: bigint): Uint8Array => {
  const empty = createTransactionMessage({ version: "legacy" })
  const paid = setTransactionMessageFeePayer(address(move.from), empty)
  const timed = setTransactionMessageLifetimeUsingBlockhash(
    { blockhash: blockhash as Blockhash, lastValidBlockHeight },
    paid,
  )
  const message = appendTransactionMessageInstructions([...budgetOf(move), ...instructionsOf(move)], timed)
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}

/** Returns the compute unit limit of a transfer, and the price per unit in millionths of a lamport. */
export const unitsOf = ({ mint }: Move): { readonly limit: number; readonly price: bigint } => {
  if (!mint) return { limit: solanaSending.nativeUnits, price: solanaSending.unitPrice }
  return {
    limit: mint.creates ? solanaSending.accountUnits : solanaSending.tokenUnits,
    price: solanaSending.tokenUnitPrice,
  }
}

/** Whether wire bytes make exactly this transfer. Ignores the compute budget, memo and guard that wallets may add. */
export const isJust = (wire: Uint8Array, move: Move): boolean => {
  const transaction = opened(wire)
  if (!transaction) return false
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  if ("addressTableLookups" in message && (message.addressTableLookups?.length ?? 0) > 0) return false
  const { staticAccounts } = message
  if (!("instructions" in message) || staticAccounts[0] !== move.from) return false
  const decoded = message.instructions
    .map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      program: staticAccounts[programAddressIndex] ?? "",
      accounts: accountIndices.map((at) => staticAccounts[at] ?? ""),
      data: [...data],
    }))
    .filter(({ program }) => !harmless.has(program))
  const meant = instructionsOf(move).map(({ programAddress, accounts = [], data = new Uint8Array() }) => ({
    program: programAddress,
    accounts: accounts.map((account) => account.address),
    data: [...data],
  }))
  return JSON.stringify(decoded) === JSON.stringify(meant)
}

const instructionsOf = ({ from, to, amount, mint }: Move): readonly Instruction[] => {
  if (!mint)
    return [
      {
        programAddress: systemProgram,
        accounts: [writable(from, true), writable(to)],
        data: Uint8Array.of(...little(2n, 4), ...little(amount, 8)),
      },
    ]
  const transfer: Instruction = {
    programAddress: address(mint.program),
    accounts: [writable(mint.source), readonly(mint.mint), writable(mint.destination), readonly(from, true)],
    data:
      mint.withheld === undefined
        ? Uint8Array.of(transferChecked, ...little(amount, 8), mint.decimals)
        : Uint8Array.of(...transferCheckedWithFee, ...little(amount, 8), mint.decimals, ...little(mint.withheld, 8)),
  }
  if (!mint.creates) return [transfer]
  const create: Instruction = {
    programAddress: associatedProgram,
    accounts: [
      writable(from, true),
      writable(mint.destination),
      readonly(to),
      readonly(mint.mint),
      readonly(systemProgram),
      readonly(mint.program),
    ],
    data: Uint8Array.of(createIdempotent),
  }
  return [create, transfer]
}

const budgetOf = (move: Move): readonly Instruction[] => {
  const { limit, price } = unitsOf(move)
  return [
    { programAddress: budgetProgram, data: Uint8Array.of(2, ...little(BigInt(limit), 4)) },
    { programAddress: budgetProgram, data: Uint8Array.of(3, ...little(price, 8)) },
  ]
}

const systemProgram = address("11111111111111111111111111111111")
const associatedProgram = address("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
const budgetProgram = address("ComputeBudget111111111111111111111111111111")

/** Programs that wallets may add: compute budget, memo, and a guard against effects that the simulation did not show. */
const harmless: ReadonlySet<string> = new Set([
  budgetProgram,
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95",
])

const transferChecked = 12
/** Discriminators of the transfer fee extension and its TransferCheckedWithFee instruction. */
const transferCheckedWithFee = [26, 1]
const createIdempotent = 1

const writable = (of: string, signs = false) => ({
  address: of as Address,
  role: signs ? AccountRole.WRITABLE_SIGNER : AccountRole.WRITABLE,
})
const readonly = (of: string, signs = false) => ({
  address: of as Address,
  role: signs ? AccountRole.READONLY_SIGNER : AccountRole.READONLY,
})

/** Encodes a number as `bytes` little-endian bytes. */
const little = (value: bigint, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
