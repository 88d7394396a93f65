import { describe, expect, it } from "vitest"
import { bundledWallets } from "../../src/domain/bundledWallets.ts"
import { walletLink } from "../../src/domain/links.ts"
import { platformsOf } from "../../src/domain/platforms.ts"
import { decodeUnknown } from "../../src/domain/schema.ts"
import { onMobile, type Wallet } from "../../src/domain/wallets.ts"
import { walletSchema } from "../../src/domain/walletsRow.ts"

describe("the bundled wallets", () => {
  it.each(bundledWallets.map((wallet) => [wallet.name, wallet] as const))(
    "hold %s as an answer of the directory is decoded",
    (_, wallet) => {
      expect(decodeUnknown(walletSchema)(wallet)).toEqual(wallet)
      expect(wallet.id).toMatch(/^[0-9a-f]{64}$/)
    },
  )

  it("fill the Connect view, each once, and can be reached from a desktop and from a phone", () => {
    const ids = bundledWallets.map(({ id }) => id)
    const ways = (mobile: boolean) => bundledWallets.map((wallet: Wallet) => platformsOf(wallet, false, mobile)[0])

    expect(new Set(ids).size).toBe(4)
    expect(ways(false)).toEqual(ids.map(() => "qrcode"))
    expect(ways(true)).toEqual(ids.map(() => "mobile"))
    expect(onMobile(bundledWallets)).toEqual(bundledWallets)
    expect(bundledWallets.map(({ mobile_link }) => walletLink(mobile_link, "wc:1")?.href)).toEqual([
      "metamask://wc?uri=wc%3A1",
      "trust://wc?uri=wc%3A1",
      "okex://main/wc?uri=wc%3A1",
      "bitkeep://wc?uri=wc%3A1",
    ])
  })
})
