import { expect, type Page } from "@playwright/test"
import type { Hex } from "viem"
import { parseEther } from "viem"
import { deposit } from "../../src/pay/limits.ts"
import { sending } from "../../src/send/limits.ts"
import { type Log, logOf } from "../browser/log.ts"
import { fixture } from "../fixtures/provider.ts"
import type { MetaMask } from "./parts/metamask.ts"
import { becomes, call, dialog, meanwhile, pass, refusal, row, snack, soon, view } from "./parts/playground.ts"
import { popupOf } from "./parts/popup.ts"
import { askedExchanges } from "./parts/providerExchanges.ts"
import { connected, first, stranger as merchant, test as shared } from "./parts/shared.ts"

const test = shared.extend<{ readonly log: Log }>({
  log: [async ({ page }, use) => use(await logOf(page)), { auto: true }],
})

const ether = {
  network: "eip155:1",
  asset: "native",
  metadata: { name: "Ether", symbol: "ETH", decimals: 18 },
} as const

test.beforeEach(async ({ provider, metamask, visit }) => {
  const { features } = fixture("appkit-config").answer as { readonly features: readonly { readonly id?: string }[] }
  const on = ["fund_from_exchange", "payments"].map((id) => ({ id, isEnabled: true, config: null }))
  provider.set("GET /appkit/v1/config", {
    features: [...features.filter((one) => !on.some(({ id }) => one.id === id)), ...on],
  })
  expect(metamask.log).toEqual([])
  await visit()
})

/** Waits for the prompts of this many transactions. No time passes until then, since earlier ones are tracked too. */
const prompted = ({ person }: MetaMask, times: number) => soon(() => person.times("eth_sendTransaction")).toBe(times)

/** Pays as soon as that is possible and waits until completion is announced. */
const paid = async (page: Page, log: Log, press: "click" | "dblclick", prompt: () => Promise<void>) => {
  await view(page, "Pay").getByRole("button", { name: "Pay with MetaMask" })[press]()
  await prompt()
  const told = async () => (await log.told()).join()
  await meanwhile(page, sending.watch, soon(told).toContain("Payment completed"))
}

test("a native payment reaches the chain once, from a wallet connected for it, however often the button is clicked; `pay` needs no modal; a token payment switches to the token's network, and moves exactly the shown amount", async ({
  page,
  ethereum,
  polygon,
  log,
  metamask,
}) => {
  await call(page, "open", { view: "Pay", arguments: { paymentAsset: ether, recipient: merchant, amount: "0.25" } })
  await view(page, "Pay").getByRole("button", { name: "Pay from wallet" }).click()
  await row(page, "io.metamask").click()
  await paid(page, log, "dblclick", () => prompted(metamask, 1))

  expect(await ethereum.client.getBalance({ address: merchant })).toBe(parseEther("0.25"))
  expect(metamask.person.times("eth_sendTransaction")).toBe(1)
  // The delay may have ended while the payment was tracked.
  await soon(async () => {
    await pass(page, deposit.closeAfter)
    return dialog(page).isHidden()
  }).toBe(true)

  const payment = { paymentAsset: ether, recipient: merchant, amount: "0.4" }
  const paying = call(page, "pay", payment)
  await prompted(metamask, 2)
  const { result } = await meanwhile(page, sending.watch, paying)
  const { status, to } = await ethereum.client.getTransactionReceipt({ hash: result as Hex })
  expect([status, to?.toLowerCase()]).toEqual(["success", merchant.toLowerCase()])
  expect(await refusal(page, "pay", { ...payment, recipient: "nobody" })).toMatchObject({ code: "INVALID_RECIPIENT" })
  expect(metamask.person.times("eth_sendTransaction")).toBe(2)

  const token = await polygon.deployToken("Harbour", "HRB", 1_000, first.address)
  const metadata = { name: "Harbour", symbol: "HRB", decimals: 18 }
  const paymentAsset = { network: "eip155:137", asset: token.address, metadata } as const
  const exact = { paymentAsset, recipient: merchant, amount: "12.000000000000000001" }
  await log.clear()
  await call(page, "open", { view: "Pay", arguments: exact })
  await paid(page, log, "click", () => prompted(metamask, 3))
  expect(await token.held(merchant)).toBe(12_000_000_000_000_000_001n)
  await becomes(page, { network: "eip155:137" })
})

test("a deposit uses the exchange service's request format and a pop-up opened in the click, and is polled until it is paid", async ({
  page,
  provider,
}) => {
  const address = "eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
  provider.set("POST /v1/fungible/price", { fungibles: [{ address, name: "Ether", symbol: "ETH", price: 2_000 }] })
  await call(page, "connect", { wallet: connected.connector })
  await call(page, "open", { view: "PayWithExchange" })
  await expect(view(page, "PayWithExchange").getByText("about 0.0050 ETH")).toBeVisible()
  const deposits = view(page, "PayWithExchange").getByRole("button", { name: "Deposit from Coinbase" })
  const popup = await popupOf(page, () => deposits.click())
  await popup.waitForURL(/\/exchange\/coinbase\?session=/)
  await popup.close()
  const statuses = () =>
    askedExchanges(provider.ledger).filter(({ method }) => method === "reown_getExchangeBuyStatus").length
  for (const polls of [1, 2, 3]) {
    await expect(snack(page, "success")).toHaveCount(0)
    await expect.poll(() => pass(page, deposit.poll)).toBe(true)
    await provider.until(() => statuses() === polls)
  }
  await expect(snack(page, "success")).toHaveText("Deposit completed")

  const [list, url] = askedExchanges(provider.ledger)
  expect([list?.method, list?.query.source]).toEqual(["reown_getExchanges", "fund-wallet"])
  expect(list?.params).toMatchObject({ page: 0, asset: "eip155:1/slip44:60" })
  expect(url?.params).toMatchObject({
    exchangeId: "coinbase",
    asset: "eip155:1/slip44:60",
    amount: "0.0050",
    recipient: `eip155:1:${first.address}`,
  })
})
