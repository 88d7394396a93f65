// @vitest-environment happy-dom
import { act } from "react"
import { expect, it } from "vitest"
import { balances } from "../../../src/balances/state/tokens.ts"
import { HttpStatus } from "../../../src/errors/index.ts"
import { Tokens } from "../../../views/balances/Tokens.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("Balance display is floored to 3 decimals in the rows of the token list", async () => {
  const instance = instanceOf()
  const row = { chainId: "eip155:1", price: 1, value: 12.349, iconUrl: "", decimals: 6 }
  balances(instance).tokens.reconcile([
    { ...row, key: "1", name: "Harbour", symbol: "HRB", address: "eip155:1:0x1", quantity: "12.3499" },
    { ...row, key: "2", name: "Ether", symbol: "ETH", address: undefined, quantity: "2" },
  ])
  await page.show(viewContextOf(instance), <Tokens />)

  const rows = [...page.place.querySelectorAll("[data-token]")].map((one) => one.textContent ?? "")
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain("12.349 HRB")
  expect(rows[1]).toContain("2.000 ETH")
})

it("an account whose balances cannot be loaded offline says so, and offers to try again once online", async () => {
  const instance = instanceOf()
  balances(instance).refresh.value = { status: "failed", error: new HttpStatus(500), last: undefined }
  instance.core.online.value = false
  await page.show(viewContextOf(instance), <Tokens />)
  expect(page.place.textContent).toContain("You're offline")
  expect(page.place.textContent).not.toContain("Token Balance Unavailable")

  await act(async () => {
    instance.core.online.value = true
  })
  expect(page.place.textContent).toContain("Token Balance Unavailable")
  expect(page.place.querySelector("button")?.textContent).toBe("Try again")
})
