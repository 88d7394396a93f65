import * as Effect from "effect/Effect"
import { bytesToBigInt, getAddress, hexToBytes, isHash, isHex } from "viem/utils"
import type { Transfers } from "../../../services/Chains.ts"
import { readCallsStatus } from "../../../src/capabilities/schema.ts"
import { maxSendable } from "../../../src/core/amounts.ts"
import { isEvmAddress } from "../../../src/core/caip.ts"
import { safeText } from "../../../src/core/first-paint/sanitize.ts"
import { sending as times } from "../../../src/core/limits.ts"
import {
  type AdapterNotFound,
  AnswerInvalid,
  InsufficientFunds,
  ReceiverInvalid,
  type RpcError,
  type SendError,
  SendUnclear,
  TokenNotFound,
  TransactionDiffers,
} from "../../../src/errors/index.ts"
import { isRecord, typeMismatch } from "../../../src/options/guards.ts"
import type { Network } from "../../../src/options/networks.ts"
import { feeProblem } from "../../../src/send/model/fees.ts"
import type { TrackedTransfer, TransferOutcome } from "../../../src/send/model/transfer.ts"
import type { AdapterDeps } from "../namespaceAdapter.ts"
import { capabilitiesOf } from "./capabilities.ts"
import { ask, chainOf } from "./eip1193.ts"
import { type Call, callOf, transferIn } from "./erc20.ts"
import type { Eip1193 } from "./first-paint/eip6963.ts"
import { balanceData, numberOf, readingGas, simulateCalls } from "./simulateCalls.ts"

type Nodes = AdapterDeps["rpc"]

/** Limit in gas, and prices in wei. */
interface Gas {
  readonly limit: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Whether the chain supports EIP-1559. */
  readonly priced: boolean
}

