import { InvalidParamsRpcError, MethodNotFoundRpcError, type RpcFailure } from "../../../src/core/rpcErrors.ts"
import { isRecord } from "../../../src/options/guards.ts"
import type { CaipNetworkId } from "../../../src/options/networks.ts"
import { readApproval } from "../../../src/swap/model/approval.ts"
import { exchange, type Market, readSwap } from "../provider/market.ts"
import type { Ledger, TransferRecord } from "./ledger.ts"

export interface NodeCall {
  readonly caipNetworkId: CaipNetworkId
  readonly method: string
  readonly params: readonly unknown[]
  readonly now: number
}

/** Data of the world's nodes. */
export interface Known {
  readonly market: Market
  readonly ledger: Ledger
}

/** Handles the requests of a wallet modal like an EVM node, except for a transaction that is sent (`layers/demo/keys/evm.ts`). */
export const answerEvm = (
  { market, ledger }: Known,
  { caipNetworkId, method, params, now }: NodeCall,
): unknown | RpcFailure => {
  const [first] = params
  const chainId = Number(caipNetworkId.slice(caipNetworkId.indexOf(":") + 1))
  switch (method) {
    case "eth_chainId":
      return hex(chainId)
    case "net_version":
      return String(chainId)
    case "eth_blockNumber":
      return hex(blockAt(now))
    case "eth_getBlockByNumber":
      return { number: hex(blockAt(now)), baseFeePerGas: hex(baseFee) }
    case "eth_gasPrice":
      return hex(baseFee + tip)
    case "eth_maxPriorityFeePerGas":
      return hex(tip)
    case "eth_estimateGas":
      return isRecord(first) && typeof first.data === "string" ? hex(tokenGas) : hex(plainGas)
    case "eth_getTransactionCount":
      if (typeof first !== "string") return badAddress
      return hex(ledger.count(caipNetworkId, first, params[1] === "pending" ? undefined : now))
    case "eth_getCode":
      return typeof first === "string" && (market.token(caipNetworkId, first) || first === exchange)
        ? "0x60806040"
        : "0x"
    case "eth_getBalance":
      return typeof first === "string" ? hex(market.units(caipNetworkId, first)) : badAddress
    case "eth_call":
      return called(market, caipNetworkId, first)
    case "eth_getTransactionByHash": {
      const moved = byHash(ledger, first)
      return moved && isRecord(moved.sent) ? { ...moved.sent, hash: first, nonce: hex(moved.nonce) } : null
    }
    case "eth_getTransactionReceipt": {
      const moved = byHash(ledger, first)
      const stage = moved && ledger.stage(moved, now)
      if (!moved || stage === "pending") return null
      return {
        transactionHash: first,
        status: stage === "confirmed" ? "0x1" : "0x0",
        blockNumber: hex(blockAt(moved.at)),
      }
    }
    default:
      return new MethodNotFoundRpcError(`The demo's nodes do not know ${method}`)
  }
}

/** Returns a JSON-RPC quantity. */
export const hex = (value: number | bigint): string => `0x${value.toString(16)}`

const blockAt = (time: number) => firstBlock + Math.floor(time / blockTime)

const byHash = (ledger: Ledger, hash: unknown) => ledger.moved.find(({ id }) => `0x${id}` === hash)

const called = (market: Market, chain: string, call: unknown): unknown | RpcFailure => {
  const [to, data] = isRecord(call) ? [call.to, call.data ?? call.input] : []
  if (typeof to !== "string" || typeof data !== "string") return new InvalidParamsRpcError("Expected a call")
  const token = market.token(chain, to)
  if (!token) return "0x"
  if (data.startsWith(balanceOf)) return `0x${word(market.units(chain, `0x${data.slice(-40)}`, to))}`
  if (data.startsWith(allowance)) return `0x${word(market.allowance(chain, `0x${data.slice(34, 74)}`, to))}`
  if (data === decimals) return `0x${word(BigInt(token.decimals))}`
  if (data !== symbol) return "0x"
  const letters = [...new TextEncoder().encode(token.symbol)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return `0x${word(32n)}${word(BigInt(letters.length / 2))}${letters.padEnd(64, "0")}`
}

/** Reads what a transaction does: pay native currency, transfer a token, approve or swap. */
export const readTransaction = (
  given: unknown,
): Omit<TransferRecord, "id" | "nonce" | "chain" | "at" | "sent"> | undefined => {
  if (!isRecord(given) || typeof given.from !== "string" || typeof given.to !== "string") return undefined
  const { from, to, data = "0x", value = "0x0", gas = hex(plainGas), maxFeePerGas, maxPriorityFeePerGas } = given
  // If the whole price is the tip, all of it is paid. Otherwise the chain's current price is.
  const price =
    maxFeePerGas !== undefined && maxFeePerGas === maxPriorityFeePerGas ? String(maxFeePerGas) : hex(baseFee + tip)
  const fee = BigInt(String(gas)) * BigInt(price)
  if (typeof data === "string" && data.startsWith(transfer))
    return { from, to: `0x${data.slice(34, 74)}`, units: BigInt(`0x${data.slice(74)}`), contract: to, fee }
  const allows = typeof data === "string" ? readApproval(data)?.units : undefined
  if (allows !== undefined) return { from, to, units: 0n, contract: to, fee, allows }
  const swapped = typeof data === "string" ? readSwap(data) : undefined
  if (swapped) return { from, to, fee, ...swapped }
  return { from, to, units: BigInt(String(value)), contract: undefined, fee }
}

const word = (value: bigint) => value.toString(16).padStart(64, "0")

const badAddress = new InvalidParamsRpcError("Expected an address")
/** Selectors of ERC-20's `balanceOf(address)`, `allowance(address,address)`, `decimals()`, `symbol()` and `transfer(address,uint256)`. */
const balanceOf = "0x70a08231"
const allowance = "0xdd62ed3e"
const decimals = "0x313ce567"
const symbol = "0x95d89b41"
const transfer = "0xa9059cbb"
const firstBlock = 21_000_000
const blockTime = 12_000
const baseFee = 1_100_000_000n
const tip = 100_000_000n
const plainGas = 21_000n
const tokenGas = 51_800n
