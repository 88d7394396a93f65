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
