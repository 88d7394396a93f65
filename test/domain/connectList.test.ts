import { describe, expect, it } from "vitest"
import { allWalletsRow, type ConnectInput, connectList, connectorOrder } from "../../src/domain/connectList.ts"
import type { Connector, Wallet } from "../../src/domain/wallets.ts"

const connector = (id: string, more: Partial<Connector> = {}): Connector => ({
  id,
  name: `Name ${id}`,
  type: "ANNOUNCED",
  chain: "eip155",
  info: { rdns: `test.${id}` },
  ...more,
})
const wallet = (id: string, more: Partial<Wallet> = {}): Wallet => ({
  id,
  name: `Name ${id}`,
  rdns: `test.${id}`,
  ...more,
})
const relay = connector("walletConnect", { name: "WalletConnect", type: "WALLET_CONNECT", info: {} })

const usual: ConnectInput = {
  connectors: [relay],
  recent: [],
  featured: [],
  recommended: [],
  custom: [],
  excluded: [],
  chosen: false,
  order: connectorOrder,
  mobile: false,
  namespace: undefined,
  connected: [],
  relayConnected: false,
}
const keys = (input: Partial<ConnectInput>) => connectList({ ...usual, ...input }).map(({ key }) => key)
const groups = (input: Partial<ConnectInput>) => connectList({ ...usual, ...input }).map(({ group }) => group)

const full: Partial<ConnectInput> = {
  connectors: [connector("out", { type: "EXTERNAL" }), connector("here"), relay],
  recent: [wallet("r")],
  featured: [wallet("f")],
  custom: [wallet("c")],
  recommended: [wallet("x"), wallet("y")],
}

describe("the order of the groups", () => {
  it("Connector order: walletConnect, recent, injected, featured, custom, external, recommended", () => {
    expect(groups({ ...full, connectors: [connector("out", { type: "EXTERNAL" }), relay] })).toEqual([
      "walletConnect",
      "recent",
      "featured",
      "custom",
      "external",
      "recommended",
    ])
    expect(groups({ ...full, recent: [] })).toEqual([
      "walletConnect",
      "injected",
      "featured",
      "custom",
      "external",
      "recommended",
    ])
  })

  it("is the site's, and what it leaves out comes last", () => {
    expect(groups({ ...full, order: ["external", "injected", "external"] })).toEqual([
      "external",
      "injected",
      "walletConnect",
      "recent",
      "featured",
      "custom",
    ])
    expect(groups({ ...full, recent: [], order: [] })[0]).toBe("walletConnect")
  })
})

