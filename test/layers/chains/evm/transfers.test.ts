import { Effect } from "effect"
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex } from "viem"
import { callOf, transferIn } from "../../../../layers/chains/evm/erc20.ts"
import { transfersOf } from "../../../../layers/chains/evm/transfers.ts"
import type { Rpc } from "../../../../services/Rpc.ts"
import { AdapterNotFound } from "../../../../src/errors/index.ts"
import { InternalRpcError, MethodNotFoundRpcError } from "../../../../src/errors/rpc.ts"
import { base, defineNetwork, mainnet, type Network } from "../../../../src/options/networks.ts"
import type { Transfer } from "../../../../src/send/model/transfer.ts"
import { fails } from "../../../fixtures/fails.ts"
import { assert, describe, it } from "../../../fixtures/it.ts"
import { type FakeWallet, fakeWallet } from "../fakeWallet.ts"

const from = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const to = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B"
const hash = `0x${"ab".repeat(32)}`
const faster = `0x${"cd".repeat(32)}`
const route = { connectorId: "io.meta", network: mainnet, from, to }
const coin: Transfer = { ...route, amount: 10n ** 17n, token: { symbol: "ETH", decimals: 18 } }
const sent = {
  ...route,
  id: hash,
  amount: "0.1",
  symbol: "ETH",
  units: String(10n ** 17n),
  at: 0,
  status: "pending",
} as const
/** The sent transfer as a node returns it. */
const known = { hash, from, to, value: "0x16345785d8a0000", input: "0x", nonce: "0x7" }

