// @vitest-environment happy-dom
import { act } from "react"
import { expect, it } from "vitest"
import { Actions } from "../../../views/account/Actions.tsx"
import { HereContext } from "../../../views/shared/first-paint/useModal.ts"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("Wallet action order: onramp, swaps, receive, send on the account, or the site's own", async () => {
  for (const [features, labels] of [
    [{}, ["Buy", "Swap", "Receive", "Send"]],
    [{ walletFeaturesOrder: ["send", "swaps", "receive", "onramp"] }, ["Send", "Swap", "Receive", "Buy"]],
  ] as const) {
    const here = viewContextOf(instanceOf({ features }))
    await act(async () =>
      page.render(
        <HereContext.Provider key={labels.join()} value={here}>
          <Actions />
        </HereContext.Provider>,
      ),
    )

    expect([...page.place.querySelectorAll("button")].map((one) => one.textContent)).toEqual(labels)
  }
})
