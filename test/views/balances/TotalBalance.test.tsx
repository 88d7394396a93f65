// @vitest-environment happy-dom
import { act } from "react"
import { expect, it } from "vitest"
import { balances } from "../../../src/balances/state/tokens.ts"
import { TotalBalance } from "../../../views/balances/TotalBalance.tsx"
import { HereContext, sentences, type ViewContext } from "../../../views/shared/first-paint/useModal.ts"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"

const page = mounted()

it("A token total is shown with 2 decimals in the account view, its values added up exactly", async () => {
  for (const [values, shown] of [
    [[2500.5, 12.349], "$2,512.84"],
    [[0.7, 0.1], "$0.80"],
    [[12], "$12.00"],
  ] as const) {
    const instance = instanceOf()
    const { tokens } = balances(instance)
    const row = { name: "Harbour", symbol: "HRB", chainId: "eip155:1", address: undefined, price: 1, iconUrl: "" }
    tokens.reconcile(values.map((value, at) => ({ ...row, key: `${at}`, value, quantity: "1", decimals: 6 })))
    const here = { instance, text: sentences(instance) } as Partial<ViewContext> as ViewContext
    await act(async () =>
      page.render(
        <HereContext.Provider key={shown} value={here}>
          <TotalBalance />
        </HereContext.Provider>,
      ),
    )

    expect(page.place.textContent).toBe(shown)
  }
})