/** Transfers on EVM chains, in the wallets that `here` finds. */
export const transfersOf = (
  rpc: Nodes,
  here: (connectorId: string) => Effect.Effect<Eip1193, AdapterNotFound>,
): Required<Omit<Transfers, "resolve">> => ({
  receiver: Effect.fn("evm.receiver")(function* ({ network, address }) {
    if (!isPrefixed(address)) return { valid: false, spelled: false, used: false, program: false }
    const asked = (method: string) => rpc.request({ network, method, params: [address, "latest"] })
    const [code, count, balance] = yield* Effect.all(
      [asked("eth_getCode"), quantity(asked("eth_getTransactionCount")), quantity(asked("eth_getBalance"))],
      { concurrency: "unbounded" },
    )
    // An account that delegates to a contract (EIP-7702) is still controlled by its key.
    const program = typeof code === "string" && code.length > 2 && !code.startsWith("0xef0100")
    return {
      valid: true,
      spelled: isEvmAddress(address, (lower) => getAddress(lower)),
      used: program || count > 0n || balance > 0n,
      program,
    }
  }),

  token: Effect.fn("evm.token")(function* ({ network, address }) {
    if (!isPrefixed(address)) return yield* Effect.fail(new TokenNotFound())
    const read = (data: string) =>
      rpc.request({ network, method: "eth_call", params: [{ to: address, data }, "latest"] })
    const places = readQuantity(yield* read(decimals))
    if (places === undefined || places > mostDecimals) return yield* Effect.fail(new TokenNotFound())
    return { address, symbol: readText(yield* read(symbol)), decimals: Number(places) }
  }),

  prepare: Effect.fn("evm.prepare")(function* (transfer) {
    const { network, from, to, token } = transfer
    if (!isPrefixed(to) || !isEvmAddress(to, (lower) => getAddress(lower)))
      return yield* Effect.fail(new ReceiverInvalid())
    if (token.address !== undefined && token.address.toLowerCase() === to.toLowerCase())
      return yield* Effect.fail(new ReceiverInvalid())
    const all = transfer.amount === "max"
    const [native, held, prices] = yield* Effect.all(
      [
        quantity(rpc.request({ network, method: "eth_getBalance", params: [from, "latest"] })),
        token.address === undefined ? Effect.succeed(undefined) : balanceOf(rpc, network, token.address, from),
        pricesOf(rpc, network, all && token.address === undefined),
      ],
      { concurrency: "unbounded" },
    )
    const has = held ?? native
    const wanted = transfer.amount === "max" ? has : transfer.amount
    if (wanted > has || (all && has === 0n)) return yield* Effect.fail(new InsufficientFunds("amount"))

    // The whole balance depends on the fee. Sending 1 wei takes the same gas.
    const call = callOf(to, all && token.address === undefined ? 1n : wanted, token.address)
    const used = yield* quantity(rpc.request({ network, method: "eth_estimateGas", params: [wire(from, call)] }))
    const limit = used === plainGas ? used : (used * times.gasMargin) / 100n
    const beside = yield* dataFee(rpc, network)
    const gas: Gas = { limit, ...prices }
    const fee = transfer.paymaster ? 0n : limit * gas.maxFeePerGas + beside
    const problem = feeProblem({ chainId: Number(network.id), ...prices })
    if (problem) return yield* Effect.fail(problem)

    const amount = token.address === undefined && all ? maxSendable(native, fee) : wanted
    const left = token.address === undefined ? native - amount : native
    if (left < fee || (all && amount === 0n)) return yield* Effect.fail(new InsufficientFunds("fee"))
    const withheld = token.address === undefined ? 0n : yield* withheldOf(rpc, network, from, to, amount, token.address)
    return { ...transfer, amount, fee, deposit: 0n, withheld, held: has, plan: gas }
  }),

  send: Effect.fn("evm.send")(function* (prepared, given) {
    const { connectorId, network, from, to, amount, token } = prepared
    const provider = (given as Eip1193 | undefined) ?? (yield* here(connectorId))
    if (prepared.paymaster) {
      const call = callOf(to, amount, token.address)
      if (!isSame(call, prepared)) return yield* Effect.fail(new TransactionDiffers())
      if ((yield* chainOf(provider)) !== Number(network.id)) return yield* Effect.fail(new TransactionDiffers())
      const capabilities = { paymasterService: prepared.paymaster }
      return yield* capabilitiesOf(provider).sendCalls({ network, from, calls: [call], capabilities })
    }
    const gas = prepared.plan as Gas
    const request = { ...wire(from, callOf(to, amount, token.address)), ...priced(gas), chainId: hex(network.id) }
    if (!isSame(readCall(request), prepared)) return yield* Effect.fail(new TransactionDiffers())
    // A wallet that has switched since would send it on another network.
    if ((yield* chainOf(provider)) !== Number(network.id)) return yield* Effect.fail(new TransactionDiffers())
    const id = yield* ask(provider, "eth_sendTransaction", [request])
    if (typeof id === "string" && isHash(id)) return id
    return yield* Effect.fail(new SendUnclear({ cause: new AnswerInvalid(typeMismatch("transaction hash", id)) }))
  }),

  outcome: Effect.fn("evm.outcome")(function* (sent) {
    const network = sent.network
    if (sent.bundle || sent.connectorId === hosted) return yield* walletSaid(here(sent.connectorId), sent)
    const asked = (method: string, params: readonly unknown[]) => rpc.request({ network, method, params })
    const depthOf = (receipt: Readonly<Record<string, unknown>>) =>
      Effect.map(quantity(asked("eth_blockNumber", [])), (head) => {
        const block = readQuantity(receipt.blockNumber)
        return { is: "confirmed", settled: block !== undefined && head - block >= times.depth } as const
      })
    const [receipt, known] = yield* Effect.all(
      [asked("eth_getTransactionReceipt", [sent.id]), asked("eth_getTransactionByHash", [sent.id])],
      { concurrency: "unbounded" },
    )
    if (isRecord(known) && isAnother(known, sent)) return { is: "different" }
    if (isRecord(receipt)) {
      return receipt.status === "0x0" ? { is: "failed" } : yield* depthOf(receipt)
    }
    // A bundler's transaction has the bundler's nonce.
    const own = isRecord(known) && isSameText(known.from, sent.from) ? readQuantity(known.nonce) : undefined
    const nonce = own ?? (sent.nonce === undefined ? undefined : BigInt(sent.nonce))
    const pending: TransferOutcome = { is: "pending", ...(nonce !== undefined && { nonce: Number(nonce) }) }
    if (isRecord(known) || nonce === undefined) return pending
    // No node knows it. It is gone for good once another transaction has its nonce.
    const count = yield* quantity(asked("eth_getTransactionCount", [sent.from, "latest"]))
    if (count <= nonce) return pending
    // It may have been mined between the requests. The next poll reports that.
    if (isRecord(yield* asked("eth_getTransactionReceipt", [sent.id]))) return pending
    const instead = yield* Effect.orElseSucceed(minedAs(rpc, sent, nonce), () => undefined)
    if (!instead) return pending
    if (isAnother(instead, sent)) return { is: "replaced" }
    // Paying a higher fee makes the wallet resend it, with another hash.
    const { hash } = instead
    const done = yield* asked("eth_getTransactionReceipt", [hash])
    if (!isRecord(done) || typeof hash !== "string" || !isHash(hash)) return pending
    return done.status === "0x0" ? { is: "failed", hash } : { ...(yield* depthOf(done)), hash }
  }),
})

/**
 * Whether `text` is an address with its 0x. Section 5 makes the prefix optional where an address is recognized. Nodes and wallets require
 * it, so nothing is sent without it. The send form adds it, so the visitor sees the whole address.
 */
