import * as viem from "viem/chains"
import { describe, expect, it } from "vitest"
import * as site from "../../src/index.ts"
import { networkImages } from "../../src/network/model/networkImages.ts"
import { checkOptions } from "../../src/options/checkOptions.ts"
import * as Networks from "../../src/options/networks.ts"
import { isProviderNode } from "../../src/options/providerNetworks.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { connectorImages } from "../../src/wallets/first-paint/model/connectorImages.ts"
import { instanceOf } from "../fixtures/modal.ts"

const { defineNetwork, ...bundled } = Networks
const all: readonly Networks.Network[] = Object.values(bundled)

describe("bundled networks", () => {
  it.each<readonly [name: string, network: Networks.Network, caipNetworkId: string, symbol: string]>([
    ["Aurora", site.aurora, "eip155:1313161554", "ETH"],
    ["Avalanche", site.avalanche, "eip155:43114", "AVAX"],
    ["Base", site.base, "eip155:8453", "ETH"],
    ["Celo", site.celo, "eip155:42220", "CELO"],
    ["Fantom", site.fantom, "eip155:250", "FTM"],
    ["Gnosis", site.gnosis, "eip155:100", "XDAI"],
    ["Ethereum", site.mainnet, "eip155:1", "ETH"],
    ["OP Mainnet", site.optimism, "eip155:10", "ETH"],
    ["Optimism Goerli", site.optimismGoerli, "eip155:420", "ETH"],
    ["Polygon", site.polygon, "eip155:137", "POL"],
  ])("Bundled network: %s", (name, network, caipNetworkId, symbol) => {
    expect(network).toMatchObject({
      name,
      caipNetworkId,
      chainNamespace: "eip155",
      nativeCurrency: { symbol, decimals: 18 },
      blockExplorers: { default: { url: expect.stringMatching(/^https:/) } },
    })
  })

  const shown = (networks: readonly Networks.Network[]) =>
    networks.map(({ name, id, testnet, nativeCurrency: { symbol, decimals } }) => [
      ...[name, id, testnet],
      `${symbol} ${decimals}`,
    ])

  it("Bundled networks: Solana mainnet/devnet/testnet", () => {
    expect(shown([site.solana, site.solanaDevnet, site.solanaTestnet])).toEqual([
      ["Solana", "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", false, "SOL 9"],
      ["Solana Devnet", "EtWTRABZaYq6iMfeYKouRu166VU2xqa1", true, "SOL 9"],
      ["Solana Testnet", "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z", true, "SOL 9"],
    ])
    expect(site.solana.nativeCurrency).toEqual({ name: "Solana", symbol: "SOL", decimals: 9 })
  })

  it("Bundled networks: Bitcoin mainnet/testnet/signet", () => {
    expect(shown([site.bitcoin, site.bitcoinTestnet, site.bitcoinSignet])).toEqual([
      ["Bitcoin", "000000000019d6689c085ae165831e93", false, "BTC 8"],
      ["Bitcoin Testnet", "000000000933ea01ad0ee984209779ba", true, "BTC 8"],
      ["Bitcoin Signet", "00000008819873e925422c1ff0f99f7c", true, "BTC 8"],
    ])
    expect(site.bitcoin.nativeCurrency).toEqual({ name: "Bitcoin", symbol: "BTC", decimals: 8 })
  })

  it("Network: caipNetworkId", () => {
    expect(all).toHaveLength(16)
    expect(new Set(all.map(({ caipNetworkId }) => caipNetworkId)).size).toBe(16)
    for (const { caipNetworkId, chainNamespace, id } of all) expect(caipNetworkId).toBe(`${chainNamespace}:${id}`)

    // A site may leave it out.
    const described = all.map(({ caipNetworkId: _, ...others }) => others)
    const { options } = checkOptions({ projectId: "test", networks: described })
    expect(options.networks).toEqual(all)
    const { caipNetworkId: _, ...withoutId } = Networks.solana
    expect(defineNetwork(withoutId).caipNetworkId).toBe("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp")
  })

  it("Network: rpcUrls.default.http", () => {
    for (const { rpcUrls } of all) {
      expect(rpcUrls.default.http.length).toBeGreaterThan(0)
      for (const url of rpcUrls.default.http) expect(new URL(url).protocol).toBe("https:")
    }

    const rpcUrls = { default: { http: ["http://127.0.0.1:8899", "http://127.0.0.1:8900"] } }
    const { options } = checkOptions({ projectId: "test", networks: [defineNetwork({ ...Networks.solana, rpcUrls })] })
    expect(options.networks[0]?.rpcUrls).toEqual(rpcUrls)
  })

  it("Network: blockExplorers.default (name, url, apiUrl)", () => {
    for (const { chainNamespace, blockExplorers } of all) {
      if (chainNamespace === "bip122") expect(blockExplorers).toBeUndefined()
      else expect(new URL(blockExplorers?.default.url ?? "").protocol).toBe("https:")
      if (chainNamespace === "solana")
        expect(blockExplorers).toEqual({ default: { name: "Solscan", url: "https://solscan.io" } })
      if (chainNamespace === "eip155") expect(blockExplorers?.default.apiUrl).toMatch(/^https:/)
    }
  })

  it("Network: optional deprecatedCaipNetworkId", () => {
    expect(Networks.solana.deprecatedCaipNetworkId).toBe("solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ")
    expect(Networks.solanaDevnet.deprecatedCaipNetworkId).toBe("solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K")
  })

  it.each([
    ["Ethereum 12 s", Networks.mainnet, 12_000],
    ["Base 2 s", Networks.base, 2_000],
    ["Avalanche 1.7 s", Networks.avalanche, 1_700],
    ["Celo 1 s", Networks.celo, 1_000],
  ] as const)("Block time: %s", (_, network, blockTime) => {
    for (const networks of [[network], [Networks.fantom, network, Networks.aurora]]) {
      const { chains } = snapshot(instanceOf({ networks, defaultNetwork: network }))
      expect(chains.eip155?.networkState.caipNetwork).toMatchObject({ name: network.name, blockTime })
    }
  })

  it("agree with viem about each EVM network", () => {
    for (const network of all.filter(({ chainNamespace }) => chainNamespace === "eip155")) {
      const known = Object.values(viem).find(({ id }) => id === network.id)
      expect(known?.nativeCurrency).toEqual(network.nativeCurrency)
      expect(known?.testnet ?? false).toBe(network.testnet ?? false)
      expect(known?.blockExplorers?.default).toMatchObject(network.blockExplorers?.default ?? {})
      expect(known?.rpcUrls.default.http).toEqual(network.rpcUrls.default.http)
    }
  })

  it("have a picture each", () => {
    for (const { caipNetworkId } of all) expect(networkImages[caipNetworkId]).toMatch(/^[0-9a-f-]{36}$/)
    for (const id of Object.values(connectorImages)) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe("defineNetwork", () => {
  it("accepts viem's chains", () => {
    expect(defineNetwork(viem.arbitrum)).toEqual({
      id: 42161,
      name: "Arbitrum One",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: viem.arbitrum.rpcUrls.default.http } },
      blockExplorers: { default: viem.arbitrum.blockExplorers.default },
      chainNamespace: "eip155",
      caipNetworkId: "eip155:42161",
      blockTime: viem.arbitrum.blockTime,
    })
  })

  it("omits fields that were not given", () => {
    const network = defineNetwork({
      id: "abc",
      name: "Local",
      nativeCurrency: { name: "Sol", symbol: "SOL", decimals: 9 },
      rpcUrls: { default: { http: ["http://127.0.0.1:8899"] } },
      chainNamespace: "solana",
      blockExplorers: undefined,
      testnet: undefined,
    })

    expect(Object.keys(network)).toEqual(["id", "name", "nativeCurrency", "rpcUrls", "chainNamespace", "caipNetworkId"])
    expect(network.caipNetworkId).toBe("solana:abc")
  })

  it.each([
    ["after a bundled one", Networks.mainnet],
    ["without a namespace", { rpcUrls: Networks.mainnet.rpcUrls }],
  ] as const)("has the ID, the currency and the former ID of a site's own network, described %s", (_, before) => {
    const own = {
      id: 31_337,
      name: "Local",
      nativeCurrency: { name: "Token", symbol: "TKN", decimals: 6 },
      deprecatedCaipNetworkId: "eip155:1337",
    } as const
    const expected = { ...own, chainNamespace: "eip155", caipNetworkId: "eip155:31337" }
    expect(defineNetwork({ ...before, ...own })).toMatchObject(expected)
    expect(checkOptions({ projectId: "test", networks: [{ ...before, ...own }] }).options.networks).toMatchObject([
      expected,
    ])
  })

  it("returns a bundled network unchanged", () => {
    for (const network of all) expect(defineNetwork(network)).toEqual(network)
  })
})

describe("The provider's node", () => {
  const own = "https://chain.example"
  it.each([
    ["https://rpc.walletconnect.org/v1", own, true],
    [`${own}/v1`, own, true],
    [`${own}/v1/`, `${own}//`, true],
    [`${own}/v1/`, `${own}/a/`, false],
    [`${own}/a/v1`, `${own}/a/`, true],
    [`${own}/v2`, own, false],
    ["", own, false],
  ])("is %s, with the host %s: %s", (url, host, expected) => {
    expect(isProviderNode(url, host)).toBe(expected)
  })
})