describe("sending on EVM chains", () => {
  it.effect("requests what was prepared, with EIP-1559 fees and the chain ID", function* () {
    const wallet = sender()
    const { prepare, send } = on(node(), wallet)
    assert.strictEqual(yield* send(yield* prepare(coin)), hash)

    assert.deepStrictEqual(wallet.paramsOf("eth_sendTransaction")[0], [
      {
        from,
        to,
        value: "0x16345785d8a0000",
        gas: "0x5208",
        type: "0x2",
        maxFeePerGas: "0x826299e00",
        maxPriorityFeePerGas: "0x3b9aca00",
        chainId: "0x1",
      },
    ])
  })

  it.effect(
    "Wallet operation: estimate gas, of the transfer, by the network's node and not by the wallet",
    function* () {
      const wallet = sender()
      const asked: unknown[] = []
      const estimating = (gas: unknown): Rpc["Service"]["request"] => {
        const own = node({ eth_estimateGas: gas })
        return (call) => {
          if (call.method === "eth_estimateGas") asked.push(call)
          return own(call)
        }
      }
      const { fee } = yield* on(estimating("0x7530"), wallet).prepare(coin)

      // With a fifth in reserve.
      assert.strictEqual(fee, 36_000n * 35_000_000_000n)
      const call = { from, to, value: "0x16345785d8a0000" }
      assert.deepStrictEqual(asked[0], { network: mainnet, method: "eth_estimateGas", params: [call] })
      yield* fails(on(estimating(undefined), wallet).prepare(coin), { _tag: "MethodNotFoundRpcError" })
      assert.isEmpty(wallet.asked)
    },
  )

  it.effect("pays a plain gas price on a chain without EIP-1559", function* () {
    const wallet = sender()
    const prepared = yield* on(node({ eth_getBlockByNumber: { number: "0x1" } }), wallet).prepare(coin)
    yield* on(node(), wallet).send(prepared)

    const [[asked]] = wallet.paramsOf("eth_sendTransaction") as readonly [readonly [object]]
    assert.deepInclude(asked, { type: "0x0", gasPrice: "0x4a817c800" })
  })

  const zora = defineNetwork({ ...mainnet, id: 7_777_777, name: "Zora" })
  it.effect.each([base, zora])(
    "adds the data fee of OP Stack chains, also of a site's own: $name",
    function* (network) {
      const there = { ...coin, network }
      const data = `0x${777n.toString(16).padStart(64, "0")}`
      const { fee } = yield* on(node({ eth_call: data }), sender()).prepare(there)
      const all = yield* on(node({ eth_call: data }), sender()).prepare({ ...there, amount: "max" })

      assert.strictEqual(fee, 21_000n * 35_000_000_000n + 777n)
      assert.strictEqual(all.amount + all.fee, 10n ** 18n)
    },
  )

  it.effect("adds no data fee on chains without a contract that states it", function* () {
    const { fee } = yield* on(node({ eth_call: "0x" }), sender()).prepare(coin)

    assert.strictEqual(fee, 21_000n * 35_000_000_000n)
  })

  it.effect("makes no request to a wallet that is on another chain by now", function* () {
    const wallet = sender({ chainId: 10 })
    const { prepare, send } = on(node(), wallet)

    assert.strictEqual((yield* Effect.flip(send(yield* prepare(coin))))._tag, "TransactionDiffers")
    assert.notInclude(wallet.asked, "eth_sendTransaction")
  })

  it.effect(
    "sends the whole native balance if a paymaster pays the fee, and requests it from the wallet",
    function* () {
      const wallet = sender()
      wallet.answers.wallet_sendCalls = () => ({ id: "0x0b" })
      const paymaster = { url: "https://pays.example", context: { policyId: "welcome" } }
      const { prepare, send } = on(node(), wallet)
      const prepared = yield* prepare({ ...coin, amount: "max", paymaster })
      assert.deepInclude(prepared, { amount: 10n ** 18n, fee: 0n })
      assert.strictEqual(yield* send(prepared), "0x0b")

      const [[asked]] = wallet.paramsOf("wallet_sendCalls") as readonly [readonly [object]]
      const calls = [{ to, value: "0xde0b6b3a7640000" }]
      assert.deepInclude(asked, { chainId: "0x1", from, calls, capabilities: { paymasterService: paymaster } })
      assert.notInclude(wallet.asked, "eth_sendTransaction")
    },
  )

  it.effect("fails with an unclear outcome if the response is not a hash", function* () {
    const wallet = sender()
    wallet.answers.eth_sendTransaction = () => ({ hash })
    const { prepare, send } = on(node(), wallet)

    assert.strictEqual((yield* Effect.flip(send(yield* prepare(coin))))._tag, "SendUnclear")
  })

  const mined: readonly (readonly [title: string, transaction: object, outcome: object])[] = [
    ["as it was shown", known, { status: "pending", nonce: 7 }],
    ["to another recipient", { ...known, to: from }, { status: "different" }],
    ["of another amount", { ...known, value: "0x1" }, { status: "different" }],
    // A smart account's bundler sends under its own address and nonce.
    ["of a bundler", { ...known, from: to, to: from }, { status: "pending" }],
  ]
  it.effect.each(mined)(
    "compares the sender's transaction with what was shown: one %s",
    function* ([, given, outcome]) {
      const nodes = node({ eth_getTransactionReceipt: null, eth_getTransactionByHash: given })

      assert.deepStrictEqual(yield* on(nodes, sender()).outcome(sent), outcome as never)
    },
  )

  it.effect.each([{}, { status: "0x1" }, { status: 1, blockNumber: "0x1" }, "0x1", []])(
    "does not report a transfer as confirmed because of a malformed receipt: %j",
    function* (receipt) {
      const nodes = node({ eth_getTransactionReceipt: receipt, eth_getTransactionByHash: known })
      assert.strictEqual((yield* Effect.flip(on(nodes, sender()).outcome(sent)))._tag, "AnswerInvalid")
    },
  )

  it.effect("does not report a transfer as replaced that was mined between two requests", function* () {
    const receipts = [null, { status: "0x1", blockNumber: "0x1" }]
    const nodes = node({ eth_getTransactionByHash: null, eth_getTransactionCount: "0x8" })
    const request: typeof nodes = (call) =>
      call.method === "eth_getTransactionReceipt" ? Effect.succeed(receipts.shift()) : nodes(call)

    assert.deepStrictEqual(yield* on(request, sender()).outcome({ ...sent, nonce: 7 }), { status: "pending", nonce: 7 })
  })

  const succeeded = { status: "0x1", blockNumber: "0x60" }
  const pending = { status: "pending", nonce: 7 }
  const place: readonly (readonly [
    what: string,
    outcome: object,
    taken?: object,
    receipt?: object,
    forgets?: number,
  ])[] = [
    ["the same with a higher fee succeeded under another hash", { status: "confirmed", settled: true, hash: faster }],
    [
      "the same with a higher fee failed under another hash",
      { status: "failed", hash: faster },
      {},
      { ...succeeded, status: "0x0" },
    ],
    ["a transaction of another amount replaced it", { status: "replaced" }, { value: "0x1" }],
    ["one to another recipient replaced it", { status: "replaced" }, { to: from }],
    ["one with other data replaced it", { status: "replaced" }, { input: "0x00" }],
    ["the node has discarded its block", pending, {}, succeeded, 0x62],
    ["the block does not contain it", pending, { nonce: "0x8" }],
  ]
  it.effect.each(place)(
    "finds the outcome of a transfer that no node returns any more: %s",
    function* ([, expected, taken = {}, receipt = succeeded, forgets = 0]) {
      const asked: string[] = []
      const stranger = { ...known, hash, from: to, value: "0x0" }
      const own = { ...known, hash: faster, ...taken }
      const request: Rpc["Service"]["request"] = ({ method, params }) => {
        asked.push(method)
        const [first, second] = params as readonly [string, unknown]
        const block = Number(second)
        if (method === "eth_blockNumber") return Effect.succeed("0x64")
        if (method === "eth_getTransactionByHash") return Effect.succeed(null)
        if (method === "eth_getTransactionReceipt") return Effect.succeed(first === faster ? receipt : null)
        if (method === "eth_getTransactionCount")
          return block <= forgets
            ? Effect.fail(new InternalRpcError("missing trie node"))
            : Effect.succeed(Number.isNaN(block) || block >= 0x60 ? "0x9" : "0x7")
        return Effect.succeed({ number: first, transactions: first === "0x60" ? [stranger, own] : [stranger] })
      }

      assert.deepStrictEqual(yield* on(request, sender()).outcome({ ...sent, nonce: 7 }), expected as never)
      // Found by binary search, since reading the chain block by block would take too long.
      assert.isBelow(asked.length, 20)
    },
  )

  it.effect("reports a reverted bundle under the transaction that its wallet names", function* () {
    const wallet = sender()
    const receipts = [{ transactionHash: faster, status: "0x0" }]
    wallet.answers.wallet_getCallsStatus = () => ({ status: 500, receipts })
    const outcome = yield* on(node(), wallet).outcome({ ...sent, id: "0xb0", bundle: true, units: "1" })

    assert.deepStrictEqual(outcome, { status: "failed", hash: faster })
  })

  const odd: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ["a balance that is not a number", { eth_getBalance: "lots" }, "AnswerInvalid"],
    ["negative gas", { eth_estimateGas: -1 }, "AnswerInvalid"],
    ["a fee above 2^256-1", { eth_maxPriorityFeePerGas: `0x${"f".repeat(64)}` }, "MaxFeeTooHigh"],
  ]
  it.effect.each(odd)("fails with %s", function* ([, answers, tag]) {
    assert.strictEqual((yield* Effect.flip(on(node(answers), sender()).prepare(coin)))._tag, tag)
  })

  it.effect("EVM address: a checksum is optional, but one that is wrong is reported and refused", function* () {
    const { prepare, receiver } = on(node({ eth_getCode: "0x", eth_getTransactionCount: "0x0" }), sender())
    for (const [address, spelled] of [
      [to, true],
      [to.toLowerCase(), true],
      [to.replace("Ab58", "aB58"), false],
    ] as const) {
      assert.propertyVal(yield* receiver({ network: mainnet, address }), "spelled", spelled)
      const prepared = prepare({ ...coin, to: address })
      yield* spelled ? prepared : fails(prepared, { _tag: "ReceiverInvalid" })
    }
  })

  it.effect("fails on a chain without a valid ID", function* () {
    const network: Network = { ...mainnet, id: 0 as never }
    yield* fails(on(node(), sender()).prepare({ ...coin, network }), { message: "Invalid chainId" })
  })

  it("encodes a token transfer as viem's own ABI does, and decodes only such a call", () => {
    const call = callOf(to, 5n, from)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, 5n] })
    assert.deepStrictEqual(call, { to: from, value: 0n, data })
    assert.deepStrictEqual(decodeFunctionData({ abi: erc20Abi, data: call.data as Hex }).args, [to, 5n])
    assert.deepStrictEqual(transferIn(call), { to, amount: 5n, token: from })

    assert.isUndefined(transferIn({ ...call, data: `${data}00` }))
    assert.isUndefined(transferIn({ ...call, value: 1n }))
    assert.isUndefined(transferIn({ ...call, data: data.replace("a9059cbb", "095ea7b3") }))
  })
})

