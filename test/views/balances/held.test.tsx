// @vitest-environment happy-dom
import type { ReactNode } from "react"
import { expect, it } from "vitest"
import { balances } from "../../../src/balances/state/tokens.ts"
import { send } from "../../../src/send/state/form.ts"
import { swap } from "../../../src/swap/state.ts"
import { SendAmount } from "../../../views/send/SendAmount.tsx"
import { WalletSendSelectToken } from "../../../views/send/WalletSendSelectToken.tsx"
import { Swap } from "../../../views/swap/Swap.tsx"
import { SwapSelectToken } from "../../../views/swap/SwapSelectToken.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

/** Renders a view for an account with two tokens, and returns the text. */
const shown = async (view: ReactNode) => {
  const instance = instanceOf()
  const held = [
    { name: "Harbour", symbol: "HRB", address: `eip155:1:0x${"7".repeat(40)}`, quantity: "12.3499" },
    { name: "Spindle", symbol: "SPN", address: `eip155:1:0x${"8".repeat(40)}`, quantity: "1000.0009" },
  ]
  const { tokens, source, target } = swap(instance)
  tokens.value = { status: "loaded", value: held.map((one) => ({ ...one, decimals: 6, logoUri: "", price: 1 })) }
  source.value = held[0]?.address
  target.value = held[1]?.address
  const row = { chainId: "eip155:1", price: 1, value: 12, iconUrl: "", decimals: 6 }
  balances(instance).tokens.reconcile(held.map((one) => ({ ...row, ...one, key: one.symbol })))
  send(instance).chosen.value = "HRB"
  await page.show(viewContextOf(instance), view)
  return page.place.textContent ?? ""
}

it.each([
  ["where a visitor swaps", <Swap key="" name="Swap" />, ["12.349 available", "1,000.000 in wallet"]],
  [
    "in the list of tokens to swap",
    <SwapSelectToken key="" name="SwapSelectToken" target="sourceToken" />,
    ["12.349 HRB", "1,000.000 SPN"],
  ],
  ["where a visitor sends", <SendAmount key="" over={false} />, ["12.349 available"]],
  ["in the list of tokens to send", <WalletSendSelectToken key="" />, ["12.349 HRB", "1,000.000 SPN"]],
])("Balance display is floored to 3 decimals %s", async (_, view, amounts) => {
  const text = await shown(view)
  for (const amount of amounts) expect(text).toMatch(new RegExp(`${amount}(?!\\d)`))
})
