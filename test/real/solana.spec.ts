import { expect, type Page } from "@playwright/test"
import { PublicKey } from "@solana/web3.js"
import { solana, solanaDevnet } from "../../src/domain/networks.ts"
import { type Site, serve } from "../serve.ts"
import { addressOf, becomes, choose, patiently, sentence, snapshot, uncaught, view, who } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { test } from "./parts/shared.ts"
import { fromBase58, isSignedBy, judge, judgeTokens, tokenAccountOf, transfer } from "./parts/solanaJudge.ts"
import * as Wallet from "./parts/solanaWallet.ts"
import * as Svm from "./parts/svm.ts"

test.describe.configure({ mode: "parallel" })

const [first, second] = Wallet.keypairs.map(Wallet.addressOf) as [string, string]
/** Somebody who holds nothing yet. */
const receiver = new PublicKey(new Uint8Array(32).fill(77)).toBase58()

let mainnet: Svm.Svm
let devnet: Svm.Svm
let site: Site
let provider: Provider.Provider
let wallet: Wallet.SolanaWallet
let errors: readonly string[]

test.beforeAll(async () => {
  site = await serve("whole")
})

test.afterAll(() => site.stop())

/** The wallet serves both networks; its first account holds 1.2349 SOL on the main one, and 3 on the other. */
test.beforeEach(async ({ context, page }) => {
  ;[mainnet, devnet] = await Promise.all([Svm.start(), Svm.start({ genesisHash: receiver })])
  mainnet.airdrop(first, 1_234_900_000n)
  devnet.airdrop(first, 3_000_000_000n)
  provider = await Provider.start({
    rpc: { [solana.caipNetworkId]: mainnet.url, [solanaDevnet.caipNetworkId]: devnet.url },
  })
  wallet = await Wallet.installSolanaWallet(context, {
    accounts: Wallet.keypairs,
    chains: { "solana:mainnet": mainnet.url, "solana:devnet": devnet.url },
  })
  errors = uncaught(page)
  const networks = [
    { ...solana, rpcUrls: { default: { http: [mainnet.url] } } },
    { ...solanaDevnet, rpcUrls: { default: { http: [devnet.url] } } },
  ]
  await page.goto(addressOf({ site, provider, nodes: {}, options: { networks } }))
})

test.afterEach(async () => {
  await Promise.all([provider.stop(), mainnet.stop(), devnet.stop()])
  expect(errors, "what nobody caught in the page").toEqual([])
})

test("A visitor can connect through a Wallet Standard wallet of Solana", async ({ page }) => {
  await connect(page)
  await expect(page.locator("portico-modal dialog")).toBeHidden()
  expect(wallet.person.asked).toEqual(["connect"])
  expect(await snapshot(page)).toMatchObject({
    connections: { solana: [{ accounts: [{ address: first }, { address: second }] }] },
  })
})

test("Error: 'Connection rejected' for a Solana wallet's refusal, and trying again asks again", async ({ page }) => {
  wallet.person.next("reject")
  await choose(page, Wallet.about.name)
  const connecting = view(page, "ConnectingExternal")
  await patiently(connecting.getByRole("heading", { name: sentence("You declined in Loopback") })).toBeVisible()
  expect(await who(page, "solana")).toMatchObject({ status: "disconnected", address: undefined })

  await connecting.getByRole("button", { name: "Try again" }).click()
  await becomes(page, connected, "solana")
  expect(wallet.person.asked).toEqual(["connect", "connect"])
})

test("a text is signed by the account's key, which OpenSSL finds good", async ({ page }) => {
  await connect(page)
  const signature = await page.evaluate(() => window.portico.signMessage({ message: "Grüße 👋" }))

  expect(isSignedBy(first, new TextEncoder().encode("Grüße 👋"), fromBase58(signature))).toBe(true)
  wallet.person.next("reject")
  const refused = page.evaluate(() =>
    window.portico.signMessage({ message: "no" }).catch(({ _tag, code }) => [_tag, code]),
  )
  expect(await refused).toEqual(["UserRejectedRequestError", 4001])
})

test("getProvider gives a Wallet Standard wallet: a transaction is signed, and by web3.js it is the transfer that was asked for", async ({
  page,
}) => {
  await connect(page)
  const signed = await signTransaction(page, transfer({ from: first, to: receiver, lamports: 1_000_000 }))

  expect(judge(signed)).toEqual({ signed: true, from: first, to: receiver, lamports: 1_000_000n })
  expect(mainnet.balanceOf(receiver)).toBe(0n)
})

