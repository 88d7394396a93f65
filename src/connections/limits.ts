/** Time limit for disconnecting a wallet, in ms (specification section 9). */
export const disconnectWait = 3_000

/** How long an operation waits for a wallet to announce itself, in ms (not in the specification). */
export const announceWait = 3_000

/**
 * How long the import of AppKit's data waits for the database with the WalletConnect session, in ms (not in the specification). Some
 * browsers occasionally never open a database. The limit is long, so a slow device does not lose the session.
 */
export const databaseWait = 10_000

/** How long to wait for a wallet's accounts when reconnecting without a prompt, in ms (not in the specification). */
export const reconnectWait = 10_000

/**
 * Poll interval and time limit for the outcome of a prompt that was already open in the wallet, in ms (not in the specification). The limit
 * is needed because wallets do not report the rejection of such a prompt.
 */
export const openPrompt = { every: 1_000, wait: 2 * 60_000 } as const

/** How long a newly connected Bitcoin wallet may take to switch networks, including its prompt, in ms (not in the specification). */
export const arrivalWait = 10_000

/** Maximum number of ended connections persisted for reconnecting (not in the specification). */
export const recentConnections = 8
