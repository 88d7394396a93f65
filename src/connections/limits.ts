/** Time limit for disconnecting a wallet. */
export const disconnectWait = 3_000

/** How long an operation waits for a wallet to announce itself (not in the specification). */
export const announceWait = 3_000

/**
 * How long the first start after a migration waits for the database that has the visitor's WalletConnect session (not in the specification).
 * Some browsers occasionally never open one. A slow device must not lose the session.
 */
export const databaseWait = 10_000

/** How long a reload waits for the accounts of a known wallet (not in the specification). */
export const reconnectWait = 10_000

/**
 * A prompt that was already open in the wallet: poll interval for its outcome, and when to stop, because a rejection of it is not reported
 * (not in the specification).
 */
export const openPrompt = { every: 1_000, wait: 2 * 60_000 } as const

/** How long a newly connected wallet may take to switch networks, including its prompt (not in the specification). */
export const arrivalWait = 10_000

/** Ended connections persisted for reconnecting (not in the specification). */
export const recentConnections = 8
