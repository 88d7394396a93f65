import { describe, expect, it } from "vitest"
import type { Account } from "../../src/connections/opening/model.ts"
import { bitcoinChainOf, bitcoinChains, isTaproot, paymentFirst } from "../../src/namespaces/model/bitcoinProvider.ts"
import { bitcoin, bitcoinSignet, bitcoinTestnet } from "../../src/options/networks.ts"

const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const taproot = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"
const legacy = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
const of = (address: string, type?: Account["type"]): Account => ({ address, ...(type && { type }) })

describe("Bitcoin accounts", () => {
  const [payment, ordinal] = [of(segwit, "payment"), of(taproot, "ordinal")]
  const lists: readonly (readonly [title: string, said: readonly Account[], sorted: readonly Account[]])[] = [
    ["none", [], []],
    ["in the wallet's order", [payment, ordinal], [payment, ordinal]],
    ["in reverse order", [ordinal, payment], [payment, ordinal]],
    ["without types: by position", [of(legacy), of(segwit)], [of(legacy, "payment"), of(segwit, "ordinal")]],
    ["without types: Taproot is for ordinals", [of(taproot), of(segwit)], [payment, ordinal]],
    ["one without a type", [of(taproot)], [of(taproot, "payment")]],
    ["one for ordinals", [ordinal], [ordinal]],
    ["one address for both", [payment, of(segwit, "ordinal")], [payment]],
    ["more than two", [of(segwit), of(legacy), of(taproot)], [payment, ordinal, of(legacy)]],
  ]
  it.each(lists)("%s", (_, said, sorted) => {
    expect(paymentFirst(said)).toEqual(sorted)
  })
})

describe("Bitcoin's chains", () => {
  it.each([
    ["mainnet", bitcoin],
    ["testnet", bitcoinTestnet],
    ["signet", bitcoinSignet],
  ] as const)("%s", (chain, { caipNetworkId }) => {
    expect(bitcoinChains[chain]).toBe(caipNetworkId)
    expect(bitcoinChainOf(caipNetworkId)).toBe(chain)
  })

  it("have no name for an unknown chain", () => {
    expect(bitcoinChainOf("bip122:ff")).toBeUndefined()
    expect(bitcoinChainOf("constructor")).toBeUndefined()
  })

  it.each([
    [taproot, true],
    ["TB1PFOO", true],
    ["bcrt1pfoo", true],
    [segwit, false],
    [legacy, false],
    ["abc1pfoo", false],
  ])("%s is a Taproot address: %s", (address, is) => {
    expect(isTaproot(address)).toBe(is)
  })
})
