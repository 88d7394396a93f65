// @vitest-environment happy-dom
import type { ReactNode } from "react"
import { describe, expect, it } from "vitest"
import type { SwapToken } from "../../../src/swap/model/quote.ts"
import { swap } from "../../../src/swap/state.ts"
import type { ViewContext } from "../../../views/shared/first-paint/useModal.ts"
import { Swap } from "../../../views/swap/Swap.tsx"
import { SwapPreview } from "../../../views/swap/SwapPreview.tsx"
import { SwapSelectToken } from "../../../views/swap/SwapSelectToken.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"

const page = mounted()

const token = (symbol: string, name: string, contract: string): SwapToken => ({
  ...{ symbol, name, address: `eip155:1:${contract}` },
  ...{ decimals: 6, logoUri: "", quantity: "0", price: 0 },
})
const usdc = token("USDC", "USD Coin", `0xA0B8${"6".repeat(30)}EB481a`)
// The last letter is Cyrillic.
const imitation = token("USDС", "Dollars", `0x6666${"1".repeat(36)}`)
const ether = token("ETH", "Ether", "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")
const harbour = token("HRB", "Harbour", `0x7777${"2".repeat(36)}`)

const show = async (view: ReactNode, tokens: readonly SwapToken[], from = ether) => {
  const instance = instanceOf()
  const { tokens: list, reviewed, source, target, amount } = swap(instance)
  list.value = { status: "loaded", value: tokens }
  source.value = from.address
  target.value = usdc.address
  amount.value = "1"
  reviewed.value = {
    ...{
      network: "eip155:1",
      account: "0x",
      from,
      to: usdc,
      fromAmount: "1",
      toAmount: "3000",
      minimum: "2900",
    },
    ...{ rate: "0.0003", priceImpact: 0.1, providerFee: "0", networkFee: "0", needsApproval: false },
  }
  const context = { instance, run: () => () => undefined, afterPaint: () => () => undefined, image: () => undefined }
  await page.show(context as unknown as ViewContext, view)
}

it("the list of tokens to swap begins with the popular ones", async () => {
  const uni = token("UNI", "Uniswap", `0x8888${"3".repeat(36)}`)
  for (const target of ["sourceToken", "toToken"] as const) {
    await show(<SwapSelectToken name="SwapSelectToken" target={target} />, [harbour, uni, ether])
    const names = [...page.place.querySelectorAll("[data-token]")].map(
      (row) => /Harbour|Uniswap|Ether/.exec(row.textContent ?? "")?.[0],
    )
    expect(names, target).toEqual(["Ether", "Uniswap", "Harbour"])
  }
})

it("the suggested tokens are offered above the list, to pay with and to receive", async () => {
  for (const target of ["sourceToken", "toToken"] as const) {
    await show(<SwapSelectToken name="SwapSelectToken" target={target} />, [harbour, usdc, ether])
    const offered = [...page.place.querySelectorAll("fieldset button")].map((button) => button.textContent)
    expect(offered, target).toEqual(["ETH", "USDC"])
  }
})

describe("A swap names contracts, since any token can bear a known symbol", () => {
  it("on review, of each token that has one", async () => {
    await show(<SwapPreview />, [ether, usdc])
    const contracts = [...page.place.querySelectorAll("[title]")].map((one) => [
      one.getAttribute("title"),
      one.textContent,
    ])
    expect(contracts).toEqual([[usdc.address.slice(9).toLowerCase(), "0xa0...eb481a"]])
  })

  it("in the list, of tokens that look alike", async () => {
    await show(<SwapSelectToken name="SwapSelectToken" target="toToken" />, [ether, usdc, harbour, imitation])
    const rows = [...page.place.querySelectorAll("[data-token]")]
    const named = rows.filter((row) => /0x/.test(row.textContent ?? ""))
    expect(rows).toHaveLength(4)
    expect(named.map((row) => row.textContent)).toEqual([
      expect.stringContaining("USDC · 0xa0...eb481a"),
      expect.stringContaining("USDС · 0x66...111111"),
    ])
  })

  it("and suggests no symbol that two of them have", async () => {
    const chips = () => [...page.place.querySelectorAll("fieldset button")].map((chip) => chip.textContent)
    await show(<SwapSelectToken name="SwapSelectToken" target="toToken" />, [ether, usdc, imitation])
    expect(chips()).toEqual(["ETH", "USDC"])
    await show(<SwapSelectToken name="SwapSelectToken" target="toToken" />, [
      ether,
      usdc,
      { ...imitation, symbol: "USDC" },
    ])
    expect(chips()).toEqual(["ETH"])
  })
})

for (const [name, view] of [
  ["form", <Swap key="form" name="Swap" />],
  ["review", <SwapPreview key="review" />],
] as const)
  it(`A swap shows the value of an amount below a cent, not $0.00: ${name}`, async () => {
    const cheap = { ...ether, price: 0.004_25 }
    await show(view, [cheap, usdc], cheap)
    expect(page.place.textContent).toContain("$0.0042")
  })
