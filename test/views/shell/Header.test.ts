// @vitest-environment happy-dom
import { within } from "@testing-library/dom"
import { expect, it } from "vitest"
import { mainnet, polygon } from "../../../src/options/networks.ts"
import { testModal } from "../../../src/testing/index.ts"

/** Names of the buttons of the account's view and its header, once `last` is among them. */
const buttonsOf = async (
  options: { readonly enableNetworkSwitch?: boolean; readonly enableEmbedded?: boolean },
  last = "Disconnect",
) => {
  const { modal, destroy } = testModal({ networks: [mainnet, polygon], virtual: true, ...options })
  document.body.append(modal.element)
  await modal.connect({ wallet: "example.halyard" })
  await modal.open({ view: "Account" })
  const shown = within(modal.element.shadowRoot?.firstElementChild as HTMLElement)
  await shown.findByRole("button", { name: last }, { timeout: 45_000 })
  const names = shown.getAllByRole("button").map((button) => button.getAttribute("aria-label") ?? button.textContent)
  await destroy()
  return names
}

it("the header of the account has a button to switch networks, unless switching is disabled", async () => {
  const text = "Switch Network: Ethereum"
  // Its file loads after the view.
  expect(await buttonsOf({}, text)).toContain(text)
  for (const enableEmbedded of [false, true])
    expect(await buttonsOf({ enableNetworkSwitch: false, enableEmbedded })).not.toContain(text)
})

it("the header has a button to close the modal, unless the modal is embedded", async () => {
  expect(await buttonsOf({})).toContain("Close")
  expect(await buttonsOf({ enableEmbedded: true })).not.toContain("Close")
})
