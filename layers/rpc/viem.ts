import { BaseError, type CustomTransport, custom } from "viem"
import { type RpcError, UnknownFailure } from "../../src/domain/errors.ts"
import type { Network } from "../../src/domain/networks.ts"

/** Lets viem ask a network's nodes through our service, which batches and retries: viem does neither here. */
export const transportOf = (
  network: Network,
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
): CustomTransport =>
  custom(
    { request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => request(method, params) },
    { key: "portico", name: network.name, retryCount: 0 },
  )

/** Our own failure inside an error that viem threw, or the unknown one with that error as its cause. */
export const failureOf = (error: unknown): RpcError => {
  const found = error instanceof BaseError ? error.walk(isOurs) : error
  return isOurs(found) ? found : new UnknownFailure({ cause: error })
}

const isOurs = (error: unknown): error is RpcError => error instanceof Error && "_tag" in error
