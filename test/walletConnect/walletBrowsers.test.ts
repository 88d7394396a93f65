import { describe, expect, it } from "vitest"
import { walletBrowserOf, walletBrowserRows } from "../../src/walletConnect/model/walletBrowsers.ts"
import { walletBrowsers } from "../../src/wallets/first-paint/model/wallet.ts"

const page = { url: "https://site.example/a?b=c&d=ü", origin: "https://site.example", networkId: "bitcoin" }
const url = "https%3A%2F%2Fsite.example%2Fa%3Fb%3Dc%26d%3D%C3%BC"
const linkOf = (name: string) => walletBrowserRows.find((row) => row.name === name)?.link(page)

describe("the in-app browsers of wallets", () => {
  it("are the four listed on a phone", () => {
    expect(walletBrowserRows.map(({ name, id }) => [name, id])).toEqual([
      ["Phantom", "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393"],
      ["Solflare", "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79"],
      ["Coinbase", "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa"],
      ["Binance", "2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25"],
    ])
    expect(new Set(walletBrowserRows.map(({ id }) => id))).toEqual(walletBrowsers)
  })

  it.each([
    ["Phantom", `https://phantom.app/ul/browse/${url}?ref=https%3A%2F%2Fsite.example`],
    ["Solflare", `https://solflare.com/ul/v1/browse/${url}?ref=${url}`],
    ["Coinbase", `https://go.cb-w.com/dapp?cb_url=${url}`],
  ])("of %s receive the page URL", (name, href) => expect(linkOf(name)).toBe(href))

  it("of Binance receive the page URL and the network, in a link nested in a link", () => {
    const outer = new URL(linkOf("Binance") ?? "")
    const nested = outer.searchParams.get("_dp") ?? ""
    expect(nested).toMatch(/^[A-Za-z0-9+/]+=*$/)
    const inner = new URL(atob(nested))

    expect(`${outer.origin}${outer.pathname}`).toBe("https://app.binance.com/en/download")
    expect(inner.href.split("?")[0]).toBe("bnc://app.binance.com/mp/app")
    expect(inner.searchParams.get("appId")).toBe("yFK5FCqYprrXDiVFbhyRx7")
    expect(atob(inner.searchParams.get("startPagePath") ?? "")).toBe("/pages/browser/index")
    expect(atob(inner.searchParams.get("startPageQuery") ?? "")).toBe(`url=${url}&defaultChainId=bitcoin`)
  })

  const connectable = ["eip155", "solana", "bip122"] as const
  it.each([
    ["Phantom", "every namespace", "phantom", connectable],
    ["Solflare", "every namespace", "solflare", connectable],
    ["Coinbase", "Solana only", "coinbaseSolana", ["solana"]],
    ["Binance", "Bitcoin only", "binancew3w", ["bip122"]],
  ])("of %s are used for %s, unless it is injected", (name, _, object, expected) => {
    const { id = "" } = walletBrowserRows.find((row) => row.name === name) ?? {}
    const used = (injected: string) =>
      connectable.filter((namespace) =>
        walletBrowserOf(id, { mobile: true, namespace, holds: (global) => global === injected }),
      )
    expect(used("ethereum")).toEqual(expected)
    expect(used(object)).toEqual([])
  })

  it.each(walletBrowserRows.map((row) => [row.name, row] as const))(
    "of %s are not offered inside that wallet",
    (_, row) => {
      const here = { mobile: true, namespace: row.namespace ?? "eip155", holds: () => false } as const

      expect(walletBrowserOf(row.id, here)).toBe(row)
      expect(walletBrowserOf(row.id, { ...here, holds: (object) => object === row.object })).toBeUndefined()
      expect(walletBrowserOf(row.id, { ...here, mobile: false })).toBeUndefined()
      expect(walletBrowserOf("another", here)).toBeUndefined()
    },
  )
})
