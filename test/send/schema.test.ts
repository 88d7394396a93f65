import { describe, expect, it } from "vitest"
import { InvalidInput } from "../../src/errors/index.ts"
import { decodeBaseFee, decodeReceipt, decodeSimulation } from "../../src/send/schema/evmNode.ts"
import { readReceivers, readTransfers } from "../../src/send/schema/persisted.ts"
import {
  decodeAccount,
  decodeBalance,
  decodeBlockhash,
  decodeEpoch,
  decodeMint,
  decodeStatuses,
  decodeTokenAccounts,
  decodeTransferFees,
} from "../../src/send/schema/solanaNode.ts"

const contract = `0x${"3".repeat(40)}`
const lastMoment = 8.64e15

describe("stored transfers", () => {
  const swap = { amount: "2", symbol: "USDC", token: contract, data: "0xa9059cBB", value: "0" }
  const transfer = {
    ...{ id: "0x1", hash: "0x2", bundle: true, connectorId: "example.halyard", network: "eip155:1" },
    ...{
      from: "0x3",
      to: "0x4",
      amount: "0.5",
      symbol: "ETH",
      units: "500000000000000000",
      at: lastMoment,
      name: "ansel.eth",
    },
    ...{
      iconUrl: "https://pictures.example/eth.png",
      token: contract,
      nonce: 7,
      payment: "p1",
      status: "confirmed",
      swap,
    },
  }
  const { network, from, to, amount, units, at } = transfer
  const least = { id: "0x1", network, from, to, amount, units, at }
  const completed = { ...least, connectorId: "", symbol: "", status: "pending" }

  it("keep every field, and have defaults for those that older versions did not store", () => {
    for (const status of ["pending", "confirmed", "failed", "replaced", "different"])
      expect(readTransfers([{ ...transfer, status }])).toStrictEqual([{ ...transfer, status }])
    expect(readTransfers([least])).toStrictEqual([completed])
  })

  it.each([
    ["network", ["tron:1", "eip155", ":eip155", 1]],
    ["units", ["", "-1", "1e3", "1 ", " 1", "1".repeat(79), 1]],
    ["at", [-1, lastMoment + 2, "0", null]],
    ["amount", ["", "-1", "much", 1]],
    ["id", ["", 1, undefined]],
    ["from", ["", 1, undefined]],
    ["to", ["", 1, undefined]],
  ] as const)("are dropped if their %s is malformed", (field, values) => {
    for (const value of values) expect(readTransfers([{ ...least, [field]: value }, least])).toStrictEqual([completed])
  })

  it.each([
    ["token", ["", "-", "a b", "a-", "-a", "a".repeat(129), 1]],
    ["status", ["sent", 1]],
    ["bundle", [false, 1, "true"]],
    ["nonce", [-1, 1.5, "7"]],
    ["iconUrl", ["javascript:alert(1)", 1]],
    [
      "swap",
      [
        {},
        { ...swap, data: "0x1" },
        { ...swap, data: "1" },
        { ...swap, data: "0xzz" },
        { ...swap, data: "00x00" },
        { ...swap, value: "0x0" },
      ],
    ],
  ] as const)("lose only their %s if it is malformed", (field, values) => {
    for (const value of values) expect(readTransfers([{ ...least, [field]: value }])).toStrictEqual([completed])
  })
})

describe("stored recipients", () => {
  const receiver = { namespace: "solana", address: "3gMx", name: "ansel.sol", times: 3 }

  it("keep every field, and count as recipients of one transfer if no count was stored", () => {
    const { times: _, ...uncounted } = receiver
    expect(readReceivers([receiver, uncounted])).toStrictEqual([receiver, { ...receiver, times: 1 }])
    expect(readReceivers([{ ...receiver, address: "a".repeat(129) }])?.[0]?.address).toBe("a".repeat(128))
  })

  it("are dropped without a namespace or an address", () => {
    for (const value of [undefined, "", "tron", 1])
      expect(readReceivers([{ ...receiver, namespace: value }, receiver])).toStrictEqual([receiver])
    for (const value of [undefined, "", 1])
      expect(readReceivers([{ ...receiver, address: value }, receiver])).toStrictEqual([receiver])
  })
})

describe("responses of EVM nodes", () => {
  it.each(["1", " 0x1", "0x1 ", "0x", `0x${"1".repeat(65)}`, 1])("contain no quantity like %j", (quantity) => {
    expect(decodeBaseFee({ baseFeePerGas: quantity })).toBeUndefined()
    expect(decodeReceipt({ status: "0x1", blockNumber: quantity })).toBeInstanceOf(InvalidInput)
  })

  it("report the base fee as an exact number", () => {
    expect(decodeBaseFee({ baseFeePerGas: `0x${"F".repeat(64)}` })).toBe(2n ** 256n - 1n)
  })

  const call = { status: "0x1", returnData: "0x", logs: [{ address: "0xAB", topics: ["0xCD"], data: "0xEF" }] }
  const read = { hasSucceeded: true, returnData: "0x", logs: [{ address: "0xab", topics: ["0xcd"], data: "0xef" }] }

  it("report for each simulated call whether it succeeded, and its events in lower case", () => {
    const calls = [call, { ...call, status: "0x0" }]
    expect(decodeSimulation(2)([{ calls }])).toEqual([read, { ...read, hasSucceeded: false }])
  })

  it.each([
    ["of another number of calls", [{ calls: [call, call] }]],
    ["of two blocks", [{ calls: [call] }, { calls: [call] }]],
    ["of no block", []],
    ["with an unknown status", [{ calls: [{ ...call, status: "0x2" }] }]],
    ["without events", [{ calls: [{ ...call, logs: undefined }] }]],
    ["without return data", [{ calls: [{ ...call, returnData: undefined }] }]],
    ["with an event of no contract", [{ calls: [{ ...call, logs: [{ topics: [], data: "0x" }] }] }]],
  ])("are not valid simulations %s", (_, response) => {
    expect(decodeSimulation(1)(response)).toBeInstanceOf(InvalidInput)
  })
})

