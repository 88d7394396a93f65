// @vitest-environment happy-dom
import { act } from "react"
import { expect, it } from "vitest"
import { LockedWallet } from "../../../views/account/LockedWallet.tsx"
import { HereContext } from "../../../views/shared/first-paint/useModal.ts"
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
    await act(async () =>
      page.render(
        <HereContext.Provider key={`${multiWallet}`} value={viewContextOf(instance)}>
          <LockedWallet />
        </HereContext.Provider>,
      ),
    )

    expect([...page.place.querySelectorAll("button")].map((one) => one.textContent)).toEqual(labels)
  }
})
