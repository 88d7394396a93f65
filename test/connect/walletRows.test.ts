import { describe, expect, it } from "vitest"
import {
  allWalletsRow,
  type ConnectInput,
  connectorOrder,
  keepPlaces,
  walletRows,
} from "../../src/connect/first-paint/model/walletRows.ts"
import type { Connector } from "../../src/wallets/first-paint/model/connector.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"

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
/** An injected wallet for EVM and Solana. */
const both = connector("both", {
  type: "MULTI_CHAIN",
  connectors: [connector("evm"), connector("sol", { chain: "solana" })],
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
const list = (input: Partial<ConnectInput>) => walletRows({ ...usual, ...input })
const keys = (input: Partial<ConnectInput>) => list(input).map(({ key }) => key)
const groups = (input: Partial<ConnectInput>) => list(input).map(({ group }) => group)

const full: Partial<ConnectInput> = {
  connectors: [connector("out", { type: "EXTERNAL" }), connector("here"), relay],
  recent: [wallet("r")],
  featured: [wallet("f")],
  custom: [wallet("c")],
  recommended: [wallet("x"), wallet("y")],
}

describe("the option walletOrder", () => {
  const beech = connector("beech", { name: "Beech" })
  const { info: _, ...alder } = connector("alder", { name: "alder", type: "INJECTED", explorerId: "a1" })
  const cedar = connector("cedar", {
    name: "Cedar",
    type: "MULTI_CHAIN",
    connectors: [connector("cedar.evm"), connector("cedar.sol", { chain: "solana" })],
  })
  const connectors = [relay, cedar, beech, alder]
  const names = (input: Partial<ConnectInput>) =>
    list({ connectors, ...input }).flatMap(({ group, name }) => (group === "injected" ? [name] : []))

  it.each<readonly [string, Partial<ConnectInput>, readonly string[]]>([
    ["without it, keeps the order of the connectors", {}, ["Cedar", "Beech", "alder"]],
    ["'name' sorts by name, whatever the case", { walletOrder: "name" }, ["alder", "Beech", "Cedar"]],
    [
      "'recent' lists the last used first",
      { walletOrder: "recent", recent: [wallet("alder"), wallet("cedar.sol")] },
      ["alder", "Cedar", "Beech"],
    ],
    ["'recent' changes nothing before a wallet was used", { walletOrder: "recent" }, ["Cedar", "Beech", "alder"]],
    [
      "a list names wallets by connector ID, rdns or directory ID, and keeps the rest after them",
      { walletOrder: ["a1", "test.beech", "unknown"] },
      ["alder", "Beech", "Cedar"],
    ],
    ["a list finds a connector within a group", { walletOrder: ["beech", "cedar.sol"] }, ["Beech", "Cedar", "alder"]],
    [
      "applies within a namespace too",
      { walletOrder: "name", namespace: "eip155" },
      ["alder", "Beech", "Name cedar.evm"],
    ],
  ])("%s", (_, input, expected) => {
    expect(names(input)).toEqual(expected)
  })

  it("moves no row that is not an installed wallet", () => {
    const order = (walletOrder?: ConnectInput["walletOrder"]) =>
      list({ ...full, connectors: [...(full.connectors ?? []), connector("a")], walletOrder }).map(({ group }) => group)
    expect(order("name")).toEqual(order())
  })
})

describe("a recent wallet", () => {
  it("of this browser, stored by the ID of its connector, is listed once", () => {
    const { rdns: _, ...kept } = wallet("here")
    expect(keys({ connectors: [connector("here"), relay], recent: [kept] })).toHaveLength(2)
    expect(keys({ connectors: [both, relay], recent: [{ ...kept, id: "sol" }] })).toHaveLength(2)
    expect(keys({ connectors: [relay], recent: [kept] })).toHaveLength(2)
  })
})

describe("a library's wallet", () => {
  it("is listed once if the site adds it under the same name", () => {
    const connectors = [relay, connector("out", { type: "EXTERNAL", info: {} })]
    const custom = [{ id: "c", name: "Name out" }]
    expect(keys({ connectors, custom })).toEqual(["connector:walletConnect", "wallet:c"])
  })
})

describe("the order of the groups", () => {
  it("Connector order: walletConnect, recent, injected, featured, custom, external, recommended", () => {
    const listed = ["featured", "custom", "external", "recommended"]
    const withoutInjected = [connector("out", { type: "EXTERNAL" }), relay]

    expect(groups({ ...full, connectors: withoutInjected })).toEqual(["walletConnect", "recent", ...listed])
    expect(groups({ ...full, recent: [] })).toEqual(["walletConnect", "injected", ...listed])
    const withoutRecommended = ["featured", "custom", "external"]
    expect(groups(full)).toEqual(["walletConnect", "recent", "injected", ...withoutRecommended])

    // Each group stays together, however many wallets it has.
    const two = (id: string) => [wallet(id), wallet(`${id}2`)]
    const most = {
      connectors: [connector("out", { type: "EXTERNAL" }), connector("out2", { type: "EXTERNAL" }), relay],
      ...{ recent: two("r"), featured: two("f"), custom: two("c"), recommended: two("x") },
    }
    const twice = (group: string) => [group, group]
    const others = ["featured", "custom", "external"].flatMap(twice)
    expect(groups(most)).toEqual(["walletConnect", ...twice("recent"), ...others])
    expect(groups({ ...most, recent: [] })).toEqual(["walletConnect", ...others, ...twice("recommended")])
    const here = [connector("here"), connector("here2")]
    expect(groups({ ...most, connectors: [...most.connectors, ...here] })).toEqual([
      ...["walletConnect", ...twice("recent"), ...twice("injected")],
      ...others,
    ])
  })

  it("is the site's, followed by the groups it omits", () => {
    const rest = ["walletConnect", "recent", "featured", "custom"]

    expect(groups({ ...full, order: ["external", "injected", "external"] })).toEqual(["external", "injected", ...rest])
    expect(groups({ ...full, recent: [], order: [] })[0]).toBe("walletConnect")
  })
})

describe("visible rows", () => {
  const told = [wallet("x"), wallet("y")]
  const first = () => list({ recommended: told })
  const later = (input: Partial<ConnectInput>) =>
    keepPlaces(first(), list({ recommended: told, ...input }), false).map(({ key }) => key)
  const shown = ["connector:walletConnect", "wallet:x", "wallet:y"]

  it("keep their places when another wallet announces itself, which is added below them", () => {
    expect(first().map(({ key }) => key)).toEqual(shown)
    expect(later({ connectors: [relay, connector("late")] })).toEqual([...shown, "connector:late"])
  })

  it("are marked in place when their own wallet announces itself", () => {
    const y = connector("late", { info: { rdns: "test.y" } })
    expect(later({ connectors: [relay, y] })).toEqual(["connector:walletConnect", "wallet:x", "connector:late"])
  })

  it("are marked in place even if a library reached the wallet before", () => {
    const reached = connector("x", { type: "EXTERNAL" })
    const before = list({ connectors: [relay, reached], recommended: told })
    const x = connector("late", { info: { rdns: "test.x" } })
    const after = list({ connectors: [relay, reached, x], recommended: told })
    expect(before.map(({ key }) => key).slice(0, 2)).toEqual(shown.slice(0, 2))
    expect(keepPlaces(before, after, false).map(({ key }) => key)[1]).toBe("connector:late")
  })

  it("of a wallet keep their place when others claim its name, even under its ID in another namespace", () => {
    const before = list({ connectors: [relay, connector("here"), connector("there")] })
    const disputed = { disputed: true } as const
    const elsewhere = connector("here", { ...disputed, chain: "solana" })
    const claimed = [relay, elsewhere, connector("here", disputed), connector("here#2", disputed), connector("there")]
    const after = keepPlaces(before, list({ connectors: claimed }), false)

    expect(after.map(({ key, tag }) => [key, tag])).toEqual([
      ["connector:walletConnect", "qrCode"],
      ["connector:eip155:here", "unverified"],
      ["connector:there", "installed"],
      ["connector:solana:here", "unverified"],
      ["connector:eip155:here#2", "unverified"],
    ])
    expect(after[1]?.route).toEqual({ name: "ConnectingExternal", connector: "here", namespace: "eip155" })
  })

  it("of injected wallets disappear with their wallet, and impostors do not take over their row", () => {
    const here = list({ connectors: [relay, connector("here")] })
    expect(keepPlaces(here, list({}), false).map(({ key }) => key)).toEqual(["connector:walletConnect"])
    const two = list({ connectors: [relay, connector("here"), connector("there")] })
    const one = list({ connectors: [relay, connector("there")], recommended: [wallet("here")] })
    expect(keepPlaces(two, one, false)).toEqual(one)
    expect(later({ connectors: [relay, connector("late", { name: "Name x" })] })).toEqual([...shown, "connector:late"])
  })
})

describe("a featured wallet that the directory has not named yet", () => {
  const input = { featured: [wallet("b")], chosen: true, awaited: ["a", "b", "c"], excluded: [{ id: "c" }] }

  it("has its place among the others, as a row without an action", () => {
    const [, a, b, ...more] = list(input)
    expect([a?.key, b?.key]).toEqual(["wallet:a", "wallet:b"])
    expect(a).toStrictEqual({
      key: "wallet:a",
      group: "featured",
      name: "",
      disabled: true,
      awaited: true,
      route: { name: "Connect" },
      identity: { id: "a", name: "" },
    })
    expect(b?.awaited).toBeUndefined()
    expect(more).toEqual([])
  })

  it("has no place if the relay is off, or once the directory has responded", () => {
    expect(keys({ ...input, connectors: [] })).toEqual([])
    const { awaited: _, ...answered } = input
    expect(keys(answered)).toEqual(["connector:walletConnect", "wallet:b"])
  })
})

describe("rows", () => {
  it("have a name, a picture, a tag and a route", () => {
    const icon = "data:image/png;base64,AA=="
    const rows = list({
      connectors: [
        relay,
        connector("here", { info: { rdns: "test.here", icon }, explorerId: "e" }),
        both,
        connector("out", { type: "EXTERNAL", imageId: "picture" }),
      ],
      recent: [wallet("r", { image_url: "https://r.example/a.png" })],
      featured: [wallet("f", { image_id: "f.png" })],
      connected: ["here"],
    })

    expect(rows.map(({ key, identity: _, source: __, ...row }) => [key, row])).toStrictEqual(
      Object.entries({
        "connector:walletConnect": {
          group: "walletConnect",
          name: "WalletConnect",
          tag: "qrCode",
          connectorId: "walletConnect",
          disabled: false,
          route: { name: "ConnectingWalletConnect" },
        },
        "wallet:r": {
          group: "recent",
          name: "Name r",
          imageUrl: "https://r.example/a.png",
          tag: "recent",
          walletId: "r",
          disabled: false,
          route: { name: "ConnectingWalletConnect", wallet: "r" },
        },
        "connector:here": {
          group: "injected",
          name: "Name here",
          imageUrl: icon,
          tag: "connected",
          walletId: "e",
          connectorId: "here",
          disabled: false,
          route: { name: "ConnectingExternal", connector: "here", namespace: "eip155" },
        },
        "connector:both": {
          group: "injected",
          name: "Name both",
          tag: "multichain",
          connectorId: "both",
          disabled: false,
          route: { name: "ConnectingMultiChain", connector: "both" },
        },
        "wallet:f": {
          group: "featured",
          name: "Name f",
          imageId: "f.png",
          walletId: "f",
          disabled: false,
          route: { name: "ConnectingWalletConnect", wallet: "f" },
        },
        "connector:out": {
          group: "external",
          name: "Name out",
          imageId: "picture",
          connectorId: "out",
          disabled: false,
          route: { name: "ConnectingExternal", connector: "out", namespace: "eip155" },
        },
      }),
    )
  })

  it("tag installed wallets, and a multi-chain wallet with one connection as connected", () => {
    const rows = list({ connectors: [connector("here"), both], connected: ["sol"] })

    expect(rows.map(({ tag }) => tag)).toEqual(["installed", "connected"])
    expect(list({ connectors: [connector("old", { type: "INJECTED" })] })[0]?.tag).toBe("installed")
  })

  it("lead to the connector of a wallet that has one outside this browser", () => {
    const connectors = [relay, connector("out", { type: "EXTERNAL", explorerId: "f" })]
    const rows = list({ connectors, featured: [wallet("f", { rdns: "test.elsewhere" })] })

    expect(rows.map(({ key }) => key)).toEqual(["connector:walletConnect", "wallet:f"])
    expect(rows[1]?.connectorId).toBe("out")
    expect(rows[1]?.route).toEqual({ name: "ConnectingExternal", connector: "out", namespace: "eip155" })
  })

  it("tag a wallet whose name another one claims as unverified, and hide no genuine wallet behind it", () => {
    const rows = list({ connectors: [relay, connector("here", { disputed: true })], featured: [wallet("here")] })

    expect(rows.map(({ key, tag }) => [key, tag])).toEqual([
      ["connector:walletConnect", "qrCode"],
      ["connector:eip155:here", "unverified"],
      ["wallet:here", undefined],
    ])
  })

  it("of Coinbase's wallet lead to its own library, which has no row itself, or to its installed extension, or else to the relay", () => {
    const sdk = connector("coinbaseWalletSDK", { type: "EXTERNAL", info: { rdns: "com.coinbase.wallet" } })
    const coinbase = wallet("coinbase", { rdns: "com.coinbase.wallet" })
    const rows = (over: Partial<ConnectInput>) =>
      list({ connectors: [relay, sdk], ...over })
        .slice(1)
        .map(({ group, route }) => [group, route])
    const own = { name: "ConnectingExternal", connector: "coinbaseWalletSDK", namespace: "eip155" }

    expect(rows({ featured: [coinbase] })).toEqual([["featured", own]])
    expect(rows({ recommended: [coinbase] })).toEqual([["recommended", own]])
    expect(rows({ recent: [{ id: "coinbaseWalletSDK", name: sdk.name }] })).toEqual([["recent", own]])
    expect(rows({})).toEqual([])
    const extension = connector("com.coinbase.wallet", { info: { rdns: "com.coinbase.wallet" } })
    const installed = { ...own, connector: extension.id }
    expect(rows({ connectors: [relay, sdk, extension], custom: [coinbase] })).toEqual([["injected", installed]])
    expect(rows({ connectors: [relay], custom: [coinbase] })).toEqual([
      ["custom", { name: "ConnectingWalletConnect", wallet: "coinbase" }],
    ])
  })

  it("of multi-chain wallets lead straight to the requested namespace", () => {
    const [row] = list({ connectors: [both], namespace: "solana" })

    expect(row?.tag).toBe("installed")
    expect(row?.route).toEqual({ name: "ConnectingExternal", connector: "sol", namespace: "solana" })
  })

  it("that use the relay are disabled while it has a connection", () => {
    const disabled = list({ ...full, relayConnected: true }).filter((row) => row.disabled)

    expect(disabled.map(({ key }) => key)).toEqual(["connector:walletConnect", "wallet:r", "wallet:f", "wallet:c"])
  })
})

describe("the listed wallets", () => {
  it("include the pairing row on a desktop with the relay on", () => {
    expect(keys({})).toEqual(["connector:walletConnect"])
    expect(keys({ mobile: true })).toEqual([])
    expect(keys({ connectors: [] })).toEqual([])
  })

  it("Recent wallets: max 2", () => {
    expect(keys({ recent: ["a", "b", "c"].map((id) => wallet(id)) }).slice(1)).toEqual(["wallet:a", "wallet:b"])
  })

  it("include no recent wallet that is excluded, has a connector or is for another chain", () => {
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
  ])("with %i installed and %i recent ones, include these recommended: %j", (installed, recent, expected) => {
    const rows = list({
      connectors: [relay, ...["i", "j", "k"].slice(0, installed).map((id) => connector(id))],
      recent: ["r", "s"].slice(0, recent).map((id) => wallet(id)),
      recommended: [wallet("x"), wallet("y"), wallet("z")],
    })

    expect(rows.filter(({ group }) => group === "recommended").map(({ key }) => key)).toEqual(expected)
  })

  it("include no recommended ones if the site chose its own", () => {
    expect(keys({ chosen: true, recommended: [wallet("x")] })).toEqual(["connector:walletConnect"])
  })

  it("include none that would need the relay while it is off", () => {
    expect(keys({ ...full, connectors: [connector("here")] })).toEqual(["connector:here"])
  })

  it("include each wallet once, by rdns or by the directory's ID, and never by an announced name", () => {
    const connectors = [
      relay,
      connector("here", { explorerId: "e" }),
      connector("out", { type: "EXTERNAL", info: { rdns: "test.here" } }),
    ]
    const byRdns = wallet("q", { rdns: "test.here" })
    const featured = [wallet("r"), wallet("e", { rdns: "test.z" }), byRdns, { id: "n", name: "Name here" }]

    const listed = ["connector:walletConnect", "wallet:r", "connector:here", "wallet:n", "wallet:c"]
    const recent = [wallet("r")]

    expect(keys({ connectors, recent, featured, custom: [wallet("c"), wallet("c")] })).toEqual(listed)
  })

  it("include MetaMask once on a phone, under either of its names", () => {
    const mobile = connector("m", { info: { rdns: "io.metamask.mobile" } })
    const featured = [wallet("x", { rdns: "io.metamask" })]

    expect(keys({ mobile: true, connectors: [relay, mobile], featured })).toEqual(["connector:m"])
  })

  it("leave out excluded ones, matched by rdns or by name", () => {
    const excluded = [{ id: "1", name: "Other", rdns: "test.here" }, { id: "2", name: "Name there" }, { id: "f" }]
    const connectors = [relay, connector("here"), connector("there")]
    const [featured, recommended] = [
      [wallet("f"), wallet("g")],
      [wallet("x", { rdns: "test.here" }), wallet("y")],
    ]
    const shown = ["connector:walletConnect", "wallet:g", "wallet:y"]

    expect(keys({ connectors, featured, recommended, excluded })).toEqual(shown)
  })

  it("include one that the site adds, even if another of its name is excluded", () => {
    const mine = { id: "mine", name: "Name there" }
    const connectors = [relay, connector("there")]

    expect(keys({ connectors, custom: [mine], excluded: [{ id: "2", name: "Name there" }] })).toEqual([
      "connector:walletConnect",
      "wallet:mine",
    ])
  })

  const nameless = connector("injected", { name: "Browser Wallet", type: "INJECTED", info: {} })

  it("leave out a nameless browser wallet that may be an excluded one", () => {
    expect(keys({ connectors: [nameless, connector("here")], excluded: [{ id: "1", rdns: "test.here" }] })).toEqual([])
  })

  it("include only those of the requested namespace, if there is one", () => {
    const connectors = [relay, connector("a"), connector("b", { chain: "solana" }), both]
    const solana = ["connector:walletConnect", "connector:b", "connector:sol"]

    expect(keys({ connectors, namespace: "solana" })).toEqual(solana)
    expect(keys({ connectors, namespace: "bip122" })).toEqual(["connector:walletConnect"])
  })

  it("include the nameless browser wallet on a phone, and on a desktop if no other announced itself", () => {
    const [itself, here] = ["connector:injected", "connector:here"]

    expect(keys({ connectors: [nameless] })).toEqual([itself])
    expect(keys({ connectors: [nameless, connector("sol", { chain: "solana" })] })).toContain(itself)
    expect(keys({ connectors: [nameless, connector("here")] })).toEqual([here])
    expect(keys({ connectors: [nameless, connector("here")], mobile: true })).toEqual([itself, here])
  })

  it("include neither the embedded wallet nor Coinbase's own library", () => {
    const sdk = connector("coinbaseWalletSDK", { type: "EXTERNAL" })

    expect(keys({ connectors: [connector("ID_AUTH", { type: "AUTH" }), sdk] })).toEqual([])
  })

  it("include wallets with hostile names, like any others", () => {
    const connectors = ["__proto__", "constructor"].map((id) => connector(id))

    expect(keys({ connectors })).toEqual(["connector:__proto__", "connector:constructor"])
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
