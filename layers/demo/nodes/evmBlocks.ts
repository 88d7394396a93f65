import { type Address, encodeAbiParameters, encodeEventTopics, erc20Abi, type Hex, zeroAddress } from "viem"
import { isRecord } from "../../../src/options/guards.ts"
import { readQuantity, toHex } from "../../chains/evm/quantity.ts"
import type { Fields } from "../keys/evm.ts"
import { exchange } from "../provider/market.ts"
import { hexOf } from "../random.ts"
import { baseFee, blockGas, feesOf, gasUsedBy, priceOf } from "./evmFees.ts"
import { transferFee } from "./execution.ts"
import { reorganizedTime, type TransferRecord } from "./ledger.ts"
import type { Known, NodeCall } from "./nodeCall.ts"

type Place = Pick<NodeCall, "caipNetworkId" | "now">

/** Returns the number of the newest block at a time in ms since the Unix epoch. */
export const blockAt = (time: number): number => firstBlock + Math.floor(time / blockTime)

/** Returns the time at which a block ends, in ms since the Unix epoch. */
export const endOf = (block: number): number => (block - firstBlock + 1) * blockTime - 1

/** Returns the number of a block given by number or tag. Returns `undefined` for a block that does not exist yet, or an invalid tag. */
export const readBlock = (tag: unknown, now: number): number | undefined => {
  const head = blockAt(now)
  if (tag === undefined || tag === "latest" || tag === "pending") return head
  if (tag === "safe") return head - 32
  if (tag === "finalized") return head - 64
  if (tag === "earliest") return 0
  const number = Number(readQuantity(tag) ?? -1n)
  return number >= 0 && number <= head ? number : undefined
}

/** Returns a block's hash. A reorganization changes the hashes of the blocks it replaces and of all later ones. */
const hashOf = ({ ledger, seed }: Known, chain: string, block: number): string => {
  const forks = ledger.reorganized.filter((at) => endOf(block) > at - reorganizedTime).length
  return `0x${hexOf(`${seed} ${chain} block ${block} ${forks}`, 64)}`
}

const inBlock = ({ ledger }: Known, chain: string, block: number): readonly TransferRecord[] =>
  ledger.moved.filter((one) => {
    const at = one.chain === chain ? ledger.minedAt(one) : undefined
    return at !== undefined && blockAt(at) === block
  })

/** Returns a block (`eth_getBlockByNumber`), with its full transactions or only their hashes. */
export const blockOf = (known: Known, { caipNetworkId: chain, now }: Place, block: number, isFull: boolean) => {
  const mined = inBlock(known, chain, block)
  const gasUsed = mined.reduce((sum, one) => sum + gasUsedBy(one), 0n)
  return {
    number: toHex(block),
    hash: hashOf(known, chain, block),
    parentHash: hashOf(known, chain, block - 1),
    timestamp: toHex(Math.max(0, Math.floor(((block - firstBlock) * blockTime) / 1_000))),
    baseFeePerGas: toHex(baseFee),
    gasLimit: toHex(blockGas),
    gasUsed: toHex(gasUsed),
    miner: zeroAddress,
    difficulty: "0x0",
    totalDifficulty: "0x0",
    extraData: "0x",
    logsBloom: `0x${"0".repeat(512)}`,
    mixHash: emptyHash,
    nonce: "0x0000000000000000",
    receiptsRoot: emptyHash,
    sha3Uncles: emptyHash,
    size: "0x220",
    stateRoot: emptyHash,
    transactionsRoot: emptyHash,
    uncles: [],
    transactions: mined.map((one) =>
      isFull ? transactionOf(known, { caipNetworkId: chain, now }, one) : `0x${one.id}`,
    ),
  }
}

/**
 * Returns the number of the block with this hash, if it is the newest block or contains a transaction of the world. Returns `undefined` for
 * any other hash.
 */
export const findBlock = (known: Known, { caipNetworkId: chain, now }: Place, hash: unknown): number | undefined => {
  const numbers = known.ledger.moved.flatMap((one) => {
    const at = one.chain === chain ? known.ledger.minedAt(one) : undefined
    return at === undefined ? [] : [blockAt(at)]
  })
  return [blockAt(now), ...numbers].find((block) => hashOf(known, chain, block) === hash)
}

/** Returns a transaction (`eth_getTransactionByHash`). Its block and index are `null` until it is mined. */
export const transactionOf = (known: Known, { caipNetworkId: chain }: Place, moved: TransferRecord) => {
  const at = known.ledger.minedAt(moved)
  const place =
    at === undefined
      ? { blockHash: null, blockNumber: null, transactionIndex: null }
      : placeOf(known, chain, moved, blockAt(at))
  const sent = sentBy(moved)
  return {
    type: typeOf(sent),
    ...sent,
    hash: `0x${moved.id}`,
    ...place,
  }
}

