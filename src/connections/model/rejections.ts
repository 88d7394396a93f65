/** Whether an error means that the visitor rejected the request in the wallet. */
export const isRejected = (error: Error): boolean => tagOf(error) === "ConnectionRejected"

/**
 * Whether an error ends an attempt over WalletConnect: the request was rejected or has expired, or the wallet supports none of the
 * networks. A connection problem does not count.
 */
export const isRejectedByWallet = (error: Error): boolean => walletTags.has(tagOf(error))

const walletTags: ReadonlySet<unknown> = new Set(["ConnectionRejected", "ConnectorSupportsNoChain", "TopicExpired"])

const tagOf = (error: Error): unknown => ("_tag" in error ? error._tag : undefined)
