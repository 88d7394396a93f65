import { type CustomTransport, custom } from "viem"
import type { Network } from "../../src/options/networks.ts"

/** Returns a viem transport that sends its requests through `request`. viem itself neither batches nor retries them. */
export const transportOf = (
  network: Network,
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
): CustomTransport =>
  custom(
    { request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => request(method, params) },
    { key: "portico", name: network.name, retryCount: 0 },
  )
