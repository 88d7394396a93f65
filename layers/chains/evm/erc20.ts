import { decodeFunctionData, encodeFunctionData, type Hex } from "viem"

/** A transfer as a transaction says it: to whom, with how much of the chain's own coin, with which call. */
export interface Call {
  readonly to: string
  readonly value: bigint
  readonly data?: string | undefined
}

/** The transaction that moves so much of a token, or without one of the chain's own coin. */
export const callOf = (to: string, amount: bigint, token: string | undefined): Call =>
  token === undefined
    ? { to, value: amount }
    : {
        to: token,
        value: 0n,
        data: encodeFunctionData({ abi, functionName: "transfer", args: [to as Hex, amount] }),
      }

/** What a transaction moves, and nothing for one that does anything else. */
export const transferIn = ({ to, value, data = "0x" }: Call) => {
  if (data === "0x") return { to, amount: value, token: undefined }
  try {
    const { args } = decodeFunctionData({ abi, data: data as Hex })
    const [receiver, amount] = args
    // What comes after the arguments would be signed too.
    const whole = encodeFunctionData({ abi, functionName: "transfer", args }) === data.toLowerCase()
    return whole && value === 0n ? { to: receiver as string, amount, token: to } : undefined
  } catch {
    return undefined
  }
}

// What it answers is nobody's to read: USDT's answers nothing at all.
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
