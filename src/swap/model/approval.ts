/** Whether an allowance covers an amount, both in the token's smallest units. */
export const isAllowanceEnough = (allowance: bigint, amount: bigint): boolean => allowance >= amount

/** Encodes an ERC-20 approval of `units` for `spender`. */
export const approval = (spender: string, units: bigint): string =>
  `${approveSelector}${spender.slice(2).padStart(64, "0")}${units.toString(16).padStart(64, "0")}`

/** Decodes an ERC-20 approval. Returns `undefined` for other calldata. */
export const readApproval = (data: string): { readonly spender: string; readonly units: bigint } | undefined => {
  const parsed = /^0x095ea7b30{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(data)
  return parsed ? { spender: `0x${parsed[1]}`.toLowerCase(), units: BigInt(`0x${parsed[2]}`) } : undefined
}

const approveSelector = "0x095ea7b3"
