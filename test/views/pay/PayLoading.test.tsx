// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { base } from "../../../src/options/networks.ts"
import { pay } from "../../../src/pay/state.ts"
import { PayLoading } from "../../../views/pay/PayLoading.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { assetOf, merchant } from "../../fixtures/scenes/pay.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("A pending payment has an explorer link to open and copy", async () => {
  const instance = instanceOf({ networks: [base] })
  const result = `0x${"ab".repeat(32)}`
  const of = { paymentAsset: assetOf(base, "USDC"), recipient: merchant, amount: "12.5" }
  const payment = { paymentId: "1", source: "pay", type: "wallet", of, at: 0, status: "waiting" } as const
  const shown = async (sent: boolean) => {
    pay(instance).current.value = { ...payment, ...(sent && { result }) }
    await page.show(viewContextOf(instance), <PayLoading />)
    const links = [...page.place.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")])
    const buttons = [...page.place.querySelectorAll("button")].map((one) => [one.textContent, one.disabled])
    return { links, buttons }
  }
  expect(await shown(true)).toEqual({
    links: [["Block Explorer", `https://basescan.org/tx/${result}`]],
    buttons: [["Copy link", false]],
  })
  expect(await shown(false)).toEqual({ links: [], buttons: [] })
})
