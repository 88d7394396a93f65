import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test"
import { type Address, erc20Abi, parseEther } from "viem"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import { installMetaMask } from "./parts/metamask.ts"
import { addressOf, becomes, choose, patiently, snapshot, view, who } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import * as Relay from "./parts/relay.ts"
import { logIn, press } from "./parts/secureSite.ts"
import { test } from "./parts/shared.ts"
import * as Wallet from "./parts/wallet.ts"

// What a visitor sends from the views, by each kind of wallet, on two chains of this machine.

const [first, second] = Anvil.accounts
if (!first || !second) throw new Error("Anvil has ten accounts")
/** Nobody's, so that what is there was sent by the test. */
const receiver = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"

let site: Site
let secure: Site
let chains: readonly Anvil.Anvil[]
let nodes: Readonly<Record<number, string>>
let provider: Provider.Provider
/** The token of a chain, once it is there. */
const tokens = new Map<number, Address>()

test.beforeAll(async () => {
  ;[site, secure] = await Promise.all([serve("whole"), serve("secure-site")])
})
test.afterAll(() => Promise.all([site.stop(), secure.stop()]))

test.beforeEach(async () => {
  tokens.clear()
  chains = await Promise.all([Anvil.start({ chainId: 1 }), Anvil.start({ chainId: 137 })])
  nodes = Object.fromEntries(chains.map(({ chainId, url }) => [chainId, url]))
  provider = await Provider.start({
    rpc: Object.fromEntries(chains.map(({ chainId, url }) => [`eip155:${chainId}`, url])),
  })
  // What the service lists is a moment behind; what there is the nodes say.
  provider.set("GET /v1/account/*/balance", ({ query: { chainId = "" } }: { readonly query: { chainId?: string } }) => {
    const token = tokens.get(Number(chainId.split(":")[1]))
    const listed = { chainId, value: 1, price: 1, iconUrl: "", quantity: { decimals: "18", numeric: "1000" } }
    const coin = { ...listed, name: "Coin", symbol: "COIN" }
    const harbour = { ...listed, name: "Harbour", symbol: "HRB", address: `${chainId}:${token}` }
    return { balances: token ? [coin, harbour] : [coin] }
  })
})
test.afterEach(() => Promise.all([provider.stop(), ...chains.map((chain) => chain.stop())]))

const held = (chain: Anvil.Anvil, token: Address, owner: Address) =>
  chain.client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [owner] })

/** A wallet, and what its holder does when it asks. */
interface Kind {
  readonly connect: (
    page: Page,
    context: BrowserContext,
  ) => Promise<{
    /** Says yes, or no, to what is asked next. */
    readonly answer: (agrees: boolean) => Promise<void>
    readonly end: () => Promise<void>
  }>
}

const visit = async (page: Page, relay?: Relay.Relay) => {
  const { url } = provider
  const hosts = {
    api: url,
    blockchain: url,
    analytics: url,
    verify: url,
    utxo: url,
    images: url,
    secureSite: secure.url,
  }
  const options = { hosts: { ...hosts, relay: relay?.url ?? "ws://127.0.0.1:1" } }
  await page.goto(addressOf({ site, provider, nodes, options, ...(relay && { relay }) }))
  await page.waitForFunction(() => "portico" in window)
}

const kinds: Readonly<Record<string, Kind>> = {
  "an injected wallet": {
    connect: async (page, context) => {
      const metamask = await installMetaMask(context, { accounts: [first, second], chains: nodes })
      await visit(page)
      await choose(page, "io.metamask")
      return {
        answer: async (agrees) => {
          if (!agrees) metamask.person.next("reject")
        },
        end: async () => {},
      }
    },
  },
  "a wallet over the relay": {
    connect: async (page) => {
      const relay = await Relay.start()
      const wallet = await Wallet.start({ relay: relay.url, accounts: [first, second], chains: nodes })
      await visit(page, relay)
      await choose(page, "walletConnect")
      await patiently.poll(async () => (await snapshot(page)).wcUri).toMatch(/^wc:/)
      await wallet.pair(String((await snapshot(page)).wcUri))
      return {
        answer: async (agrees) => {
          if (!agrees) wallet.person.next("reject")
        },
        end: async () => {
          await wallet.stop()
          await relay.stop()
        },
      }
    },
  },
  "the embedded wallet": {
    connect: async (page) => {
      await visit(page)
      await logIn(page, secure)
      return { answer: (agrees) => press(page, agrees ? "Approve" : "Reject"), end: async () => {} }
    },
  },
}

