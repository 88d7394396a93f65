import { expect, type Page } from "@playwright/test"
import { type Hex, verifyMessage } from "viem"
import type { Namespace } from "../../src/options/namespaces.ts"
import { bitcoin, bitcoinTestnet, solana, solanaDevnet } from "../../src/options/networks.ts"
import * as Bitcoin from "./parts/bitcoinPage.ts"
import { installBitcoinWallet } from "./parts/bitcoinWallet.ts"
import type { Person } from "./parts/person.ts"
import {
  at,
  becomes,
  call,
  choose,
  disconnected,
  openAccount,
  refusal,
  sentence,
  snapshot,
  view,
  who,
} from "./parts/playground.ts"
import { first, second, test as shared } from "./parts/shared.ts"
import * as Solana from "./parts/solanaPage.ts"
import { installSolanaWallet, keypairs } from "./parts/solanaWallet.ts"

// Behavior that all wallets in the page share, whichever API they use.

shared.describe.configure({ mode: "parallel" })

/** A wallet in the page, and its user. */
interface Wallet {
  /** Prompts that were shown, oldest first. */
  readonly asked: readonly string[]
  /** Calls from the page, oldest first, if recorded. */
  readonly log?: readonly string[]
  /** Rejects the next prompt. */
  readonly refuse: () => void
  /** Actions of the user: select the other account, lock, unlock, revoke the page's permission. */
  readonly pick: () => unknown
  readonly lock: () => unknown
  readonly unlock: () => unknown
  readonly leave: () => unknown
  readonly granted: () => boolean
}

/** A kind of wallet, as the modal sees it. */
interface Kind {
  readonly namespace: Namespace
  /** ID and name of its row. */
  readonly row: string
  readonly name: string
  /** Prompts of a connection and a signature. */
  readonly connects: string
  readonly signs: string
  /** Call that requests accounts without a prompt. */
  readonly silent?: string
  readonly account: string
  readonly otherAccount: string
  readonly network: string
  readonly otherNetwork: Parameters<typeof window.portico.switchNetwork>[0]["network"]
  /** Account on the other network. */
  readonly accountThere: string
  readonly hasAccounts: (page: Page) => Promise<void>
  /** Whether a text signed through the modal has the account's signature. */
  readonly signed: (page: Page, address: string) => Promise<boolean>
  readonly balance: {
    readonly text: string
    readonly state: Readonly<Record<string, unknown>>
    readonly asked?: string
  }
}

const test = shared.extend<{ readonly wallet: Wallet }>({
  wallet: () => {
    throw new Error("Each kind has its own")
  },
})

const prompting = ({ asked, next }: Person, log: readonly string[]) => ({ asked, log, refuse: () => next("reject") })

const injected: Kind = {
  namespace: "eip155",
  row: "io.metamask",
  name: "MetaMask",
  connects: "eth_requestAccounts",
  signs: "personal_sign",
  silent: "eth_accounts",
  account: first.address,
  otherAccount: second.address,
  network: "eip155:1",
  otherNetwork: "eip155:137",
  accountThere: first.address,
  hasAccounts: async (page) => {
    const accounts = [{ address: first.address }, { address: second.address }]
    expect(await snapshot(page)).toMatchObject({ connections: { eip155: [{ accounts }] } })
  },
  signed: async (page, address) => {
    const signature = (await call(page, "signMessage", { message: "Grüße 👋" })) as Hex
    return verifyMessage({ address: address as Hex, message: "Grüße 👋", signature })
  },
  balance: { text: "1.234 ETH", state: { balance: "1.2349", balanceSymbol: "ETH" } },
}