const sender = (given: Parameters<typeof fakeWallet>[0] = {}) => {
  const wallet = fakeWallet({ granted: true, ...given })
  wallet.answers.eth_sendTransaction = () => hash
  return wallet
}

const on = (request: Rpc["Service"]["request"], wallet: FakeWallet) =>
  transfersOf({ request }, (id) =>
    id === "io.meta" ? Effect.succeed(wallet.provider as never) : Effect.fail(new AdapterNotFound()),
  )

/** A node of a chain on which gas costs 17 gwei plus a tip of 1, and every account has one coin. */
const node =
  (answers: Readonly<Record<string, unknown>> = {}): Rpc["Service"]["request"] =>
  ({ method }) => {
    const said = { ...usual, ...answers }[method]
    return said === undefined ? Effect.fail(new MethodNotFoundRpcError(method)) : Effect.succeed(said)
  }

const usual: Readonly<Record<string, unknown>> = {
  eth_getBalance: "0xde0b6b3a7640000",
  eth_getBlockByNumber: { number: "0x1", baseFeePerGas: "0x3f5476a00" },
  eth_maxPriorityFeePerGas: "0x3b9aca00",
  eth_gasPrice: "0x4a817c800",
  eth_estimateGas: "0x5208",
  eth_blockNumber: "0x1",
}
