// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { account } from "../../../src/account/state/account.ts"
import { bitcoin, mainnet, type Network, solana } from "../../../src/options/networks.ts"
import { Account } from "../../../views/account/Account.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

/** Renders the account of a connected wallet without a name, with exchange deposits on. Returns the labels of its buttons. */
const shownOn = async (network: Network) => {
  const instance = instanceOf({ networks: [network] })
  const { core } = instance
  core.remoteFeatures.value = { ...core.remoteFeatures.peek(), payWithExchange: true }
  const state = core.accounts[network.chainNamespace]
  const connection = { namespace: network.chainNamespace, connectorId: "w", accounts: [{ address: "0x01" }] }
  state.value = { ...state.peek(), status: "connected", active: "w", connections: [connection] }
  account(instance).identity.value = { status: "loaded", value: { of: "0x01" } }
  await page.show(viewContextOf(instance), <Account />)
  return [...page.place.querySelectorAll("button")].map((one) => one.textContent)
}

it("Per-capability chain support: names: EVM only, as the account offers them", async () => {
  expect(await shownOn(mainnet)).toContain("Choose account name")
  expect(await shownOn(solana)).not.toContain("Choose account name")
  expect(await shownOn(bitcoin)).not.toContain("Choose account name")
})

it("Per-capability chain support: pay-with-exchange: EVM and Solana, as the account offers it", async () => {
  expect(await shownOn(mainnet)).toContain("Deposit from exchange")
  expect(await shownOn(solana)).toContain("Deposit from exchange")
  expect(await shownOn(bitcoin)).not.toContain("Deposit from exchange")
})
