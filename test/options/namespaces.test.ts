import { describe, expect, it } from "vitest"
import { account } from "../../src/account/state/account.ts"
import { embeddedNamespaces } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { InvalidChainId } from "../../src/errors/index.ts"
import { chainIdToCoinType } from "../../src/namespaces/model/coinType.ts"
import {
  completeAddress,
  isAddress,
  isSameAccount,
  type NamespaceFeature,
  namespaceTable,
  supports,
} from "../../src/namespaces/model/namespaceTable.ts"
import { isNamespace } from "../../src/options/isNamespace.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import { bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { instanceOf } from "../fixtures/modal.ts"

const all = Object.keys(namespaceTable) as readonly Namespace[]

describe("namespaces", () => {
  it("Chain namespaces: eip155, solana, polkadot, bip122, cosmos, sui, stacks", () => {
    const names = ["eip155", "solana", "polkadot", "bip122", "cosmos", "sui", "stacks"]
    expect(all).toEqual(names)
    expect([...names, "tezos", ""].filter(isNamespace)).toEqual(names)
    // Each has a state, whatever networks the site has.
    for (const networks of [[mainnet], [solana, bitcoin]])
      expect(Object.keys(instanceOf({ networks }).core.accounts)).toEqual(names)
  })

  it.each([
    ["Per-capability chain support: names: EVM only", "names", ["eip155"]],
    ["Per-capability chain support: balances: EVM and Solana", "balances", ["eip155", "solana"]],
    ["Per-capability chain support: send: EVM and Solana", "send", ["eip155", "solana"]],
    ["Per-capability chain support: activity: EVM", "activity", ["eip155"]],
    ["Per-capability chain support: on-ramp: EVM and Solana", "onramp", ["eip155", "solana"]],
    ["Per-capability chain support: pay-with-exchange: EVM and Solana", "exchange", ["eip155", "solana"]],
    ["Per-capability chain support: smart sessions: EVM", "sessions", ["eip155"]],
  ] as readonly (readonly [string, NamespaceFeature, readonly Namespace[]])[])("%s", (_, capability, expected) => {
    expect(all.filter((namespace) => supports(namespace, capability))).toEqual(expected)
  })

  it.each(["Auth login supports eip155 and solana", "Auth connector chains: eip155, solana"])("%s", () => {
    expect(embeddedNamespaces).toEqual(["eip155", "solana"])
  })

  it.each([
    ["Default account type: eip155 smartAccount", "eip155", "smartAccount"],
    ["Default account type: solana eoa", "solana", "eoa"],
    ["Default account type: polkadot eoa", "polkadot", "eoa"],
    ["Default account type: bip122 payment", "bip122", "payment"],
  ] as const)("%s", (_, namespace, type) => {
    const instance = instanceOf({ networks: [mainnet, solana, bitcoin] })
    account(instance)
    const { chains, options } = snapshot(instance)
    expect(options.defaultAccountTypes[namespace]).toBe(type)
    // The modal has no networks of Polkadot.
    const preferred = namespace === "polkadot" ? undefined : type
    expect(chains[namespace]?.accountState.preferredAccountType).toBe(preferred)
    // A site that sets the type of another namespace does not change it.
    const other = namespace === "solana" ? { eip155: "eoa" as const } : { solana: "smartAccount" as const }
    expect(snapshot(instanceOf({ defaultAccountTypes: other })).options.defaultAccountTypes[namespace]).toBe(type)
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

/** Addresses of each namespace. */
const addresses: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"],
  solana: ["5PUrktzVvJPNFYpxNzFkGp4a5Dcj1Dduif5dAzuUUhsr"],
  polkadot: ["15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5", "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY"],
  bip122: ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  cosmos: [
    "cosmos1qqqsyqcyq5rqwzqfpg9scrgwpugpzysn0l2vxy",
    "osmo1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnpev5qu",
    `wasm1${"q".repeat(58)}`,
  ],
  sui: [`0x${"0".repeat(63)}2`, `0x${"aB3d5E7f".repeat(8)}`],
  stacks: ["SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7", "SP000000000000000000002Q6VF78"],
}

describe("addresses", () => {
  it.each(all)("of %s have their own format", (namespace) => {
    for (const address of addresses[namespace]) {
      expect(isAddress(namespace, address)).toBe(true)
      for (const text of [` ${address}`, `${address}\n`]) expect(isAddress(namespace, text)).toBe(false)
    }
    for (const text of ["", "anything", "marguerite.eth", "two words", "a".repeat(100), "0x", "cosmos1abc"])
      expect(isAddress(namespace, text)).toBe(false)
  })

  // A Solana address is any base58 text of its length, which some of the others are too.
  const distinct = all.filter((namespace) => namespace !== "solana")
  it.each(
    all.flatMap((namespace) => distinct.flatMap((other) => (other === namespace ? [] : [[namespace, other] as const]))),
  )("of %s are none of %s", (namespace, other) => {
    for (const address of addresses[namespace]) expect(isAddress(other, address)).toBe(false)
  })

  it.each([
    ["eip155", "AB", "0xAB"],
    ["eip155", "0xab", "0xab"],
    ["eip155", "0XaB", "0xaB"],
    ["sui", "Ab", "0xAb"],
    ...all.filter((one) => one !== "eip155" && one !== "sui").map((one) => [one, "Ab", "Ab"] as const),
  ] as const)("of %s are completed: %s is %s", (namespace, given, complete) => {
    expect(completeAddress(namespace, given)).toBe(complete)
  })

  it.each<readonly [chain: string, one: string, other: string, same: boolean]>([
    ["eip155:1", "0xAb", "0xaB", true],
    ["sui:mainnet", "0xAb", "0xaB", true],
    ...["solana", "polkadot", "bip122", "cosmos", "stacks"].map((one) => [`${one}:a`, "Ab", "aB", false] as const),
    ["near:mainnet", "a.near", "a.near", true],
    ["near:mainnet", "a.near", "A.near", false],
  ])("on %s, %s and %s are one account: %s", (chain, one, other, same) => {
    expect(isSameAccount(chain, one, other)).toBe(same)
  })
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
