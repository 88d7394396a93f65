import { decodeFunctionData, erc20Abi, type Hex, isHex, size, zeroAddress } from "viem"
import { InvalidInputRpcError, InvalidParamsRpcError, type RpcFailure } from "../../../src/errors/rpc.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { readQuantity } from "../../chains/evm/quantity.ts"
import type { Fields } from "../keys/evm.ts"
import { exchange, type Market, readSwap } from "../provider/market.ts"
import { baseFee, blockGas, contractGas, feesOf, plainGas, priceOf } from "./evmFees.ts"
import type { TransferEffect } from "./execution.ts"
import type { GivenTransfer, Ledger } from "./ledger.ts"

/** A call made by a transaction, `eth_call` or `eth_estimateGas`. `value` is in wei. */
export interface EvmCall {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly data: Hex
}

/** Reads a call. Returns `undefined` if a field is invalid, or it has no recipient, because the demo's nodes deploy no contracts. */
export const readEvmCall = (given: unknown): EvmCall | undefined => {
  if (!isRecord(given) || typeof given.to !== "string") return undefined
  const { from = zeroAddress, to, value = "0x0", data = given.input ?? "0x" } = given
  const amount = readQuantity(value)
  if (typeof from !== "string" || amount === undefined || !isHex(data)) return undefined
  return { from, to, value: amount, data }
}

/** Returns the effect of a call. The only contracts of the world are its ERC-20 tokens and its exchange. */
export const effectOf = (market: Market, chain: string, { from, to, value, data }: EvmCall): TransferEffect => {
  const nothing = { chain, from, to, units: 0n, contract: undefined }
  const reverts: TransferEffect = { ...nothing, reverts: true }
  if (to.toLowerCase() === exchange) {
    const swapped = readSwap(data)
    const isPaid = swapped && (swapped.contract === undefined ? swapped.units === value : value === 0n)
    return isPaid ? { chain, from, to, ...swapped } : reverts
  }
  const token = isContract(market, chain, to)
  if (!token) return { ...nothing, units: value }
  const call = value === 0n ? readTokenCall(data) : undefined
  switch (call?.functionName) {
    case "transfer":
      return { chain, from, to: call.args[0], units: call.args[1], contract: to }
    case "transferFrom":
      return { chain, from, owner: call.args[0], to: call.args[1], units: call.args[2], contract: to }
    case "approve":
      return { ...nothing, contract: to, allows: { spender: call.args[0], units: call.args[1] } }
    default:
      return call ? nothing : reverts
  }
}

/** Decodes calldata for an ERC-20 token. Returns `undefined` for any other calldata. */
export const readTokenCall = (data: Hex) => {
  try {
    return decodeFunctionData({ abi: erc20Abi, data })
  } catch {
    return undefined
  }
}

/** Whether an address is that of the exchange or a token. */
export const isContract = (market: Market, chain: string, address: string): boolean =>
  address.toLowerCase() === exchange || market.token(chain, address) !== undefined

/** Returns the gas that a call uses. */
export const gasOf = (market: Market, chain: string, { to, data }: EvmCall): bigint => {
  const intrinsic = intrinsicGas(data)
  return isContract(market, chain, to) && intrinsic < contractGas ? contractGas : intrinsic
}

/** Returns the gas that a transaction with this data uses before it executes (EIP-2028). */
const intrinsicGas = (data: Hex): bigint => {
  const bytes = BigInt(size(data))
  const zeros = BigInt((data.slice(2).match(/../g) ?? []).filter((byte) => byte === "00").length)
  return plainGas + zeros * 4n + (bytes - zeros) * 16n
}

/** A signed transaction in JSON-RPC fields, and its hash. */
export interface SignedTransaction {
  readonly hash: string
  readonly fields: Fields
  /** Whether a paymaster pays the fee (ERC-4337). If so, no fee rules apply. */
  readonly isSponsored: boolean
}

/**
 * Validates a signed transaction by the rules of geth's transaction pool. Returns its transfer for the ledger, or an error with geth's
 * text. Drops the pending transaction that it replaces, if any.
 */
export const acceptTransaction = (
  market: Market,
  ledger: Ledger,
  { caipNetworkId: chain, now }: { readonly caipNetworkId: string; readonly now: number },
  { hash, fields, isSponsored }: SignedTransaction,
): GivenTransfer | RpcFailure => {
  const call = readEvmCall(fields)
  if (!call) return new InvalidParamsRpcError("The demo's nodes deploy no contracts")
  if (fields.chainId !== undefined && `eip155:${Number(fields.chainId)}` !== chain)
    return new InvalidInputRpcError("invalid sender: invalid chain id for signer")
  if (ledger.moved.some(({ id }) => id === hash.slice(2))) return new InvalidInputRpcError("already known")
  const { gas, cap, tip } = feesOf(fields)
  if (gas > blockGas) return new InvalidInputRpcError("exceeds block gas limit")
  const intrinsic = intrinsicGas(call.data)
  if (gas < intrinsic && !isSponsored)
    return new InvalidInputRpcError(`intrinsic gas too low: gas ${gas}, minimum needed ${intrinsic}`)
  const nonce = Number(fields.nonce)
  const next = ledger.count(chain, call.from, now)
  if (nonce < next) return new InvalidInputRpcError(`nonce too low: next nonce ${next}, tx nonce ${nonce}`)
  const waiting = ledger.moved.filter(
    (one) =>
      one.chain === chain && one.from.toLowerCase() === call.from.toLowerCase() && ledger.stage(one, now) === "pending",
  )
  const same = waiting.find((one) => one.nonce === nonce)
  if (same && !isRepriced(feesOf(same.sent), { cap, tip }))
    return new InvalidInputRpcError("replacement transaction underpriced")
  const costs = waiting.filter((one) => one !== same).map((one) => costOf(one.sent))
  const cost = (isSponsored ? 0n : gas * cap) + call.value
  const balance = market.units(chain, call.from)
  const needed = costs.reduce((sum, one) => sum + one, cost)
  if (balance < needed)
    return new InvalidInputRpcError(
      `insufficient funds for gas * price + value: balance ${balance}, tx cost ${needed}, overshot ${needed - balance}`,
    )
  if (same) ledger.drop(`0x${same.id}`)
  const used = isSponsored ? 0n : gasOf(market, chain, call)
  const effect = effectOf(market, chain, call)
  return {
    ...effect,
    ...(used > gas && { reverts: true }),
    ...(cap < baseFee && !isSponsored && { underpriced: true }),
    id: hash.slice(2),
    nonce,
    fee: (used > gas ? gas : used) * priceOf({ cap, tip }),
    sent: fields,
    at: now,
  }
}

const costOf = (fields: unknown) => {
  const { gas, cap } = feesOf(fields)
  return gas * cap + ((isRecord(fields) ? readQuantity(fields.value) : undefined) ?? 0n)
}

/** Whether both fee caps of a transaction are at least 10% higher than those of the one it replaces, as geth requires. */
const isRepriced = (old: { readonly cap: bigint; readonly tip: bigint }, next: typeof old): boolean =>
  next.cap * 10n >= old.cap * 11n && next.tip * 10n >= old.tip * 11n
