import { namespaceTable } from "../../../src/namespaces/model/namespaceTable.ts"
import type { World } from "../world.ts"

/** Splits a CAIP-10 ID into its CAIP-2 ID and its address in lower case. */
export const splitCaip10 = (id: string) => {
  const at = id.lastIndexOf(":")
  return { chain: id.slice(0, at), address: id.slice(at + 1).toLowerCase() }
}

/** Returns the token with this CAIP-10 ID, or `undefined` if the world does not have it. */
export const tokenAt = (market: World["market"], id: string) => {
  const { chain, address } = splitCaip10(id)
  return market.listed(chain).find(({ contract }) => (contract?.toLowerCase() ?? nativeToken) === address)
}

/** Returns the amount that the exchange pays, in smallest units: the value of its input less 0.125%. 0 for unknown tokens. */
export const swapOutput = (market: World["market"], from: string, to: string, amount: string, now: number): string => {
  const [given, taken] = [tokenAt(market, from), tokenAt(market, to)]
  if (!given || !taken) return "0"
  const [price, other] = [given, taken].map(({ symbol }) => BigInt(Math.round(market.price(symbol, now) * 1e9)))
  if (!price || !other) return "0"
  return String(
    (BigInt(amount) * price * 10n ** BigInt(taken.decimals) * 799n) / (other * 10n ** BigInt(given.decimals) * 800n),
  )
}

export const nativeToken = namespaceTable.eip155.nativeToken