const isPrefixed = (text: string) => text.startsWith("0x") && isEvmAddress(text)

/** Connector of a Safe. Its transactions have IDs of the Safe's own, and only its host knows their outcome. */
const hosted = "safe"

/** Outcome of a call bundle or a Safe's transaction, which only the wallet knows. Pending while the wallet does not report it. */
const walletSaid = (wallet: Effect.Effect<Eip1193, AdapterNotFound>, { id, bundle }: TrackedTransfer) =>
  Effect.flatMap(wallet, (provider) => ask(provider, "wallet_getCallsStatus", [id])).pipe(
    Effect.map((said): TransferOutcome => {
      const { is, hash } = readCallsStatus(said) ?? { is: "pending" }
      const named = hash === undefined ? {} : { hash }
      if (is === "confirmed") return { is, settled: true, ...named }
      if (is === "reverted") return { is: "failed", ...named }
      if (is === "partly") return { is: "different" }
      // In a Safe, the owners executed another transaction instead.
      return { is: is === "failed" && !bundle ? "replaced" : is }
    }),
    Effect.orElseSucceed((): TransferOutcome => ({ is: "pending" })),
  )

/** Gas of a plain payment to an address without code. */
const plainGas = 21_000n

/**
 * Gas prices, with room to rise while the visitor decides. If `exact`, for sending a whole balance, there is little room, and all of the
 * price is paid.
 */
const pricesOf = (rpc: Nodes, network: Network, exact: boolean): Effect.Effect<Omit<Gas, "limit">, RpcError> =>
  Effect.gen(function* () {
    const block = yield* rpc.request({ network, method: "eth_getBlockByNumber", params: ["latest", false] })
    const base = isRecord(block) ? readQuantity(block.baseFeePerGas) : undefined
    const price = quantity(rpc.request({ network, method: "eth_gasPrice", params: [] }))
    if (base === undefined) {
      const gasPrice = yield* price
      return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice, priced: false }
    }
    const tip = yield* Effect.catch(
      quantity(rpc.request({ network, method: "eth_maxPriorityFeePerGas", params: [] })),
      () => Effect.map(price, (now) => (now > base ? now - base : 0n)),
    )
    const highest = (base * (exact ? times.tightRoom : times.room)) / 100n + tip
    return { maxFeePerGas: highest, maxPriorityFeePerGas: exact ? highest : tip, priced: true }
  })

/** Returns the amount that a token withholds from a transfer, as a node simulates it. 0 if the node cannot. */
const withheldOf = (rpc: Nodes, network: Network, from: string, to: string, amount: bigint, token: string) => {
  const read = { to: token, data: balanceData(to), gas: readingGas }
  return simulateCalls(rpc, network, [read, wire(from, callOf(to, amount, token)), read]).pipe(
    Effect.map(([before, moved, after]) => {
      const [had, has] = [numberOf(before), numberOf(after)]
      const arrived = moved?.succeeded && had !== undefined && has !== undefined ? has - had : amount
      const isOwn = from.toLowerCase() === to.toLowerCase()
      return isOwn || arrived >= amount || arrived < 0n ? 0n : amount - arrived
    }),
    Effect.orElseSucceed(() => 0n),
  )
}

/** Data fee of OP Stack chains beside gas, for what they write to Ethereum. */
const dataFee = (rpc: Nodes, network: Network): Effect.Effect<bigint, RpcError> =>
  opStack.has(Number(network.id))
    ? Effect.orElseSucceed(
        quantity(
          rpc.request({
            network,
            method: "eth_call",
            params: [{ to: gasPriceOracle, data: `${feeUpperBound}${word(times.bytes)}` }, "latest"],
          }),
        ),
        () => 0n,
      )
    : Effect.succeed(0n)

const opStack: ReadonlySet<number> = new Set([10, 8453, 420])
const gasPriceOracle = "0x420000000000000000000000000000000000000F"
/** `getL1FeeUpperBound(uint256)`, which takes the transaction's size in bytes. */
const feeUpperBound = "0xf1c7a58b"
/** `balanceOf(address)`, `decimals()`, `symbol()` */
const balance = "0x70a08231"
const decimals = "0x313ce567"
const symbol = "0x95d89b41"
const mostDecimals = 255n

/** Reads a text that a contract returned: an ABI string, or the older bytes32. Empty if it is neither. */
const readText = (said: unknown): string => {
  if (typeof said !== "string" || !isHex(said)) return ""
  const bytes = hexToBytes(said)
  const length = bytes.length > 64 ? Number(bytesToBigInt(bytes.subarray(32, 64))) : 32
  const text = bytes.length > 64 ? bytes.subarray(64, 64 + Math.min(length, 64)) : bytes.subarray(0, 32)
  return safeText(new TextDecoder().decode(text).replace(/\0+$/, ""), symbolLength)
}
const symbolLength = 16

