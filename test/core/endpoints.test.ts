import { describe, expect, expectTypeOf, it } from "vitest"
import { identityEndpoint } from "../../src/account/endpoints.ts"
import { historyEndpoint, readPersistedPage, type transactionSchema } from "../../src/activity/endpoints.ts"
import type { Transaction } from "../../src/activity/model.ts"
import { balanceEndpoint, type tokenSchema } from "../../src/balances/endpoints/balances.ts"
import type { TokenBalance } from "../../src/balances/model/tokens.ts"
import { type Endpoint, endpoint, pathSegment } from "../../src/core/opening/endpoint.ts"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import {
  AnswerInvalid,
  BalancesFailed,
  HttpStatus,
  InvalidInput,
  RateLimited,
  ServerError,
  TransactionsFailed,
  UnknownFailure,
} from "../../src/errors/index.ts"
import type { RemoteEntry } from "../../src/project/first-paint/model/mergeFeatures.ts"
import {
  analyticsEndpoint,
  configEndpoint,
  originsEndpoint,
  supportedChainsEndpoint,
} from "../../src/project/opening/endpoints.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"
import { walletsEndpoint } from "../../src/wallets/opening/endpoints.ts"
import type { walletSchema } from "../../src/wallets/opening/schema.ts"
import { allEndpoints } from "../fixtures/endpoints.ts"
import { fixture } from "../fixtures/provider.ts"
import { rejects, sent } from "../fixtures/rows.ts"

describe("GET /getWallets; query: page, entries, include, exclude, search, badge_type, chains; response: data, count", () => {
  const read = decodeUnknown(walletsEndpoint.response)
  const tested = {
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

  it("builds the request", () => {
    const filters = { search: "a", include: ["x"], exclude: ["y"], chains: ["eip155:1"] }
    const asked = { page: 2, entries: 40, badge: "certified", ...filters } as const

    expect(sent(walletsEndpoint, { page: 1, entries: 4 })[0]).toBe("GET api /getWallets")
    expect(walletsEndpoint.query(asked)).toEqual({ page: 2, entries: 40, badge_type: "certified", ...filters })
  })

  it("decodes a wallet, without null and unknown values", () => {
    const { supports_wc: _, ...known } = tested
    const wallet = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null))

    expect(read({ data: [tested], count: 1 })).toStrictEqual({ data: [wallet], count: 1 })
  })

  it("omits invalid wallets only", () => {
    const named = [
      { id: "", name: "A" },
      { id: "2", name: 5 },
      { id: "3", name: "\u202e\u0000" },
    ]
    const bad = [null, "wallet", {}, { id: "1" }, ...named]

    expect(read({ data: [...bad, tested, { ...tested, id: "01" }], count: 9 })).toMatchObject({
      data: [{ id: "00" }, { id: "01" }],
      count: 9,
    })
    expect(read({ data: [{ id: "1" }], count: 1 })).toEqual({ data: [], count: 1 })
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
    ["description", "A\u202e wallet", "A wallet"],
    ["description", "\u202e", undefined],
  ])("sanitizes %s: %.60j", (field, value, shown) => {
    const answer = read({ data: [{ ...tested, [field]: value }], count: 1 })

    expect(answer).not.toBeInstanceOf(InvalidInput)
    const [wallet] = (answer as { data: readonly object[] }).data
    expect(wallet && Reflect.get(wallet, field)).toEqual(shown)
  })

  it("rejects an invalid response", () => rejects(walletsEndpoint))
})