test("a transaction is signed and sent on the network in use, and nowhere else", async ({ page }) => {
  await connect(page)
  const signature = await send(page, transfer({ from: first, to: receiver, lamports: 20_000_000 }))

  expect(signature).toHaveLength(64)
  const [wire = new Uint8Array()] = mainnet.sent
  expect(judge(wire)).toEqual({ signed: true, from: first, to: receiver, lamports: 20_000_000n })
  expect([mainnet.balanceOf(receiver), devnet.balanceOf(receiver)]).toEqual([20_000_000n, 0n])
})

test("Active chain change of a Solana wallet: nobody is asked, and what is sent afterwards goes to that network", async ({
  page,
}) => {
  await connect(page)
  await page.evaluate(() => window.portico.open({ view: "Networks" }))
  await view(page, "Networks").locator(`[data-network="${solanaDevnet.caipNetworkId}"]`).click()
  await becomes(page, { ...connected, network: solanaDevnet.caipNetworkId }, "solana")
  expect(wallet.person.asked).toEqual(["connect"])

  await send(page, transfer({ from: first, to: receiver, lamports: 5_000_000 }))
  expect([mainnet.balanceOf(receiver), devnet.balanceOf(receiver)]).toEqual([0n, 5_000_000n])
  const stored = () => page.evaluate(() => localStorage.getItem("portico:default:active_caip_network_ids"))
  await patiently.poll(stored).toContain(solanaDevnet.caipNetworkId)
})

test("A visitor can view their balance of SOL as the node has it, floored to 3 decimals", async ({ page }) => {
  await connect(page)
  await page.getByRole("button", { name: "Open account" }).click()
  await patiently(view(page, "Account").getByText("1.234 SOL").first()).toBeVisible()
  const { chains } = await snapshot(page)
  expect(chains.solana?.accountState).toMatchObject({
    balance: "1.2349",
    balanceSymbol: "SOL",
    addressExplorerUrl: `https://solscan.io/address/${first}`,
  })
})

test("another account that the Solana wallet's holder picks is followed", async ({ page }) => {
  await connect(page)
  await wallet.switchAccount(1)
  await becomes(page, { ...connected, address: second }, "solana")
  const signature = await page.evaluate(() => window.portico.signMessage({ message: "second" }))
  expect(isSignedBy(second, new TextEncoder().encode("second"), fromBase58(signature))).toBe(true)
})

test("a Solana wallet that locks itself is asleep, and back when it is unlocked", async ({ page }) => {
  await connect(page)
  await page.getByRole("button", { name: "Open account" }).click()
  await wallet.lock()
  await patiently(view(page, "Account").getByRole("heading", { name: sentence("Reconnect to Loopback") })).toBeVisible()
  expect(await who(page, "solana")).toMatchObject({ status: "disconnected", connector: "Loopback" })
  await wallet.unlock()
  await becomes(page, connected, "solana")
})

test("On start with reconnect enabled, a Solana connection is restored on the network that was in use, without a prompt", async ({
  page,
}) => {
  await connect(page)
  await page.evaluate((network) => window.portico.switchNetwork({ network }), solanaDevnet.caipNetworkId)
  await page.reload()
  await becomes(page, { ...connected, network: solanaDevnet.caipNetworkId }, "solana")

  expect(wallet.person.asked).toEqual(["connect"])
  expect(wallet.log).toEqual(["connect", "connect, silent"])
  await send(page, transfer({ from: first, to: receiver, lamports: 1_000_000 }))
  expect(devnet.balanceOf(receiver)).toBe(1_000_000n)
})

test("a Solana wallet that takes its grant back is no longer shown as connected, nor after a reload", async ({
  page,
}) => {
  await connect(page)
  await wallet.disconnect()
  await becomes(page, { status: "disconnected", address: undefined }, "solana")
  await page.reload()
  await page.evaluate(() => window.portico.ready())
  await patiently.poll(() => wallet.log.at(-1)).toBe("connect, silent")
  await becomes(page, { status: "disconnected", address: undefined }, "solana")
})

test("a disconnect gives the grant back to the Solana wallet, and a reload brings nothing back", async ({ page }) => {
  await connect(page)
  await page.evaluate(() => window.portico.disconnect())
  await becomes(page, { status: "disconnected", address: undefined, connector: undefined }, "solana")
  expect(wallet.connected()).toBe(false)

  const before = wallet.log.length
  await page.reload()
  await page.evaluate(() => window.portico.ready())
  expect(await who(page, "solana")).toMatchObject({ status: "disconnected", address: undefined })
  expect(wallet.log.slice(before)).toEqual([])
})