const onSolana: Kind = {
  namespace: "solana",
  row: "Loopback",
  name: "Loopback",
  connects: "connect",
  signs: "signMessage",
  silent: "connect, silent",
  account: Solana.first,
  otherAccount: Solana.second,
  network: solana.caipNetworkId,
  otherNetwork: solanaDevnet.caipNetworkId,
  accountThere: Solana.first,
  hasAccounts: async (page) => {
    const accounts = [{ address: Solana.first }, { address: Solana.second }]
    expect(await snapshot(page)).toMatchObject({ connections: { solana: [{ accounts }] } })
  },
  signed: Solana.signedBy,
  balance: {
    text: "1.234 SOL",
    state: {
      balance: "1.2349",
      balanceSymbol: "SOL",
      addressExplorerUrl: `https://solscan.io/address/${Solana.first}`,
    },
  },
}

const { payment, ordinals, otherPayment, testPayment } = Bitcoin
const onBitcoin = (row: string): Kind => ({
  namespace: "bip122",
  row,
  name: "Loopback",
  connects: "connect",
  signs: "signMessage",
  account: payment.address,
  otherAccount: otherPayment.address,
  network: bitcoin.caipNetworkId,
  otherNetwork: bitcoinTestnet.caipNetworkId,
  accountThere: testPayment.address,
  hasAccounts: async (page) =>
    expect(await Bitcoin.getAccounts(page)).toMatchObject([
      { address: payment.address, type: "payment", publicKey: payment.publicKey },
      { address: ordinals.address, type: "ordinal", publicKey: ordinals.publicKey },
    ]),
  signed: Bitcoin.signedThrough,
  balance: {
    text: "1.234 BTC",
    state: { balance: "1.2349", balanceSymbol: "BTC" },
    asked: `/api/address/${payment.address}/utxo`,
  },
})

const bitcoinTest = (api: "sats-connect" | "standard") =>
  test.extend({
    options: ({ provider }, use) => {
      provider.set("GET /api/address/*/utxo", [{ value: 120_000_000 }, { value: 3_490_000 }])
      return use({ networks: [bitcoin, bitcoinTestnet].map((network) => at(provider.url, network)) })
    },
    wallet: async ({ context }, use) => {
      const holder = await installBitcoinWallet(context, api)
      await use({
        asked: holder.asked,
        refuse: () => holder.refuse(),
        pick: () => holder.select(1 - holder.account),
        lock: holder.lock,
        unlock: holder.unlock,
        leave: holder.leave,
        granted: () => holder.granted,
      })
    },
  })

const kinds = {
  MetaMask: [
    injected,
    test.extend({
      wallet: async ({ metamask, ethereum }, use) => {
        await ethereum.setBalance(first.address, "1.2349")
        await use({
          ...prompting(metamask.person, metamask.log),
          pick: () => metamask.switchAccount(1),
          lock: metamask.lock,
          unlock: () => metamask.unlock(),
          leave: metamask.disconnect,
          granted: metamask.connected,
        })
      },
    }),
  ],
  "a Solana wallet with the Wallet Standard": [
    onSolana,
    test.extend({
      options: ({ svms }, use) => use({ networks: [at(svms.mainnet.url, solana), at(svms.devnet.url, solanaDevnet)] }),
      wallet: async ({ context, svms }, use) => {
        const chains = { "solana:mainnet": svms.mainnet.url, "solana:devnet": svms.devnet.url }
        const wallet = await installSolanaWallet(context, { accounts: keypairs, chains })
        await use({
          ...prompting(wallet.person, wallet.log),
          pick: () => wallet.switchAccount(1),
          lock: wallet.lock,
          unlock: wallet.unlock,
          leave: wallet.disconnect,
          granted: wallet.connected,
        })
      },
    }),
  ],
  "a Bitcoin wallet with sats-connect": [onBitcoin("LoopbackProviders.Bitcoin"), bitcoinTest("sats-connect")],
  "a Bitcoin wallet with the Wallet Standard": [onBitcoin("Loopback"), bitcoinTest("standard")],
} as const

