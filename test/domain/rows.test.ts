import type * as v from "valibot"
import { describe, expect, expectTypeOf, it } from "vitest"
import type { Transaction } from "../../src/domain/activity.ts"
import type { TokenBalance } from "../../src/domain/balances.ts"
import { balanceRow, type tokenSchema } from "../../src/domain/balancesRow.ts"
import { analyticsRow, configRow, originsRow, supportedChainsRow } from "../../src/domain/configRow.ts"
import { type Endpoint, endpoint, segment } from "../../src/domain/endpoint.ts"
import {
  AnswerInvalid,
  BalancesFailed,
  HttpStatus,
  InvalidInput,
  RateLimited,
  ServerError,
  TransactionsFailed,
  UnknownFailure,
} from "../../src/domain/errors.ts"
import { historyRow, readKeptPage, type transactionSchema } from "../../src/domain/historyRow.ts"
import { identityRow } from "../../src/domain/identityRow.ts"
import type { RemoteEntry } from "../../src/domain/remoteFeatures.ts"
import { decodeUnknown } from "../../src/domain/schema.ts"
import type { Wallet } from "../../src/domain/wallets.ts"
import { type walletSchema, walletsRow } from "../../src/domain/walletsRow.ts"
import { fixture } from "../fixtures/provider.ts"

const foreign = [
  undefined,
  null,
  "<!doctype html><title>502</title>",
  '{"data":[{"id":"a"',
  [],
  7,
  { error: "no" },
  { data: {}, balances: {}, features: {}, allowedOrigins: {}, isAnalyticsEnabled: "yes", http: {}, ws: {}, count: "1" },
]

const refuses = <Input, Answer, Failure extends Error>(row: Endpoint<Input, Answer, Failure>) => {
  const decode = decodeUnknown(row.answer)
  for (const answer of foreign) expect(decode(answer)).toBeInstanceOf(InvalidInput)
}

describe("GET /getWallets; query: page, entries, include, exclude, search, badge_type, chains; response: data, count", () => {
  const read = decodeUnknown(walletsRow.answer)
  const sent = {
    id: "00",
    name: "Test Wallet",
    badge_type: "none",
    chains: ["eip155:1"],
    homepage: "https://example.com/",
    image_id: "picture",
    order: 10,
    link_mode: null,
    mobile_link: "testwallet://",
    desktop_link: null,
    webapp_link: null,
    app_store: null,
    play_store: null,
    chrome_store: null,
    rdns: "test.wallet",
    injected: [{ namespace: "eip155", injected_id: "isTest" }],
    display_index: 1,
    supports_wc: true,
  }

  it("asks", () => {
    expect([walletsRow.method, walletsRow.host, walletsRow.path({ page: 1, entries: 4 })]).toEqual([
      "GET",
      "api",
      "/getWallets",
    ])
    expect(
      walletsRow.query({
        page: 2,
        entries: 40,
        badge: "certified",
        search: "a",
        include: ["x"],
        exclude: [],
        chains: ["eip155:1"],
      }),
    ).toEqual({
      page: 2,
      entries: 40,
      badge_type: "certified",
      search: "a",
      include: ["x"],
      exclude: [],
      chains: ["eip155:1"],
    })
  })

  it("reads a wallet, without what is null or unknown", () => {
    expect(read({ data: [sent], count: 1 })).toStrictEqual({
      data: [
        {
          id: "00",
          name: "Test Wallet",
          badge_type: "none",
          chains: ["eip155:1"],
          homepage: "https://example.com/",
          image_id: "picture",
          order: 10,
          mobile_link: "testwallet://",
          rdns: "test.wallet",
          injected: [{ namespace: "eip155", injected_id: "isTest" }],
          display_index: 1,
        },
      ],
      count: 1,
    })
  })

  it("leaves bad wallets out one by one", () => {
    const bad = [
      null,
      "wallet",
      {},
      { id: "1" },
      { id: "", name: "A" },
      { id: "2", name: 5 },
      { id: "3", name: "\u202e\u0000" },
    ]

    expect(read({ data: [...bad, sent, { ...sent, id: "01" }], count: 9 })).toMatchObject({
      data: [{ id: "00" }, { id: "01" }],
      count: 9,
    })
  })

  it.each([
    ["name", `Meta\u202eksaM${"x".repeat(10_000)}`, `MetaksaM${"x".repeat(56)}…`],
    ["image_url", "javascript:alert(1)", undefined],
    ["image_url", "data:text/html,<script>", undefined],
    ["image_url", `https://w.example/${"a".repeat(10_000)}`, undefined],
    ["image_url", "https://w.example/a.png", "https://w.example/a.png"],
    ["mobile_link", "javascript:alert(1)", undefined],
    ["mobile_link", "metamask", "metamask"],
    ["mobile_link", "https://w.example/ul", "https://w.example/ul"],
    ["desktop_link", "file:///etc", undefined],
    ["webapp_link", "wallet://web", undefined],
    ["homepage", "javascript:alert(1)", undefined],
    ["app_store", 5, undefined],
    ["rdns", {}, undefined],
    ["badge_type", "platinum", undefined],
    ["chains", ["eip155:1", 5], ["eip155:1"]],
    ["chains", "eip155:1", undefined],
    ["injected", [{ injected_id: 5 }, null], [{}]],
    ["order", "first", undefined],
  ])("makes %s fit for use: %.60j", (field, value, shown) => {
    const answer = read({ data: [{ ...sent, [field]: value }], count: 1 })

    expect(answer).not.toBeInstanceOf(InvalidInput)
    const [wallet] = (answer as { data: readonly object[] }).data
    expect(wallet && Reflect.get(wallet, field)).toEqual(shown)
  })

  it("refuses what is no answer", () => refuses(walletsRow))

  it("fails with the technical error as cause", () => {
    const cause = new HttpStatus(500)

    expect(walletsRow.failure(cause)).toEqual(new UnknownFailure({ cause }))
  })
})