describe("GET /v1/account/{address}/balance; response: balances", () => {
  const read = decodeUnknown(balanceEndpoint.response)
  const native = {
    name: "Ethereum",
    symbol: "ETH",
    chainId: "eip155:1",
    value: 2500.5,
    price: 2500.5,
    quantity: { decimals: "18", numeric: "1.0" },
    iconUrl: "https://pictures.example/eth.png",
  }

  it("builds the request", () => {
    expect(sent(balanceEndpoint, { address: "0xab/../c", chainId: "eip155:1" })).toEqual([
      "GET blockchain /v1/account/0xab%2F..%2Fc/balance",
      { currency: "usd", chainId: "eip155:1" },
    ])
    expect(balanceEndpoint.fresh).toBe(30_000)
  })

  it("decodes native currencies, which have no address, and tokens", () => {
    const token = { ...native, address: "eip155:1:0xa0b8", symbol: "USDC", iconUrl: "" }
    const { value: _, ...worthless } = token

    expect(read({ balances: [native, token, worthless] })).toStrictEqual({ balances: [native, token, worthless] })
  })

  it("omits invalid tokens only", () => {
    const quantities = (decimals: unknown, ...numerics: readonly string[]) =>
      numerics.map((numeric) => ({ ...native, quantity: { decimals, numeric } }))
    const { value: _, ...worthless } = native
    const bad = [
      ...[null, {}, { ...native, name: "" }],
      ...["1", -1, Number.NaN].map((price) => ({ ...native, price })),
      ...quantities("18", "lots", "-5", "NaN", "Infinity", "1e999", "9".repeat(79), "0x10", "1,5", ""),
      ...[18, "-1", "1e2", "1.5", "256", "9999999", ""].flatMap((decimals) => quantities(decimals, "1")),
    ]
    const odd = quantities("255", "0", "1e-7", "1e30", "9".repeat(78))

    expect(read({ balances: [...bad, ...odd, { ...native, value: -1 }] })).toEqual({ balances: [...odd, worthless] })
  })

  it("sanitizes hostile ones", () => {
    const name = "Visit \u202egro.live\u0000 to claim"
    const unsafe = { symbol: "S".repeat(500), iconUrl: "javascript:alert(1)", address: 5, value: null }
    const { value: __, ...plain } = native

    expect(read({ balances: [{ ...native, name, ...unsafe }] })).toEqual({
      balances: [{ ...plain, name: "Visit gro.live to claim", symbol: `${"S".repeat(16)}…`, iconUrl: "" }],
    })
  })

  it("rejects an invalid response", () => rejects(balanceEndpoint, { balances: [{ name: "Ethereum" }] }))

  it("is empty if it lists only tokens without a name", () => {
    expect(read({ balances: [{ ...native, name: "\u200b" }] })).toEqual({ balances: [] })
  })
})

describe("GET /v1/identity/{address}; response: name and avatar", () => {
  const read = decodeUnknown(identityEndpoint.response)

  it("builds the request", () => {
    expect(sent(identityEndpoint, { address: "0xab", sender: "0xcd" })).toEqual([
      "GET blockchain /v1/identity/0xab",
      { sender: "0xcd" },
    ])
    expect(identityEndpoint.fresh).toBe(300_000)
  })

  it("decodes the name and avatar", () => {
    const ada = { name: "ada.eth", avatar: "https://a.example/a.png" }
    expect(read({ ...ada, resolvedAt: "now" })).toStrictEqual(ada)
    const hostile = { name: "\u202e", avatar: "javascript:alert(1)" }
    for (const nothing of [{ name: null, avatar: null }, hostile, { name: 5, avatar: {} }, {}])
      expect(read(nothing)).toStrictEqual({})
  })
})