describe("rows", () => {
  it("say what they show and where they lead", () => {
    const rows = connectList({
      ...usual,
      connectors: [
        relay,
        connector("here", { info: { rdns: "test.here", icon: "data:image/png;base64,AA==" }, explorerId: "e" }),
        connector("both", {
          type: "MULTI_CHAIN",
          connectors: [connector("evm"), connector("sol", { chain: "solana" })],
        }),
        connector("out", { type: "EXTERNAL", imageId: "picture" }),
      ],
      recent: [wallet("r", { image_url: "https://r.example/a.png" })],
      connected: ["here"],
    })

    expect(rows).toEqual([
      {
        key: "connector:walletConnect",
        group: "walletConnect",
        name: "WalletConnect",
        tag: "qrCode",
        connectorId: "walletConnect",
        disabled: false,
        route: { name: "ConnectingWalletConnect" },
      },
      {
        key: "wallet:r",
        group: "recent",
        name: "Name r",
        imageUrl: "https://r.example/a.png",
        tag: "recent",
        walletId: "r",
        disabled: false,
        route: { name: "ConnectingWalletConnect", wallet: "r" },
      },
      {
        key: "connector:here",
        group: "injected",
        name: "Name here",
        imageUrl: "data:image/png;base64,AA==",
        tag: "connected",
        walletId: "e",
        connectorId: "here",
        disabled: false,
        route: { name: "ConnectingExternal", connector: "here", namespace: "eip155" },
      },
      {
        key: "connector:both",
        group: "injected",
        name: "Name both",
        tag: "multichain",
        connectorId: "both",
        disabled: false,
        route: { name: "ConnectingMultiChain", connector: "both" },
      },
      {
        key: "connector:out",
        group: "external",
        name: "Name out",
        imageId: "picture",
        connectorId: "out",
        disabled: false,
        route: { name: "ConnectingExternal", connector: "out", namespace: "eip155" },
      },
    ])
  })

  it("tag what is installed, and a multi-chain wallet with one connection as connected", () => {
    const both = connector("both", {
      type: "MULTI_CHAIN",
      connectors: [connector("evm"), connector("sol", { chain: "solana" })],
    })
    const rows = connectList({ ...usual, connectors: [connector("here"), both], connected: ["sol"] })

    expect(rows.map(({ tag }) => tag)).toEqual(["installed", "connected"])
  })

  it("lead to the connector of a wallet that has one outside this browser", () => {
    const rows = connectList({
      ...usual,
      connectors: [relay, connector("out", { type: "EXTERNAL", explorerId: "f" })],
      featured: [wallet("f", { rdns: "test.elsewhere" })],
    })

    expect(rows.map(({ key }) => key)).toEqual(["connector:walletConnect", "wallet:f"])
    expect(rows[1]?.route).toEqual({ name: "ConnectingExternal", connector: "out", namespace: "eip155" })
  })

  it("of Coinbase's wallet lead to its own library, which has no row itself", () => {
    const sdk = connector("coinbaseWalletSDK", { type: "EXTERNAL", info: { rdns: "com.coinbase.wallet" } })
    const coinbase = wallet("coinbase", { rdns: "com.coinbase.wallet" })
    const rows = (over: Partial<ConnectInput>) =>
      connectList({ ...usual, connectors: [relay, sdk], ...over })
        .slice(1)
        .map(({ group, route }) => [group, route])
    const own = { name: "ConnectingExternal", connector: "coinbaseWalletSDK", namespace: "eip155" }

    expect(rows({ featured: [coinbase] })).toEqual([["featured", own]])
    expect(rows({ recommended: [coinbase] })).toEqual([["recommended", own]])
    expect(rows({ recent: [{ id: "coinbaseWalletSDK", name: sdk.name }] })).toEqual([["recent", own]])
    expect(rows({})).toEqual([])
  })

  it("of a wallet of several namespaces lead to the one that is asked for, with no question in between", () => {
    const both = connector("both", {
      type: "MULTI_CHAIN",
      connectors: [connector("both"), connector("both", { chain: "solana" })],
    })
    const [row] = connectList({ ...usual, connectors: [both], namespace: "solana" })

    expect(row?.tag).toBe("installed")
    expect(row?.route).toEqual({ name: "ConnectingExternal", connector: "both", namespace: "solana" })
  })

  it("that go over the relay are disabled while it has a connection", () => {
    const rows = connectList({ ...usual, ...full, relayConnected: true })

    expect(rows.filter(({ disabled }) => disabled).map(({ key }) => key)).toEqual([
      "connector:walletConnect",
      "wallet:r",
      "wallet:f",
      "wallet:c",
    ])
  })
})

