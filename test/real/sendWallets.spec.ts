import { expect, type Locator, type Page } from "@playwright/test"
import { type Address, parseEther } from "viem"
import { becomes, call, rest, settles, snack, view, who } from "./parts/playground.ts"
import { test as relayed } from "./parts/relayed.ts"
import { logIn, press } from "./parts/secureSite.ts"
import { stranger } from "./parts/shared.ts"

// Transfers from the views with wallets outside the page; send.spec.ts has MetaMask's, on more chains.

relayed.use({ chains: [1, 137], walletOptions: { approves: [1, 137] } })

/** Approves or rejects the next prompt. */
type Answer = (agrees: boolean) => Promise<void>

/** Kinds of wallet, each connected. */
const kinds = [
  [
    "a wallet over WalletConnect",
    relayed.extend<{ readonly answer: Answer }>({
      answer: async ({ pair, wallet }, use) => {
        await pair()
        await use(async (agrees) => wallet.person.next(agrees ? "approve" : "reject"))
      },
    }),
  ],
  [
    "the embedded wallet",
    relayed.extend<{ readonly answer: Answer }>({
      answer: async ({ page, visit, secure }, use) => {
        await visit({ hosts: { secureSite: secure.url } })
        await logIn(page, secure)
        await use((agrees) => press(page, agrees ? "Approve" : "Reject"))
      },
    }),
  ],
] as const

/** Fills in the form and opens the review. Returns the enabled button that prompts the wallet. */
const review = async (page: Page, amount: string, token?: Address) => {
  await call(page, "open", { view: "WalletSend" })
  const form = view(page, "WalletSend")
  if (token) {
    await form.getByRole("button", { name: /^(Token: |Select Token)/ }).click()
    await view(page, "WalletSendSelectToken").locator(`[data-token$="${token}" i]`).click()
  }
  await form.getByLabel("Address or name").fill(stranger)
  if (amount === "max") await form.getByRole("button", { name: "Max" }).click()
  else await form.getByRole("textbox", { name: /^Amount/ }).fill(amount)
  // The fee is requested again for each field.
  await rest(page)
  await form.getByRole("button", { name: "Preview Send" }).click()
  return view(page, "WalletSendPreview").getByRole("button", { name: /^Send / })
}

for (const [name, test] of kinds)
  test(`Wallet operation: send transaction and write contract, by ${name} on chain 137: a token, and the maximum native amount, rejected and then approved`, async ({
    page,
    provider,
    polygon: chain,
    answer,
  }) => {
    const network = "eip155:137"
    await becomes(page, { status: "connected" })
    await call(page, "switchNetwork", { network })
    await becomes(page, { network })
    const owner = (await who(page)).address as Address
    await chain.setBalance(owner, "3")
    const token = await chain.deployToken("Harbour", "HRB", 1_000, owner)
    // The service's list is outdated; the nodes have the balances.
    const listed = {
      chainId: network,
      value: 1,
      price: 1,
      iconUrl: "",
      quantity: { decimals: "18", numeric: "1000" },
    }
    provider.set("GET /v1/account/*/balance", {
      balances: [
        { ...listed, name: "Coin", symbol: "COIN" },
        { ...listed, name: "Harbour", symbol: "HRB", address: `${network}:${token.address}` },
      ],
    })
    const balance = (address: Address) => chain.client.getBalance({ address })
    const sent = { status: "confirmed", network, from: owner, to: stranger }
    const pressed = async (button: Locator, agrees: boolean) => {
      const answered = answer(agrees)
      await button.click()
      await answered
    }

    await pressed(await review(page, "12.000000000000000001", token.address), true)
    await expect(snack(page, "success")).toContainText("Transaction started")
    await settles(page, { ...sent, symbol: "HRB" })
    expect(await token.held(stranger)).toBe(12_000_000_000_000_000_001n)

    await chain.setBalance(owner, "3.141592653589793238")
    await pressed(await review(page, "max"), false)
    const preview = view(page, "WalletSendPreview")
    await expect(preview.getByText(/^You declined the request in .* Nothing was sent\.$/)).toBeVisible()
    expect(await balance(stranger)).toBe(0n)
    await pressed(preview.getByRole("button", { name: /^Send / }), true)
    await settles(page, { ...sent, amount: expect.stringMatching(/^3\.14/) })
    expect(await balance(owner)).toBe(0n)
    expect(await balance(stranger)).toBeGreaterThan(parseEther("3.14"))
  })
