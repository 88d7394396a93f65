import { encodeFunctionResult, erc20Abi, type Hex } from "viem"
import {
  InvalidInputRpcError,
  InvalidParamsRpcError,
  MethodNotFoundRpcError,
  type RpcFailure,
  UnknownRpcError,
} from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { toHex } from "../../chains/evm/quantity.ts"
import { blockAt, blockOf, endOf, findBlock, findLogs, readBlock, receiptOf, transactionOf } from "./evmBlocks.ts"
import { baseFee, usualTip } from "./evmFees.ts"
import { type EvmCall, effectOf, gasOf, isContract, readEvmCall, readTokenCall } from "./evmTransaction.ts"
import { revertReason } from "./execution.ts"
import type { Known, NodeCall } from "./nodeCall.ts"

/**
 * Returns an EVM node's response to a request, or an error. Sending a transaction is not included, because decoding one is asynchronous.
 */
export const respondAsEvmNode = (known: Known, call: NodeCall): unknown | RpcFailure => {
  const { market, ledger } = known
  const { caipNetworkId: chain, method, params, now } = call
  const [first, second] = params
  switch (method) {
    case "eth_chainId":
      return toHex(chainIdOf(chain))
    case "net_version":
      return String(chainIdOf(chain))
    case "web3_clientVersion":
      return "Portico/demo"
    case "eth_syncing":
      return false
    case "eth_blockNumber":
      return toHex(blockAt(now))
    case "eth_getBlockByNumber": {
      const block = readBlock(first, now)
      return block === undefined ? null : blockOf(known, call, block, second === true)
    }
    case "eth_getBlockByHash": {
      const block = findBlock(known, call, first)
      return block === undefined ? null : blockOf(known, call, block, second === true)
    }
    case "eth_gasPrice":
      return toHex(baseFee + usualTip)
    case "eth_maxPriorityFeePerGas":
      return toHex(usualTip)
    case "eth_feeHistory":
      return feeHistory(Number(first), Array.isArray(params[2]) ? params[2].length : 0, now)
    case "eth_estimateGas":
      return estimated(known, chain, readEvmCall(first))
    case "eth_getTransactionCount": {
      if (typeof first !== "string") return badAddress
      if (second === "pending") return toHex(ledger.nextNonce(chain, first, now))
      const block = readBlock(second, now)
      if (block === undefined) return new InvalidInputRpcError("header not found")
      return toHex(ledger.count(chain, first, Math.min(now, endOf(block))))
    }
    case "eth_getCode":
      return typeof first === "string" && isContract(market, chain, first) ? "0x60806040" : "0x"
    case "eth_getBalance":
      return typeof first === "string" ? toHex(market.units(chain, first)) : badAddress
    case "eth_call": {
      const read = readEvmCall(first)
      if (read) return called(known, chain, read)
      // The code of a new contract is not run. Signatures of contract accounts are verified that way.
      return isRecord(first) && first.to === undefined
        ? new UnknownRpcError("execution reverted", 3)
        : new InvalidParamsRpcError("Expected a call")
    }
    case "eth_getLogs":
      return findLogs(known, call, first)
    case "eth_getTransactionByHash": {
      const moved = byHash(known, chain, first)
      return moved && ledger.stage(moved, now) !== "gone" ? transactionOf(known, call, moved) : null
    }
    case "eth_getTransactionReceipt": {
      const moved = byHash(known, chain, first)
      return moved ? receiptOf(known, call, moved) : null
    }
    default:
      return new MethodNotFoundRpcError(`The demo's nodes do not know ${method}`)
  }
}

const chainIdOf = (chain: string) => Number(chain.slice(chain.indexOf(":") + 1))

const byHash = ({ ledger }: Known, chain: string, hash: unknown) =>
  ledger.moved.find((one) => one.chain === chain && `0x${one.id}` === hash)

const feeHistory = (blocks: number, percentiles: number, now: number) => ({
  oldestBlock: toHex(blockAt(now) - blocks + 1),
  baseFeePerGas: Array.from({ length: blocks + 1 }, () => toHex(baseFee)),
  gasUsedRatio: Array.from({ length: blocks }, () => 0.5),
  ...(percentiles > 0 && {
    reward: Array.from({ length: blocks }, () => Array.from({ length: percentiles }, () => toHex(usualTip))),
  }),
})

const estimated = ({ market }: Known, chain: string, call: EvmCall | undefined): string | RpcFailure => {
  if (!call) return new InvalidParamsRpcError("Expected a call")
  const reason = revertReason(market, effectOf(market, chain, call))
  if (reason !== undefined) return new UnknownRpcError(reason, 3)
  return market.units(chain, call.from) < call.value
    ? new InvalidInputRpcError("insufficient funds for transfer")
    : toHex(gasOf(market, chain, call))
}

const called = ({ market }: Known, chain: string, call: EvmCall): Hex | RpcFailure => {
  const token = market.token(chain, call.to)
  const read = token && readTokenCall(call.data)
  const result = (
    functionName: "name" | "balanceOf" | "allowance" | "decimals" | "symbol" | "approve",
    value: unknown,
  ) => encodeFunctionResult({ abi: erc20Abi, functionName, result: value } as never)
  switch (token && read?.functionName) {
    case "balanceOf":
      return result("balanceOf", market.units(chain, String(read?.args?.[0]), call.to))
    case "allowance":
      return result("allowance", market.allowance(chain, String(read?.args?.[0]), String(read?.args?.[1]), call.to))
    case "decimals":
      return result("decimals", token?.decimals)
    case "symbol":
      return result("symbol", token?.symbol)
    case "name":
      return result("name", token?.name)
  }
  const reason = revertReason(market, effectOf(market, chain, call))
  if (reason !== undefined) return new UnknownRpcError(reason, 3)
  return token ? result("approve", true) : "0x"
}

const badAddress = new InvalidParamsRpcError("Expected an address")