describe("GET /v1/account/{address}/history: transactions; query: cursor, chainId; response: data, next", () => {
  const read = decodeUnknown(historyEndpoint.response)
  const { answer } = fixture("history") as {
    readonly answer: { readonly data: readonly Record<string, object>[]; readonly next: string }
  }
  const [first = {}, airdrop = {}] = answer.data
  const one = (transaction: unknown) => read({ data: [transaction], next: null })

  it("builds the request", () => {
    const asked = { address: "0xab/..", chainId: "eip155:1", cursor: "a&b" }
    expect(sent(historyEndpoint, asked)).toEqual([
      "GET blockchain /v1/account/0xab%2F../history",
      { cursor: "a&b", chainId: "eip155:1" },
    ])
    expect(historyEndpoint.fresh).toBe(15_000)
  })

  it("decodes transactions with tokens and collectibles, and the cursor of the next page", () => {
    const [me, other] = ["0x70997970c51812dc3a010c7d01b50e0d17dc79c8", "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"]
    const picture = { url: "http://127.0.0.1/icon.png" }
    const ether = { name: "Ethereum", symbol: "ETH", icon: picture }
    const nft = { name: "Free airdrop", content: { preview: picture }, flags: { is_spam: true } }
    const of = { chain: "eip155:1", status: "confirmed" }
    const sentOut = { operationType: "send", hash: `0x${"ab".repeat(32)}`, sentFrom: me, sentTo: other }
    const received = { operationType: "receive", hash: `0x${"cd".repeat(32)}`, sentFrom: other, sentTo: me }

    expect(read(answer)).toStrictEqual({
      data: [
        {
          id: "tx-1",
          metadata: { minedAt: "2026-01-15T12:00:00Z", ...of, ...sentOut },
          transfers: [{ fungible_info: ether, direction: "out", quantity: { numeric: "0.123456" }, value: 308.7 }],
        },
        {
          id: "tx-2",
          metadata: { minedAt: "2025-12-31T23:59:59Z", ...of, status: "failed", ...received },
          transfers: [{ nft_info: nft, direction: "in", quantity: { numeric: "1" } }],
        },
      ],
      next: "x".repeat(80),
    })
    expect(read(fixture("history-empty").answer)).toStrictEqual({ data: [] })
    expect(readPersistedPage(read(answer))).toStrictEqual(read(answer))
    expect(readPersistedPage("page")).toBeUndefined()
  })

  it("omits invalid transactions only", () => {
    const metadata = { ...(first.metadata as object), minedAt: "soon" }
    const bad = [null, {}, { ...first, id: "" }, { ...first, metadata }, { ...first, transfers: 5 }]

    expect(read({ data: [...bad, airdrop], next: "" })).toMatchObject({ data: [{ id: "tx-2" }] })
  })

  const { data: [good] = [] } = read({ data: [first], next: null }) as (typeof historyEndpoint)["response"]["Type"]
  it.each([
    [{ hash: "javascript:alert(1)" }, { hash: undefined }],
    [{ hash: `0x${"1".repeat(63)}` }, { hash: undefined }],
    [{ sentTo: "0x12" }, { sentTo: undefined }],
    [{ status: "reorganised" }, { status: "confirmed" }],
    [{ status: "failed" }, { status: "failed" }],
    [{ operationType: "\u202esend<b>" }, { operationType: "send<b>" }],
  ])("sanitizes a transaction's metadata: %j", (foreign, fit) => {
    expect(one({ ...first, metadata: { ...(first.metadata as object), ...foreign } })).toEqual({
      data: [{ ...good, metadata: { ...good?.metadata, ...fit } }],
    })
  })

  const [transfer] = first.transfers as readonly object[]
  it.each([
    [{ quantity: { numeric: "lots" } }, []],
    [{ quantity: { numeric: "-1" } }, []],
    [{ quantity: null }, []],
    [{ value: -5 }, [{ value: undefined }]],
    [{ value: "5" }, [{ value: undefined }]],
    [{ direction: "sideways" }, [{ direction: undefined }]],
    [{ fungible_info: { symbol: "S".repeat(99) } }, [{ fungible_info: { symbol: `${"S".repeat(16)}…` } }]],
    [{ fungible_info: { icon: { url: "javascript:alert(1)" } } }, [{ fungible_info: undefined }]],
    [{ nft_info: { name: "Visit \u202egro.live" } }, [{ nft_info: { name: "Visit gro.live" } }]],
    [{ nft_info: { flags: null } }, [{ nft_info: { flags: undefined } }]],
  ])("sanitizes its transfers: %j", (foreign, fit) => {
    expect(one({ ...first, transfers: [{ ...transfer, ...foreign }] })).toEqual({
      data: [{ ...good, transfers: fit.map((changed) => ({ ...good?.transfers[0], ...changed })) }],
    })
  })

  it("rejects an invalid response", () => rejects(historyEndpoint))
})

