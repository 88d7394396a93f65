// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest"
import { testModal } from "../../../src/testing/index.ts"

let end = async () => {}
afterEach(() => end())

it("an embedded modal shows a view in the page before the site opens it and after the site closes it", async () => {
  const { modal, destroy } = testModal({ enableEmbedded: true, virtual: true })
  end = destroy
  document.body.append(modal.element)
  const shows = (view: string, text: string) =>
    expect
      .poll(
        () =>
          [...(modal.element.shadowRoot?.querySelectorAll("[data-view]") ?? [])].map((one) => [
            one.getAttribute("data-view"),
            one.textContent?.includes(text),
          ]),
        { timeout: 45_000 },
      )
      .toEqual([[view, true]])
  await shows("Connect", "Halyard")
  expect(modal.state.open.peek()).toBe(false)

  await modal.connect({ wallet: "example.halyard" })
  await modal.open({ view: "Networks" })
  await shows("Networks", "Ethereum")
  await modal.close()
  await shows("Account", "Disconnect")
  expect(modal.state.open.peek()).toBe(false)
})

it("a site can turn the help beside the wallets off", async () => {
  const helpIn = async (enableHelp: boolean) => {
    const { modal, destroy } = testModal({ enableHelp })
    end = destroy
    await modal.open({ view: "AllWallets" })
    const part = (selector: string) => modal.element.shadowRoot?.querySelector(selector)
    await expect.poll(() => part("[data-view=AllWallets] [data-wallet]")).toBeTruthy()
    // The panel loads once the engine runs and the page is idle.
    if (enableHelp) await expect.poll(() => part("[data-help]")).toBeTruthy()
    await vi.dynamicImportSettled()
    const has = Boolean(part("[data-help]"))
    await destroy()
    return has
  }
  expect(await helpIn(true)).toBe(true)
  expect(await helpIn(false)).toBe(false)
})
