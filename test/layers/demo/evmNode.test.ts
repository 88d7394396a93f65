import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  type Address,
  encodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
} from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { toHex } from "viem/utils"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { demoAccounts } from "../../../layers/demo/accounts.ts"
import { keyOf } from "../../../layers/demo/keys/testKeys.ts"
import { createWorld, type Script } from "../../../layers/demo.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { type Anvil, start } from "../../real/parts/anvil.ts"

const accountAt = (index: number) => privateKeyToAccount(toHex(keyOf(demoAccounts[index]?.address ?? "") as Uint8Array))
const [owner, spender] = [accountAt(0), accountAt(1)]
const stranger = "0x00000000000000000000000000000000000a11ce"
const chain = "eip155:1"

interface Node {
  readonly token: Hex
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** Mines the transactions that wait. */
  mine(): Promise<void>
}

const demoNode = (script: Script = {}) => {
  const world = createWorld({ tick: 0, ...script })
  let now = Date.parse("2026-03-01T12:00:00Z")
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.provide(Effect.andThen(TestClock.setTime(now), effect), TestClock.layer()))
  const node: Node = {
    token: world.market.listed(chain).find(({ symbol }) => symbol === "HRB")?.contract as Hex,
    ask: (method, ...params) => run(world.node(chain, method, params)),
    mine: async () => {
      now += 3_000
    },
  }
  const pass = (time: number) => {
    now += time
  }
  const held = (address: string, contract?: string) => world.market.units(chain, address, contract)
  return { ...node, ledger: world.ledger, held, pass }
}

/** Signs a transaction of the owner, by default a payment. */
const signed = (fields: object = {}, account = owner): Promise<Hex> =>
  account.signTransaction({
    type: "eip1559",
    chainId: 1,
    gas: 100_000n,
    to: stranger,
    nonce: 0,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 100_000_000n,
    ...fields,
  } as never)

