import type { Wallet } from "../first-paint/model/wallet.ts"

/** Way to reach a wallet from this page. */
export type Platform = "browser" | "mobile" | "qrcode" | "web" | "desktop" | "unsupported"

/** Returns the ways to reach a wallet, preferred first. Without a wallet, returns only the QR code, which any wallet can scan. */
export const platformsOf = (wallet: Wallet | undefined, installed: boolean, mobile: boolean): readonly Platform[] => {
  if (!wallet) return ["qrcode"]
  const extension = wallet.rdns !== undefined || (wallet.injected?.length ?? 0) > 0
  const ways: readonly (readonly [Platform, boolean])[] = [
    ["browser", extension && installed],
    [mobile ? "mobile" : "qrcode", Boolean(wallet.mobile_link)],
    ["web", Boolean(wallet.webapp_link)],
    ["desktop", Boolean(wallet.desktop_link) && !mobile],
    ["unsupported", extension && !installed],
  ]
  const open = ways.filter(([, there]) => there).map(([platform]) => platform)
  return open.length > 0 ? open : [mobile ? "unsupported" : "qrcode"]
}
