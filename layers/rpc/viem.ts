import { type CustomTransport, custom } from "viem"
import type { Network } from "../../src/options/networks.ts"

/** Lets viem use Portico's nodes, which batch and retry. viem does neither here. */
export const transportOf = (
  network: Network,
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
): CustomTransport =>
  custom(
    { request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => request(method, params) },
    { key: "portico", name: network.name, retryCount: 0 },
  )
