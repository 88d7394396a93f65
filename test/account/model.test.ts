import { describe, expect, it } from "vitest"
import {
  type Action,
  type ActionInput,
  isPossible,
  isRestricted,
  walletActions,
} from "../../src/account/model/actions.ts"
import { identicon } from "../../src/account/model/identicon.ts"
import { localDefaults } from "../../src/options/localFeatures.ts"
import { bitcoin, fantom, gnosis, mainnet, type Network, solana } from "../../src/options/networks.ts"
import { everyFeature, remoteDefaults } from "../../src/options/remoteFeatures.ts"

const usual: ActionInput = {
  network: mainnet,
  local: localDefaults,
  remote: { ...remoteDefaults, payWithExchange: true },
  timezone: "Europe/Lisbon",
}
const all: readonly Action[] = ["onramp", "swaps", "receive", "send", "activity", "exchange", "balances", "names"]
const possible = (change: Partial<ActionInput> = {}) =>
  all.filter((action) => isPossible(action, { ...usual, ...change }))

describe("the actions of an account", () => {
  it.each([
    ["Ethereum", mainnet, all],
    ["Solana", solana, ["onramp", "receive", "send", "exchange", "balances"]],
    ["Bitcoin", bitcoin, ["receive"]],
    ["not a network of the modal", undefined, []],
  ] as const satisfies readonly (readonly [string, Network | undefined, readonly Action[]])[])(
    "follow the features of the namespace: %s",
    (_, network, expected) => {
      expect(possible({ network })).toEqual(expected)
    },
  )

  it("offer smart sessions on the EVM networks if the site enables them, whatever the project enables", () => {
    const local = { ...localDefaults, smartSessions: true }
    for (const remote of [usual.remote, everyFeature(() => false)]) {
      for (const network of [mainnet, gnosis, fantom])
        expect(isPossible("sessions", { ...usual, local, remote, network }), network.name).toBe(true)
      expect(isPossible("sessions", { ...usual, local, remote, network: solana })).toBe(false)
      expect(isPossible("sessions", { ...usual, remote })).toBe(false)
    }
  })

  it("offer swaps on the networks that have them", () => {
    const elsewhere = { ...mainnet, id: 42220, caipNetworkId: "eip155:42220" } as const

    for (const id of [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554])
      expect(possible({ network: { ...mainnet, caipNetworkId: `eip155:${id}` } }), `${id}`).toContain("swaps")
    expect(possible({ network: elsewhere })).not.toContain("swaps")
  })

  it.each([
    ["onramp", { onramp: false }],
    ["swaps", { swaps: false }],
    ["activity", { activity: false }],
    ["exchange", { payWithExchange: false }],
  ] as const)("follow the project's feature: %s", (action, off) => {
    expect(possible({ remote: { ...usual.remote, ...off } })).toEqual(all.filter((one) => one !== action))
  })

  it.each(["send", "receive"] as const)("follow the site's feature: %s", (action) => {
    expect(possible({ local: { ...localDefaults, [action]: false } })).toEqual(all.filter((one) => one !== action))
  })

  it("keep features that no project decides when basic mode turns all remote features off", () => {
    expect(possible({ remote: everyFeature(() => false) })).toEqual(["receive", "send", "balances", "names"])
  })

  it("keep the site's order, without the unavailable ones", () => {
    const order = ["send", "swaps", "onramp"] as const

    expect(walletActions(usual)).toEqual(["onramp", "swaps", "receive", "send"])
    expect(walletActions({ ...usual, local: { ...localDefaults, walletFeaturesOrder: order } })).toEqual(order)
    expect(walletActions({ ...usual, network: solana })).toEqual(["onramp", "receive", "send"])
  })
})

describe("time zones", () => {
  it("Restricted timezones include Shanghai, Urumqi, Chongqing, Harbin, Kashgar, Macau, Hong Kong, Beijing", () => {
    for (const timezone of [
      "Asia/Shanghai",
      "Asia/Urumqi",
      "Asia/Chongqing",
      "Asia/Harbin",
      "Asia/Kashgar",
      "Asia/Macau",
      "Asia/Macao",
      "Asia/Hong_Kong",
      "Asia/Beijing",
      "ASIA/SHANGHAI",
    ]) {
      expect(isRestricted(timezone), timezone).toBe(true)
      expect(possible({ timezone }), timezone).toEqual(all.filter((action) => action !== "onramp"))
      expect(walletActions({ ...usual, timezone }), timezone).toEqual(["swaps", "receive", "send"])
    }
  })

  it.each(["Asia/Tokyo", "Asia/Singapore", "Asia/Taipei", "UTC", ""])(
    "are not restricted elsewhere: %j",
    (timezone) => {
      expect(isRestricted(timezone)).toBe(false)
    },
  )
})

describe("the picture of an address", () => {
  it("has three colors, one of six palettes and one of four turns", () => {
    const all = Array.from({ length: 400 }, (_, index) => identicon(`0x${index}`))
    for (const { shapes } of all) {
      const [outer, ...others] = shapes.map(([fill]) => fill)
      expect(new Set([outer, ...others]).size).toBe(3)
      expect(others.at(-1)).toBe(outer)
      for (const fill of others) expect(fill).toMatch(/^#[0-9a-f]{6}$/)
    }
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(24)
  })

  it("is the same in every version and spelling", () => {
    const address = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"
    for (const spelled of [address, address.toLowerCase()])
      expect(identicon(spelled)).toEqual({
        turn: "rotate(90 20 20)",
        shapes: [
          ["#7d2b50", "M0 0h40v40H0z"],
          ["#f08fa8", "M4 40V22a16 16 0 0 1 32 0v18z"],
          ["#f7d08a", "M11 40V24a9 9 0 0 1 18 0v16z"],
          ["#7d2b50", "M16.5 40V26a3.5 3.5 0 0 1 7 0v14z"],
        ],
      })
  })
})
