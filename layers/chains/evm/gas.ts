import * as Effect from "effect/Effect"
import type { RpcError } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { sending as times } from "../../../src/send/limits.ts"
import { decodeBaseFee } from "../../../src/send/schema/evmNode.ts"
import { decodeResponse } from "../../shared/decodeResponse.ts"
import type { AdapterDeps } from "../namespaceAdapter.ts"
import { decodeQuantity, toHex } from "./quantity.ts"

export type Nodes = AdapterDeps["rpc"]

/** Gas limit, and gas prices in wei. */
export interface Gas {
  readonly limit: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Whether the chain supports EIP-1559. */
  readonly priced: boolean
}

/** Gas of a native currency payment to an address without code. */
export const transferGas = 21_000n

/**
 * Requests gas prices. On chains with EIP-1559, adds a margin for rises while the visitor decides. If `exact`, for sending a whole balance,
 * the margin is small and the maximum is paid in full, so nothing is left over.
 */
export const requestGasPrices = (
  rpc: Nodes,
  network: Network,
  exact: boolean,
): Effect.Effect<Omit<Gas, "limit">, RpcError> =>
  Effect.gen(function* () {
    const block = rpc.request({ network, method: "eth_getBlockByNumber", params: ["latest", false] })
    const base = yield* decodeResponse(block, decodeBaseFee)
    const price = decodeQuantity(rpc.request({ network, method: "eth_gasPrice", params: [] }))
    if (base === undefined) {
      const gasPrice = yield* price
      return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice, priced: false }
    }
    const tip = yield* Effect.catch(
      decodeQuantity(rpc.request({ network, method: "eth_maxPriorityFeePerGas", params: [] })),
      () => Effect.map(price, (now) => (now > base ? now - base : 0n)),
    )
    const highest = (base * (exact ? times.tightRoom : times.room)) / 100n + tip
    return { maxFeePerGas: highest, maxPriorityFeePerGas: exact ? highest : tip, priced: true }
  })

/**
 * Requests the upper bound in wei of the data fee that OP Stack chains charge on top of gas. Returns 0 if the request fails, as it does on
 * other chains: they have no contract at this address, for which no key is known.
 */
export const requestDataFee = (rpc: Nodes, network: Network): Effect.Effect<bigint> =>
  Effect.orElseSucceed(
    decodeQuantity(
      rpc.request({
        network,
        method: "eth_call",
        params: [{ to: gasPriceOracle, data: `${feeUpperBound}${word(times.bytes)}` }, "latest"],
      }),
    ),
    () => 0n,
  )

const gasPriceOracle = "0x420000000000000000000000000000000000000F"
/** Selector of `getL1FeeUpperBound(uint256)`, whose argument is the transaction's size in bytes. */
const feeUpperBound = "0xf1c7a58b"
const word = (value: bigint) => value.toString(16).padStart(64, "0")

/** Returns the gas fields of a transaction. */
export const gasFields = ({ limit, maxFeePerGas, maxPriorityFeePerGas, priced }: Gas) => ({
  gas: toHex(limit),
  ...(priced
    ? { type: "0x2", maxFeePerGas: toHex(maxFeePerGas), maxPriorityFeePerGas: toHex(maxPriorityFeePerGas) }
    : { type: "0x0", gasPrice: toHex(maxFeePerGas) }),
})
