import { describe, expect, it } from "vitest"
import {
  allWalletsOrder,
  type Connector,
  connectorOf,
  isExcluded,
  mergeConnectors,
  onMobile,
  platformsOf,
  type Wallet,
  walletBrowsers,
} from "../../src/domain/wallets.ts"

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
    ["not by what nobody knows of it", { id: "9", name: "" }, false],
    ["not for being much the same", { id: "10", name: "one", rdns: "test.one.more" }, false],
  ] as const)("recognises a wallet %s", (_, wallet, expected) => {
    expect(isExcluded(wallet, [{ id: "1", name: "One", rdns: "test.one" }, { id: "2" }], false)).toBe(expected)
  })

  it("recognises MetaMask on a phone under either of its names", () => {
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

    expect(mergeConnectors([evm, other, solana])).toEqual([
      {
        id: "evm",
        name: "Both",
        type: "MULTI_CHAIN",
        chain: "eip155",
        info: { rdns: "test.evm" },
        connectors: [evm, solana],
      },
      other,
    ])
  })

  it("leaves same-named connectors of one namespace apart", () => {
    const two = [connector("a", { name: "Same" }), connector("b", { name: "Same" })]

    expect(mergeConnectors(two)).toEqual(two)
  })

  it("leaves the relay's and the embedded wallet's connectors apart", () => {
    const apart = (["WALLET_CONNECT", "AUTH"] as const).flatMap((type) => [
      connector("x", { name: "One name", type }),
      connector("x", { name: "One name", type, chain: "solana" }),
    ])

    expect(mergeConnectors(apart)).toEqual(apart)
  })

  it("is not misled by names that objects have by themselves", () => {
    const odd = ["__proto__", "constructor", "toString"].map((id) => connector(id))

    expect(mergeConnectors(odd)).toEqual(odd)
  })
})

describe("the same wallet", () => {
  const installed = connector("a", { name: "Alpha", explorerId: "e1", info: { rdns: "test.a" } })

  it.each([
    ["rdns", wallet("x", { rdns: "test.a" }), true],
    ["the directory's id", wallet("e1", { rdns: "test.other" }), true],
    ["its name, where it has no rdns", { id: "x", name: "Alpha" }, true],
    ["its name, where rdns says otherwise", wallet("x", { name: "Alpha", rdns: "test.fake" }), false],
    ["nothing", wallet("x"), false],
  ])("is known by %s", (_, one, is) => {
    expect(connectorOf(one, [installed], false)).toBe(is ? installed : undefined)
  })

  it("is MetaMask under both of its names, on a phone only", () => {
    const mobile = connector("m", { info: { rdns: "io.metamask.mobile" } })

    expect(connectorOf(wallet("x", { rdns: "io.metamask" }), [mobile], true)).toBe(mobile)
    expect(connectorOf(wallet("x", { rdns: "io.metamask" }), [mobile], false)).toBeUndefined()
  })
})

describe("AllWallets", () => {
  it("shows installed wallets first, then the featured in their order, then the rest as sent", () => {
    const wallets = ["a", "b", "c", "d", "e"].map((id) => wallet(id))
    const ordered = allWalletsOrder(wallets, [connector("d"), connector("a", { type: "EXTERNAL" })], ["e", "b"], false)

    expect(ordered.map(({ id, installed }) => [id, installed ?? false])).toEqual([
      ["d", true],
      ["e", false],
      ["b", false],
      ["a", false],
      ["c", false],
    ])
    expect(wallets.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"])
  })

  it("offers a phone the wallets it can open", () => {
    const [phantom = ""] = walletBrowsers
    const wallets = [
      wallet("a", { mobile_link: "a://" }),
      wallet("b"),
      wallet(phantom),
      wallet("c", { mobile_link: "" }),
    ]

    expect(onMobile(wallets).map(({ id }) => id)).toEqual(["a", phantom])
  })
})

describe("ways to a wallet", () => {
  const all = wallet("a", { mobile_link: "a://", webapp_link: "https://a.example", desktop_link: "a-desktop://" })
  const { rdns: _, ...noExtension } = all

  it.each([
    ["any wallet", undefined, false, false, ["qrcode"]],
    ["an installed one", all, true, false, ["browser", "qrcode", "web", "desktop"]],
    ["one that is not installed", all, false, false, ["qrcode", "web", "desktop", "unsupported"]],
    ["one on a phone", noExtension, false, true, ["mobile", "web"]],
    ["an extension by itself", wallet("a"), false, false, ["unsupported"]],
    ["an installed extension by itself", wallet("a"), true, false, ["browser"]],
    ["one injected under an id", { id: "a", name: "a", injected: [{ injected_id: "isA" }] }, true, false, ["browser"]],
    ["one of which nothing is known", { id: "a", name: "a" }, false, false, ["qrcode"]],
    ["one of which nothing is known, on a phone", { id: "a", name: "a" }, false, true, ["unsupported"]],
  ] as const)("%s", (_, one, installed, mobile, ways) => {
    expect(platformsOf(one, installed, mobile)).toEqual(ways)
  })
})
