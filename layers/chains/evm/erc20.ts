import { decodeFunctionData, encodeFunctionData, type Hex } from "viem"
import { isRecord } from "../../../src/options/guards.ts"
import { readQuantity, toHex } from "./quantity.ts"

/** A call of a transaction: the called address, the value in wei, and the data. */
export interface Call {
  readonly to: string
  readonly value: bigint
  readonly data?: string | undefined
}

/** Returns the call that transfers an amount of a token, or of the native currency if `token` is undefined. */
export const callOf = (to: string, amount: bigint, token: string | undefined): Call =>
  token === undefined
    ? { to, value: amount }
    : {
        to: token,
        value: 0n,
        data: encodeFunctionData({ abi, functionName: "transfer", args: [to as Hex, amount] }),
      }

/** Returns the recipient, amount and token of the transfer that a call makes. `undefined` if the call does anything else. */
export const transferIn = ({ to, value, data = "0x" }: Call) => {
  if (data === "0x") return { to, amount: value, token: undefined }
  try {
    const { args } = decodeFunctionData({ abi, data: data as Hex })
    const [receiver, amount] = args
    // Bytes after the arguments would be signed too, so the data must match exactly.
    const whole = encodeFunctionData({ abi, functionName: "transfer", args }) === data.toLowerCase()
    return whole && value === 0n ? { to: receiver as string, amount, token: to } : undefined
  } catch {
    return undefined
  }
}

// The result is not read: USDT's `transfer` returns none.
const abi = [
  {
    type: "function",
    name: "transfer",
    stateMutability: "nonpayable",
    inputs: [
      { name: "recipient", type: "address" },
      { name: "amount", type: "uint256" },
    ],
    outputs: [],
  },
] as const

/** Returns the transaction fields of a call, in the format of nodes and wallets. */
export const toTransaction = (from: string, { to, value, data }: Call) => ({
  from,
  to,
  value: toHex(value),
  ...(data && { data }),
})

/**
 * Reads the call of a transaction, whether as sent or as a node returns it. Returns `undefined` if it has no recipient or its value is
 * invalid.
 */
export const readCall = (input: unknown): Call | undefined => {
  if (!isRecord(input) || typeof input.to !== "string") return undefined
  const value = readQuantity(input.value ?? "0x0")
  const data = input.data ?? input.input
  return value === undefined ? undefined : { to: input.to, value, data: typeof data === "string" ? data : undefined }
}

/** Whether a call makes exactly the transfer that the visitor was shown. */
export const makesTransfer = (
  call: Call | undefined,
  {
    to,
    amount,
    token,
  }: { readonly to: string; readonly amount: bigint; readonly token: { readonly address?: string } },
): boolean => {
  const moved = call && transferIn(call)
  return (
    moved !== undefined &&
    moved.to.toLowerCase() === to.toLowerCase() &&
    moved.amount === amount &&
    moved.token?.toLowerCase() === token.address?.toLowerCase()
  )
}
