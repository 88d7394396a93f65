// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { bitcoin, mainnet, type Network, solana } from "../../../src/options/networks.ts"
import { FundWallet } from "../../../views/receive/FundWallet.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

/** Renders the ways to fund an account, with exchange deposits on, and returns them. */
const waysOn = async (network: Network) => {
  const instance = instanceOf({ networks: [network] })
  const { remoteFeatures } = instance.core
  remoteFeatures.value = { ...remoteFeatures.peek(), payWithExchange: true }
  await page.show(viewContextOf(instance), <FundWallet />)
  return [...page.place.querySelectorAll("[data-action]")].map((one) => one.getAttribute("data-action"))
}

it("Per-capability chain support: on-ramp and pay-with-exchange: EVM and Solana, as ways to fund the wallet", async () => {
  expect(await waysOn(mainnet)).toEqual(["onramp", "receive", "exchange"])
  expect(await waysOn(solana)).toEqual(["onramp", "receive", "exchange"])
  expect(await waysOn(bitcoin)).toEqual(["receive"])
})
