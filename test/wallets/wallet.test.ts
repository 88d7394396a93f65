import { describe, expect, it } from "vitest"
import { connector as coinbase } from "../../layers/chains/coinbaseConnector.ts"
import { switchStep } from "../../src/connections/model/switching.ts"
import {
  type Connector,
  type ConnectorType,
  connectorOf,
  findConnector,
  isLocal,
  mergeConnectors,
} from "../../src/wallets/first-paint/model/connector.ts"
import {
  isExcluded,
  onMobile,
  pictureOf,
  type Wallet,
  walletBrowsers,
} from "../../src/wallets/first-paint/model/wallet.ts"
import { readRecentWallets, readWalletLists } from "../../src/wallets/first-paint/model/walletLists.ts"
import { walletSupportsNamespace } from "../../src/wallets/first-paint/model/walletNamespaces.ts"
import { connectorFor } from "../../src/wallets/model/connectorFor.ts"
import { platformsOf } from "../../src/wallets/model/platforms.ts"

const connector = (id: string, more: Partial<Connector> = {}): Connector => ({
  id,
  name: id,
  type: "ANNOUNCED",
  chain: "eip155",
  info: { rdns: `test.${id}` },
  ...more,
})
const wallet = (id: string, more: Partial<Wallet> = {}): Wallet => ({ id, name: id, rdns: `test.${id}`, ...more })

describe("isExcluded", () => {
  it.each([
    ["by id", { id: "1", name: "Another" }, true],
    ["by rdns", { name: "Another", rdns: "test.one" }, true],
    ["by name", { name: "One", rdns: "test.other" }, true],
    ["not by fields that are missing", { id: "9", name: "" }, false],
    ["not by a similar name or rdns", { id: "10", name: "one", rdns: "test.one.more" }, false],
  ] as const)("recognizes a wallet %s", (_, wallet, expected) => {
    expect(isExcluded(wallet, [{ id: "1", name: "One", rdns: "test.one" }, { id: "2" }], false)).toBe(expected)
  })

  it("recognizes MetaMask on a phone under either of its names", () => {
    const phone = { name: "Whatever", rdns: "io.metamask.mobile" }

    expect(isExcluded(phone, [{ id: "1", rdns: "io.metamask" }], true)).toBe(true)
    expect(isExcluded(phone, [{ id: "1", rdns: "io.metamask" }], false)).toBe(false)
  })
})

describe("mergeConnectors", () => {
  it("Multi-chain connectors group same-named connectors and carry a connectors list", () => {
    const evm = connector("evm", { name: "Both", provider: {} })
    const solana = connector("sol", { name: "Both", chain: "solana" })
    const other = connector("other")

    const { provider: _, ...first } = evm
    expect(mergeConnectors([evm, other, solana])).toEqual([
      { ...first, type: "MULTI_CHAIN", connectors: [evm, solana] },
      other,
    ])
  })

  it("keeps same-named connectors of one namespace apart, also those of another namespace, and marks the name or rdns as disputed", () => {
    const two = [connector("a", { name: "Same" }), connector("b", { name: "Same" })]
    const other = connector("c", { name: "Same", chain: "solana" })

    expect(mergeConnectors([...two, other])).toEqual([...two.map((one) => ({ ...one, disputed: true })), other])
    const copies = two.map((one) => ({ ...one, name: one.id, info: { rdns: "test.same" } }))
    expect(mergeConnectors(copies)).toEqual(copies.map((one) => ({ ...one, disputed: true })))
    const nameless = copies.map(({ info: _, ...one }) => one)
    expect(mergeConnectors(nameless)).toEqual(nameless)
  })

  it("keeps the relay's and the embedded wallet's connectors apart", () => {
    const apart = (["WALLET_CONNECT", "AUTH"] as const).flatMap((type) => [
      connector("x", { name: "One name", type }),
      connector("x", { name: "One name", type, chain: "solana" }),
    ])

    expect(mergeConnectors(apart)).toEqual(apart)
  })

  it("is not misled by names of built-in object properties", () => {
    const odd = ["__proto__", "constructor", "toString"].map((id) => connector(id))

    expect(mergeConnectors(odd)).toEqual(odd)
  })
})