const word = (value: bigint) => value.toString(16).padStart(64, "0")

const balanceOf = (rpc: Nodes, network: Network, token: string, owner: string): Effect.Effect<bigint, SendError> =>
  rpc
    .request({
      network,
      method: "eth_call",
      params: [{ to: token, data: `${balance}${word(BigInt(`0x${owner.slice(-40)}`))}` }, "latest"],
    })
    .pipe(
      Effect.flatMap((said) => {
        const held = readQuantity(said)
        return held === undefined ? Effect.fail(new TokenNotFound()) : Effect.succeed(held)
      }),
    )

/**
 * Finds the mined transaction of an account by its nonce, with a binary search backwards from the newest block. Returns `undefined` or
 * fails if the node's history does not reach that far.
 */
const minedAs = (rpc: Nodes, { network, from }: TrackedTransfer, nonce: bigint) =>
  Effect.gen(function* () {
    const asked = (method: string, params: readonly unknown[]) => rpc.request({ network, method, params })
    const isTaken = (block: bigint) =>
      Effect.map(quantity(asked("eth_getTransactionCount", [from, hex(block)])), (count) => count > nonce)
    const head = yield* quantity(asked("eth_blockNumber", []))
    let taken = head
    let free = head - 1n
    for (let step = 2n; free > 0n && (yield* isTaken(free)); step *= 2n) {
      taken = free
      free = head > step ? head - step : 0n
    }
    while (taken - free > 1n) {
      const middle = (taken + free) / 2n
      if (yield* isTaken(middle)) taken = middle
      else free = middle
    }
    const block = yield* asked("eth_getBlockByNumber", [hex(taken), true])
    const transactions: readonly unknown[] =
      isRecord(block) && Array.isArray(block.transactions) ? block.transactions : []
    return transactions.filter(isRecord).find((one) => isSameText(one.from, from) && readQuantity(one.nonce) === nonce)
  })

const isSameText = (said: unknown, text: string) =>
  typeof said === "string" && said.toLowerCase() === text.toLowerCase()

/** Whether a transaction of the sender is not the one that was shown. A transaction from a bundler is not compared. */
const isAnother = (
  known: Readonly<Record<string, unknown>>,
  { from, to, units, token, swap }: TrackedTransfer,
): boolean => {
  if (!isSameText(known.from, from)) return false
  const call = readCall(known)
  if (!swap) return !isSame(call, { to, amount: BigInt(units), token: token === undefined ? {} : { address: token } })
  return (
    call?.to.toLowerCase() !== to.toLowerCase() ||
    call.value !== BigInt(swap.value) ||
    call.data?.toLowerCase() !== swap.data.toLowerCase()
  )
}

const quantity = <E>(asked: Effect.Effect<unknown, E>): Effect.Effect<bigint, E | AnswerInvalid> =>
  Effect.flatMap(asked, (said) => {
    const value = readQuantity(said)
    return value === undefined
      ? Effect.fail(new AnswerInvalid(typeMismatch("hex quantity", said)))
      : Effect.succeed(value)
  })

const readQuantity = (said: unknown): bigint | undefined =>
  typeof said === "string" && /^0x[0-9a-f]{1,64}$/i.test(said) ? BigInt(said) : undefined

const hex = (value: number | bigint | string) => `0x${BigInt(value).toString(16)}`

const wire = (from: string, { to, value, data }: Call) => ({ from, to, value: hex(value), ...(data && { data }) })

const priced = ({ limit, maxFeePerGas, maxPriorityFeePerGas, priced }: Gas) => ({
  gas: hex(limit),
  ...(priced
    ? { type: "0x2", maxFeePerGas: hex(maxFeePerGas), maxPriorityFeePerGas: hex(maxPriorityFeePerGas) }
    : { type: "0x0", gasPrice: hex(maxFeePerGas) }),
})

/** Reads the call of a transaction, as sent or as a node returns it. */
const readCall = (said: unknown): Call | undefined => {
  if (!isRecord(said) || typeof said.to !== "string") return undefined
  const value = readQuantity(said.value ?? "0x0")
  const data = said.data ?? said.input
  return value === undefined ? undefined : { to: said.to, value, data: typeof data === "string" ? data : undefined }
}

/** Whether a call makes exactly the transfer that was shown. */
const isSame = (
  call: Call | undefined,
  {
    to,
    amount,
    token,
  }: { readonly to: string; readonly amount: bigint; readonly token: { readonly address?: string } },
): boolean => {
  const moved = call && transferIn(call)
  return (
    moved !== undefined &&
    moved.to.toLowerCase() === to.toLowerCase() &&
    moved.amount === amount &&
    moved.token?.toLowerCase() === token.address?.toLowerCase()
  )
}
