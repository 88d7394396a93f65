/** Whether an error is ConnectionRejected. */
export const isRejected = (error: Error): boolean => tagOf(error) === "ConnectionRejected"

/**
 * Whether an error ends an attempt over WalletConnect: ConnectionRejected, ConnectorSupportsNoChain or TopicExpired. A connection problem
 * does not count.
 */
export const isRejectedByWallet = (error: Error): boolean => walletTags.has(tagOf(error))

const walletTags: ReadonlySet<unknown> = new Set(["ConnectionRejected", "ConnectorSupportsNoChain", "TopicExpired"])

const tagOf = (error: Error): unknown => ("_tag" in error ? error._tag : undefined)
