import { describe, expect, it } from "vitest"
import type { TokenRow } from "../../src/balances/model/tokens.ts"
import { mainnet, solana } from "../../src/options/networks.ts"
import { nextStep, type SendForm, sendableTokens } from "../../src/send/model/form.ts"
import type { ReceiverWarning } from "../../src/send/model/receiver.ts"
import { asTransaction, lookupId, movedBy, type SentTransfer } from "../../src/send/model/transfer.ts"

const contract = `0x${"7".repeat(40)}`
const placeholder = `0x${"e".repeat(40)}`

describe("the next step of the send form", () => {
  const found = { address: contract, warnings: [] }
  const complete: SendForm = {
    ...{ token: { decimals: 6, quantity: "10" }, amount: "10", receiver: contract, found, short: false },
  }
  const known = { namespace: "eip155", address: contract, times: 1 } as const
  const blocked = (...warnings: readonly ReceiverWarning[]) => ({ found: { ...found, warnings } })
  it.each<readonly [step: ReturnType<typeof nextStep>, what: string, change: Partial<SendForm>]>([
    ["selectToken", "without a token", { token: undefined, amount: "" }],
    ["incorrectValue", "for an amount that is not a number", { amount: "1,5" }],
    ["incorrectValue", "for an amount finer than the token", { amount: "0.0000001", receiver: "" }],
    ["addAmount", "without an amount, first", { amount: "", receiver: "", short: true }],
    ["addAmount", "for an amount of 0", { amount: "0.0" }],
    [
      "insufficientFunds",
      "for one unit more than the balance, before the recipient",
      { amount: "10.000001", receiver: "" },
    ],
    ["insufficientFunds", "if the nodes report too little", { short: true }],
    ["addAddress", "without a recipient", { receiver: " " }],
    ["invalidAddress", "for a text that resolves to nothing", { found: { address: undefined, warnings: [] } }],
    ["invalidAddress", "for the token's own contract", blocked({ type: "unused" }, { type: "token" })],
    ["invalidAddress", "for a wrong checksum", blocked({ type: "checksum" })],
    ["invalidAddress", "for an address of another namespace", blocked({ type: "otherChain", namespace: "solana" })],
    ["previewSend", "for the whole balance", {}],
    ["previewSend", "if the balance is unknown", { token: { decimals: 6, quantity: "" }, amount: "11" }],
    ["previewSend", "while the recipient is being resolved", { found: undefined }],
    [
      "previewSend",
      "for warnings that the visitor may confirm",
      blocked(
        ...([
          { type: "lookalike", of: known },
          { type: "confusable", like: undefined },
          { type: "otherNetwork", network: "Base" },
        ] as const),
        ...([{ type: "program" }, { type: "unused" }] as const),
      ),
    ],
  ])("is %s %s", (step, _, change) => {
    expect(nextStep({ ...complete, ...change })).toBe(step)
  })
})

describe("the tokens that can be sent", () => {
  const row: TokenRow = {
    ...{ key: "1", name: "USD Coin", symbol: "USDC", chainId: "eip155:1", address: `eip155:1:${contract}` },
    ...{ price: 1, value: 10, quantity: "10", decimals: 6, iconUrl: "" },
  }
  const never = () => expect.fail("The balance is not needed")

  it("begin with the network's native currency if it is not listed", () => {
    const coin = {
      name: "Ether",
      symbol: "ETH",
      chainId: "eip155:1",
      decimals: 18,
      quantity: "0.5",
      price: 0,
      value: 0,
    }
    expect(sendableTokens([row], mainnet, () => "0.5")).toStrictEqual([
      { ...coin, key: "eip155:1:native", address: undefined, iconUrl: "" },
      row,
    ])
  })

  it("are the listed ones if the native currency is among them, or no network is active", () => {
    for (const address of [undefined, `eip155:1:${placeholder}`]) {
      const listed = [row, { ...row, address }]
      expect(sendableTokens(listed, mainnet, never)).toBe(listed)
    }
    expect(sendableTokens([row], undefined, never)).toEqual([row])
  })
})

describe("a sent transfer", () => {
  const transfer: SentTransfer = {
    ...{ id: "0x1", connectorId: "example.halyard", network: "eip155:1", from: "0x2", to: "0x3" },
    ...{ amount: "0.5", symbol: "ETH", units: "500000000000000000", at: 1_700_000_000_000, status: "pending" },
  }
  const metadata = {
    ...{ minedAt: "2023-11-14T22:13:20.000Z", chain: "eip155:1", operationType: "send", status: "pending" },
    ...{ hash: "0x1", sentFrom: "0x2", sentTo: "0x3" },
  }
  const out = { fungible_info: { symbol: "ETH" }, direction: "out", quantity: { numeric: "0.5" } }
  const swap = { amount: "2", symbol: "USDC", token: contract, data: "0x", value: "0" }
  const pictured = (url: string) => ({ icon: { url } })

  it("is shown in the activity list with what was sent, and for a swap what is expected", () => {
    expect(asTransaction(transfer)).toStrictEqual({ id: "sent:0x1", metadata, transfers: [out] })
    const received = { fungible_info: { symbol: "USDC" }, direction: "in", quantity: { numeric: "2" } }
    expect(asTransaction({ ...transfer, swap })).toStrictEqual({
      ...{ id: "sent:0x1", metadata: { ...metadata, operationType: "trade" }, transfers: [out, received] },
    })
    const pictures = { iconUrl: "https://a.example", swap: { ...swap, iconUrl: "https://b.example" } }
    expect(asTransaction({ ...transfer, ...pictures }).transfers).toStrictEqual([
      { ...out, fungible_info: { symbol: "ETH", ...pictured("https://a.example") } },
      { ...received, fungible_info: { symbol: "USDC", ...pictured("https://b.example") } },
    ])
  })

  it.each([
    ["pending", "pending"],
    ["confirmed", "confirmed"],
    ["failed", "failed"],
    ["replaced", "failed"],
    ["different", "failed"],
  ] as const)("that is %s is listed as %s", (status, listed) => {
    expect(asTransaction({ ...transfer, status }).metadata.status).toBe(listed)
  })

  it("is looked up by its hash, or by the wallet's ID while a bundle has no hash", () => {
    const bundle = asTransaction({ ...transfer, bundle: true })
    expect(bundle.metadata).not.toHaveProperty("hash")
    expect(lookupId(bundle)).toBe("0x1")
    expect(lookupId(asTransaction({ ...transfer, bundle: true, hash: "0x9" }))).toBe("0x9")
    expect(lookupId({ ...bundle, id: "of the service" })).toBe("of the service")
  })

  it("changes the balances of its token, of the token received and of the currency that pays the fee", () => {
    const [coin, token] = [`eip155:1:${placeholder}`, `eip155:1:${contract}`]
    expect(movedBy(transfer, placeholder)).toEqual([coin])
    expect(movedBy({ ...transfer, token: contract }, placeholder)).toEqual([coin, token])
    expect(movedBy({ ...transfer, swap }, placeholder)).toEqual([coin, token])
    expect(movedBy({ ...transfer, network: solana.caipNetworkId }, "native")).toEqual([
      `${solana.caipNetworkId}:native`,
    ])
  })
})