const transfer = (to: Address, units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, units] })
const approve = (units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender.address, units] })
const transferFrom = (units: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transferFrom", args: [owner.address, stranger, units] })

const send = async ({ ask }: Pick<Node, "ask">, fields: object = {}, account = owner) =>
  ask("eth_sendRawTransaction", await signed(fields, account))

/** Names of an object's fields, and those of its logs. */
const fieldsOf = (value: unknown) => (isRecord(value) ? Object.keys(value).sort() : value)

describe("The demo's EVM node beside anvil", () => {
  let anvil: Anvil
  let real: Node
  beforeAll(async () => {
    anvil = await start({ chainId: 1 })
    const { held } = demoNode()
    for (const { address } of [owner, spender]) await anvil.control.setBalance({ address, value: held(address) })
    const { address: token } = await anvil.deployToken("Harbour", "HRB", 400, owner.address)
    real = {
      token,
      ask: (method, ...params) => anvil.client.request({ method, params } as never, { retryCount: 0 }),
      mine: () => anvil.control.mine({ blocks: 1 }),
    }
  })
  afterAll(() => anvil.stop())
  beforeEach(async () => {
    const restore = await anvil.keep()
    await anvil.control.setAutomine(false)
    return restore
  })

  /** Does the same with both. Returns what each gave. */
  const both = async <A>(does: (node: Node) => Promise<A>): Promise<readonly [demo: A, real: A]> => [
    await does(demoNode()),
    await does(real),
  ]

  it.each<{ readonly reason: RegExp; readonly fields: object; readonly before?: "mined" | "waiting" }>([
    { reason: /nonce too low/i, fields: { value: 2n }, before: "mined" },
    { reason: /underpriced/i, fields: { value: 2n }, before: "waiting" },
    { reason: /already (known|imported)/i, fields: {}, before: "waiting" },
    { reason: /insufficient funds/i, fields: { value: 10n ** 24n } },
    { reason: /insufficient funds/i, fields: { maxFeePerGas: 10n ** 18n } },
    { reason: /intrinsic gas too low|call gas cost exceeds the gas limit/i, fields: { gas: 20_999n } },
    { reason: /chain id/i, fields: { chainId: 5 } },
    { reason: /gas limit|intrinsic gas too high/i, fields: { gas: 1_000_000_000n } },
  ])("rejects a transaction: $reason", async ({ reason, fields, before }) => {
    const told = await both(async (node) => {
      if (before) await send(node)
      if (before === "mined") await node.mine()
      return send(node, fields).then(String, (error) => `${error.message} ${error.details ?? ""}`)
    })
    for (const one of told) expect(one).toMatch(reason)
  })

  it.each<readonly [what: string, fields: (token: Hex) => object]>([
    ["a payment", () => ({ value: 7n })],
    ["a payment to a contract that takes none", (token) => ({ to: token, value: 7n })],
    ["a token's transfer", (token) => ({ to: token, data: transfer(stranger, 7n) })],
    ["a transfer of more than there is", (token) => ({ to: token, data: transfer(stranger, 10n ** 30n) })],
    ["an approval", (token) => ({ to: token, data: approve(9n) })],
    ["a transfer of another's tokens without an allowance", (token) => ({ to: token, data: transferFrom(1n) })],
    ["a call that the contract does not know", (token) => ({ to: token, data: "0x12345678" })],
    ["a call with too little gas", (token) => ({ to: token, data: transfer(stranger, 7n), gas: 22_500n })],
  ])("mines %s with the same receipt and the same transaction", async (_, fields) => {
    const seen = await both(async (node) => {
      const hash = await send(node, fields(node.token))
      const waiting = (await node.ask("eth_getTransactionByHash", hash)) as Record<string, unknown>
      expect(await node.ask("eth_getTransactionReceipt", hash)).toBeNull()
      await node.mine()
      const receipt = (await node.ask("eth_getTransactionReceipt", hash)) as Record<string, unknown>
      const logs = receipt.logs as readonly Record<string, unknown>[]
      const block = (await node.ask("eth_getBlockByHash", receipt.blockHash, true)) as Record<string, unknown>
      const listed = (block.transactions as readonly Record<string, unknown>[])[0] ?? {}
      const places = [receipt, listed, await node.ask("eth_getTransactionByHash", hash)] as const
      expect(new Set(places.map((one) => JSON.stringify([Reflect.get(Object(one), "blockNumber")]))).size).toBe(1)
      return {
        waiting: [waiting.blockHash, waiting.nonce, waiting.value, waiting.type, String(waiting.from).toLowerCase()],
        receipt: [receipt.status, receipt.type, String(receipt.from).toLowerCase(), receipt.contractAddress],
        events: logs.map(({ topics, data, removed }) => [topics, data, removed]),
        fields: [fieldsOf(logs[0])],
        isAtToken: logs.every(({ address }) => String(address).toLowerCase() === node.token.toLowerCase()),
        count: await node.ask("eth_getTransactionCount", owner.address, "latest"),
      }
    })
    expect(seen[0]).toEqual({ ...seen[1], fields: [seen[0].fields[0]] })
  })

  it("has every field of a receipt, a transaction, a log and a block that anvil has", async () => {
    // Fields of later hard forks.
    const optional = [
      "parentBeaconBlockRoot",
      "requestsHash",
      "withdrawals",
      "withdrawalsRoot",
      "blobGasPrice",
      "blobGasUsed",
      "blockTimestamp",
      "authorizationList",
      "excessBlobGas",
    ]
    const [demo, judge] = await both(async (node) => {
      const hash = await send(node, { to: node.token, data: transfer(stranger, 7n) })
      await node.mine()
      const receipt = (await node.ask("eth_getTransactionReceipt", hash)) as Record<string, unknown>
      const transaction = await node.ask("eth_getTransactionByHash", hash)
      const block = await node.ask("eth_getBlockByNumber", receipt.blockNumber, false)
      return [receipt, transaction, (receipt.logs as readonly unknown[])[0], block].map(fieldsOf) as string[][]
    })
    for (const [index, names] of judge.entries())
      expect(demo[index]).toEqual(expect.arrayContaining(names.filter((name) => !optional.includes(name))))
  })

  it("lets a spender take what it was allowed, and no more", async () => {
    const [demo, judge] = await both(async (node) => {
      await send(node, { to: node.token, data: approve(10n) })
      await node.mine()
      const allowance = async () =>
        node.ask(
          "eth_call",
          {
            to: node.token,
            data: encodeFunctionData({
              abi: erc20Abi,
              functionName: "allowance",
              args: [owner.address, spender.address],
            }),
          },
          "latest",
        )
      const taken = await send(node, { to: node.token, data: transferFrom(6n) }, spender)
      await node.mine()
      const left = await allowance()
      const more = await send(node, { to: node.token, data: transferFrom(6n), nonce: 1 }, spender)
      await node.mine()
      const receipts = (await Promise.all(
        [taken, more].map((hash) => node.ask("eth_getTransactionReceipt", hash)),
      )) as {
        readonly status: string
        readonly logs: readonly { readonly topics: unknown }[]
      }[]
      return [left, await allowance(), receipts.map(({ status }) => status), receipts[0]?.logs.at(-1)?.topics]
    })
    expect(demo).toEqual(judge)
    expect(demo[2]).toEqual(["0x1", "0x0"])
  })

  it("reads a token and estimates calls alike, reverts included", async () => {
    const read = (functionName: "decimals" | "symbol") => encodeFunctionData({ abi: erc20Abi, functionName })
    const calls = [read("decimals"), read("symbol"), transfer(stranger, 1n), approve(maxUint256)]
    const failing = [transfer(stranger, 10n ** 30n), transferFrom(1n), "0x12345678"]
    const [demo, judge] = await both(async (node) => {
      const call = (data: string) => ({ from: owner.address, to: node.token, data })
      const results = await Promise.all(calls.map((data) => node.ask("eth_call", call(data), "latest")))
      const reverts = await Promise.all(
        ["eth_call", "eth_estimateGas"].flatMap((method) =>
          failing.map((data) =>
            node.ask(method, call(data)).then(
              () => "succeeded",
              (error) => [error.code, /ERC20: [a-z ]+[a-z]/.exec(`${error.message} ${error.details ?? ""}`)?.[0]],
            ),
          ),
        ),
      )
      return { results, reverts }
    })
    expect(demo).toEqual(judge)
    expect(demo.results[0]).toBe(encodeFunctionResult({ abi: erc20Abi, functionName: "decimals", result: 18 }))
  })

  it("finds logs by address, topics and blocks", async () => {
    const [demo, judge] = await both(async (node) => {
      await send(node, { to: node.token, data: transfer(stranger, 7n) })
      await send(node, { to: node.token, data: approve(7n), nonce: 1 })
      await node.mine()
      const head = await node.ask("eth_blockNumber")
      const { hash } = (await node.ask("eth_getBlockByNumber", "latest", false)) as { readonly hash: string }
      const first = (await node.ask("eth_getLogs", { fromBlock: head, toBlock: head })) as { topics: string[] }[]
      const [event] = first[0]?.topics ?? []
      const filters = [
        { fromBlock: head },
        { fromBlock: head, address: node.token },
        { fromBlock: head, address: [stranger, node.token.toLowerCase()] },
        { fromBlock: head, address: stranger },
        { fromBlock: head, topics: [event] },
        { fromBlock: head, topics: [[event, keccak256("0x")], null, first[0]?.topics[2]] },
        { fromBlock: head, topics: [null, first[0]?.topics[2]] },
        { blockHash: hash },
      ]
      const found = await Promise.all(filters.map((filter) => node.ask("eth_getLogs", filter)))
      return found.map((logs) => (logs as { topics: string[] }[]).map(({ topics }) => topics))
    })
    expect(demo).toEqual(judge)
    expect(demo.map(({ length }) => length)).toEqual([2, 2, 2, 0, 1, 1, 0, 2])
  })

  it("mines transactions in the order of their nonces, and replaces one by another with a higher fee", async () => {
    const [demo, judge] = await both(async (node) => {
      const count = () =>
        Promise.all(["latest", "pending"].map((tag) => node.ask("eth_getTransactionCount", owner.address, tag)))
      const second = await send(node, { nonce: 1 })
      await node.mine()
      const gap = await count()
      const first = await send(node, { value: 1n })
      const waiting = await count()
      const instead = await send(node, { value: 2n, maxFeePerGas: 20n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n })
      await node.mine()
      const known = await Promise.all(
        [first, instead, second].map(async (hash) => (await node.ask("eth_getTransactionByHash", hash)) !== null),
      )
      return { gap, waiting, known, after: await count() }
    })
    expect(demo).toEqual(judge)
    expect(demo).toMatchObject({ known: [false, true, true], after: ["0x2", "0x2"] })
  })
})

describe("The demo's EVM node", () => {
  const amount = 10n ** 15n

  it("moves balances and pays fees once a transaction is mined, and for a failed one only its fee", async () => {
    const node = demoNode()
    const [before, tokens] = [node.held(owner.address), node.held(owner.address, node.token)]
    await send(node, { value: amount })
    expect(node.held(owner.address)).toBe(before)
    await node.mine()
    await node.ask("eth_blockNumber")
    const fee = 21_000n * 1_200_000_000n
    expect(node.held(owner.address)).toBe(before - amount - fee)
    const failing = await send(node, { nonce: 1, to: node.token, data: transfer(stranger, tokens + 1n) })
    await node.mine()
    expect(await node.ask("eth_getTransactionReceipt", failing)).toMatchObject({ status: "0x0", logs: [] })
    expect(node.held(owner.address, node.token)).toBe(tokens)
    expect(node.held(owner.address)).toBeLessThan(before - amount - fee)
  })

  it("withholds a token's transfer fee, and logs it", async () => {
    const node = demoNode({ transferFees: { HRB: 100 } })
    const before = node.held(owner.address, node.token)
    const hash = await send(node, { to: node.token, data: transfer(stranger, 1_000n) })
    await node.mine()
    const { logs } = (await node.ask("eth_getTransactionReceipt", hash)) as { readonly logs: readonly { data: Hex }[] }
    expect(logs.map(({ data }) => BigInt(data))).toEqual([990n, 10n])
    expect(node.held(owner.address, node.token)).toBe(before - 1_000n)
    expect(node.held(stranger, node.token)).toBe(990n)
  })

  it("undoes the last blocks in a reorganization, and mines their transactions again in other blocks", async () => {
    const node = demoNode()
    const before = node.held(stranger)
    const hash = await send(node, { value: amount })
    await node.mine()
    const old = (await node.ask("eth_getTransactionReceipt", hash)) as { blockHash: string; blockNumber: string }
    expect(node.held(stranger)).toBe(before + amount)
    node.ledger.reorganize()
    expect(node.held(stranger)).toBe(before)
    expect(await node.ask("eth_getTransactionReceipt", hash)).toBeNull()
    expect(await node.ask("eth_getTransactionByHash", hash)).toMatchObject({ blockHash: null })
    expect(await node.ask("eth_getBlockByHash", old.blockHash, false)).toBeNull()
    await node.mine()
    expect(await node.ask("eth_getTransactionReceipt", hash)).toMatchObject({ status: "0x1" })
    expect(node.held(stranger)).toBe(before + amount)
    node.pass(60_000)
    await node.ask("eth_blockNumber")
    const settled = (await node.ask("eth_getTransactionReceipt", hash)) as { blockHash: string }
    node.ledger.reorganize()
    expect(await node.ask("eth_getTransactionReceipt", hash)).toEqual(settled)
  })

  it("forgets a dropped transaction, whose nonce is free again", async () => {
    const node = demoNode({ sends: "stuck" })
    const hash = await send(node, { value: amount })
    expect(node.ledger.drop(String(hash))).toBe(true)
    expect(node.ledger.drop(String(hash))).toBe(false)
    expect(await node.ask("eth_getTransactionByHash", hash)).toBeNull()
    expect(await node.ask("eth_getTransactionCount", owner.address, "pending")).toBe("0x0")
  })

  it("drops no replacement, even if the script drops what is sent", async () => {
    const node = demoNode({ sends: "dropped" })
    const before = node.held(stranger)
    expect(node.ledger.replace(String(await send(node, { value: amount })), "repricing")).toBe(true)
    await node.mine()
    expect(await node.ask("eth_getTransactionCount", owner.address, "latest")).toBe("0x1")
    expect(node.held(stranger)).toBe(before + amount)
  })

  it("finds no logs of earlier or later blocks than asked for", async () => {
    const node = demoNode()
    await send(node, { to: node.token, data: transfer(stranger, 7n) })
    await node.mine()
    const block = Number(await node.ask("eth_blockNumber"))
    node.pass(24_000)
    const found = (fromBlock: number, toBlock: number) =>
      node.ask("eth_getLogs", { fromBlock: numberToHex(fromBlock), toBlock: numberToHex(toBlock) })
    expect(await found(block, block + 2)).toHaveLength(1)
    expect(await found(block + 1, block + 2)).toEqual([])
    expect(await found(block - 2, block - 1)).toEqual([])
  })

  it.each([
    ["canceled", "cancellation", 0n],
    ["repriced", "repricing", amount],
  ] as const)("%s: another transaction has the nonce, by the script or on demand", async (sends, by, expected) => {
    for (const isScripted of [true, false]) {
      const node = demoNode({ sends: isScripted ? sends : "stuck" })
      const before = node.held(stranger)
      const hash = await send(node, { value: amount })
      if (isScripted) node.pass(7_000)
      else expect(node.ledger.replace(String(hash), by)).toBe(true)
      await node.mine()
      expect(await node.ask("eth_getTransactionByHash", hash)).toBeNull()
      const block = (await node.ask("eth_getBlockByNumber", "latest", true)) as { transactions: Record<string, Hex>[] }
      expect(block.transactions).toHaveLength(1)
      expect(block.transactions[0]).toMatchObject({ nonce: "0x0", from: owner.address, value: numberToHex(expected) })
      expect(BigInt(block.transactions[0]?.maxFeePerGas ?? 0)).toBe(11_250_000_000n)
      expect(node.held(stranger)).toBe(before + expected)
      expect(await node.ask("eth_getTransactionCount", owner.address, "latest")).toBe("0x1")
    }
  })

  it("keeps a transaction waiting whose price is below the base fee", async () => {
    const node = demoNode()
    const hash = await send(node, { maxFeePerGas: 1_000n, maxPriorityFeePerGas: 1n })
    await node.mine()
    expect(await node.ask("eth_getTransactionReceipt", hash)).toBeNull()
    expect(await node.ask("eth_getTransactionByHash", hash)).toMatchObject({ blockNumber: null })
  })
})