describe("GET /v1/account/{address}/balance; response: balances", () => {
  const read = decodeUnknown(balanceRow.answer)
  const native = {
    name: "Ethereum",
    symbol: "ETH",
    chainId: "eip155:1",
    value: 2500.5,
    price: 2500.5,
    quantity: { decimals: "18", numeric: "1.0" },
    iconUrl: "https://pictures.example/eth.png",
  }

  it("asks", () => {
    expect(balanceRow.path({ address: "0xab/../c", chainId: "eip155:1" })).toBe("/v1/account/0xab%2F..%2Fc/balance")
    expect(balanceRow.query({ address: "0xab", chainId: "eip155:1" })).toEqual({ currency: "usd", chainId: "eip155:1" })
    expect([balanceRow.method, balanceRow.host, balanceRow.fresh]).toEqual(["GET", "blockchain", 30_000])
  })

  it("reads native coins, which have no address, and tokens", () => {
    const token = { ...native, address: "eip155:1:0xa0b8", symbol: "USDC", iconUrl: "" }
    const { value: _, ...worthless } = token

    expect(read({ balances: [native, token, worthless] })).toStrictEqual({ balances: [native, token, worthless] })
  })

  it("leaves bad tokens out one by one", () => {
    const bad = [
      null,
      {},
      { ...native, price: "1" },
      { ...native, quantity: { decimals: 18, numeric: "1" } },
      { ...native, quantity: { decimals: "18", numeric: "lots" } },
      { ...native, name: "" },
      { ...native, price: -1 },
      { ...native, price: Number.NaN },
      ...["-5", "NaN", "Infinity", "1e999", "9".repeat(79), "0x10", "1,5", ""].map((numeric) => ({
        ...native,
        quantity: { decimals: "18", numeric },
      })),
      ...["-1", "1e2", "1.5", "256", "9999999", ""].map((decimals) => ({
        ...native,
        quantity: { decimals, numeric: "1" },
      })),
    ]
    const odd = ["0", "1e-7", "1e30", "9".repeat(78)].map((numeric) => ({
      ...native,
      quantity: { decimals: "255", numeric },
    }))
    const { value: _, ...worthless } = native

    expect(read({ balances: [...bad, ...odd, { ...native, value: -1 }] })).toEqual({ balances: [...odd, worthless] })
  })

  it("makes hostile ones fit to be shown", () => {
    const hostile = {
      ...native,
      name: "Visit \u202egro.live\u0000 to claim",
      symbol: "S".repeat(500),
      iconUrl: "javascript:alert(1)",
      address: 5,
      value: null,
    }
    const { value: __, ...plain } = native

    expect(read({ balances: [hostile] })).toEqual({
      balances: [{ ...plain, name: "Visit gro.live to claim", symbol: `${"S".repeat(16)}…`, iconUrl: "" }],
    })
  })

  it("refuses what is no answer", () => refuses(balanceRow))

  it("fails with 'Token Balance Unavailable'", () => {
    const cause = new AnswerInvalid("Required", "balances")

    expect(balanceRow.failure(cause)).toEqual(new BalancesFailed({ cause }))
  })
})

describe("GET /v1/identity/{address}; response: name and avatar", () => {
  const read = decodeUnknown(identityRow.answer)

  it("asks", () => {
    expect(identityRow.path({ address: "0xab" })).toBe("/v1/identity/0xab")
    expect(identityRow.query({ address: "0xab", sender: "0xcd" })).toEqual({ sender: "0xcd" })
    expect(identityRow.fresh).toBe(300_000)
  })

  it.each([
    [
      { name: "ada.eth", avatar: "https://a.example/a.png", resolvedAt: "now" },
      { name: "ada.eth", avatar: "https://a.example/a.png" },
    ],
    [{ name: null, avatar: null }, {}],
    [{ name: "\u202e", avatar: "javascript:alert(1)" }, {}],
    [{ name: 5, avatar: {} }, {}],
    [{}, {}],
  ])("reads %j", (answer, identity) => {
    expect(read(answer)).toStrictEqual(identity)
  })
})

