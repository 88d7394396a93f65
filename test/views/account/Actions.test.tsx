// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { Actions } from "../../../views/account/Actions.tsx"
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
    await page.show(here, <Actions />)

    expect([...page.place.querySelectorAll("button")].map((one) => one.textContent)).toEqual(labels)
  }
})
