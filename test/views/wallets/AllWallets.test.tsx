// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { wallets } from "../../../src/wallets/first-paint/state/wallets.ts"
import { AllWallets } from "../../../views/wallets/AllWallets.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("an empty list does not ask visitors who did not search to check the spelling", async () => {
  const instance = instanceOf()
  wallets(instance).paging.value = { status: "loaded", value: undefined }
  await page.show({ ...viewContextOf(instance), whenIdle: () => () => undefined }, <AllWallets name="AllWallets" />)

  expect(page.place.textContent).toContain("No Wallet found")
  expect(page.place.textContent).toContain("Use any wallet that can scan QR codes.")
  expect(page.place.textContent).not.toContain("spelling")
})
