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

it("says that an account can receive only if there is an account and the site has receiving on", async () => {
  const shown = async (connected: boolean, receive: boolean) => {
    const instance = instanceOf({ networks: [mainnet], features: { receive } })
    const { accounts, remoteFeatures } = instance.core
    remoteFeatures.value = { ...remoteFeatures.peek(), onramp: false }
    const connection = { namespace: "eip155", connectorId: "w", accounts: [{ address: "0x01" }] } as const
    if (connected)
      accounts.eip155.value = { ...accounts.eip155.peek(), status: "connected", active: "w", connections: [connection] }
    await page.show(viewContextOf(instance), <OnRampProviders />)
    expect(page.place.textContent).toContain("Buying isn't available here")
    return page.place.textContent?.includes("You can still receive tokens at your address.")
  }

  expect([await shown(true, true), await shown(true, false), await shown(false, true)]).toEqual([true, false, false])
})
