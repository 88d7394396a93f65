import * as Effect from "effect/Effect"
import { encodeFunctionData, erc20Abi } from "viem"
import { bytesToBigInt, hexToBytes, isHex } from "viem/utils"
import { safeText } from "../../../src/core/first-paint/safeText.ts"
import { type SendError, TokenNotFound } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { callOf, toTransaction } from "./erc20.ts"
import type { Nodes } from "./gas.ts"
import { readQuantity } from "./quantity.ts"
import { balanceData, numberOf, readingGas, simulateCalls } from "./simulateCalls.ts"

/** Simulates a transfer and returns the amount that the token withholds, in smallest units. 0 if the simulation does not show it. */
export const readWithheld = (rpc: Nodes, network: Network, from: string, to: string, amount: bigint, token: string) => {
  const read = { to: token, data: balanceData(to), gas: readingGas }
  return simulateCalls(rpc, network, [read, toTransaction(from, callOf(to, amount, token)), read]).pipe(
    Effect.map(([before, moved, after]) => {
      const [had, has] = [numberOf(before), numberOf(after)]
      const arrived = moved?.hasSucceeded && had !== undefined && has !== undefined ? has - had : amount
      const isOwn = from.toLowerCase() === to.toLowerCase()
      return isOwn || arrived >= amount || arrived < 0n ? 0n : amount - arrived
    }),
    Effect.orElseSucceed(() => 0n),
  )
}

/**
 * Returns a token with the symbol and decimals of its contract. Fails with TokenNotFound if the contract does not report valid decimals.
 */
export const readToken = Effect.fnUntraced(function* (rpc: Nodes, network: Network, address: string) {
  const read = (data: string) => rpc.request({ network, method: "eth_call", params: [{ to: address, data }, "latest"] })
  const places = readQuantity(yield* read(decimals))
  if (places === undefined || places > mostDecimals) return yield* Effect.fail(new TokenNotFound())
  return { address, symbol: readText(yield* read(symbol)), decimals: Number(places) }
})

const decimals = encodeFunctionData({ abi: erc20Abi, functionName: "decimals" })
const symbol = encodeFunctionData({ abi: erc20Abi, functionName: "symbol" })
const mostDecimals = 255n

/**
 * Reads the text that a contract returned, either as an ABI string or in the older bytes32 form, cut to `symbolLength` characters. Empty if
 * the value is not hex.
 */
const readText = (value: unknown): string => {
  if (typeof value !== "string" || !isHex(value)) return ""
  const bytes = hexToBytes(value)
  const length = bytes.length > 64 ? Number(bytesToBigInt(bytes.subarray(32, 64))) : 32
  const text = bytes.length > 64 ? bytes.subarray(64, 64 + Math.min(length, 64)) : bytes.subarray(0, 32)
  return safeText(new TextDecoder().decode(text).replace(/\0+$/, ""), symbolLength)
}
const symbolLength = 16

/** Returns an account's balance of a token in smallest units. Fails with TokenNotFound if the contract returns no number. */
export const readBalance = (
  rpc: Nodes,
  network: Network,
  token: string,
  owner: string,
): Effect.Effect<bigint, SendError> =>
  rpc
    .request({
      network,
      method: "eth_call",
      params: [{ to: token, data: balanceData(owner) }, "latest"],
    })
    .pipe(
      Effect.flatMap((value) => {
        const held = readQuantity(value)
        return held === undefined ? Effect.fail(new TokenNotFound()) : Effect.succeed(held)
      }),
    )
