import { expect, type Page } from "@playwright/test"
import { PublicKey } from "@solana/web3.js"
import { mainnet, solana, solanaDevnet } from "../../src/domain/networks.ts"
import { addressOf, becomes, choose, patiently, view, who } from "./parts/playground.ts"
import { connected, holder, other, test as relayed } from "./parts/relayed.ts"
import { fromBase58, isSignedBy, judge, transfer } from "./parts/solanaJudge.ts"
import { solanaBeside } from "./parts/solanaSession.ts"
import { addressOf as keyOf, keypairs } from "./parts/solanaWallet.ts"
import * as Svm from "./parts/svm.ts"
import * as Wallet from "./parts/wallet.ts"

relayed.describe.configure({ mode: "parallel" })

const [first, second] = keypairs.map(keyOf) as [string, string]
const receiver = new PublicKey(new Uint8Array(32).fill(77)).toBase58()

/** The wallet approves Ethereum and both of Solana's networks; the first Solana account holds 3 SOL on each. */
const test = relayed.extend<{
  readonly svms: { readonly mainnet: Svm.Svm; readonly devnet: Svm.Svm }
  /** The ids by which the wallet knows Solana's networks. */
  readonly ids: readonly [string, string]
  /** The wallet's user picks the other of the Solana accounts. */
  readonly pickSolana: () => Promise<void>
  readonly keys: { order: typeof keypairs }
}>({
  ids: [[solana.caipNetworkId, solanaDevnet.caipNetworkId], { option: true }],
  keys: async ({ page: _ }, use) => use({ order: keypairs }),
  svms: async ({ page: _ }, use) => {
    const svms = { mainnet: await Svm.start(), devnet: await Svm.start({ genesisHash: receiver }) }
    for (const svm of [svms.mainnet, svms.devnet]) svm.airdrop(first, 3_000_000_000n)
    await use(svms)
    await Promise.all([svms.mainnet.stop(), svms.devnet.stop()])
  },
  wallet: async ({ nodes, relay, svms, ids: [main, dev], keys }, use) => {
    const wallet = await Wallet.start({
      relay: relay.url,
      accounts: [holder, other],
      chains: { 1: nodes[1] },
      beside: { solana: solanaBeside(() => keys.order, { [main]: svms.mainnet.url, [dev]: svms.devnet.url }) },
    })
    await use(wallet)
    await wallet.stop()
  },
  visit: ({ page, site, provider, relay, nodes, svms }, use) =>
    use(async () => {
      const networks = [
        { ...mainnet, rpcUrls: { default: { http: [nodes[1]] } } },
        { ...solana, rpcUrls: { default: { http: [svms.mainnet.url] } } },
        { ...solanaDevnet, rpcUrls: { default: { http: [svms.devnet.url] } } },
      ]
      await page.goto(addressOf({ site, provider, relay, nodes, options: { networks } }))
      await choose(page, "walletConnect")
      return view(page, "ConnectingWalletConnect")
    }),
  pickSolana: ({ wallet, keys }, use) =>
    use(() => {
      keys.order = [keys.order[1], keys.order[0]]
      return wallet.tell(solana.caipNetworkId, "accountsChanged", keys.order.map(keyOf))
    }),
})

test("one session serves EVM and Solana: each namespace has its accounts and its network", async ({
  page,
  wallet,
  connect,
}) => {
  await connect()
  expect(wallet.proposals[0]?.optionalNamespaces.solana).toMatchObject({
    chains: [
      solana.caipNetworkId,
      solana.deprecatedCaipNetworkId,
      solanaDevnet.caipNetworkId,
      solanaDevnet.deprecatedCaipNetworkId,
    ],
    methods: expect.arrayContaining(["solana_signMessage", "solana_signTransaction", "solana_signAndSendTransaction"]),
  })
  expect(wallet.person.asked).toEqual(["session_proposal"])
  await becomes(page, onSolana, "solana")
  await becomes(page, connected)
})

test("Wallet JSON-RPC method: solana_signMessage, over the relay, which OpenSSL finds good", async ({
  page,
  wallet,
  connect,
}) => {
  await connect()
  expect(await signedBy(page, first)).toBe(true)
  expect(wallet.person.asked.at(-1)).toBe("solana_signMessage")

  wallet.person.next("reject")
  const refused = page.evaluate(() =>
    window.portico.signMessage({ message: "no", namespace: "solana" }).catch(({ _tag }) => _tag),
  )
  expect(await refused).toBe("UserRejectedRequestError")
})

