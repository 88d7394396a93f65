/** Whether an attempt failed because the visitor rejected it in the wallet. */
export const isRejected = (error: Error): boolean => tagOf(error) === "ConnectionRejected"

/** Whether an attempt over WalletConnect was ended by the wallet, not by a connection problem. */
export const isRejectedByWallet = (error: Error): boolean => walletTags.has(tagOf(error))

const walletTags: ReadonlySet<unknown> = new Set(["ConnectionRejected", "ConnectorSupportsNoChain", "TopicExpired"])

const tagOf = (error: Error): unknown => ("_tag" in error ? error._tag : undefined)
