import { isRecord } from "../../src/domain/input.ts"
import type { CaipNetworkId } from "../../src/domain/networks.ts"
import { InvalidParamsRpcError, MethodNotFoundRpcError, type RpcFailure } from "../../src/domain/rpcErrors.ts"
import type { Market } from "./market.ts"

/** What a node of a chain is asked. */
export interface NodeCall {
  readonly caipNetworkId: CaipNetworkId
  readonly method: string
  readonly params: readonly unknown[]
  readonly now: number
}

/** Answers as a node of the chain would, for as much as a wallet modal asks; what else is asked it does not know. */
export const answerOf = (market: Market, { caipNetworkId, method, params, now }: NodeCall): unknown | RpcFailure => {
  const reference = caipNetworkId.slice(caipNetworkId.indexOf(":") + 1)
  switch (method) {
    case "eth_chainId":
      return hex(Number(reference))
    case "net_version":
      return reference
    case "getBalance": {
      const [address] = params
      if (typeof address !== "string") return new InvalidParamsRpcError("Expected an address")
      return {
        context: { slot: firstSlot + Math.floor(now / slotTime) },
        value: Number(market.units(caipNetworkId, address)),
      }
    }
    case "eth_blockNumber":
      return hex(firstBlock + Math.floor(now / blockTime))
    case "eth_gasPrice":
      return hex(gasPrice)
    case "eth_getTransactionCount":
      return hex(0)
    case "eth_getCode":
      return "0x"
    case "eth_getBalance": {
      const [address] = params
      if (typeof address !== "string") return new InvalidParamsRpcError("Expected an address")
      return hex(market.units(caipNetworkId, address))
    }
    case "eth_call": {
      const [call] = params
      const [to, data] = isRecord(call) ? [call.to, call.data ?? call.input] : []
      if (typeof to !== "string" || typeof data !== "string") return new InvalidParamsRpcError("Expected a call")
      return data.startsWith(balanceOf)
        ? `0x${market
            .units(caipNetworkId, `0x${data.slice(-40)}`, to)
            .toString(16)
            .padStart(64, "0")}`
        : "0x"
    }
    default:
      return new MethodNotFoundRpcError(`The demo's nodes do not know ${method}`)
  }
}

/** A quantity as JSON-RPC writes it. */
export const hex = (value: number | bigint): string => `0x${value.toString(16)}`

/** The selector of ERC-20's `balanceOf(address)`. */
const balanceOf = "0x70a08231"
const firstBlock = 21_000_000
const blockTime = 12_000
const firstSlot = 290_000_000
const slotTime = 400
const gasPrice = 1_200_000_000
