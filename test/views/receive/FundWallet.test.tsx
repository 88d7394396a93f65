// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { bitcoin, mainnet, type Network, solana } from "../../../src/options/networks.ts"
import type { RemoteFeatures } from "../../../src/options/remoteFeatures.ts"
import { FundWallet } from "../../../views/receive/FundWallet.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

/** Renders the ways to fund an account, with exchange deposits on, and returns them. */
const waysOn = async (network: Network, features: Partial<RemoteFeatures> = {}) => {
  const instance = instanceOf({ networks: [network] })
  const { remoteFeatures } = instance.core
  remoteFeatures.value = { ...remoteFeatures.peek(), payWithExchange: true, ...features }
  await page.show(viewContextOf(instance), <FundWallet />)
  return [...page.place.querySelectorAll("[data-action]")].map((one) => one.getAttribute("data-action"))
}

it("offers what is missing to add funds, and goes back to the account only if nothing would help", async () => {
  const shown = async (connected: boolean, supported: boolean) => {
    const instance = instanceOf({ networks: [mainnet], features: { receive: false } })
    const { accounts, remoteFeatures } = instance.core
    remoteFeatures.value = { ...remoteFeatures.peek(), onramp: false }
    const connection = { namespace: "eip155", connectorId: "w", accounts: [{ address: "0x01" }] } as const
    const caipNetworkId = supported ? mainnet.caipNetworkId : "eip155:424242"
    if (connected)
      accounts.eip155.value = {
        ...accounts.eip155.peek(),
        ...{ status: "connected", active: "w", connections: [connection], caipNetworkId },
      }
    await page.show(viewContextOf(instance), <FundWallet />)
    return [page.place.querySelector("p")?.textContent, page.place.querySelector("button")?.textContent]
  }
  const needed = "You need a wallet connected to one of this site's networks."

  expect(await shown(false, true)).toEqual([needed, "Connect Wallet"])
  expect(await shown(true, false)).toEqual([needed, "Switch Network"])
  expect(await shown(true, true)).toEqual(["This isn't available on this site or network.", "Go to account"])
})

it("Per-capability chain support: on-ramp and pay-with-exchange: EVM and Solana, as ways to fund the wallet", async () => {
  expect(await waysOn(mainnet)).toEqual(["onramp", "receive", "exchange"])
  expect(await waysOn(solana)).toEqual(["onramp", "receive", "exchange"])
  expect(await waysOn(bitcoin)).toEqual(["receive"])
})

it("Views loaded on demand depending on the enabled feature: onramp, as a way to fund the wallet", async () => {
  expect(await waysOn(mainnet, { onramp: false })).toEqual(["receive", "exchange"])
})
