import * as Schema from "effect/Schema"
import { endpoint, pathSegment } from "../../core/opening/endpoint.ts"
import { integerFrom } from "../../core/opening/schema.ts"
import type { ApiError } from "../../errors/index.ts"
import { bitcoinChainOf } from "../../namespaces/model/bitcoinProvider.ts"
import type { Network } from "../../options/networks.ts"
import { cacheLifetimes } from "../../persistence/limits.ts"

/** Query for the unspent outputs of an address on a network. */
export interface UtxoQuery {
  readonly network: Pick<Network, "caipNetworkId" | "testnet">
  readonly address: string
}

/**
 * Returns the values of an address's unspent outputs, in satoshis. A malformed output fails the whole response, because the sum would be
 * wrong without it.
 */
export const utxoEndpoint = endpoint({
  name: "utxo",
  host: "utxo",
  path: ({ network, address }: UtxoQuery) => `${prefix(network)}/api/address/${pathSegment(address)}/utxo`,
  response: Schema.Array(Schema.Struct({ value: integerFrom(0) })),
  fresh: cacheLifetimes.nativeBalance,
  failure: (cause: ApiError) => cause,
})

const prefix = ({ caipNetworkId, testnet }: UtxoQuery["network"]) => {
  const chain = bitcoinChainOf(caipNetworkId) ?? (testnet ? "testnet" : "mainnet")
  return chain === "mainnet" ? "" : `/${chain}`
}