test("hostile wallets of the Wallet Standard break nothing: what cannot be read is not listed, the rest fails in the catalogue's words", async ({
  page,
}) => {
  await page.addInitScript(registerHostile)
  await page.reload()
  await page.getByRole("button", { name: "Connect Wallet" }).first().click()
  const rows = view(page, "Connect").locator('button[data-wallet]:not([data-wallet="all"])')
  await patiently(rows).toContainText(["WalletConnect", "Loopback", "Foreign", "Featureless", "Forger"])
  await expect(rows.filter({ hasText: "Loopback" })).toHaveCount(1)

  for (const id of ["Foreign", "Featureless"]) {
    await view(page, "Connect").locator(`[data-wallet="${id}"]`).click()
    await patiently(view(page, "ConnectingExternal").getByRole("button", { name: "Try again" })).toBeVisible()
    expect(await who(page, "solana")).toMatchObject({ status: "disconnected", address: undefined })
    await view(page, "ConnectingExternal").getByRole("button", { name: "Another wallet" }).click()
  }
  const outcomes = await page.evaluate(async () => {
    const tagOf = (error: { readonly _tag: string }) => error._tag
    await window.portico.connect({ wallet: "Forger" })
    const { features } = await window.portico.getProvider("solana")
    return Promise.all([
      window.portico.signMessage({ message: "hello" }).catch(tagOf),
      features["solana:signTransaction"]?.signTransaction({ transaction: "AQAB" }).catch(tagOf),
    ])
  })
  expect(outcomes).toEqual(["AnswerInvalid", "InvalidParamsRpcError"])
  await page.evaluate(() => window.portico.disconnect())

  await page.evaluate(() => window.portico.close())
  await connect(page)
})

test("Send: SOL, which web3.js judges to be what was asked for, and all of it but the fee", async ({ page }) => {
  await connect(page)
  const { hash } = await sent(page, { token: "native", sendTokenAmount: "0.5", receiverAddress: receiver })
  expect(fromBase58(hash)).toHaveLength(64)
  expect(judge(mainnet.sent[0] as Uint8Array)).toEqual({
    signed: true,
    from: first,
    to: receiver,
    lamports: 500_000_000n,
  })
  expect(mainnet.balanceOf(receiver)).toBe(500_000_000n)

  await sent(page, { token: "native", sendTokenAmount: "max", receiverAddress: receiver })
  expect(mainnet.balanceOf(first)).toBe(0n)
  expect(judge(mainnet.sent[1] as Uint8Array).to).toBe(receiver)
})

