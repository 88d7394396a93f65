import { describe, expect, it } from "vitest"
import {
  byMonth,
  shownTransactions,
  signOf,
  summaryOf,
  type Transaction,
  type Transfer,
} from "../../src/activity/model.ts"
import { asTransaction, lookupId, type SentTransfer } from "../../src/send/model/transfer.ts"

const eth = { fungible_info: { name: "Ether", symbol: "ETH", icon: { url: "https://p.example/eth.png" } } }
const usdc = { fungible_info: { name: "USD Coin", symbol: "USDC" } }
const nft = (is_spam: boolean, name = "Mask #1"): Transfer => ({
  nft_info: { name, content: { preview: { url: "https://p.example/1.png" } }, flags: { is_spam } },
  direction: "in",
  quantity: { numeric: "1" },
})
const moved = (of: Partial<Transfer>, direction: "in" | "out", numeric: string): Transfer => ({
  ...of,
  direction,
  quantity: { numeric },
  value: 12.5,
})
const transaction = (
  id: string,
  minedAt: string,
  operationType = "send",
  transfers: readonly Transfer[] = [],
  metadata: Partial<Transaction["metadata"]> = {},
): Transaction => ({
  id,
  metadata: { minedAt, chain: "eip155:1", operationType, status: "confirmed", ...metadata },
  transfers,
})
const ids = (list: readonly Transaction[]) => list.map(({ id }) => id)

describe("The activity list", () => {
  const day = "2026-01-15T12:00:00Z"

  it("Transactions whose transfers are all spam-flagged NFTs are dropped", () => {
    const list = [
      transaction("spam", day, "receive", [nft(true)]),
      transaction("twice", day, "receive", [nft(true), nft(true)]),
      transaction("mixed", day, "receive", [nft(true), moved(eth, "in", "1")]),
      transaction("good", day, "receive", [nft(false)]),
      transaction("unflagged", day, "receive", [{ nft_info: {}, quantity: { numeric: "1" } }]),
      transaction("nothing moved", day, "execute", []),
    ]
    expect(ids(shownTransactions(list, "eip155:1"))).toEqual(["mixed", "good", "unflagged", "nothing moved"])
  })

  it("Only transactions on the active chain are shown", () => {
    const list = [transaction("here", day), transaction("there", day, "send", [], { chain: "eip155:137" })]
    expect(ids(shownTransactions(list, "eip155:1"))).toEqual(["here"])
  })
})

describe("The ID for looking up a transaction", () => {
  const hash = `0x${"ab".repeat(32)}`
  const at = "2026-01-15T12:00:00Z"

  it("is its hash, or else its ID, which for a bundle sent from here is the wallet's", () => {
    const own = { id: "0x0b", connectorId: "w", network: "eip155:1", from: "a", to: "b", amount: "1", symbol: "ETH" }
    const bundle: SentTransfer = { ...own, units: "1", at: 0, bundle: true, status: "pending" }
    expect(lookupId(transaction("a", at, "send", [], { hash }))).toBe(hash)
    expect(lookupId(transaction("a", at))).toBe("a")
    expect(lookupId(asTransaction(bundle))).toBe("0x0b")
    expect(lookupId(asTransaction({ ...bundle, hash }))).toBe(hash)
  })
})

describe("Months", () => {
  it("Transactions are grouped by year, then month, newest first", () => {
    const list = [
      transaction("a", "2025-12-20T12:00:00Z"),
      transaction("b", "2026-01-10T12:00:00Z"),
      transaction("c", "2026-01-15T12:00:00Z"),
      transaction("d", "2025-01-15T12:00:00Z"),
    ]
    expect(byMonth(list).map(({ year, month, transactions }) => [year, month, ids(transactions)])).toEqual([
      [2026, 0, ["c", "b"]],
      [2025, 11, ["a"]],
      [2025, 0, ["d"]],
    ])
  })
})

describe("The sign of an amount", () => {
  it.each(["receive", "deposit", "borrow", "claim"])(
    "Transaction amount sign is + for receive, deposit, borrow and claim: %s",
    (type) => expect(signOf(type)).toBe("+"),
  )
  it.each(["withdraw", "repay", "burn", "send"])(
    "Transaction amount sign is - for withdraw, repay and burn, and for send: %s",
    (type) => expect(signOf(type)).toBe("-"),
  )
  it.each(["approve", "trade", "sell", "mint", "execute", "constructor", ""])("is absent for others: %s", (type) => {
    expect(signOf(type)).toBe("")
  })
})

