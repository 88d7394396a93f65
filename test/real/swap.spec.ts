import { expect, type Page } from "@playwright/test"
import { decodeFunctionData, erc20Abi, type Hex, parseEther } from "viem"
import { sending } from "../../src/send/limits.ts"
import { swap } from "../../src/swap/limits.ts"
import { type Log, logOf } from "../browser/log.ts"
import * as Exchange from "./parts/exchange.ts"
import { becomes, call, latest, meanwhile, refusal, rest, snack, soon, view } from "./parts/playground.ts"
import { first, test as shared } from "./parts/shared.ts"

const { router } = Exchange

/** MetaMask is connected on a chain with an exchange. */
const test = shared.extend<{ readonly exchange: Exchange.Exchange; readonly log: Log; readonly sends: () => number }>({
  exchange: async ({ ethereum, provider }, use) => {
    const harbour = await ethereum.deployToken("Harbour", "HRB", 1_000, first.address)
    const tallow = await ethereum.deployToken("Tallow", "TLW", 5_000, router)
    const tokens = [
      { symbol: "ETH", decimals: 18 },
      { symbol: "HRB", decimals: 18, address: harbour.address },
      { symbol: "TLW", decimals: 18, address: tallow.address },
      await Exchange.strictToken(ethereum, "USDT", first.address, 900_000_000n),
    ]
    await use(await Exchange.open(ethereum, provider, tokens))
  },
  log: [async ({ page }, use) => use(await logOf(page)), { auto: true }],
  sends: ({ metamask }, use) => use(() => metamask.person.times("eth_sendTransaction")),
})
test.use({ chains: [1] })
test.beforeEach(async ({ exchange, sends, visit, connect }) => {
  expect([exchange.address, sends()]).toEqual([router, 0])
  await visit()
  await connect()
})

const preview = (page: Page) => view(page, "SwapPreview")
const approve = (page: Page) => preview(page).getByRole("button", { name: "Approve" })
const confirm = (page: Page) => preview(page).getByRole("button", { name: "Swap", exact: true })

test("A visitor swaps: an approval of the exact amount and the swap reach the node, balances change, and the activity lists it", async ({
  page,
  ethereum,
  exchange,
  log,
  metamask,
  sends,
}) => {
  exchange.price("HRB", "TLW", [3n, 2n])
  await review(page, "HRB", "TLW", "40")
  await ethereum.control.setAutomine(false)
  await approve(page).click()
  await expect(snack(page, "loading")).toContainText("Approve limit increase in your wallet")
  await metamask.person.until(() => sends() === 1)
  await ethereum.control.setAutomine(true)
  await ethereum.control.mine({ blocks: 1 })
  await meanwhile(page, swap.receipt.every, expect(confirm(page)).toBeEnabled())
  expect(await exchange.allowance("HRB", first.address)).toBe(parseEther("40"))
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("1000"))
  await confirm(page).dblclick()

  await told(page, log, "Swapped 40 HRB for 60 TLW")
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("960"))
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("60"))
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  expect(sends()).toBe(2)

  const account = view(page, "Account")
  await expect(account.getByText("60.000 TLW")).toBeVisible()
  await account.getByRole("tab", { name: "Activity" }).click()
  await expect(account.getByText("Swapped")).toBeVisible()
  await expect(account.getByText("HRB to TLW")).toBeVisible()
})

test("a rejected approval approves and swaps nothing, and can be retried", async ({
  page,
  ethereum,
  exchange,
  metamask,
}) => {
  await review(page, "HRB", "TLW", "40")
  metamask.person.next("reject")
  await approve(page).click()
  await expect(preview(page).getByText("Declined in MetaMask", { exact: true })).toBeVisible()
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  expect(await ethereum.client.getTransactionCount({ address: first.address })).toBe(0)

  await approve(page).click()
  await meanwhile(page, swap.receipt.every, expect(confirm(page)).toBeEnabled())
  metamask.person.next("reject")
  await confirm(page).click()
  await expect(preview(page).getByText("You declined the request in MetaMask. Nothing was sent.")).toBeVisible()
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("1000"))
})

test("a quote that changes between the preview and the approval needs another confirmation", async ({
  page,
  exchange,
  log,
  sends,
}) => {
  await review(page, "ETH", "TLW", "2")
  exchange.price("ETH", "TLW", [1n, 2n])
  await confirm(page).click()
  await expect(preview(page).getByText("The price has changed.")).toBeVisible()
  await expect(preview(page).getByText("1 TLW", { exact: true })).toBeVisible()
  expect(sends()).toBe(0)

  await confirm(page).click()
  await told(page, log, "Swapped 2 ETH for 1 TLW")
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("1"))
})

test("an allowance that shrinks between the preview and the approval needs another confirmation", async ({
  page,
  ethereum,
  sends,
}) => {
  await Exchange.letTake(ethereum, first.address, router, 300_000_000n)
  const input = { fromToken: "USDT", toToken: "TLW", amount: "300" }
  const quote = await call(page, "quoteSwap", input)
  expect(quote).toMatchObject({ needsApproval: false })
  await review(page, "USDT", "TLW", "300")
  await expect(confirm(page)).toBeEnabled()
  await Exchange.letTake(ethereum, first.address, router, 0n)
  await confirm(page).click()
  await expect(approve(page)).toBeEnabled()
  expect(await refusal(page, "swap", { quote })).toMatchObject({ _tag: "QuoteChanged" })
  expect(sends()).toBe(0)
})