for (const [name, program] of [
  ["SPL", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"],
  ["Token-2022", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"],
] as const)
  test(`Send: tokens of ${name}, with the receiver's account made the first time, as web3.js judges it`, async ({
    page,
  }) => {
    await connect(page)
    const mint = new PublicKey(new Uint8Array(32).fill(55)).toBase58()
    const account = tokenAccountOf(first, mint, program)
    const destination = tokenAccountOf(receiver, mint, program)
    mainnet.mint({ mint, program, decimals: 6, owner: first, account, units: 9_000_000n })
    const input = { token: mint, sendTokenAmount: "2.500001", receiverAddress: receiver }
    const estimate = await page.evaluate((asked) => window.portico.estimateSend(asked), input)
    expect(Number(estimate.deposit)).toBeGreaterThan(0)
    await sent(page, input)
    await sent(page, { ...input, sendTokenAmount: "max" })

    const [made, again] = mainnet.sent.map(judgeTokens)
    const same = {
      signed: true,
      payer: first,
      program,
      source: account,
      mint,
      destination,
      authority: first,
      decimals: 6,
    }
    expect(made).toEqual({ ...same, units: 2_500_001n, made: { owner: receiver, account: destination } })
    expect(again).toEqual({ ...same, units: 6_499_999n, made: undefined })
    expect(mainnet.tokensOf(destination)).toBe(9_000_000n)
  })

test("Send: a token of Token-2022 that keeps something of each transfer: the preview says how much, and the chain takes just that", async ({
  page,
}) => {
  await connect(page)
  const program = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
  const mint = new PublicKey(new Uint8Array(32).fill(56)).toBase58()
  const account = tokenAccountOf(first, mint, program)
  const destination = tokenAccountOf(receiver, mint, program)
  const keeps = { basisPoints: 125, most: 20_000n }
  mainnet.mint({ mint, program, decimals: 6, owner: first, account, units: 9_000_000n, keeps })
  const input = { token: mint, receiverAddress: receiver }
  const estimate = (sendTokenAmount: string) =>
    page.evaluate((asked) => window.portico.estimateSend(asked), { ...input, sendTokenAmount })
  expect(await estimate("1.000001")).toMatchObject({ withheld: "0.012501" })
  expect(await estimate("max")).toMatchObject({ withheld: "0.02", sendTokenAmount: "9" })
  await sent(page, { ...input, sendTokenAmount: "1.000001" })
  expect(mainnet.tokensOf(destination)).toBe(987_500n)
  expect(judgeTokens(mainnet.sent[0] as Uint8Array)).toMatchObject({ units: 1_000_001n, withheld: 12_501n })
  await sent(page, { ...input, sendTokenAmount: "max" })
  expect(mainnet.tokensOf(destination)).toBe(987_500n + 7_999_999n - 20_000n)
})

test("a wallet that signs something else than was shown: nothing leaves", async ({ page }) => {
  await connect(page)
  wallet.swap(transfer({ from: first, to: second, lamports: 1_000_000_000 }))
  const input = { token: "native", sendTokenAmount: "0.5", receiverAddress: receiver }
  const refused = page.evaluate((asked) => window.portico.send(asked).catch(({ _tag }) => _tag), input)
  expect(await refused).toBe("TransactionDiffers")
  expect(mainnet.sent).toEqual([])
})

const sent = (page: Page, input: object) => page.evaluate((asked) => window.portico.send(asked), input)

const connected = { status: "connected", address: first, network: solana.caipNetworkId, connector: "Loopback" }

const connect = async (page: Page) => {
  await choose(page, Wallet.about.name)
  await becomes(page, connected, "solana")
}

/** Has wire bytes signed by the provider that the site gets. */
const signTransaction = async (page: Page, wire: Uint8Array): Promise<Uint8Array> =>
  Uint8Array.from(
    await page.evaluate(
      async (bytes) => {
        const { features } = await window.portico.getProvider("solana")
        const transaction = Uint8Array.from(bytes)
        const [signed] = (await features["solana:signTransaction"]?.signTransaction({ transaction })) ?? []
        return [...(signed?.signedTransaction ?? [])]
      },
      [...wire],
    ),
  )

/** Has wire bytes signed and sent likewise; gives the signature. */
const send = async (page: Page, wire: Uint8Array): Promise<readonly number[]> =>
  page.evaluate(
    async (bytes) => {
      const { features } = await window.portico.getProvider("solana")
      const transaction = Uint8Array.from(bytes)
      const [sent] = (await features["solana:signAndSendTransaction"]?.signAndSendTransaction({ transaction })) ?? []
      return [...(sent?.signature ?? [])]
    },
    [...wire],
  )

/** Runs in the page: registers wallets that no page should have to meet. */
const registerHostile = () => {
  const chains = ["solana:mainnet"]
  const account = {
    address: "Vote111111111111111111111111111111111111111",
    publicKey: new Uint8Array(32),
    chains,
    features: [],
  }
  const connect = (accounts: unknown) => ({
    "standard:connect": { version: "1.0.0", connect: async () => ({ accounts }) },
  })
  const throwing = () => {
    throw new Error("hostile")
  }
  const trap = new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing })
  const wallets = [
    trap,
    null,
    "wallet",
    Object.defineProperty({ name: "Getter", chains }, "features", { get: throwing }),
    { name: "Loopback", chains, accounts: [], features: connect([account]) },
    { name: "Foreign", chains, accounts: trap, features: connect([{ ...account, chains: ["sui:mainnet"] }]) },
    { name: "Featureless", chains, accounts: [], features: { ...connect(trap), "standard:events": trap } },
    {
      name: "Forger",
      chains,
      accounts: [account],
      features: {
        ...connect([account]),
        "standard:events": { version: "1.0.0", on: throwing },
        "solana:signMessage": { version: "1.0.0", signMessage: async () => [{ signature: "of no bytes" }] },
        "solana:signTransaction": { version: "1.0.0", signTransaction: async () => trap },
      },
    },
  ]
  const callback = ({ register }: { register: (...wallets: unknown[]) => void }) => {
    register(...wallets)
    register(...wallets)
  }
  // After the good one.
  window.addEventListener("wallet-standard:app-ready", (event) =>
    queueMicrotask(() => callback((event as CustomEvent).detail)),
  )
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: throwing }))
}
