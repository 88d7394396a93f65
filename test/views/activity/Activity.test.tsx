// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { activity } from "../../../src/activity/state.ts"
import { TransactionsFailed } from "../../../src/errors/index.ts"
import { Activity } from "../../../views/activity/Activity.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("'Failed to fetch transactions': the view shows the failure, without rows or placeholders", async () => {
  const instance = instanceOf()
  activity(instance).progress.value = { status: "failed", error: new TransactionsFailed(), last: undefined }
  await page.show(viewContextOf(instance), <Activity />)

  expect(page.place.textContent).toContain("Failed to fetch transactions")
  expect(page.place.querySelectorAll("[data-transaction], [aria-busy]")).toHaveLength(0)
  expect(page.place.querySelector("button")?.textContent).toBe("Try again")
})

it("an empty view has one next step, to fund the wallet, unless the site offers no way to", async () => {
  for (const [features, steps] of [
    [{}, ["Fund Wallet"]],
    [{ receive: false }, []],
  ] as const) {
    const instance = instanceOf({ features })
    const { remoteFeatures } = instance.core
    remoteFeatures.value = { ...remoteFeatures.peek(), onramp: false, payWithExchange: false }
    activity(instance).progress.value = { status: "loaded", value: undefined }
    await page.show(viewContextOf(instance), <Activity />)

    expect(page.place.textContent).toContain("No Transactions yet")
    expect([...page.place.querySelectorAll("button")].map((one) => one.textContent)).toEqual(steps)
  }
})
