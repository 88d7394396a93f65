/** Whether an attempt failed by the visitor's own no in the wallet. */
export const declined = (error: Error): boolean => tagOf(error) === "ConnectionRejected"

/** Whether an attempt over the relay was ended by the wallet at its other end, and not for want of a line to it. */
export const byWallet = (error: Error): boolean => walletTags.has(tagOf(error))

const walletTags: ReadonlySet<unknown> = new Set(["ConnectionRejected", "ConnectorSupportsNoChain", "TopicExpired"])

const tagOf = (error: Error): unknown => ("_tag" in error ? error._tag : undefined)
