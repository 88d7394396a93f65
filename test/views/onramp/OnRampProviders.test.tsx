// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { bitcoin, mainnet, solana } from "../../../src/options/networks.ts"
import { OnRampProviders } from "../../../views/onramp/OnRampProviders.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

it("On-ramp: the provider is Meld, with a fee range of 1-2%, on eip155 and solana, as its row shows it", async () => {
  for (const [network, texts] of [
    [mainnet, ["Meld", "Fee 1-2%"]],
    [solana, ["Meld", "Fee 1-2%"]],
    [bitcoin, []],
  ] as const) {
    const here = viewContextOf(instanceOf({ networks: [network] }))
    await page.show(here, <OnRampProviders />)

    const shown = [...page.place.querySelectorAll("[data-provider] bdi")].map((one) => one.textContent)
    expect(shown, network.name).toEqual(texts)
  }
})