describe("responses of Solana nodes", () => {
  it("contain balances, epochs and block heights as whole numbers from 0", () => {
    for (const value of [0, 5]) {
      expect(decodeBalance({ value })).toBe(BigInt(value))
      expect(decodeEpoch({ epoch: value })).toBe(BigInt(value))
      const blockhash = { blockhash: "4uQe", lastValidBlockHeight: value }
      expect(decodeBlockhash({ value: blockhash })).toEqual({ ...blockhash, lastValidBlockHeight: BigInt(value) })
    }
    for (const value of [-1, 1.5, "5", null, Number.NaN]) {
      expect(decodeBalance({ value })).toBeInstanceOf(InvalidInput)
      expect(decodeEpoch({ epoch: value })).toBeInstanceOf(InvalidInput)
      expect(decodeBlockhash({ value: { blockhash: "4uQe", lastValidBlockHeight: value } })).toBeInstanceOf(
        InvalidInput,
      )
    }
    expect(decodeBlockhash({ value: { blockhash: 1, lastValidBlockHeight: 5 } })).toBeInstanceOf(InvalidInput)
  })

  it("contain an account with its program, and its data only if the node could parse them", () => {
    const owner = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
    expect(decodeAccount({ value: null })).toBeNull()
    expect(decodeAccount({ value: { owner, data: { parsed: { info: 1 } } } })).toEqual({
      owner,
      data: { parsed: { info: 1 } },
    })
    for (const data of [["", "base64"], { parsed: {} }, {}])
      expect(decodeAccount({ value: { owner, data } })).toStrictEqual({ owner })
    for (const value of [{}, { owner: 1 }]) expect(decodeAccount({ value })).toBeInstanceOf(InvalidInput)
  })

  it("contain the named extensions of a mint", () => {
    const extensions = [
      { extension: "transferFeeConfig", state: {} },
      { state: {} },
      { extension: 1 },
      { extension: "nonTransferable" },
    ]
    expect(decodeMint({ decimals: 6, extensions })).toEqual({ decimals: 6, extensions: [extensions[0], extensions[3]] })
  })

  const fee = { epoch: 700, transferFeeBasisPoints: 10_000, maximumFee: "18446744073709551615" }

  it("contain the transfer fees of a token, of at most the whole amount", () => {
    const read = { epoch: 700n, transferFeeBasisPoints: 10_000n, maximumFee: 2n ** 64n - 1n }
    const fees = { olderTransferFee: fee, newerTransferFee: fee }
    expect(decodeTransferFees(fees)).toEqual({ olderTransferFee: read, newerTransferFee: read })
    for (const wrong of [
      { transferFeeBasisPoints: 10_001 },
      { epoch: -1 },
      { maximumFee: "" },
      { maximumFee: " 1" },
      { maximumFee: "1 " },
    ])
      for (const name of ["olderTransferFee", "newerTransferFee"])
        expect(decodeTransferFees({ ...fees, [name]: { ...fee, ...wrong } })).toBeInstanceOf(InvalidInput)
  })

  it("contain token accounts with an exact balance; malformed ones are dropped", () => {
    const account = (amount: unknown, space?: unknown) => ({
      pubkey: "3gMx",
      account: { space, data: { parsed: { info: { tokenAmount: { amount } } } } },
    })
    const value = [
      ...[account("12"), account("0", 182), account("1", "182")],
      ...["", " 1", "1 ", "-1", "1".repeat(21), 1].map((amount) => account(amount)),
      ...[{ ...account("1"), pubkey: undefined }, { pubkey: "3gMx" }],
    ]
    expect(decodeTokenAccounts({ value })).toEqual([
      { address: "3gMx", amount: 12n, space: 165 },
      { address: "3gMx", amount: 0n, space: 182 },
      { address: "3gMx", amount: 1n, space: 165 },
    ])
  })

  it("contain the known statuses of a transaction", () => {
    const known = ["processed", "confirmed", "finalized"].map((confirmationStatus) => ({
      confirmationStatus,
      err: null,
    }))
    expect(decodeStatuses({ value: [...known, null] })).toEqual([...known, null])
    expect(decodeStatuses({ value: [{ confirmationStatus: "rooted" }] })).toStrictEqual([{}])
  })
})
