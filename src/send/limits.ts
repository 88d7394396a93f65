/**
 * Blob transactions (EIP-4844). `bytes`: size of a blob. `fieldElements`: number of its field elements, each with one unused byte.
 * `perTransaction`: data limit in bytes, which is 6 blobs minus one byte that marks the end.
 */
export const blob = { bytes: 131_072, fieldElements: 4_096, perTransaction: 761_855 } as const

/** Highest `maxFeePerGas`, in wei per unit of gas (specification section 5). */
export const maxFee = 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffn

/**
 * Sending (not in the specification). `gasMargin`: gas limit in percent of the estimate, except for the 21,000 gas of a plain payment.
 * `room`, `tightRoom`: base fee to allow for in percent of the current one, usually and if the whole native balance is sent. `bytes`:
 * assumed size of a transaction, for the data fee of OP Stack chains. `depth`: blocks after which reorganizations are no longer checked
 * for. `watch`, `watchFor`: poll interval and time limit for a transfer's status, in ms. `rest`: how long a review's button is disabled at
 * first, in ms. `kept`, `receivers`: number of transfers and recipients persisted.
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
