import { describe, expect, it } from "vitest"
import { decodeUnknown } from "../../src/core/opening/schema.ts"
import { sourcesOf } from "../../src/help/model.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import * as networks from "../../src/options/networks.ts"
import { walletLink } from "../../src/walletConnect/model/links.ts"
import { bundledWallets } from "../../src/wallets/first-paint/model/bundledWallets.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"
import { walletSupportsNamespace } from "../../src/wallets/first-paint/model/walletNamespaces.ts"
import { platformsOf } from "../../src/wallets/model/platforms.ts"
import { walletSchema } from "../../src/wallets/opening/schema.ts"

const namespaces = new Set(
  Object.values(networks).flatMap((one) => (typeof one === "function" ? [] : [one.chainNamespace])),
)

describe("the bundled wallets", () => {
  it.each(bundledWallets.map((wallet) => [wallet.name, wallet] as const))(
    "hold %s as a directory response is decoded",
    (_, wallet) => {
      expect(decodeUnknown(walletSchema)(wallet)).toEqual(wallet)
      expect(wallet.id).toMatch(/^[0-9a-f]{64}$/)
    },
  )

  it("are a dozen, without duplicates, and fill the Connect view of every namespace", () => {
    expect(new Set(bundledWallets.map(({ id }) => id)).size).toBe(12)
    for (const namespace of namespaces)
      expect(
        bundledWallets.filter((wallet) => walletSupportsNamespace(wallet, namespace)).length,
      ).toBeGreaterThanOrEqual(4)
  })

  it("are offered only on networks that they support", () => {
    const namesIn = (namespace: Namespace) =>
      bundledWallets.filter((wallet) => walletSupportsNamespace(wallet, namespace)).map(({ name }) => name)
    const everywhere = ["OKX Wallet", "Bitget Wallet"]
    const evm = [...everywhere, "Rainbow", "Uniswap Wallet", "SafePal", "TokenPocket"]
    expect(namesIn("eip155")).toEqual(["MetaMask", "Trust Wallet", ...evm])
    expect(namesIn("solana")).toEqual(["Trust Wallet", "Phantom", "Solflare", ...everywhere])
    expect(namesIn("bip122")).toEqual(["Xverse", "Leather", ...everywhere])
    expect(namesIn("sui")).toEqual([])
  })

  it("lead to a QR code on a desktop and to their app on a phone, or else to where their extension can be installed", () => {
    const apps = bundledWallets.filter(({ mobile_link }) => mobile_link !== undefined)
    const ways = (mobile: boolean) => apps.map((wallet: Wallet) => platformsOf(wallet, false, mobile)[0])
    expect(ways(false)).toEqual(apps.map(() => "qrcode"))
    expect(ways(true)).toEqual(apps.map(() => "mobile"))
    expect(apps.slice(0, 2).map(({ mobile_link }) => walletLink(mobile_link, "wc:1")?.href)).toEqual([
      "metamask://wc?uri=wc%3A1",
      "trust://wc?uri=wc%3A1",
    ])

    const extensions = bundledWallets.filter(({ mobile_link }) => mobile_link === undefined)
    for (const wallet of extensions) {
      expect(platformsOf(wallet, false, false), wallet.name).toEqual(["unsupported"])
      expect(sourcesOf(wallet), wallet.name).not.toEqual([])
    }
  })
})