describe("the project's configuration", () => {
  it("GET /appkit/v1/config; response: features", () => {
    const read = decodeUnknown(configEndpoint.response)
    const social = { id: "social_login", isEnabled: true, config: ["email", "google"] }
    const features = [social, { id: "activity", isEnabled: true, config: null }, { id: "payments", isEnabled: true }]

    expect(sent(configEndpoint, undefined)[0]).toBe("GET api /appkit/v1/config")
    expect(read({ features: [...features, { id: 5 }, null, { ...social, config: "x" }] })).toEqual({ features })
    expect(read({ features: null })).toEqual({ features: null })
    rejects(configEndpoint)
  })

  it("GET /projects/v1/origins; response: allowedOrigins", () => {
    expect(originsEndpoint.path(undefined)).toBe("/projects/v1/origins")
    expect(decodeUnknown(originsEndpoint.response)({ allowedOrigins: ["https://*.example.com", 5] })).toEqual({
      allowedOrigins: ["https://*.example.com"],
    })
    rejects(originsEndpoint)
  })

  it.each([
    ["Allowed-origins fetch: HTTP 429 becomes RATE_LIMITED", RateLimited, [429]],
    ["Allowed-origins fetch: 5xx becomes SERVER_ERROR", ServerError, [500, 502, 503, 599]],
    ["Allowed-origins fetch: any other failure is an unknown one", UnknownFailure, [400, 403, 404]],
  ] as const)("%s", (_, Failure, statuses) => {
    for (const status of statuses) {
      const cause = new HttpStatus(status)
      expect(originsEndpoint.failure(cause)).toEqual(new Failure({ cause }))
    }
  })

  it("GET /getAnalyticsConfig; response: isAnalyticsEnabled", () => {
    expect(analyticsEndpoint.path(undefined)).toBe("/getAnalyticsConfig")
    expect(decodeUnknown(analyticsEndpoint.response)({ isAnalyticsEnabled: false })).toEqual({
      isAnalyticsEnabled: false,
    })
    rejects(analyticsEndpoint)
  })

  it("GET v1/supported-chains; payload and response not shown", () => {
    const chains = { http: ["eip155:1"], ws: [] }

    expect(sent(supportedChainsEndpoint, undefined)[0]).toBe("GET blockchain /v1/supported-chains")
    expect(decodeUnknown(supportedChainsEndpoint.response)(chains)).toEqual(chains)
    rejects(supportedChainsEndpoint)
  })
})

describe("endpoints", () => {
  it("have unique names, which also name their faults", async () => {
    const rows = await allEndpoints()
    // A row for requests that are never fresh is a copy.
    const clashing = rows.filter(({ name, path }) => rows.some((row) => row.name === name && row.path !== path))
    expect(clashing.map(({ name }) => name)).toEqual([])
  })

  it.each([
    ["an unknown failure", walletsEndpoint, UnknownFailure],
    ["'Token Balance Unavailable'", balanceEndpoint, BalancesFailed],
    ["'Failed to fetch transactions'", historyEndpoint, TransactionsFailed],
  ] as const)("fail with %s, which has the technical error as its cause", (_, row, Failure) => {
    for (const cause of [new HttpStatus(500), new AnswerInvalid("Required", "data")])
      expect(row.failure(cause)).toEqual(new Failure({ cause }))
  })

  it("are GET requests without a query that are never fresh, by default", () => {
    const { response: answer, failure } = analyticsEndpoint
    const row = endpoint({ name: "x", host: "api", path: (_: undefined) => "/x", response: answer, failure })

    expect([row.method, row.query(undefined), row.body, row.fresh]).toEqual(["GET", {}, undefined, 0])
  })

  it("keep foreign text inside its path segment", () => {
    expect(pathSegment("a/b?c#d")).toBe("a%2Fb%3Fc%23d")
    expect(pathSegment("\ud800")).toBe("%EF%BF%BD")
  })

  it("return the types of the domain", () => {
    expectTypeOf<typeof walletSchema.Type>().toExtend<Wallet>()
    expectTypeOf<typeof tokenSchema.Type>().toExtend<TokenBalance>()
    expectTypeOf<typeof transactionSchema.Type>().toExtend<Transaction>()
    expectTypeOf<typeof configEndpoint extends Endpoint<undefined, infer A, Error> ? A : never>().toExtend<{
      readonly features: readonly RemoteEntry[] | null
    }>()
  })
})