describe("which wallets are listed", () => {
  it("the pairing row on a desktop, with the relay on", () => {
    expect(keys({})).toEqual(["connector:walletConnect"])
    expect(keys({ mobile: true })).toEqual([])
    expect(keys({ connectors: [] })).toEqual([])
  })

  it("Recent wallets: max 2", () => {
    expect(keys({ recent: ["a", "b", "c"].map((id) => wallet(id)) }).slice(1)).toEqual(["wallet:a", "wallet:b"])
  })

  it("no recent wallet that is excluded, has a connector, or is on another chain", () => {
    const recent = [
      wallet("banned"),
      wallet("here"),
      wallet("out"),
      wallet("elsewhere", { chains: ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"] }),
      wallet("good", { chains: ["eip155:1"] }),
    ]
    const connectors = [relay, connector("here"), connector("out", { type: "EXTERNAL" })]

    expect(keys({ recent, connectors, excluded: [wallet("banned")], namespace: "eip155" })).toEqual([
      "connector:walletConnect",
      "wallet:good",
      "connector:here",
      "connector:out",
    ])
  })

  it.each([
    [0, 0, ["wallet:x", "wallet:y"]],
    [1, 0, ["wallet:x"]],
    [0, 1, ["wallet:x"]],
    [1, 1, []],
    [3, 2, []],
  ])("with %i installed and %i recent ones, the recommended: %j", (installed, recent, expected) => {
    const connectors = [relay, ...["i", "j", "k"].slice(0, installed).map((id) => connector(id))]
    const rows = connectList({
      ...usual,
      connectors,
      recent: ["r", "s"].slice(0, recent).map((id) => wallet(id)),
      recommended: [wallet("x"), wallet("y"), wallet("z")],
    })

    expect(rows.filter(({ group }) => group === "recommended").map(({ key }) => key)).toEqual(expected)
  })

  it("no recommended ones where the site chose its own", () => {
    expect(keys({ chosen: true, recommended: [wallet("x")] })).toEqual(["connector:walletConnect"])
  })

  it("none that would need the relay while it is off", () => {
    expect(keys({ ...full, connectors: [connector("here")] })).toEqual(["connector:here"])
  })

  it("each wallet once, by rdns, by the directory's id, by name without rdns", () => {
    expect(
      keys({
        connectors: [
          relay,
          connector("here", { explorerId: "e" }),
          connector("out", { type: "EXTERNAL", info: { rdns: "test.here" } }),
        ],
        recent: [wallet("r")],
        featured: [
          wallet("r"),
          wallet("e", { rdns: "test.z" }),
          wallet("q", { rdns: "test.here" }),
          { id: "n", name: "Name here" },
        ],
        custom: [wallet("c"), wallet("c")],
      }),
    ).toEqual(["connector:walletConnect", "wallet:r", "connector:here", "wallet:c"])
  })

  it("MetaMask once on a phone, under either of its names", () => {
    const mobile = connector("m", { info: { rdns: "io.metamask.mobile" } })

    expect(
      keys({ mobile: true, connectors: [relay, mobile], featured: [wallet("x", { rdns: "io.metamask" })] }),
    ).toEqual(["connector:m"])
  })

  it("no excluded ones, matched by rdns or by name", () => {
    const excluded = [{ id: "1", name: "Other", rdns: "test.here" }, { id: "2", name: "Name there" }, { id: "f" }]

    expect(
      keys({
        connectors: [relay, connector("here"), connector("there")],
        featured: [wallet("f"), wallet("g")],
        excluded,
      }),
    ).toEqual(["connector:walletConnect", "wallet:g"])
  })

  it("one that the site adds itself, though another of its name is excluded", () => {
    const mine = { id: "mine", name: "Name there" }
    const connectors = [relay, connector("there")]

    expect(keys({ connectors, custom: [mine], excluded: [{ id: "2", name: "Name there" }] })).toEqual([
      "connector:walletConnect",
      "wallet:mine",
    ])
  })

  it("no nameless browser wallet behind which an excluded one stands", () => {
    const nameless = connector("injected", { name: "Browser Wallet", type: "INJECTED", info: {} })

    expect(keys({ connectors: [nameless, connector("here")], excluded: [{ id: "1", rdns: "test.here" }] })).toEqual([])
  })

  it("those of a namespace only, where one is asked for", () => {
    const connectors = [
      relay,
      connector("evm"),
      connector("sol", { chain: "solana" }),
      connector("both", { type: "MULTI_CHAIN", connectors: [connector("b1"), connector("b2", { chain: "solana" })] }),
    ]

    expect(keys({ connectors, namespace: "solana" })).toEqual([
      "connector:walletConnect",
      "connector:sol",
      "connector:b2",
    ])
    expect(keys({ connectors, namespace: "bip122" })).toEqual(["connector:walletConnect"])
  })

  it("the nameless browser wallet on a phone, and on a desktop where no other announced itself", () => {
    const nameless = connector("injected", { name: "Browser Wallet", type: "INJECTED", info: {} })

    expect(keys({ connectors: [nameless] })).toEqual(["connector:injected"])
    expect(keys({ connectors: [nameless, connector("sol", { chain: "solana" })] })).toContain("connector:injected")
    expect(keys({ connectors: [nameless, connector("here")] })).toEqual(["connector:here"])
    expect(keys({ connectors: [nameless, connector("here")], mobile: true })).toEqual([
      "connector:injected",
      "connector:here",
    ])
  })

  it("neither the embedded wallet nor Coinbase's own library", () => {
    expect(
      keys({
        connectors: [connector("ID_AUTH", { type: "AUTH" }), connector("coinbaseWalletSDK", { type: "EXTERNAL" })],
      }),
    ).toEqual([])
  })

  it("wallets with hostile names, as any others", () => {
    const rows = connectList({ ...usual, connectors: [connector("__proto__"), connector("constructor")] })

    expect(rows.map(({ key }) => key)).toEqual(["connector:__proto__", "connector:constructor"])
  })
})

describe("the all-wallets row", () => {
  const usual = { relay: true, allWallets: "SHOW", mobile: false, count: 600 } as const

  it.each([
    [0, { count: 0, more: false }],
    [9, { count: 9, more: false }],
    [10, { count: 10, more: false }],
    [11, { count: 10, more: true }],
    [600, { count: 600, more: false }],
    [609, { count: 600, more: true }],
  ])("rounds %i down to tens", (count, shown) => {
    expect(allWalletsRow({ ...usual, count })).toEqual(shown)
  })

  it.each([
    ["without the relay", { ...usual, relay: false }, false],
    ["hidden", { ...usual, allWallets: "HIDE" }, false],
    ["for phones, on a desktop", { ...usual, allWallets: "ONLY_MOBILE" }, false],
    ["for phones, on a phone", { ...usual, allWallets: "ONLY_MOBILE", mobile: true }, true],
    ["hidden, on a phone", { ...usual, allWallets: "HIDE", mobile: true }, false],
  ] as const)("%s", (_, input, shown) => {
    expect(allWalletsRow(input) !== undefined).toBe(shown)
  })
})
