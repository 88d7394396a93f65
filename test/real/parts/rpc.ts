/** A JSON-RPC error as sent. Thrown by a wallet's handlers instead of an `Error`. */
export interface Failure {
  readonly code: number
  readonly message: string
}

export const failure = (code: number, message: string): Failure => ({ code, message })

/** The result or error of a JSON-RPC response. Anything but a `Failure` becomes an internal error, -32603. */
export const outcome = (work: Promise<unknown>): Promise<{ result: unknown } | { error: Failure }> =>
  work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error: isFailure(error) ? error : failure(-32603, (error as Error).message) }),
  )

/** Calls a node (an HTTP URL) and returns its result. Throws its error as a `Failure`. */
export const forward = async (node: string, method: string, params: readonly unknown[]): Promise<unknown> => {
  const response = await fetch(node, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  })
  const { result, error } = await response.json()
  if (error) throw failure(error.code, error.message)
  return result
}

const isFailure = (error: unknown): error is Failure =>
  typeof error === "object" && error !== null && !(error instanceof Error) && "code" in error
