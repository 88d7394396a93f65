import { describe, expect, it } from "vitest"
import { InvalidChainId } from "../../src/errors/index.ts"
import {
  chainIdToCoinType,
  type NamespaceFeature,
  namespaceTable,
  supports,
} from "../../src/namespaces/model/namespaces.ts"
import { isNamespace } from "../../src/options/isNamespace.ts"
import { defaultAccountTypes, type Namespace } from "../../src/options/namespaces.ts"
import { embeddedNamespaces } from "../../src/wallets/first-paint/model/wallet.ts"

const all = Object.keys(namespaceTable) as readonly Namespace[]

describe("namespaces", () => {
  it("Chain namespaces: eip155, solana, polkadot, bip122, cosmos, sui, stacks", () => {
    expect(all).toEqual(["eip155", "solana", "polkadot", "bip122", "cosmos", "sui", "stacks"])
  })

  it.each([
    ["Per-capability chain support: names: EVM only", "names", ["eip155"]],
    ["Per-capability chain support: balances: EVM and Solana", "balances", ["eip155", "solana"]],
    ["Per-capability chain support: send: EVM and Solana", "send", ["eip155", "solana"]],
    ["Per-capability chain support: activity: EVM", "activity", ["eip155"]],
    ["Per-capability chain support: on-ramp: EVM and Solana", "onramp", ["eip155", "solana"]],
    ["Per-capability chain support: pay-with-exchange: EVM and Solana", "exchange", ["eip155", "solana"]],
    ["Auth login supports eip155 and solana", "auth", ["eip155", "solana"]],
    ["Auth connector chains: eip155, solana", "auth", ["eip155", "solana"]],
  ] as readonly (readonly [string, NamespaceFeature, readonly Namespace[]])[])("%s", (_, capability, expected) => {
    expect(all.filter((namespace) => supports(namespace, capability))).toEqual(expected)
  })

  it("with a login are the same for the first view", () => {
    expect(embeddedNamespaces).toEqual(all.filter((namespace) => supports(namespace, "auth")))
  })

  it.each([
    ["Default account type: eip155 smartAccount", "eip155", "smartAccount"],
    ["Default account type: solana eoa", "solana", "eoa"],
    ["Default account type: polkadot eoa", "polkadot", "eoa"],
    ["Default account type: bip122 payment", "bip122", "payment"],
  ] as const)("%s", (_, namespace, type) => {
    expect(defaultAccountTypes[namespace]).toBe(type)
  })

  it("Native token addresses exist per namespace", () => {
    expect(namespaceTable.eip155.nativeToken).toBe(`0x${"e".repeat(40)}`)
    for (const namespace of all) expect(namespaceTable[namespace].nativeToken).not.toBe("")
  })

  it("The Solana native token address is a fixed address (value not shown)", () => {
    expect(namespaceTable.solana.nativeToken).toBe("So11111111111111111111111111111111111111111")
  })

  it.each(["eip155", "bip122", "stacks"])("include %s", (text) => {
    expect(isNamespace(text)).toBe(true)
  })

  it.each(["", "EIP155", "eip155 ", "toString", "__proto__", "near", 1, null, undefined, ["eip155"]])(
    "do not include %j",
    (text) => {
      expect(isNamespace(text)).toBe(false)
    },
  )
})

describe("chainIdToCoinType", () => {
  it.each([
    [1, 2147483649],
    [10, 2147483658],
    [0, 2147483648],
    [2147483647, 4294967295],
  ])("maps chain ID %i to coin type %i", (chainId, coinType) => {
    expect(chainIdToCoinType(chainId)).toBe(coinType)
  })

  it.each([2147483648, 4294967295, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "Chain id to coin type: the chain id must be below 2147483648, else 'Invalid chainId': %d",
    (chainId) => {
      expect(chainIdToCoinType(chainId)).toEqual(new InvalidChainId())
    },
  )
})
