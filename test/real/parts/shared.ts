import { expect } from "@playwright/test"
import type { Site } from "../../serve.ts"
import { test as onSite, served } from "../../site.ts"
import * as Anvil from "./anvil.ts"
import { installMetaMask, type MetaMask, type MetaMaskOptions } from "./metamask.ts"
import { addressOf, becomes, choose } from "./playground.ts"
import * as Provider from "./provider.ts"
import * as Relay from "./relay.ts"
import { first as onSolana, receiver } from "./solanaPage.ts"
import * as Svm from "./svm.ts"

export const { first, second, third } = Anvil

/** An address without a balance, so everything it has was sent by the test. */
export const stranger = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"

/** State of the modal once MetaMask has approved. */
export const connected = {
  status: "connected",
  address: first.address,
  network: "eip155:1",
  connector: "io.metamask",
} as const

type Chain = 1 | 137 | 8453

interface Shared {
  readonly started: Readonly<Record<Chain, Anvil.Anvil>>
  readonly relay: Relay.Relay
  /** Stand-in for the secure site. */
  readonly secure: Site
}

interface Each {
  /** EVM chains of the site. */
  readonly chains: readonly Chain[]
  /** Overrides of the playground's options. */
  readonly options: object
  /** Overrides of MetaMask. By default it knows the site's chains. */
  readonly metamaskOptions: Partial<MetaMaskOptions>
  /** All nodes by chain ID. Each test starts with the chains' initial state. */
  readonly anvils: Readonly<Record<Chain, Anvil.Anvil>>
  readonly ethereum: Anvil.Anvil
  readonly polygon: Anvil.Anvil
  /** Nodes of the site's chains. */
  readonly nodes: Readonly<Record<number, string>>
  readonly provider: Provider.Provider
  readonly metamask: MetaMask
  /** Opens the playground on these parts, with further options. */
  readonly visit: (more?: object, site?: Pick<Site, "url">) => Promise<void>
  /** Connects MetaMask on the page. */
  readonly connect: () => Promise<void>
  /** Solana mainnet, where the first account has 1.2349 SOL, and devnet, where it has 3. */
  readonly svms: { readonly mainnet: Svm.Svm; readonly devnet: Svm.Svm }
  /** Fails the test on an uncaught error in the page. */
  readonly uncaught: undefined
}

/**
 * Playwright's `test` with the parts that the tests of a worker share, and fixtures on them. All tests of real parts
 * extend it, because a worker stops whenever the next test needs other worker fixtures. A part starts when a test first
 * uses it.
 */
export const test = onSite.extend<Each, Shared>({
  started: [
    async ({ browserName: _ }, use) => {
      const [ethereum, polygon, base] = await Promise.all([1, 137, 8453].map((chainId) => Anvil.start({ chainId })))
      if (!ethereum || !polygon || !base) throw new Error("Three chains were started")
      await use({ 1: ethereum, 137: polygon, 8453: base })
      await Promise.all([ethereum.stop(), polygon.stop(), base.stop()])
    },
    { scope: "worker" },
  ],
  relay: [
    async ({ browserName: _ }, use) => {
      const relay = await Relay.start()
      await use(relay)
      await relay.stop()
    },
    { scope: "worker" },
  ],
  secure: served("secure-site"),
  chains: [[1, 137], { option: true }],
  options: [{}, { option: true }],
  metamaskOptions: [{}, { option: true }],
  anvils: async ({ started }, use) => {
    const back = await Promise.all(Object.values(started).map((chain) => chain.keep()))
    await use(started)
    await Promise.all(back.map((go) => go()))
  },
  ethereum: ({ anvils }, use) => use(anvils[1]),
  polygon: ({ anvils }, use) => use(anvils[137]),
  nodes: ({ anvils, chains }, use) => use(Object.fromEntries(chains.map((id) => [id, anvils[id].url]))),
  provider: async ({ anvils }, use) => {
    const rpc = Object.fromEntries(Object.entries(anvils).map(([id, { url }]) => [`eip155:${id}`, url]))
    const provider = await Provider.start({ rpc })
    await use(provider)
    await provider.stop()
  },
  metamask: async ({ context, nodes, metamaskOptions }, use) =>
    use(await installMetaMask(context, { accounts: [first, second], chains: nodes, ...metamaskOptions })),
  visit: ({ page, site, provider, relay, nodes, options, uncaught: _ }, use) =>
    use(async (more, at = site) => {
      await page.goto(addressOf({ site: at, provider, relay, nodes, options: { ...options, ...more } }))
      await page.waitForFunction(() => "portico" in window)
    }),
  connect: ({ page, metamask: _ }, use) =>
    use(async () => {
      await choose(page, "io.metamask")
      await becomes(page, connected)
    }),
  svms: async ({ browserName: _ }, use) => {
    const [mainnet, devnet] = await Promise.all([Svm.start(), Svm.start({ genesisHash: receiver })])
    mainnet.airdrop(onSolana, 1_234_900_000n)
    devnet.airdrop(onSolana, 3_000_000_000n)
    await use({ mainnet, devnet })
    await Promise.all([mainnet.stop(), devnet.stop()])
  },
  uncaught: async ({ page }, use) => {
    const errors: string[] = []
    page.on("pageerror", (error) => errors.push(String(error)))
    await use(undefined)
    expect(errors, "errors that nothing caught").toEqual([])
  },
})