test("transactions are signed over the relay, one and several, and by web3.js they are the transfers that were asked for", async ({
  page,
  wallet,
  connect,
}) => {
  await connect()
  const wire = (lamports: number) => [...transfer({ from: first, to: receiver, lamports })]
  const signed = await page.evaluate(
    async (wires) => {
      const { features } = await window.portico.getProvider("solana")
      const inputs = wires.map((bytes) => ({ transaction: Uint8Array.from(bytes) }))
      const { signTransaction } = features["solana:signTransaction"] ?? {}
      const answers = [
        ...((await signTransaction?.(...inputs.slice(0, 1))) ?? []),
        ...((await signTransaction?.(...inputs)) ?? []),
      ]
      return answers.map(({ signedTransaction }) => [...signedTransaction])
    },
    [wire(1), wire(2)],
  )

  expect(signed.map((bytes) => judge(Uint8Array.from(bytes)))).toEqual(
    [1n, 1n, 2n].map((lamports) => ({ signed: true, from: first, to: receiver, lamports })),
  )
  expect(wallet.person.asked.slice(1)).toEqual(["solana_signTransaction", "solana_signAllTransactions"])
})

test("a switch of Solana's network asks nobody, and what is sent afterwards goes there", async ({
  page,
  wallet,
  svms,
  connect,
  switchTo,
}) => {
  await connect()
  await switchTo(solanaDevnet.caipNetworkId)
  await becomes(page, { ...onSolana, network: solanaDevnet.caipNetworkId }, "solana")
  await send(page)

  expect(wallet.person.asked).toEqual(["session_proposal", "solana_signAndSendTransaction"])
  expect([svms.mainnet.balanceOf(receiver), svms.devnet.balanceOf(receiver)]).toEqual([0n, 7_000_000n])
  expect((await who(page)).address).toBe(holder.address)
})

test("a Solana account and network that the wallet's holder picks are followed, and EVM stays as it was", async ({
  page,
  wallet,
  connect,
  pickSolana,
}) => {
  await connect()
  await pickSolana()
  await becomes(page, { address: second }, "solana")
  expect(await signedBy(page, second)).toBe(true)

  await wallet.tell(solanaDevnet.caipNetworkId, "chainChanged", solanaDevnet.id)
  await patiently
    .poll(() => page.evaluate(() => window.portico.state.accounts.solana.value.caipNetworkId))
    .toBe(solanaDevnet.caipNetworkId)
  await becomes(page, connected)
})

test("a reload restores both namespaces where they stood, and nobody is asked", async ({
  page,
  wallet,
  svms,
  connect,
  switchTo,
}) => {
  await connect()
  await switchTo(solanaDevnet.caipNetworkId)
  await becomes(page, { ...onSolana, network: solanaDevnet.caipNetworkId }, "solana")
  await page.reload()
  await becomes(page, { ...onSolana, network: solanaDevnet.caipNetworkId }, "solana")
  await becomes(page, { status: "connected", address: holder.address })
  expect(wallet.person.asked).toEqual(["session_proposal"])

  await send(page)
  expect(svms.devnet.balanceOf(receiver)).toBe(7_000_000n)
})

test("a session that the wallet ends has ended in every namespace, and a reload brings nothing back", async ({
  page,
  wallet,
  connect,
}) => {
  await connect()
  await wallet.disconnect()
  const gone = { status: "disconnected", address: undefined, connector: undefined }
  await becomes(page, gone, "solana")
  await becomes(page, gone)
  await page.reload()
  await page.evaluate(() => window.portico.ready())
  expect(await who(page, "solana")).toMatchObject(gone)
})

test("signing out of Solana ends the session for both, on the wallet's side too", async ({ page, wallet, connect }) => {
  await connect()
  await page.evaluate(() => window.portico.disconnect({ namespace: "solana" }))
  const gone = { status: "disconnected", address: undefined, connector: undefined }
  await becomes(page, gone, "solana")
  await becomes(page, gone)
  await patiently.poll(() => wallet.sessions()).toEqual([])
})

test.describe("with a wallet that knows Solana by its older ids", () => {
  test.use({ ids: [solana.deprecatedCaipNetworkId, solanaDevnet.deprecatedCaipNetworkId] })

  test("the networks are what they are now, and requests are spelled as the wallet approved them", async ({
    page,
    svms,
    connect,
  }) => {
    await connect()
    await becomes(page, onSolana, "solana")
    expect(await signedBy(page, first)).toBe(true)
    await send(page)
    expect(svms.mainnet.balanceOf(receiver)).toBe(7_000_000n)
  })
})

const onSolana = { status: "connected", address: first, connector: "walletConnect" }

const signedBy = async (page: Page, address: string): Promise<boolean> => {
  const signature = await page.evaluate(() => window.portico.signMessage({ message: "Grüße", namespace: "solana" }))
  return isSignedBy(address, new TextEncoder().encode("Grüße"), fromBase58(signature))
}

/** Has 7,000,000 lamports sent by the provider that the site gets. */
const send = (page: Page) =>
  page.evaluate(
    async (bytes) => {
      const { features } = await window.portico.getProvider("solana")
      const transaction = Uint8Array.from(bytes)
      await features["solana:signAndSendTransaction"]?.signAndSendTransaction({ transaction })
    },
    [...transfer({ from: first, to: receiver, lamports: 7_000_000 })],
  )
