// @vitest-environment happy-dom
import { fireEvent, within } from "@testing-library/dom"
import { expect, it } from "vitest"
import { mainnet, polygon } from "../../../src/options/networks.ts"
import { testModal } from "../../../src/testing/index.ts"
import arabic from "../../../views/locales/ar/network.json" with { type: "json" }
import english from "../../../views/locales/en/network.json" with { type: "json" }

it("a message has its variant, and is in the visitor's language, even if that loads after the message is shown", async () => {
  const { modal, screen, destroy } = testModal({
    networks: [mainnet, polygon],
    script: { wallets: { "*": { switch: "reject" } } },
    // The message stays while time stands still.
    virtual: true,
  })
  await modal.connect({ wallet: "example.halyard" })
  await modal.open({ view: "Networks" })
  fireEvent.click(await within(screen()).findByRole("button", { name: /Polygon/ }, { timeout: 45_000 }))
  const message = await within(screen()).findByText(english.switchDeclined, {}, { timeout: 45_000 })
  expect(message.closest("[data-snack]")?.getAttribute("data-snack")).toBe("error")

  modal.setLocale("ar")
  await within(screen()).findByText(arabic.switchDeclined, {}, { timeout: 45_000 })
  await destroy()
})