/** Returns a transaction's receipt, or `null` if it is not mined. */
export const receiptOf = (known: Known, { caipNetworkId: chain, now }: Place, moved: TransferRecord) => {
  const stage = known.ledger.stage(moved, now)
  const at = known.ledger.minedAt(moved)
  if (at === undefined) return null
  const block = blockAt(at)
  const place = placeOf(known, chain, moved, block)
  const before = inBlock(known, chain, block).slice(0, Number(place.transactionIndex))
  const gasUsed = gasUsedBy(moved)
  const sent = sentBy(moved)
  return {
    transactionHash: `0x${moved.id}`,
    ...place,
    type: typeOf(sent),
    from: moved.from,
    to: sent.to ?? null,
    contractAddress: null,
    status: stage === "confirmed" ? "0x1" : "0x0",
    gasUsed: toHex(gasUsed),
    cumulativeGasUsed: toHex(before.reduce((sum, one) => sum + gasUsedBy(one), gasUsed)),
    effectiveGasPrice: toHex(priceOf(feesOf(sent))),
    logsBloom: `0x${"0".repeat(512)}`,
    logs: stage === "confirmed" ? logsOf(known, chain, moved, block) : [],
  }
}

/** Returns the logs that a filter selects (`eth_getLogs`). */
export const findLogs = (known: Known, { caipNetworkId: chain, now }: Place, filter: unknown): readonly object[] => {
  if (!isRecord(filter)) return []
  const { fromBlock, toBlock, blockHash, address, topics } = filter
  const only = blockHash === undefined ? undefined : findBlock(known, { caipNetworkId: chain, now }, blockHash)
  const [from, to] =
    blockHash === undefined
      ? [boundOf(fromBlock, now), boundOf(toBlock, now)]
      : [only ?? Number.POSITIVE_INFINITY, only ?? 0]
  return known.ledger.moved.flatMap((one) => {
    const at =
      one.chain === chain && known.ledger.stage(one, now) === "confirmed" ? known.ledger.minedAt(one) : undefined
    const block = at === undefined ? undefined : blockAt(at)
    if (block === undefined || block < from || block > to) return []
    return logsOf(known, chain, one, block).filter(
      (log) => isSelected(address, log.address) && areSelected(topics, log.topics),
    )
  })
}

const boundOf = (tag: unknown, now: number) => Number(readQuantity(tag) ?? BigInt(readBlock(tag, now) ?? blockAt(now)))

/** Whether a filter selects a value. `selected`: one value or several, or `undefined` or `null` for all values. Ignores case. */
const isSelected = (selected: unknown, value: string | undefined): boolean =>
  selected === undefined ||
  selected === null ||
  [selected].flat().some((one) => typeof one === "string" && one.toLowerCase() === value?.toLowerCase())

const areSelected = (selected: unknown, topics: readonly string[]): boolean =>
  !Array.isArray(selected) || selected.every((one, index) => isSelected(one, topics[index]))

/** Returns the ERC-20 events (`Transfer` and `Approval`) of a successful transaction. */
const logsOf = (known: Known, chain: string, moved: TransferRecord, block: number) => {
  const { from, owner = from, to, contract, units, allows, back } = moved
  const kept = transferFee(known.market, moved, known.transferFees)
  const events = [
    ...(contract !== undefined && allows ? [event(contract, "Approval", [from, allows.spender], allows.units)] : []),
    ...(contract !== undefined && !allows ? [event(contract, "Transfer", [owner, to], units - kept)] : []),
    ...(contract !== undefined && kept > 0n ? [event(contract, "Transfer", [owner, zeroAddress], kept)] : []),
    ...(back?.contract !== undefined ? [event(back.contract, "Transfer", [exchange, back.to], back.units)] : []),
  ]
  const place = placeOf(known, chain, moved, block)
  return events.map((one, index) => ({
    ...one,
    ...place,
    transactionHash: `0x${moved.id}`,
    logIndex: toHex(index),
    removed: false,
  }))
}

const event = (address: string, eventName: "Transfer" | "Approval", parties: readonly string[], units: bigint) => {
  const [first, second] = parties as readonly Address[]
  const args = eventName === "Transfer" ? { from: first, to: second } : { owner: first, spender: second }
  const topics = encodeEventTopics({ abi: erc20Abi, eventName, args } as never) as readonly Hex[]
  return { address, topics, data: encodeAbiParameters([{ type: "uint256" }], [units]) }
}

const placeOf = (known: Known, chain: string, moved: TransferRecord, block: number) => ({
  blockHash: hashOf(known, chain, block),
  blockNumber: toHex(block),
  transactionIndex: toHex(inBlock(known, chain, block).indexOf(moved)),
})

/** Returns a transaction's JSON-RPC fields. Those of an exchange's transaction, which was never sent, are derived from its record. */
const sentBy = ({ from, to, contract, units, nonce, sent, fee }: TransferRecord): Fields => {
  if (!isRecord(sent))
    return {
      from,
      to: contract ?? to,
      value: toHex(contract === undefined ? units : 0n),
      nonce: toHex(nonce),
      input: "0x",
    }
  const gasPrice = sent.gasPrice ?? toHex(fee === 0n ? 0n : priceOf(feesOf(sent)))
  return { ...sent, gasPrice, ...(sent.maxFeePerGas !== undefined && { accessList: sent.accessList ?? [] }) }
}

const typeOf = (sent: Fields): string => {
  if (sent.authorizationList !== undefined) return "0x4"
  if (sent.maxFeePerGas !== undefined) return "0x2"
  return sent.accessList === undefined ? "0x0" : "0x1"
}

const firstBlock = 21_000_000
const blockTime = 12_000
const emptyHash = `0x${"0".repeat(64)}`