describe("GET /v1/account/{address}/history: transactions; query: cursor, chainId; response: data, next", () => {
  const read = decodeUnknown(historyRow.answer)
  const { answer } = fixture("history") as {
    readonly answer: { readonly data: readonly Record<string, object>[]; readonly next: string }
  }
  const [sent = {}, airdrop = {}] = answer.data
  const one = (transaction: unknown) => read({ data: [transaction], next: null })

  it("asks", () => {
    const asked = { address: "0xab/..", chainId: "eip155:1", cursor: "a&b" }
    expect(historyRow.path(asked)).toBe("/v1/account/0xab%2F../history")
    expect(historyRow.query(asked)).toEqual({ cursor: "a&b", chainId: "eip155:1" })
    expect([historyRow.method, historyRow.host, historyRow.fresh]).toEqual(["GET", "blockchain", 15_000])
  })

  it("reads transactions with tokens and collectibles, and where the next page begins", () => {
    expect(read(answer)).toStrictEqual({
      data: [
        {
          id: "tx-1",
          metadata: {
            minedAt: "2026-01-15T12:00:00Z",
            chain: "eip155:1",
            operationType: "send",
            status: "confirmed",
            hash: `0x${"ab".repeat(32)}`,
            sentFrom: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
            sentTo: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
          },
          transfers: [
            {
              fungible_info: { name: "Ethereum", symbol: "ETH", icon: { url: "http://127.0.0.1/icon.png" } },
              direction: "out",
              quantity: { numeric: "0.123456" },
              value: 308.7,
            },
          ],
        },
        {
          id: "tx-2",
          metadata: {
            minedAt: "2025-12-31T23:59:59Z",
            chain: "eip155:1",
            operationType: "receive",
            status: "confirmed",
            hash: `0x${"cd".repeat(32)}`,
            sentFrom: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
            sentTo: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
          },
          transfers: [
            {
              nft_info: {
                name: "Free airdrop",
                content: { preview: { url: "http://127.0.0.1/icon.png" } },
                flags: { is_spam: true },
              },
              direction: "in",
              quantity: { numeric: "1" },
            },
          ],
        },
      ],
      next: "x".repeat(80),
    })
    expect(read(fixture("history-empty").answer)).toStrictEqual({ data: [] })
    expect(readKeptPage(read(answer))).toStrictEqual(read(answer))
    expect(readKeptPage("page")).toBeUndefined()
  })

  it("leaves bad transactions out one by one", () => {
    const metadata = sent.metadata as object
    const bad = [
      null,
      {},
      { ...sent, id: "" },
      { ...sent, metadata: { ...metadata, minedAt: "soon" } },
      { ...sent, transfers: 5 },
    ]

    expect(read({ data: [...bad, airdrop], next: "" })).toMatchObject({ data: [{ id: "tx-2" }] })
  })

  it.each([
    [{ hash: "javascript:alert(1)" }, { hash: undefined }],
    [{ hash: `0x${"1".repeat(63)}` }, { hash: undefined }],
    [{ sentTo: "0x12" }, { sentTo: undefined }],
    [{ status: "reorganised" }, { status: "confirmed" }],
    [{ status: "failed" }, { status: "failed" }],
    [{ operationType: "\u202esend<b>" }, { operationType: "send<b>" }],
  ])("makes what surrounds a transaction fit for use: %j", (foreign, fit) => {
    const { data } = read({ data: [sent], next: null }) as v.InferOutput<typeof historyRow.answer>
    const [good] = data
    expect(one({ ...sent, metadata: { ...(sent.metadata as object), ...foreign } })).toEqual({
      data: [{ ...good, metadata: { ...good?.metadata, ...fit } }],
    })
  })

  const [transfer] = sent.transfers as readonly object[]
  it.each([
    [{ quantity: { numeric: "lots" } }, []],
    [{ quantity: { numeric: "-1" } }, []],
    [{ quantity: null }, []],
    [{ value: -5 }, [{ value: undefined }]],
    [{ value: "5" }, [{ value: undefined }]],
    [{ direction: "sideways" }, [{ direction: undefined }]],
    [
      { fungible_info: { symbol: "S".repeat(99), icon: { url: "javascript:alert(1)" } } },
      [{ fungible_info: { symbol: `${"S".repeat(16)}…`, icon: undefined } }],
    ],
    [
      { nft_info: { name: "Visit \u202egro.live", flags: null } },
      [{ nft_info: { name: "Visit gro.live", flags: undefined } }],
    ],
  ])("makes what was moved fit for use: %j", (foreign, fit) => {
    const { data } = read({ data: [sent], next: null }) as v.InferOutput<typeof historyRow.answer>
    const [good] = data
    expect(one({ ...sent, transfers: [{ ...transfer, ...foreign }] })).toEqual({
      data: [{ ...good, transfers: fit.map((changed) => ({ ...good?.transfers[0], ...changed })) }],
    })
  })

  it("refuses what is no answer", () => refuses(historyRow))

  it("fails with 'Failed to fetch transactions'", () => {
    const cause = new HttpStatus(500)
    expect(historyRow.failure(cause)).toEqual(new TransactionsFailed({ cause }))
  })
})