describe("The summary of a transaction", () => {
  it.each([
    ["+", "receive", "in"],
    ["+", "deposit", "out"],
    ["+", "borrow", "in"],
    ["+", "claim", "in"],
    ["-", "withdraw", "in"],
    ["-", "repay", "out"],
    ["-", "burn", "out"],
    ["-", "send", "out"],
  ] as const)("has the sign %s for %s, whichever way the tokens move", (sign, type, direction) => {
    const only = transaction("1", "2026-01-15T12:00:00Z", type, [moved(eth, direction, "1")])
    expect(summaryOf(only).amount).toBe(`${sign}1.000 ETH`)
  })

  const at = "2026-01-15T12:00:00Z"
  const [me, other] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`]
  const of = (type: string, transfers: readonly Transfer[], metadata: Partial<Transaction["metadata"]> = {}) =>
    summaryOf(transaction("1", at, type, transfers, metadata))

  it("Transaction amounts show 3 decimals", () => {
    expect(of("send", [moved(eth, "out", "0.123456")]).amount).toBe("-0.123 ETH")
    expect(of("receive", [moved(usdc, "in", "1250")]).amount).toBe("+1,250.000 USDC")
    expect(of("receive", [moved(usdc, "in", "1e-7")]).amount).toBe("+0.000 USDC")
    const received = transaction("1", at, "receive", [moved(usdc, "in", "1250.5")])
    expect(summaryOf(received, "de").amount).toBe("+1.250,500 USDC")
  })

  it("names the recipient of a transfer, or its sender", () => {
    const [to, from] = [
      { sentFrom: me, sentTo: other },
      { sentFrom: other, sentTo: me },
    ]
    expect(of("send", [moved(eth, "out", "1")], to).other).toEqual({ direction: "to", address: other })
    expect(of("receive", [moved(eth, "in", "1")], from).other).toEqual({ direction: "from", address: other })
    expect(of("approve", [moved(usdc, "out", "1")], to).other).toBeUndefined()
  })

  it.each([
    ["trade", "swapped"],
    ["buy", "bought"],
  ])("shows what a swap or purchase received, then what it cost: %s", (type, verb) => {
    expect(of(type, [moved(usdc, "out", "400"), moved(eth, "in", "0.1")])).toMatchObject({
      verb,
      name: "Ether",
      picture: "https://p.example/eth.png",
      amount: "+0.100 ETH",
      counterpart: "-400.000 USDC",
      between: ["USDC", "ETH"],
      value: 12.5,
    })
  })

  it("shows what a sale gave, then what it received", () => {
    expect(of("sell", [moved(eth, "out", "0.1"), moved(usdc, "in", "400")])).toMatchObject({
      verb: "sold",
      name: "Ether",
      amount: "-0.100 ETH",
      counterpart: "+400.000 USDC",
      between: ["ETH", "USDC"],
    })
    expect(of("sell", [{ ...nft(false), direction: "out" }, moved(eth, "in", "0.02")])).toMatchObject({
      name: "Mask #1",
      collectible: true,
      amount: "1",
      counterpart: "+0.020 ETH",
      between: undefined,
    })
  })

  it("counts collectibles, and shows no picture of one flagged as spam", () => {
    expect(of("mint", [nft(false, "Masks of Ulm #218"), moved(eth, "out", "0.02")])).toMatchObject({
      verb: "minted",
      name: "Masks of Ulm #218",
      picture: "https://p.example/1.png",
      collectible: true,
      amount: "1",
      counterpart: "-0.020 ETH",
    })
    expect(of("receive", [nft(true), moved(eth, "in", "1")])).toMatchObject({ collectible: true, picture: undefined })
  })

  it("has no counterpart without a second transfer, nor for types that pay nothing for something", () => {
    expect(of("sell", [moved(usdc, "in", "400")])).toMatchObject({ amount: "400.000 USDC", counterpart: undefined })
    const both = [moved(eth, "out", "0.1"), moved(usdc, "in", "400")]
    for (const [type, sign] of [
      ["send", "-"],
      ["burn", "-"],
      ["repay", "-"],
      ["approve", ""],
    ] as const)
      expect(of(type, both)).toMatchObject({ amount: `${sign}0.100 ETH`, counterpart: undefined, between: undefined })
    expect(of("stake", both)).toMatchObject({ amount: "400.000 USDC", counterpart: "-0.100 ETH", between: undefined })
  })

  it("is complete for a transaction that moved nothing, or something unnamed", () => {
    expect(of("execute", [])).toMatchObject({ name: "", amount: "", collectible: false, picture: undefined })
    expect(of("send", [moved({}, "out", "1")])).toMatchObject({ name: "", amount: "-1.000", collectible: false })
    for (const nft_info of [{}, { content: {} }])
      expect(of("receive", [moved({ nft_info }, "in", "1")])).toMatchObject({
        name: "",
        collectible: true,
        picture: undefined,
      })
  })

  const verbs = {
    ...{ approve: "approved", borrow: "borrowed", burn: "burnt", buy: "bought", cancel: "canceled", claim: "claimed" },
    ...{ deploy: "deployed", deposit: "deposited", execute: "executed", mint: "minted", receive: "received" },
    ...{ repay: "repaid", sell: "sold", send: "sent", stake: "staked", trade: "swapped", unstake: "unstaked" },
    ...{ withdraw: "withdrawn" },
  }
  it.each(Object.entries(verbs))("names %s %s", (type, verb) => {
    expect(of(type, []).verb).toBe(verb)
  })

  it.each([
    [[], "executed"],
    [[moved(eth, "in", "1")], "received"],
    [[moved(eth, "out", "1")], "sent"],
    [[moved(eth, "out", "1"), moved(usdc, "in", "1")], "swapped"],
  ] as const)("names an unknown type by its transfers: %#", (transfers, verb) => {
    for (const word of ["bridge", "constructor", "__proto__"]) expect(of(word, transfers).verb).toBe(verb)
  })
})
