import type { Page } from "@playwright/test"

/** A wallet that announces itself to the page (EIP-6963). */
export interface Announced {
  readonly name: string
  readonly icon?: string
  /** Accounts on Base. */
  readonly accounts?: readonly string[]
  /** Error for every request. */
  readonly rejects?: string
}

/** Adds wallets to the page by their reverse domain names, from the next navigation on. */
export const announce = (page: Page, wallets: Readonly<Record<string, Announced>>) =>
  page.addInitScript((wallets) => {
    const announceAll = () => {
      for (const [rdns, { name, icon = "", accounts = [], rejects }] of Object.entries(wallets)) {
        const request = async ({ method }: { readonly method: string }) => {
          if (rejects !== undefined) throw rejects
          return method === "eth_chainId" ? "0x2105" : accounts
        }
        const detail = { info: { uuid: rdns, name, icon, rdns }, provider: { request, on() {}, removeListener() {} } }
        window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze(detail) }))
      }
    }
    window.addEventListener("eip6963:requestProvider", announceAll)
    announceAll()
  }, wallets)