/** Fills the form in and reviews it; the button that has the wallet asked can be pressed then. */
const review = async (page: Page, amount: string, token?: Address) => {
  await page.evaluate(() => window.portico.open({ view: "WalletSend" }))
  const form = view(page, "WalletSend")
  if (token) {
    await form.getByRole("button", { name: /^(Token: |Select Token)/ }).click()
    await view(page, "WalletSendSelectToken").locator(`[data-token$="${token}" i]`).click()
  }
  await form.getByLabel("Address or name").fill(receiver)
  if (amount === "max") await form.getByRole("button", { name: "Max" }).click()
  else await form.getByRole("textbox", { name: /^Amount/ }).fill(amount)
  await patiently(form.getByRole("button", { name: "Preview Send" })).toBeEnabled()
  await form.getByRole("button", { name: "Preview Send" }).click()
  const button = view(page, "WalletSendPreview").getByRole("button", { name: /^Send / })
  await patiently(button).toBeEnabled()
  return button
}

/** The transfer that was sent last, as the modal's state has it. */
const latest = (page: Page) =>
  page.evaluate(() => (window.portico.getState().sentTransfers as readonly object[] | undefined)?.[0])

const on = async (page: Page, chain: Anvil.Anvil): Promise<Address> => {
  const network = `eip155:${chain.chainId}` as const
  await becomes(page, { status: "connected" })
  await page.evaluate((to) => window.portico.switchNetwork({ network: to }), network)
  await becomes(page, { network })
  return (await who(page)).address as Address
}

for (const [name, { connect }] of Object.entries(kinds))
  for (const id of ["1", "137"])
    test(`Wallet operation: send transaction and write contract, by ${name} on chain ${id}: refused, approved, a token, and all of the coin but the fee`, async ({
      page,
      context,
    }) => {
      const chain = chains.find(({ chainId }) => String(chainId) === id) as Anvil.Anvil
      const { answer, end } = await connect(page, context)
      const owner = await on(page, chain)
      await chain.setBalance(owner, "3")
      const token = (await chain.deployToken("Harbour", "HRB", 1_000, owner)).address
      tokens.set(chain.chainId, token)
      const balance = (address: Address) => chain.client.getBalance({ address })
      const sent = { status: "confirmed", network: `eip155:${chain.chainId}`, from: owner, to: receiver }
      const agreed = async (button: Locator) => {
        const approved = answer(true)
        await button.click()
        await approved
      }

      const begun = await balance(receiver)
      const first = await review(page, "0.4")
      const refused = answer(false)
      await first.click()
      await refused
      const preview = view(page, "WalletSendPreview")
      await patiently(preview.getByText(/^You declined in .* Nothing was sent\.$/)).toBeVisible()
      expect(await balance(receiver)).toBe(begun)
      // The chain waits until the snack is read: the next one takes its place.
      await chain.control.setAutomine(false)
      await agreed(preview.getByRole("button", { name: /^Send / }))
      await patiently(page.locator("[data-snack=success]")).toContainText("Transaction started")
      await chain.control.mine({ blocks: 1 })
      await chain.control.setAutomine(true)
      await patiently.poll(() => latest(page)).toMatchObject({ ...sent, amount: "0.4" })
      expect((await balance(receiver)) - begun).toBe(parseEther("0.4"))

      await agreed(await review(page, "12.000000000000000001", token))
      await patiently.poll(() => latest(page)).toMatchObject({ ...sent, symbol: "HRB" })
      expect(await held(chain, token, receiver)).toBe(12_000_000_000_000_000_001n)

      await chain.setBalance(owner, "3.141592653589793238")
      const before = await balance(receiver)
      await agreed(await review(page, "max"))
      await patiently.poll(() => latest(page)).toMatchObject({ ...sent, amount: expect.stringMatching(/^3\.14/) })
      expect(await balance(owner)).toBe(0n)
      expect((await balance(receiver)) - before).toBeGreaterThan(parseEther("3.14"))
      await end()
    })