describe("a connector of a group", () => {
  const evm = connector("test.both", { name: "Both" })
  const solana = connector("Both", { name: "Both", chain: "solana" })
  const bitcoin = connector("Both", { name: "Both", chain: "bip122" })
  const alone = connector("alone")
  const all = mergeConnectors([evm, alone, solana, bitcoin])
  const [group] = all as [Connector]

  it("is found by its ID, and by its namespace if two have one ID", () => {
    expect(findConnector(all, "alone")).toBe(alone)
    expect(findConnector(all, "test.both")).toBe(group)
    expect(findConnector(all, "test.both", "eip155")).toBe(evm)
    expect(findConnector(all, "Both", "bip122")).toBe(bitcoin)
    expect(findConnector(all, "Both", "eip155")).toBeUndefined()
    expect(findConnector(all, undefined)).toBeUndefined()
  })

  it.each([
    ["the requested namespace", { id: "test.both", namespace: "solana", active: "bip122" }, solana],
    ["nothing if it is not in that namespace", { id: "Both", namespace: "sui", active: "eip155" }, undefined],
    ["its exact ID", { id: "test.both", active: "solana" }, evm],
    ["its ID and the active namespace", { id: "Both", active: "bip122" }, bitcoin],
    ["its ID and its order if the active namespace has none of it", { id: "Both", active: "eip155" }, solana],
    ["the active namespace, if its connector has another ID", { id: "explorer", active: "solana" }, solana],
  ] as const)("is reached by %s", (_, asked, expected) => expect(connectorFor(group, asked)).toBe(expected))

  it.each([
    [undefined, alone],
    ["eip155", alone],
    ["solana", undefined],
  ] as const)(
    "is the connector itself if it belongs to no group and serves the namespace (%s)",
    (namespace, expected) => expect(connectorFor(alone, { id: "alone", namespace, active: "solana" })).toBe(expected),
  )
})

describe("the same wallet", () => {
  const installed = connector("a", { name: "Alpha", explorerId: "e1", info: { rdns: "test.a" } })

  it.each([
    ["rdns", wallet("x", { rdns: "test.a" }), true],
    ["the directory's ID", wallet("e1", { rdns: "test.other" }), true],
    ["its name, which any other may announce", { id: "x", name: "Alpha" }, false],
    ["its name, although its rdns differs", wallet("x", { name: "Alpha", rdns: "test.fake" }), false],
    ["nothing", wallet("x"), false],
  ])("is recognized by %s", (_, one, is) => {
    expect(connectorOf(one, [installed], false)).toBe(is ? installed : undefined)
  })

  it.each([
    ["a page's EVM wallet without rdns", { type: "INJECTED", info: {} }],
    ["a Solana wallet with rdns", { chain: "solana" }],
  ] as const)("is not recognized by its name alone: %s", (_, more) => {
    expect(connectorOf({ id: "x", name: "Alpha" }, [connector("s", { name: "Alpha", ...more })], false)).toBeUndefined()
  })

  it("is recognized by its name if a standard provides nothing else, unless two claim it", () => {
    const { info: _, ...alone } = connector("s", { name: "Alpha", chain: "solana" })
    for (const one of [{ id: "x", name: "Alpha" }, wallet("x", { name: "Alpha" })])
      expect(connectorOf(one, [alone], false)).toBe(alone)
    expect(connectorOf(wallet("x"), [alone], false)).toBeUndefined()
    expect(connectorOf({ id: "x", name: "Alpha" }, [{ ...alone, disputed: true }], false)).toBeUndefined()
  })

  it("is MetaMask under both of its names, only on a phone", () => {
    const mobile = connector("m", { info: { rdns: "io.metamask.mobile" } })

    expect(connectorOf(wallet("x", { rdns: "io.metamask" }), [mobile], true)).toBe(mobile)
    expect(connectorOf(wallet("x", { rdns: "io.metamask" }), [mobile], false)).toBeUndefined()
    expect(connectorOf(wallet("x", { rdns: "io.metamask" }), [connector("other")], true)).toBeUndefined()
  })
})

describe("AllWallets", () => {
  it("offers the wallets that a phone can open", () => {
    const [phantom = ""] = walletBrowsers
    const linked = [wallet("a", { mobile_link: "a://" }), wallet("c", { mobile_link: "" })]
    const wallets = [linked[0] as Wallet, wallet("b"), wallet(phantom), linked[1] as Wallet]

    expect(onMobile(wallets).map(({ id }) => id)).toEqual(["a", phantom])
  })
})