test("a USDT-like token's allowance is reset to zero before it is changed", async ({ page, ethereum, exchange }) => {
  await Exchange.letTake(ethereum, first.address, router, 5n)
  const quote = await call(page, "quoteSwap", { fromToken: "USDT", toToken: "TLW", amount: "300" })
  const { approvals } = await meanwhile(page, swap.receipt.every, call(page, "swap", { quote }))
  const approved = await Promise.all(
    approvals.map(async (hash) => {
      const { input } = await ethereum.client.getTransaction({ hash: hash as Hex })
      return decodeFunctionData({ abi: erc20Abi, data: input }).args
    }),
  )
  const spender = expect.stringMatching(new RegExp(router, "i"))
  expect(approved).toEqual([
    [spender, 0n],
    [spender, 300_000_000n],
  ])
  expect(await exchange.held("USDT", first.address)).toBe(600_000_000n)
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("300"))
})

test("calldata for another contract, and an approval of another spender, never reach the wallet", async ({
  page,
  provider,
  exchange,
  sends,
}) => {
  const approval = await call(page, "quoteSwap", { fromToken: "HRB", toToken: "TLW", amount: "2" })
  const thief = `0x095ea7b3${"1".repeat(40).padStart(64, "0")}${"f".repeat(64)}`
  provider.set("GET /v1/convert/build-approve", { tx: { to: exchange.idOf("HRB"), data: thief } })
  expect(await refusal(page, "swap", { quote: approval })).toMatchObject({ _tag: "ApprovalNotBuilt" })

  const quote = await call(page, "quoteSwap", { fromToken: "ETH", toToken: "TLW", amount: "2" })
  const built = (changed: object) =>
    provider.set("POST /v1/convert/build-transaction", ({ body }) => {
      const { amount, userAddress } = body as Readonly<Record<string, string>>
      return { tx: { from: userAddress, to: `eip155:1:${router}`, data: "0x1234567800", amount, ...changed } }
    })
  for (const changed of [
    { to: exchange.idOf("TLW") },
    { to: `eip155:137:${router}` },
    { to: `eip155:1:${first.address}` },
    { from: `eip155:1:${router}` },
    { amount: String(parseEther("3")) },
    { data: `0xa9059cbb${"0".repeat(128)}` },
    { data: "0x" },
  ]) {
    built(changed)
    expect((await refusal(page, "swap", { quote }))?._tag, JSON.stringify(changed)).toBe("SwapNotBuilt")
  }
  expect(sends()).toBe(0)
})

test("a contract that keeps the tokens, or takes other tokens too, is rejected by simulation; an unknown but honest exchange passes", async ({
  page,
  ethereum,
  exchange,
  sends,
}) => {
  const quoted = (fromToken: string) => call(page, "quoteSwap", { fromToken, toToken: "TLW", amount: "2" })
  for (const contract of [Exchange.keeper, Exchange.drainer]) {
    await Exchange.letTake(ethereum, first.address, contract, 1_000n)
    exchange.sendTo(contract)
    for (const from of ["ETH", "HRB"])
      expect((await refusal(page, "swap", { quote: await quoted(from) }))?._tag, from).toBe("SwapNotBuilt")
  }
  expect(sends()).toBe(0)
  expect(await ethereum.client.getTransactionCount({ address: first.address })).toBe(0)

  exchange.sendTo(exchange.address)
  for (const from of ["ETH", "HRB"]) {
    const quote = await quoted(from)
    const { hash } = await meanwhile(page, swap.receipt.every, call(page, "swap", { quote }))
    expect(hash, from).toMatch(/^0x[0-9a-f]{64}$/)
  }
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("4"))
  expect(sends()).toBe(3)
})

test("a pending swap survives a reload: its outcome is reported, and the activity lists it", async ({
  page,
  ethereum,
  exchange,
  log,
}) => {
  await ethereum.control.setAutomine(false)
  await review(page, "ETH", "TLW", "2")
  await confirm(page).click()
  await soon(() => latest(page)).toMatchObject({ status: "pending", amount: "2", symbol: "ETH" })
  await page.reload()
  await becomes(page, { status: "connected", address: first.address })
  await call(page, "open", { view: "Account" })
  await ethereum.control.mine({ blocks: 1 })

  await told(page, log, "Swapped 2 ETH for 2 TLW", sending.watch)
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("2"))
})

/** Advances the tracking of the swap until its outcome is shown. */
const told = (page: Page, log: Log, sentence: string, every: number = swap.receipt.every) =>
  meanwhile(page, every, soon(log.snacks).toContain(`success: ${sentence}`))

/** Opens a swap and continues to its preview, which requests another quote. */
const review = async (page: Page, fromToken: string, toToken: string, amount: string) => {
  await call(page, "open", { view: "Swap", arguments: { fromToken, toToken, amount } })
  await rest(page)
  await view(page, "Swap").getByRole("button", { name: "Review swap" }).click()
  await expect(preview(page).getByText("New rate in")).toBeVisible()
  await rest(page)
}
