// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { account } from "../../../src/account/state/account.ts"
import { balances } from "../../../src/balances/state/tokens.ts"
import { bitcoin, optimismGoerli, solana } from "../../../src/options/networks.ts"
import { TotalBalance } from "../../../views/balances/TotalBalance.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

/** Renders the total of tokens with these values, and returns its text. */
const shown = async (instance: ReturnType<typeof instanceOf>, values: readonly number[]) => {
  const { tokens } = balances(instance)
  const row = { name: "Harbour", symbol: "HRB", chainId: "eip155:1", address: undefined, price: 1, iconUrl: "" }
  tokens.reconcile(values.map((value, at) => ({ ...row, key: `${at}`, value, quantity: "1", decimals: 6 })))
  const here = viewContextOf(instance)
  await page.show(here, <TotalBalance />)
  return page.place.textContent
}

it("A token total is shown with 2 decimals in the account view, its values added up exactly", async () => {
  expect(await shown(instanceOf(), [2500.5, 12.349])).toBe("$2,512.84")
  expect(await shown(instanceOf(), [0.7, 0.1])).toBe("$0.80")
  expect(await shown(instanceOf(), [12])).toBe("$12.00")
})

it("Per-capability chain support: balances: EVM and Solana, as the account totals them", async () => {
  expect(await shown(instanceOf({ networks: [solana] }), [12])).toBe("$12.00")
  expect(await shown(instanceOf({ networks: [bitcoin] }), [34])).toBe("")
})

it("Balance display is floored to 3 decimals in the account view, beside the total and alone", async () => {
  const instance = instanceOf()
  const address = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"
  const { eip155 } = instance.core.accounts
  const connection = { namespace: "eip155", connectorId: "w", accounts: [{ address }] } as const
  eip155.value = { ...eip155.peek(), status: "connected", active: "w", connections: [connection] }
  account(instance).balance.value = { status: "loaded", value: { of: address, on: "eip155:1", amount: "1.2049" } }

  expect(await shown(instance, [12])).toBe("$12.001.204 ETH")
  expect(await shown(instance, [])).toBe("1.204 ETH")
})

it("Testnet balances are shown as 0.00 in the account view", async () => {
  const instance = instanceOf({ networks: [optimismGoerli] })
  const address = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"
  const { eip155 } = instance.core.accounts
  const connection = { namespace: "eip155", connectorId: "w", accounts: [{ address }] } as const
  eip155.value = { ...eip155.peek(), status: "connected", active: "w", connections: [connection] }
  account(instance).balance.value = { status: "loaded", value: { of: address, on: "eip155:420", amount: "1.2049" } }

  expect(await shown(instance, [])).toBe("0.00 ETH")
})
