/** A JSON-RPC error as it goes over the wire. Thrown by a wallet's handlers, and never an `Error`. */
export interface Failure {
  readonly code: number
  readonly message: string
}

export const failure = (code: number, message: string): Failure => ({ code, message })

/** The half of a JSON-RPC answer that says how it went; what is not a `Failure` becomes an internal error, -32603. */
export const outcome = (work: Promise<unknown>): Promise<{ result: unknown } | { error: Failure }> =>
  work.then(
    (result) => ({ result }),
    (error: unknown) => ({ error: isFailure(error) ? error : failure(-32603, (error as Error).message) }),
  )

/** Asks a node (an HTTP URL) and gives its result; throws its own error as a `Failure`. */
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