describe("the project's configuration", () => {
  it("GET /appkit/v1/config; response: features", () => {
    const read = decodeUnknown(configRow.answer)
    const good = { id: "social_login", isEnabled: true, config: ["email", "google"] }

    expect([configRow.path(undefined), configRow.host]).toEqual(["/appkit/v1/config", "api"])
    expect(
      read({
        features: [
          good,
          { id: "activity", isEnabled: true, config: null },
          { id: "payments", isEnabled: true },
          { id: 5 },
          null,
          { ...good, config: "x" },
        ],
      }),
    ).toEqual({
      features: [good, { id: "activity", isEnabled: true, config: null }, { id: "payments", isEnabled: true }],
    })
    expect(read({ features: null })).toEqual({ features: null })
    refuses(configRow)
  })

  it("GET /projects/v1/origins; response: allowedOrigins", () => {
    expect(originsRow.path(undefined)).toBe("/projects/v1/origins")
    expect(decodeUnknown(originsRow.answer)({ allowedOrigins: ["https://*.example.com", 5] })).toEqual({
      allowedOrigins: ["https://*.example.com"],
    })
    refuses(originsRow)
  })

  it("Allowed-origins fetch: HTTP 429 becomes RATE_LIMITED", () => {
    const cause = new HttpStatus(429)

    expect(originsRow.failure(cause)).toEqual(new RateLimited({ cause }))
  })

  it.each([500, 502, 503, 599])("Allowed-origins fetch: 5xx becomes SERVER_ERROR: %i", (status) => {
    expect(originsRow.failure(new HttpStatus(status))).toBeInstanceOf(ServerError)
  })

  it.each([400, 403, 404])("any other failure of it is an unknown one: %i", (status) => {
    expect(originsRow.failure(new HttpStatus(status))).toBeInstanceOf(UnknownFailure)
  })

  it("GET /getAnalyticsConfig; response: isAnalyticsEnabled", () => {
    expect(analyticsRow.path(undefined)).toBe("/getAnalyticsConfig")
    expect(decodeUnknown(analyticsRow.answer)({ isAnalyticsEnabled: false })).toEqual({ isAnalyticsEnabled: false })
    refuses(analyticsRow)
  })

  it("GET v1/supported-chains; payload and response not shown", () => {
    expect([supportedChainsRow.path(undefined), supportedChainsRow.host]).toEqual([
      "/v1/supported-chains",
      "blockchain",
    ])
    expect(decodeUnknown(supportedChainsRow.answer)({ http: ["eip155:1"], ws: [] })).toEqual({
      http: ["eip155:1"],
      ws: [],
    })
    refuses(supportedChainsRow)
  })
})

describe("rows", () => {
  it("have names of their own", () => {
    const rows = [
      walletsRow,
      balanceRow,
      historyRow,
      identityRow,
      configRow,
      originsRow,
      analyticsRow,
      supportedChainsRow,
    ]
    const names = rows.map(({ name }) => name)

    expect(new Set(names).size).toBe(names.length)
  })

  it("are GET, without a query, and never fresh, unless they say otherwise", () => {
    const row = endpoint({
      name: "x",
      host: "api",
      path: (_: undefined) => "/x",
      answer: analyticsRow.answer,
      failure: analyticsRow.failure,
    })

    expect([row.method, row.query(undefined), row.body, row.fresh]).toEqual(["GET", {}, undefined, 0])
  })

  it("keep foreign text inside its segment of a path", () => {
    expect(segment("a/b?c#d")).toBe("a%2Fb%3Fc%23d")
  })

  it("give what the rest of the domain takes", () => {
    expectTypeOf<v.InferOutput<typeof walletSchema>>().toExtend<Wallet>()
    expectTypeOf<v.InferOutput<typeof tokenSchema>>().toExtend<TokenBalance>()
    expectTypeOf<v.InferOutput<typeof transactionSchema>>().toExtend<Transaction>()
    expectTypeOf<typeof configRow extends Endpoint<undefined, infer A, Error> ? A : never>().toExtend<{
      readonly features: readonly RemoteEntry[] | null
    }>()
  })
})
