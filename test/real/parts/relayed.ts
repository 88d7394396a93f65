import type { Locator } from "@playwright/test"
import { type Hex, verifyMessage } from "viem"
import { becomes, call, choose, snapshot, soon, view } from "./playground.ts"
import { first, second, test as shared } from "./shared.ts"
import * as Wallet from "./wallet.ts"

/** Accounts of the wallet, the selected one first. */
export const [holder, other] = [first, second]

/** State of the modal once the wallet has approved. */
export const connected = {
  status: "connected",
  address: holder.address,
  network: "eip155:1",
  connector: "walletConnect",
}

interface Each {
  /** Overrides of the wallet. By default it knows Ethereum and Polygon, can add Base, and approves Ethereum. */
  readonly walletOptions: Partial<Wallet.WalletOptions>
  readonly wallet: Wallet.Wallet
  /** Opens the page and shows a QR code. */
  readonly show: () => Promise<Locator>
  /** The pairing URI that the page shows now. */
  readonly code: () => Promise<string>
  /** Opens the page and makes the wallet scan its QR code. */
  readonly pair: () => Promise<void>
  /** Signs a text through the modal. Returns whether the signature is this account's. */
  readonly signed: (message: string, address: Hex) => Promise<boolean>
}

/**
 * Playwright's `test` on the built playground with a wallet behind the loopback relay. `connect` opens the page and
 * connects the wallet.
 */
export const test = shared.extend<Each>({
  chains: [1, 137, 8453],
  walletOptions: [{}, { option: true }],
  wallet: async ({ nodes, relay, walletOptions }, use) => {
    const { 1: ethereum = "", 137: polygon = "", 8453: base = "" } = nodes
    const wallet = await Wallet.start({
      relay: relay.url,
      accounts: [holder, other],
      chains: { 1: ethereum, 137: polygon },
      addable: { 8453: base },
      approves: [1],
      ...walletOptions,
    })
    await use(wallet)
    await wallet.stop()
    relay.closeWith(undefined)
  },
  show: ({ page, visit }, use) =>
    use(async () => {
      await visit()
      await choose(page, "walletConnect")
      return view(page, "ConnectingWalletConnect")
    }),
  code: ({ page }, use) =>
    use(async () => {
      await soon(async () => (await snapshot(page)).wcUri).toMatch(/^wc:/)
      return String((await snapshot(page)).wcUri)
    }),
  pair: ({ wallet, show, code }, use) =>
    use(async () => {
      await show()
      await wallet.pair(await code())
    }),
  connect: ({ page, pair }, use) =>
    use(async () => {
      await pair()
      await becomes(page, connected)
    }),
  signed: ({ page }, use) =>
    use(async (message, address) => {
      const signature = (await call(page, "signMessage", { message })) as Hex
      return verifyMessage({ address, message, signature })
    }),
})
