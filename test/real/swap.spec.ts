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

test("A visitor swaps, also after rejecting each request: an approval of the exact amount and the swap reach the node, balances change, and the activity lists it", async ({
  page,
  ethereum,
  exchange,
  log,
  metamask,
  sends,
}) => {
  exchange.price("HRB", "TLW", [3n, 2n])
  await review(page, "HRB", "TLW", "40")
  metamask.person.next("reject")
  await approve(page).click()
  await expect(preview(page).getByText("Declined in MetaMask", { exact: true })).toBeVisible()
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  expect(await ethereum.client.getTransactionCount({ address: first.address })).toBe(0)

  await ethereum.control.setAutomine(false)
  await approve(page).click()
  await expect(snack(page, "loading")).toContainText("Approve limit increase in your wallet")
  await metamask.person.until(() => sends() === 2)
  await ethereum.control.setAutomine(true)
  await ethereum.control.mine({ blocks: 1 })
  await meanwhile(page, swap.receipt.every, expect(confirm(page)).toBeEnabled())
  expect(await exchange.allowance("HRB", first.address)).toBe(parseEther("40"))
  metamask.person.next("reject")
  await confirm(page).click()
  await expect(preview(page).getByText("You declined the request in MetaMask. Nothing was sent.")).toBeVisible()
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("1000"))
  await confirm(page).dblclick()

  await told(page, log, "Swapped 40 HRB for 60 TLW")
  expect(await exchange.held("HRB", first.address)).toBe(parseEther("960"))
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("60"))
  expect(await exchange.allowance("HRB", first.address)).toBe(0n)
  expect(sends()).toBe(4)

  const account = view(page, "Account")
  await expect(account.getByText("60.000 TLW")).toBeVisible()
  await account.getByRole("tab", { name: "Activity" }).click()
  await expect(account.getByText("Swapped")).toBeVisible()
  await expect(account.getByText("HRB to TLW")).toBeVisible()
})

test("a quote that changes after the preview needs another confirmation, and the pending swap survives a reload: its outcome is reported", async ({
  page,
  ethereum,
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

  await ethereum.control.setAutomine(false)
  await confirm(page).click()
  await soon(() => latest(page)).toMatchObject({ status: "pending", amount: "2", symbol: "ETH" })
  await page.reload()
  await becomes(page, { status: "connected", address: first.address })
  await call(page, "open", { view: "Account" })
  await ethereum.control.mine({ blocks: 1 })

  await told(page, log, "Swapped 2 ETH for 1 TLW", sending.watch)
  expect(await exchange.held("TLW", first.address)).toBe(parseEther("1"))
})

test("a contract that keeps the tokens, or takes other tokens too, is rejected by simulation; an allowance that shrinks is requested again, a USDT-like token's from zero", async ({
  page,
  ethereum,
  exchange,
  sends,
}) => {
  for (const contract of [Exchange.keeper, Exchange.drainer]) {
    await Exchange.letTake(ethereum, first.address, contract, 1_000n)
    exchange.sendTo(contract)
    for (const fromToken of ["ETH", "HRB"]) {
      const quote = await call(page, "quoteSwap", { fromToken, toToken: "TLW", amount: "2" })
      expect((await refusal(page, "swap", { quote }))?._tag, fromToken).toBe("SwapNotBuilt")
    }
  }
  expect(await ethereum.client.getTransactionCount({ address: first.address })).toBe(0)

  exchange.sendTo(exchange.address)
  const input = { fromToken: "USDT", toToken: "TLW", amount: "300" }
  await Exchange.letTake(ethereum, first.address, router, 300_000_000n)
  const before = await call(page, "quoteSwap", input)
  expect(before).toMatchObject({ needsApproval: false })
  await review(page, "USDT", "TLW", "300")
  await expect(confirm(page)).toBeEnabled()
  await Exchange.letTake(ethereum, first.address, router, 5n)
  await confirm(page).click()
  await expect(approve(page)).toBeEnabled()
  expect(await refusal(page, "swap", { quote: before })).toMatchObject({ _tag: "QuoteChanged" })
  expect(sends()).toBe(0)

  const quote = await call(page, "quoteSwap", input)
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
