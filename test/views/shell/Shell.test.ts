// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest"
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
