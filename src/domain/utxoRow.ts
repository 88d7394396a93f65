import { bitcoinChainOf } from "./bitcoin.ts"
import { endpoint, segment } from "./endpoint.ts"
import type { ApiError } from "./errors.ts"
import { fresh } from "./limits.ts"
import type { Network } from "./networks.ts"
import { integerFrom, list, object } from "./schema.ts"

/** Address and network to look up. */
export interface UtxoQuery {
  readonly network: Pick<Network, "caipNetworkId" | "testnet">
  readonly address: string
}

/**
 * Returns the unspent outputs of an address, in satoshis. A malformed one fails the whole response, because the sum would be wrong without
 * it.
 */
export const utxoRow = endpoint({
  name: "utxo",
  host: "utxo",
  path: ({ network, address }: UtxoQuery) => `${prefix(network)}/api/address/${segment(address)}/utxo`,
  answer: list(object({ value: integerFrom(0) })),
  fresh: fresh.nativeBalance,
  failure: (cause: ApiError) => cause,
})

const prefix = ({ caipNetworkId, testnet }: UtxoQuery["network"]) => {
  const chain = bitcoinChainOf(caipNetworkId) ?? (testnet ? "testnet" : "mainnet")
  return chain === "mainnet" ? "" : `/${chain}`
}
