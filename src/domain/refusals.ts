/** Whether an attempt failed by the visitor's own no in the wallet. */
export const declined = (error: Error): boolean => "_tag" in error && error._tag === "ConnectionRejected"
