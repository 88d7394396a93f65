import { expect, type Page } from "@playwright/test"
import { solana, solanaDevnet } from "../../src/options/networks.ts"
import { at, becomes, call, choose, press, refusal, row, soon, switchTo, view, who } from "./parts/playground.ts"
import { test as shared } from "./parts/shared.ts"
import { fromBase58, judge, judgeTokens, tokenAccountOf, transfer } from "./parts/solanaJudge.ts"
import { addressFrom, first, receiver, second, sendLamports, signTransactions, wire } from "./parts/solanaPage.ts"
import { installSolanaWallet, keypairs, type SolanaWallet } from "./parts/solanaWallet.ts"

// Tests specific to Solana wallets; pageWallets.spec.ts has those of all wallets.

shared.describe.configure({ mode: "parallel" })

const test = shared.extend<{ readonly wallet: SolanaWallet }>({
  options: ({ svms }, use) => use({ networks: [at(svms.mainnet.url, solana), at(svms.devnet.url, solanaDevnet)] }),
  wallet: async ({ context, svms }, use) => {
    const chains = { "solana:mainnet": svms.mainnet.url, "solana:devnet": svms.devnet.url }
    await use(await installSolanaWallet(context, { accounts: keypairs, chains }))
  },
  connect: ({ page, wallet: _, visit }, use) =>
    use(async () => {
      await visit()
      await call(page, "connect", { wallet: connected.connector })
      await becomes(page, connected, "solana")
    }),
})

const connected = { status: "connected", address: first, network: solana.caipNetworkId, connector: "Loopback" }

test("Active chain change of a Solana wallet: without a prompt, and its provider signs exactly the requested transfer (verified by web3.js) and sends it only to the active network", async ({
  page,
  wallet,
  svms: { mainnet, devnet },
  connect,
}) => {
  await connect()
  const balances = () => [mainnet.balanceOf(receiver), devnet.balanceOf(receiver)]
  const [signed = new Uint8Array()] = await signTransactions(page, wire(1_000_000))
  expect(judge(signed)).toEqual({ signed: true, from: first, to: receiver, lamports: 1_000_000n })
  expect(balances()).toEqual([0n, 0n])
  expect(await sendLamports(page, 20_000_000)).toHaveLength(64)
  const [sent = new Uint8Array()] = mainnet.sent
  expect(judge(sent)).toEqual({ signed: true, from: first, to: receiver, lamports: 20_000_000n })
  expect(balances()).toEqual([20_000_000n, 0n])

  await switchTo(page, solanaDevnet.caipNetworkId)
  await becomes(page, { ...connected, network: solanaDevnet.caipNetworkId }, "solana")
  expect(wallet.person.asked).toEqual(["connect", "signTransaction", "signAndSendTransaction"])
  const stored = () => page.evaluate(() => localStorage.getItem("portico:default:active_caip_network_ids"))
  await soon(stored).toContain(solanaDevnet.caipNetworkId)
  await sendLamports(page, 5_000_000)
  expect(balances()).toEqual([20_000_000n, 5_000_000n])

  await page.reload()
  await becomes(page, { ...connected, network: solanaDevnet.caipNetworkId }, "solana")
  await sendLamports(page, 1_000_000)
  expect(balances()).toEqual([20_000_000n, 6_000_000n])
})

test("hostile Wallet Standard wallets break nothing: unreadable ones are not listed, the others fail with catalog errors", async ({
  page,
  wallet,
  visit,
}) => {
  expect(wallet.person.asked).toEqual([])
  await page.addInitScript(registerHostile)
  await visit()
  await press(page)
  const rows = view(page, "Connect").locator('button[data-wallet]:not([data-wallet="all"])')
  await expect(rows).toContainText(["WalletConnect", "Loopback", "Featureless", "Forger"])
  // Another wallet claims its name, so neither can be trusted.
  await expect(rows.filter({ hasText: "Loopback" })).toContainText(["Unverified", "Unverified"])

  await row(page, "Featureless").click()
  await expect(view(page, "ConnectingExternal").getByRole("button", { name: "Try again" })).toBeVisible()
  expect(await who(page, "solana")).toMatchObject({ status: "disconnected", address: undefined })
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
  await call(page, "disconnect")
  await call(page, "close")
  await choose(page, "Loopback")
  await becomes(page, connected, "solana")
})