describe("a wallet that lists no networks", () => {
  it.each([undefined, []])("supports every namespace (%j)", (chains) => {
    expect(walletSupportsNamespace({ id: "a", name: "A", ...(chains && { chains }) }, "sui")).toBe(true)
  })
})

describe("the picture of a wallet", () => {
  it.each([
    [{ imageUrl: "announced", image_url: "listed", image_id: "a" }, "announced"],
    [{ image_url: "listed", image_id: "a" }, "listed"],
    [{ imageId: "a", image_id: "b" }, "provider's wallet a"],
    [{ image_id: "b" }, "provider's wallet b"],
    [{}, undefined],
  ])("of %j is %s", (wallet, expected) => {
    expect(pictureOf(wallet, (kind, id) => `provider's ${kind} ${id}`)).toBe(expected)
  })
})

describe("stored wallets", () => {
  const invalid = [null, "a", [], { id: "a" }, { id: 1, name: "A" }, { id: "a", name: 1 }]
  const odd = { id: "a", name: "A", rdns: 5, badge_type: "gold", chains: ["eip155:1", 7], more: true }
  const kept = { id: "a", name: "A", chains: ["eip155:1"] }

  it("are read without invalid entries and fields", () => {
    const stored = { featured: [odd, ...invalid], recommended: [...invalid, odd], count: 9 }
    expect(readWalletLists(stored)).toEqual({ featured: [kept], recommended: [kept], count: 9 })
    expect(readRecentWallets([...invalid, odd])).toEqual([kept])
  })

  it.each([-1, "9", null, undefined])("have an unknown count if %j is stored", (count) => {
    expect(readWalletLists({ count })).toEqual({ featured: [], recommended: [], count: 0 })
  })

  it("are two at most if they are the recent ones", () => {
    expect(readRecentWallets(["a", "b", "c"].map((id) => ({ id, name: id })))).toHaveLength(2)
  })
})

describe("the ways to connect a wallet", () => {
  const all = wallet("a", { mobile_link: "a://", webapp_link: "https://a.example", desktop_link: "a-desktop://" })
  const { rdns: _, ...noExtension } = all

  it.each([
    ["any wallet", undefined, false, false, ["qrcode"]],
    ["an installed one", all, true, false, ["browser", "qrcode", "web", "desktop"]],
    ["one that is not installed", all, false, false, ["qrcode", "web", "desktop", "unsupported"]],
    ["one on a phone", noExtension, false, true, ["mobile", "web"]],
    ["an extension only", wallet("a"), false, false, ["unsupported"]],
    ["an installed extension only", wallet("a"), true, false, ["browser"]],
    ["one injected under an ID", { id: "a", name: "a", injected: [{ injected_id: "isA" }] }, true, false, ["browser"]],
    ["one without links", { id: "a", name: "a" }, false, false, ["qrcode"]],
    ["one without links, on a phone", { id: "a", name: "a" }, false, true, ["unsupported"]],
  ] as const)("%s", (_, one, installed, mobile, ways) => {
    expect(platformsOf(one, installed, mobile)).toEqual(ways)
  })
})

describe("A connector", () => {
  const types: Record<ConnectorType, { local: boolean; apart: boolean; step: string }> = {
    ANNOUNCED: { local: true, apart: false, step: "reuse" },
    INJECTED: { local: true, apart: false, step: "reuse" },
    EXTERNAL: { local: false, apart: false, step: "reconnect" },
    MULTI_CHAIN: { local: true, apart: false, step: "reuse" },
    AUTH: { local: false, apart: true, step: "switchAccountType" },
    WALLET_CONNECT: { local: false, apart: true, step: "reuse" },
  }

  it("Connector type: ANNOUNCED, INJECTED, EXTERNAL, MULTI_CHAIN, AUTH, or a walletConnect type", () => {
    for (const type of Object.keys(types) as ConnectorType[]) {
      const { local, apart, step } = types[type]
      const evm: Connector = { id: "a", name: "One", type, chain: "eip155" }

      expect(isLocal(evm), type).toBe(local)
      expect(mergeConnectors([evm, { ...evm, chain: "solana" }]), type).toHaveLength(apart ? 2 : 1)
      expect(switchStep({}, type, "active"), type).toEqual({ type: step })
    }
    expect(coinbase.type).toBe("EXTERNAL")
  })
})
