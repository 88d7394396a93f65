import { bitcoinChainOf } from "./bitcoin.ts"
import { endpoint, segment } from "./endpoint.ts"
import type { ApiError } from "./errors.ts"
import { fresh } from "./limits.ts"
import type { Network } from "./networks.ts"
import { integerFrom, list, object } from "./schema.ts"

/** Whose coins are asked for. */
export interface UtxoQuery {
  readonly network: Pick<Network, "caipNetworkId" | "testnet">
  readonly address: string
}

/** The unspent outputs of an address, their values in satoshis. One that cannot be read spoils the answer: a sum without it is wrong. */
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
