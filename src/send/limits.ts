/**
 * Blob transactions: bytes of a blob, its field elements (each with one unused byte), and bytes of data that a transaction can carry: 6
 * blobs, minus one byte that marks the end.
 */
export const blob = { bytes: 131_072, fieldElements: 4_096, perTransaction: 761_855 } as const

/** Highest `maxFeePerGas`, in wei per unit of gas. */
export const maxFee = 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffn

/**
 * Sending (not in the specification). `gasMargin`: gas limit in percent of the estimate. `room`, `tightRoom`: highest gas price in percent
 * of the base fee, usually and if the whole balance is sent. `bytes`: assumed size of a transaction, for the data fee of OP Stack chains.
 * `depth`: blocks after which reorganizations are no longer checked for. `watch`, `watchFor`: poll interval and time limit for a transfer's
 * status, in ms. `rest`: how long the review's button is disabled at first, in ms. `kept`, `receivers`: number of transfers and recipients
 * persisted.
 */
export const sending = {
  gasMargin: 120n,
  room: 200n,
  tightRoom: 125n,
  bytes: 180n,
  depth: 2n,
  watch: 4_000,
  watchFor: 86_400_000,
  rest: 300,
  kept: 32,
  receivers: 64,
} as const

/**
 * Sending on Solana (not in the specification). `unitPrice`, `tokenUnitPrice`: price of a compute unit for SOL and for tokens, in
 * millionths of a lamport. `nativeUnits`, `tokenUnits`, `accountUnits`: compute limits for SOL, for tokens, and for tokens with a new
 * account. `signature`: lamports per signature. `lifetime`: how long a transaction stays valid, in ms.
 */
export const solanaSending = {
  unitPrice: 20_000_000n,
  nativeUnits: 500,
  tokenUnits: 300_000,
  accountUnits: 400_000,
  tokenUnitPrice: 50_000n,
  signature: 5_000n,
  lifetime: 3 * 60_000,
} as const