const send = (page: Page, sendTokenAmount: string, token = "native") =>
  call(page, "send", { token, sendTokenAmount, receiverAddress: receiver })

const spl = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
const token2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"

test("Send: SPL and Token-2022 tokens, creating the receiver's account the first time, with the shown transfer fee, and SOL, up to the whole balance minus the fee (verified by web3.js); a wallet that signs a different transaction sends nothing", async ({
  page,
  wallet,
  svms: { mainnet },
  connect,
}) => {
  await connect()
  const estimate = (token: string, sendTokenAmount: string) =>
    call(page, "estimateSend", { token, sendTokenAmount, receiverAddress: receiver })
  const minted = (byte: number, program: string, keeps?: { readonly basisPoints: number; readonly most: bigint }) => {
    const mint = addressFrom(byte)
    const source = tokenAccountOf(first, mint, program)
    mainnet.mint({
      mint,
      program,
      decimals: 6,
      owner: first,
      account: source,
      units: 9_000_000n,
      ...(keeps && { keeps }),
    })
    return { mint, source, destination: tokenAccountOf(receiver, mint, program) }
  }
  for (const [byte, program] of [
    [55, spl],
    [56, token2022],
  ] as const) {
    const { mint, source, destination } = minted(byte, program)
    expect(Number((await estimate(mint, "2.500001")).deposit)).toBeGreaterThan(0)
    await send(page, "2.500001", mint)
    await send(page, "max", mint)

    const same = { signed: true, payer: first, program, source, mint, destination, authority: first, decimals: 6 }
    expect(mainnet.sent.slice(-2).map(judgeTokens)).toEqual([
      { ...same, units: 2_500_001n, made: { owner: receiver, account: destination } },
      { ...same, units: 6_499_999n, made: undefined },
    ])
    expect(mainnet.tokensOf(destination)).toBe(9_000_000n)
  }

  const { mint, destination } = minted(57, token2022, { basisPoints: 125, most: 20_000n })
  expect(await estimate(mint, "1.000001")).toMatchObject({ withheld: "0.012501" })
  expect(await estimate(mint, "max")).toMatchObject({ withheld: "0.02", sendTokenAmount: "9" })
  await send(page, "1.000001", mint)
  expect(mainnet.tokensOf(destination)).toBe(987_500n)
  expect(mainnet.sent.slice(4).map(judgeTokens)).toMatchObject([{ units: 1_000_001n, withheld: 12_501n }])
  await send(page, "max", mint)
  expect(mainnet.tokensOf(destination)).toBe(987_500n + 7_999_999n - 20_000n)

  const { hash } = await send(page, "0.5")
  expect(fromBase58(hash)).toHaveLength(64)
  expect(mainnet.balanceOf(receiver)).toBe(500_000_000n)
  // A wallet that signs a different transaction sends nothing.
  wallet.swap(transfer({ from: first, to: second, lamports: 100_000_000 }))
  const input = { token: "native", sendTokenAmount: "0.5", receiverAddress: receiver }
  expect(await refusal(page, "send", input)).toMatchObject({ _tag: "TransactionDiffers" })
  expect(mainnet.balanceOf(second)).toBe(0n)
  wallet.swap(undefined)
  await send(page, "max")
  expect(mainnet.balanceOf(first)).toBe(0n)
  const [half, rest, ...more] = mainnet.sent.slice(6).map(judge)
  expect(half).toEqual({ signed: true, from: first, to: receiver, lamports: 500_000_000n })
  expect(rest?.to).toBe(receiver)
  expect(more).toEqual([])
})

/** Runs in the page: registers hostile wallets. */
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
