import { expect, type Locator } from "@playwright/test"
import { type Hex, verifyMessage } from "viem"
import * as Anvil from "./anvil.ts"
import { addressOf, becomes, choose, patiently, snapshot, uncaught, view } from "./playground.ts"
import * as Provider from "./provider.ts"
import { test as shared } from "./shared.ts"
import * as Wallet from "./wallet.ts"

const [first, second] = Anvil.accounts
if (!first || !second) throw new Error("Anvil has ten accounts")

/** The wallet's accounts, the selected one first. */
export const [holder, other] = [first, second]

/** What the modal says once the wallet has approved. */
export const connected = {
  status: "connected",
  address: holder.address,
  network: "eip155:1",
  connector: "walletConnect",
}

interface Each {
  /** Methods that the wallet knows; left out, all that it can. */
  readonly methods: readonly string[] | undefined
  /** Chains that it takes on, with their nodes; left out, Base. */
  readonly addable: Readonly<Record<number, string>> | undefined
  /** The wallet signs in along with its approval; left out, it does not know how. */
  readonly signsIn: boolean
  /** Laid over the playground's options. */
  readonly options: object
  readonly provider: Provider.Provider
  /** Knows Ethereum and Polygon, can add Base, and approves Ethereum of a proposal. */
  readonly wallet: Wallet.Wallet
  /** Opens the page and shows a code to scan. */
  readonly visit: () => Promise<Locator>
  /** The code that the page shows now. */
  readonly code: () => Promise<string>
  /** Opens the page and connects the wallet. */
  readonly connect: () => Promise<void>
  /** Opens the networks and presses one, by its CAIP-2 id. */
  readonly switchTo: (network: string) => Promise<void>
  /** Has a text signed through the modal; whether the signature is this account's. */
  readonly signed: (message: string, address: Hex) => Promise<boolean>
  readonly caught: undefined
}

/** A test on the built playground with a wallet behind the loopback relay. An error that nobody catches in the page fails it. */
export const test = shared.extend<Each>({
  provider: async ({ page: _ }, use) => {
    const provider = await Provider.start()
    await use(provider)
    await provider.stop()
  },
  methods: [undefined, { option: true }],
  addable: [undefined, { option: true }],
  signsIn: [false, { option: true }],
  options: [{}, { option: true }],
  wallet: async ({ nodes, relay, methods, addable, signsIn }, use) => {
    const wallet = await Wallet.start({
      relay: relay.url,
      accounts: [holder, other],
      chains: { 1: nodes[1], 137: nodes[137] },
      addable: addable ?? { 8453: nodes[8453] },
      approves: [1],
      ...(methods && { methods }),
      signsIn,
    })
    await use(wallet)
    await wallet.stop()
    relay.closeWith(undefined)
  },
  visit: ({ page, site, provider, relay, nodes, options }, use) =>
    use(async () => {
      await page.goto(addressOf({ site, provider, relay, nodes, options }))
      await choose(page, "walletConnect")
      return view(page, "ConnectingWalletConnect")
    }),
  code: ({ page }, use) =>
    use(async () => {
      await patiently.poll(async () => (await snapshot(page)).wcUri).toMatch(/^wc:/)
      return String((await snapshot(page)).wcUri)
    }),
  connect: ({ page, wallet, visit, code }, use) =>
    use(async () => {
      await visit()
      await wallet.pair(await code())
      await becomes(page, connected)
    }),
  switchTo: ({ page }, use) =>
    use(async (network) => {
      await page.evaluate(() => window.portico.open({ view: "Networks" }))
      await view(page, "Networks").locator(`[data-network="${network}"]`).click()
    }),
  signed: ({ page }, use) =>
    use(async (message, address) => {
      const signature = await page.evaluate((message) => window.portico.signMessage({ message }), message)
      return verifyMessage({ address, message, signature: signature as Hex })
    }),
  caught: [
    async ({ page }, use) => {
      const errors = uncaught(page)
      await use(undefined)
      expect(errors, "what nobody caught in the page").toEqual([])
    },
    { auto: true },
  ],
})
