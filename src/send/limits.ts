/**
 * Blob transactions (EIP-4844). `bytes`: size of a blob. `fieldElements`: number of its field elements, each with one unused byte.
 * `perTransaction`: data limit in bytes, which is 6 blobs minus one byte that marks the end.
 */
export const blob = { bytes: 131_072, fieldElements: 4_096, perTransaction: 761_855 } as const

/** Highest `maxFeePerGas`, in wei per unit of gas (specification section 5). */
export const maxFee = 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffn

/** Sending on EVM networks (not in the specification), and times and counts for all networks. */
export const sending = {
  /** Gas limit in percent of the estimate. Payments of exactly 21,000 gas have no margin. */
  gasMargin: 120n,
  /** Base fee to allow for, in percent of the current one. */
  room: 200n,
  /** The same as `room`, if the whole native balance is sent. */
  tightRoom: 125n,
  /** Assumed size of a transaction in bytes, for the data fee of OP Stack chains. */
  bytes: 180n,
  /** Number of blocks after which reorganizations are no longer checked for. */
  depth: 2n,
  /** Poll interval for a transfer's status, in ms. */
  watch: 4_000,
  /** Time limit for a transfer's status, in ms. */
  watchFor: 86_400_000,
  /** How long a review's button is disabled at first, in ms. */
  rest: 300,
  /** Maximum number of transfers persisted. */
  kept: 32,
  /** Maximum number of recipients persisted. */
  receivers: 64,
} as const

/** Sending on Solana (not in the specification). */
export const solanaSending = {
  /** Price of a compute unit for SOL, in millionths of a lamport. */
  unitPrice: 20_000_000n,
  /** Compute limit for SOL. */
  nativeUnits: 500,
  /** Compute limit for tokens. */
  tokenUnits: 300_000,
  /** Compute limit for tokens if the recipient's account has to be created. */
  accountUnits: 400_000,
  /** Price of a compute unit for tokens, in millionths of a lamport. */
  tokenUnitPrice: 50_000n,
  /** Fee per signature, in lamports. */
  signature: 5_000n,
  /** How long a transaction stays valid, in ms. */
  lifetime: 3 * 60_000,
} as const
