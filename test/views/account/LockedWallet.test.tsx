// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { LockedWallet } from "../../../views/account/LockedWallet.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("Multiple wallets are offered instead of a locked one only when the multiWallet remote feature is on", async () => {
  for (const [multiWallet, labels] of [
    [false, ["Reconnect", "Disconnect"]],
    [true, ["Reconnect", "Choose another wallet", "Disconnect"]],
  ] as const) {
    const instance = instanceOf()
    const { accounts, remoteFeatures } = instance.core
    accounts.eip155.value = { ...accounts.eip155.peek(), active: "w" }
    remoteFeatures.value = { ...remoteFeatures.peek(), multiWallet }
    await page.show(viewContextOf(instance), <LockedWallet />)

    expect([...page.place.querySelectorAll("button")].map((one) => one.textContent)).toEqual(labels)
  }
})
