import { describe, expect, it } from "vitest"
import { endpointsOf } from "../../layers/rpc/transport/endpoints.ts"
import { policyFor } from "../../src/index.ts"
import { checkOptions } from "../../src/options/checkOptions.ts"
import { hostsOf } from "../../src/options/hosts.ts"
import * as bundled from "../../src/options/networks.ts"
import type { Hosts, ModalOptions } from "../../src/options/options.ts"
import { draws } from "../fixtures/draws.ts"

const { base, bitcoin, mainnet, solana } = bundled
const usual = { projectId: "p", networks: [mainnet, base] }

/** The values of a header, by directive. */
const read = (header: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    header.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ")
      return [name, sources]
    }),
  )
const policyOf = (options: Partial<ModalOptions>) => read(policyFor({ ...usual, ...options }))

/** Whether a policy lets a page load this URL, as a browser decides. */
const allows = (sources: readonly string[] = [], url: string) =>
  sources.some((source) => source === new URL(url).origin || source === new URL(url).protocol)

const networks = Object.values(bundled).filter((one) => typeof one !== "function")

describe("policyFor", () => {
  it("allows a usual site only its own code, the provider's hosts, its nodes, and pictures", () => {
    expect(policyFor(usual)).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src data: https:",
        "connect-src 'self' https://api.web3modal.org https://rpc.walletconnect.org https://pulse.walletconnect.org wss://relay.walletconnect.org https://ethereum.reth.rs https://mainnet.base.org",
        "frame-src https://secure.walletconnect.org https://verify.walletconnect.org",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self' https://app.safe.global",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join("; "),
    )
  })

  it.each<readonly [name: keyof Hosts, directive: string]>([
    ["api", "connect-src"],
    ["blockchain", "connect-src"],
    ["analytics", "connect-src"],
    ["relay", "connect-src"],
    ["utxo", "connect-src"],
    ["secureSite", "frame-src"],
    ["verify", "frame-src"],
    ["images", "img-src"],
  ])("allows each host only where it is used: %s", (name, directive) => {
    const url = `${name === "relay" ? "ws" : "http"}://${name.toLowerCase()}.example:8080`
    const policy = policyOf({ networks: [mainnet, bitcoin], hosts: { [name]: `${url}/with/a/path` } })

    expect(policy[directive]).toContain(url)
    expect(Object.entries(policy).filter(([, sources]) => sources.includes(url))).toHaveLength(1)
    const provided = new URL(String(hostsOf(checkOptions(usual).options)[name])).origin
    const shared = name === "images" ? [] : policy[directive]
    expect(name === "api" ? [] : shared, "the one that it stands for is not there").not.toContain(provided)
  })

  it("allows the embedded wallet's frame only with a project", () => {
    const frame = "https://secure.walletconnect.org"
    expect(policyOf({})["frame-src"]).toContain(frame)
    expect(policyOf({ projectId: "" })["frame-src"]).not.toContain(frame)
  })

  it("skips pictures without a valid URL", () => {
    expect(policyOf({ chainImages: { 1: "http://" } })["img-src"]).toEqual(policyOf({})["img-src"])
  })

  it("allows every relay host of a list", () => {
    const relay = ["wss://one.example", "wss://two.example:8080/relay"]
    expect(policyOf({ hosts: { relay } })["connect-src"]).toEqual(
      expect.arrayContaining(["wss://one.example", "wss://two.example:8080"]),
    )
    expect(policyOf({ hosts: { relay } })["connect-src"]).not.toContain("wss://relay.walletconnect.org")
  })

  it("allows every node that is called, for any networks", () => {
    for (const draw of draws(200)) {
      const some = networks.filter(() => draw.upTo(1) > 0.8)
      const blockchain = draw.oneOf([
        "https://rpc.walletconnect.org",
        "http://127.0.0.1:4000",
        "https://chain.example/",
      ])
      const own = Object.fromEntries(
        some
          .filter(() => draw.upTo(1) > 0.5)
          .map(({ caipNetworkId }, index) => [caipNetworkId, [{ url: `http://127.0.0.1:${5000 + index}/key?a=b` }]]),
      )
      const options = { projectId: "p", networks: some, hosts: { blockchain }, customRpcUrls: own }
      const sources = policyOf(options)["connect-src"]
      for (const network of some) {
        for (const { url } of endpointsOf({ projectId: "p", blockchainHost: blockchain, customRpcUrls: own }, network))
          expect([allows(sources, url), url]).toEqual([true, url])
      }
    }
  })

  it.each<readonly [string, Partial<ModalOptions>, directive: string, host: string]>([
    ["analytics off", { features: { analytics: false } }, "connect-src", "https://pulse.walletconnect.org"],
    ["no relay", { enableWalletConnect: false }, "connect-src", "wss://relay.walletconnect.org"],
    ["no relay", { enableWalletConnect: false }, "frame-src", "https://verify.walletconnect.org"],
    ["basic mode", { basic: true }, "frame-src", "https://secure.walletconnect.org"],
    ["the pay feature", { features: { pay: true } }, "frame-src", "https://secure.walletconnect.org"],
    ["no page of Coinbase's wallet", { enableCoinbase: false }, "connect-src", "'self'"],
    ["no EVM network", { networks: [solana] }, "connect-src", "'self'"],
    ["no Bitcoin network", {}, "connect-src", "https://mempool.space"],
  ])("omits unused hosts: with %s, %s", (_, options, directive, host) => {
    expect(policyOf(options)[directive]).not.toContain(host)
  })

  it("has no frames without relay and embedded wallet, and Bitcoin's host only with Bitcoin", () => {
    expect(policyOf({ basic: true, enableWalletConnect: false })["frame-src"]).toEqual(["'none'"])
    expect(policyOf({ networks: [bitcoin] })["connect-src"]).toContain("https://mempool.space")
  })

  it("allows pictures named in the options, even without HTTPS", () => {
    const policy = policyOf({
      chainImages: { 1: "http://127.0.0.1:9/ether.png" },
      connectorImages: { a: "data:image/png;base64,AAAA", b: "data:image/svg+xml,http://drawn.example" },
      tokens: { "eip155:1": { address: `0x${"1".repeat(40)}`, image: "http://tokens.example/t.svg" } },
      customWallets: [{ id: "w", name: "W", image_url: "http://pictures.example/w.svg" }],
    })
    expect(policy["img-src"]).toEqual([
      ...["data:", "https:", "http://127.0.0.1:9", "http://tokens.example", "http://pictures.example"],
    ])
  })

  it("lets only the page itself and its Safe frame the page", () => {
    const framing = (options: Partial<ModalOptions>) => policyOf(options)["frame-ancestors"]

    expect(framing({ hosts: { safe: "https://safe.example/a/path" } })).toEqual(["'self'", "https://safe.example"])
    expect(framing({ networks: [bitcoin] })).toEqual(["'self'"])
  })

  it("includes the page's own sources, which replace 'none', and leaves out a directive that is false", () => {
    const header = policyFor(
      { ...usual, cspNonce: "bm9uY2U" },
      {
        "connect-src": ["https://shop.example"],
        "trusted-types": ["shop"],
        "font-src": ["'self'"],
        "manifest-src": [],
        "form-action": ["'self'"],
        "require-trusted-types-for": false,
      },
    )
    const policy = read(header)
    expect(policy["connect-src"]).toContain("https://shop.example")
    expect(policy["connect-src"]).toContain("https://api.web3modal.org")
    expect(policy["trusted-types"]).toEqual(["shop"])
    expect(policy["font-src"]).toEqual(["'self'"])
    expect(policy["manifest-src"]).toEqual([])
    expect(policy).not.toHaveProperty("require-trusted-types-for")
    expect(policy["form-action"]).toEqual(["'self'"])
    expect(policy["style-src"]).toEqual(["'self'", "'nonce-bm9uY2U'"])
  })

  it("treats invalid options as createModal does: as if they were absent", () => {
    expect(policyFor({ ...usual, hosts: { api: "; script-src *" }, networks: "all" as never })).not.toContain("*")
  })
})
