import * as Effect from "effect/Effect"
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex } from "viem"
import { callOf, transferIn } from "../../layers/chains/evm/erc20.ts"
import { sendingOf } from "../../layers/chains/evm/send.ts"
import type { Rpc } from "../../services/Rpc.ts"
import { AdapterNotFound } from "../../src/domain/errors.ts"
import { base, mainnet, type Network } from "../../src/domain/networks.ts"
import { InternalRpcError, MethodNotFoundRpcError } from "../../src/domain/rpcErrors.ts"
import type { Transfer } from "../../src/domain/send.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { type FakeWallet, fakeWallet } from "./fakeWallet.ts"

const from = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const to = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B"
const hash = `0x${"ab".repeat(32)}`
const faster = `0x${"cd".repeat(32)}`
const coin: Transfer = {
  connectorId: "io.meta",
  network: mainnet,
  from,
  to,
  amount: 10n ** 17n,
  token: { symbol: "ETH", decimals: 18 },
}

describe("sending on EVM chains", () => {
  it.effect("asks with EIP-1559 fees, by the chain's id, and what was prepared", function* () {
    const wallet = sender()
    const prepared = yield* on(node(), wallet).prepare(coin)
    assert.strictEqual(yield* on(node(), wallet).send(prepared), hash)

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

  it.effect("pays a plain gas price on a chain without EIP-1559", function* () {
    const wallet = sender()
    const prepared = yield* on(node({ eth_getBlockByNumber: { number: "0x1" } }), wallet).prepare(coin)
    yield* on(node(), wallet).send(prepared)

    const [[asked]] = wallet.paramsOf("eth_sendTransaction") as readonly [readonly [object]]
    assert.deepInclude(asked, { type: "0x0", gasPrice: "0x4a817c800" })
  })

  it.effect("counts what a chain of the OP stack takes for its data", function* () {
    const there = { ...coin, network: base }
    const data = `0x${777n.toString(16).padStart(64, "0")}`
    const { fee } = yield* on(node({ eth_call: data }), sender()).prepare(there)
    const all = yield* on(node({ eth_call: data }), sender()).prepare({ ...there, amount: "max" })

    assert.strictEqual(fee, 21_000n * 35_000_000_000n + 777n)
    assert.strictEqual(all.amount + all.fee, 10n ** 18n)
  })

  it.effect("asks no wallet that stands on another chain by now", function* () {
    const wallet = sender({ chainId: 10 })
    const error = yield* Effect.flip(on(node(), wallet).send(yield* on(node(), wallet).prepare(coin)))

    assert.strictEqual(error._tag, "TransactionDiffers")
    assert.notInclude(wallet.asked, "eth_sendTransaction")
  })

  it.effect(
    "takes all of the coin where a paymaster pays the network, and leaves it to the wallet to tell the paymaster",
    function* () {
      const wallet = sender()
      wallet.answers.wallet_sendCalls = () => ({ id: "0x0b" })
      const paymaster = { url: "https://pays.example", context: { policyId: "welcome" } }
      const prepared = yield* on(node(), wallet).prepare({ ...coin, amount: "max", paymaster })
      assert.deepInclude(prepared, { amount: 10n ** 18n, fee: 0n })
      assert.strictEqual(yield* on(node(), wallet).send(prepared), "0x0b")

      const [[asked]] = wallet.paramsOf("wallet_sendCalls") as readonly [readonly [object]]
      const calls = [{ to, value: "0xde0b6b3a7640000" }]
      assert.deepInclude(asked, { chainId: "0x1", from, calls, capabilities: { paymasterService: paymaster } })
      assert.notInclude(wallet.asked, "eth_sendTransaction")
    },
  )

  it.effect("cannot tell of an answer that is no hash whether anything was sent", function* () {
    const wallet = sender()
    wallet.answers.eth_sendTransaction = () => ({ hash })
    const error = yield* Effect.flip(on(node(), wallet).send(yield* on(node(), wallet).prepare(coin)))

    assert.strictEqual(error._tag, "SendUnclear")
  })

  it.effect("sees a transaction of the sender's that is not the one that was shown", function* () {
    const sent = { ...coin, id: hash, amount: "0.1", symbol: "ETH", units: String(10n ** 17n), at: 0 } as const
    const known = { from, to, value: "0x16345785d8a0000", input: "0x", nonce: "0x7" }
    const outcomeOf = (given: object) =>
      on(node({ eth_getTransactionReceipt: null, eth_getTransactionByHash: given }), sender()).outcome({
        ...sent,
        token: undefined as never,
        status: "pending",
      })

    assert.deepStrictEqual(yield* outcomeOf(known), { is: "pending", nonce: 7 })
    assert.deepStrictEqual(yield* outcomeOf({ ...known, to: from }), { is: "different" })
    assert.deepStrictEqual(yield* outcomeOf({ ...known, value: "0x1" }), { is: "different" })
    // A smart account's bundler sends in its own name, and by a count of its own.
    assert.deepStrictEqual(yield* outcomeOf({ ...known, from: to, to: from }), { is: "pending" })
  })

  it.effect("does not tell of one as replaced that was mined between the questions", function* () {
    const sent = {
      ...coin,
      id: hash,
      amount: "0.1",
      symbol: "ETH",
      units: String(10n ** 17n),
      at: 0,
      nonce: 7,
    } as const
    const outcomeAfter = (receipts: unknown[]) => {
      const nodes = node({ eth_getTransactionByHash: null, eth_getTransactionCount: "0x8" })
      const request: typeof nodes = (call) =>
        call.method === "eth_getTransactionReceipt" ? Effect.succeed(receipts.shift()) : nodes(call)
      return on(request, sender()).outcome({ ...sent, token: undefined as never, status: "pending" })
    }

    const mined = { status: "0x1", blockNumber: "0x1" }
    assert.deepStrictEqual(yield* outcomeAfter([null, mined]), { is: "pending", nonce: 7 })
  })

  const place: readonly (readonly [string, Readonly<Record<string, unknown>>, object])[] = [
    [
      "the same with a higher fee has been carried out by another hash",
      {},
      { is: "confirmed", settled: true, hash: faster },
    ],
    [
      "the same with a higher fee has failed by another hash",
      { receipt: { status: "0x0", blockNumber: "0x60" } },
      { is: "failed", hash: faster },
    ],
    ["a transaction of another amount took its place", { taken: { value: "0x1" } }, { is: "replaced" }],
    ["one to somebody else took its place", { taken: { to: from } }, { is: "replaced" }],
    ["one with other data took its place", { taken: { input: "0x00" } }, { is: "replaced" }],
    ["nobody knows yet where the node does not remember", { forgets: 0x62 }, { is: "pending", nonce: 7 }],
    ["nobody knows yet where the block does not have it", { taken: { nonce: "0x8" } }, { is: "pending", nonce: 7 }],
  ]
  for (const [what, { taken = {}, receipt = { status: "0x1", blockNumber: "0x60" }, forgets = 0 }, expected] of place)
    it.effect(`of one that nobody knows any more, ${what}`, function* () {
      const asked: string[] = []
      const request: Rpc["Service"]["request"] = ({ method, params }) => {
        asked.push(method)
        const [first] = params as readonly [string]
        const block = Number((params as readonly unknown[])[1])
        if (method === "eth_blockNumber") return Effect.succeed("0x64")
        if (method === "eth_getTransactionByHash") return Effect.succeed(null)
        if (method === "eth_getTransactionReceipt") return Effect.succeed(first === faster ? receipt : null)
        if (method === "eth_getTransactionCount")
          return block <= Number(forgets)
            ? Effect.fail(new InternalRpcError("missing trie node"))
            : Effect.succeed(Number.isNaN(block) || block >= 0x60 ? "0x9" : "0x7")
        const stranger = { hash, from: to, to, value: "0x0", input: "0x", nonce: "0x7" }
        const own = {
          hash: faster,
          from,
          to,
          value: "0x16345785d8a0000",
          input: "0x",
          nonce: "0x7",
          ...(taken as object),
        }
        return Effect.succeed({ number: first, transactions: first === "0x60" ? [stranger, own] : [stranger] })
      }
      const { token: _, ...rest } = coin
      const sent = { ...rest, id: hash, amount: "0.1", symbol: "ETH", units: String(10n ** 17n), at: 0, nonce: 7 }

      assert.deepStrictEqual(yield* on(request, sender()).outcome({ ...sent, status: "pending" }), expected as never)
      // Found by halves: a chain is not read block by block.
      assert.isBelow(asked.length, 20)
    })

  it.effect("tells a bundle that was taken back by the transaction that its wallet names", function* () {
    const wallet = sender()
    wallet.answers.wallet_getCallsStatus = () => ({
      status: 500,
      receipts: [{ transactionHash: faster, status: "0x0" }],
    })
    const { token: _, ...rest } = coin
    const sent = { ...rest, id: "0xb0", bundle: true, amount: "0.1", symbol: "ETH", units: "1", at: 0 } as const

    assert.deepStrictEqual(yield* on(node(), wallet).outcome({ ...sent, status: "pending" }), {
      is: "failed",
      hash: faster,
    })
  })

  const odd: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ["a balance that is no number", { eth_getBalance: "lots" }, "AnswerInvalid"],
    ["gas that is none", { eth_estimateGas: -1 }, "AnswerInvalid"],
    ["a fee above 2^256-1", { eth_maxPriorityFeePerGas: `0x${"f".repeat(64)}` }, "MaxFeeTooHigh"],
  ]
  for (const [what, answers, tag] of odd)
    it.effect(`does not go on with ${what}`, function* () {
      assert.strictEqual((yield* Effect.flip(on(node(answers), sender()).prepare(coin)))._tag, tag)
    })

  it.effect("a chain without a true id is none that something can be sent on", function* () {
    const network: Network = { ...mainnet, id: 0 as never }
    const error = yield* Effect.flip(on(node(), sender()).prepare({ ...coin, network }))

    assert.strictEqual(error.message, "Invalid chainId")
  })

  it("a transfer of tokens is what viem's own ABI says, and reads back; one with more behind it is none", () => {
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
  sendingOf({ request }, (id) =>
    id === "io.meta" ? Effect.succeed(wallet.provider as never) : Effect.fail(new AdapterNotFound()),
  )

/** A node of a chain on which gas costs 17 gwei and 1 more for the miner, and everybody has one coin. */
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