for (const [title, [kind, test]] of Object.entries(kinds))
  test.describe(title, () => {
    const { namespace, account, network } = kind
    const connected = { status: "connected", address: account, network }
    const there = { status: "connected", address: kind.accountThere, network: kind.otherNetwork }
    const heading = (page: Page, name: string, words: string) =>
      view(page, name).getByRole("heading", { name: sentence(`${words} ${kind.name}`) })
    test("Error: 'Connection rejected' when its user rejects; then it connects its accounts, signs, shows the node's balance, follows its user, is restored on start, and ends with a disconnect or a revoked permission", async ({
      page,
      wallet,
      provider,
      visit,
    }) => {
      expect([wallet.asked, wallet.granted()]).toEqual([[], false])
      await visit()
      wallet.refuse()
      await choose(page, kind.row)
      await expect(heading(page, "ConnectingExternal", "Declined in")).toBeVisible()
      expect(await who(page, namespace)).toMatchObject({ status: "disconnected", address: undefined })
      await view(page, "ConnectingExternal").getByRole("button", { name: "Try again" }).click()
      await becomes(page, connected, namespace)
      await expect(page.locator("portico-modal dialog")).toBeHidden()
      expect(wallet.asked).toEqual([kind.connects, kind.connects])
      await kind.hasAccounts(page)

      expect(await kind.signed(page, account)).toBe(true)
      wallet.refuse()
      const refused = await refusal(page, "signMessage", { message: "no" })
      expect(refused).toMatchObject({ _tag: "UserRejectedRequestError", code: 4001 })
      expect(wallet.asked.slice(2)).toEqual([kind.signs, kind.signs])

      await test.step("the balance, a lock and another account", async () => {
        await expect((await openAccount(page)).getByText(kind.balance.text).first()).toBeVisible()
        expect((await snapshot(page)).chains[namespace]?.accountState).toMatchObject(kind.balance.state)
        if (kind.balance.asked) expect(provider.ledger.map(({ path }) => path)).toContain(kind.balance.asked)

        const { connector } = await who(page, namespace)
        await wallet.lock()
        await expect(heading(page, "Account", "Reconnect")).toBeVisible()
        expect(await who(page, namespace)).toMatchObject({ status: "disconnected", address: undefined, connector })
        await wallet.unlock()
        await becomes(page, connected, namespace)

        await wallet.pick()
        await becomes(page, { ...connected, address: kind.otherAccount }, namespace)
        expect(await kind.signed(page, kind.otherAccount)).toBe(true)
        await wallet.pick()
        await becomes(page, connected, namespace)
        expect(wallet.asked.slice(4)).toEqual([kind.signs])
      })

      await test.step("On start with reconnect enabled", async () => {
        await call(page, "switchNetwork", { network: kind.otherNetwork })
        const asked = [...wallet.asked]
        const called = wallet.log?.length
        await page.reload()
        await becomes(page, there, namespace)
        expect(wallet.asked).toEqual(asked)
        if (kind.silent) expect(wallet.log?.slice(called)).toContain(kind.silent)
        expect(await kind.signed(page, kind.accountThere)).toBe(true)

        await call(page, "disconnect")
        await becomes(page, disconnected, namespace)
        expect(wallet.granted()).toBe(false)
        const silent = wallet.log?.length
        await page.reload()
        await call(page, "ready")
        if (kind.silent) expect(wallet.log?.slice(silent)).not.toContain(kind.silent)
        expect(await who(page, namespace)).toMatchObject({ status: "disconnected", address: undefined })
        expect(wallet.asked).toEqual([...asked, kind.signs])
      })

      await test.step("a revoked permission", async () => {
        const asked = [...wallet.asked]
        await choose(page, kind.row)
        await becomes(page, there, namespace)
        await wallet.leave()
        await becomes(page, { status: "disconnected", address: undefined }, namespace)
        await page.reload()
        await call(page, "ready")
        await becomes(page, { status: "disconnected", address: undefined }, namespace)
        expect(wallet.asked).toEqual([...asked, kind.connects])
      })
    })
  })
