// @vitest-environment happy-dom
import { act } from "react"
import { expect, it } from "vitest"
import { account } from "../../../src/account/state/account.ts"
import { balances } from "../../../src/balances/state/tokens.ts"
import { bitcoin, mainnet, solana } from "../../../src/options/networks.ts"
import { AccountTabs } from "../../../views/account/AccountTabs.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()
const row = {
  key: "1",
  name: "Harbour",
  symbol: "HRB",
  address: undefined,
  price: 1,
  value: 2,
  iconUrl: "",
  decimals: 6,
}

it("Per-capability chain support: balances: EVM and Solana, as the account lists them", async () => {
  for (const [network, tabs, tokens] of [
    [mainnet, ["Tokens", "NFTs", "Activity"], 1],
    [solana, [], 1],
    [bitcoin, [], 0],
  ] as const) {
    const instance = instanceOf({ networks: [network] })
    balances(instance).tokens.reconcile([{ ...row, chainId: network.caipNetworkId, quantity: "2" }])
    await page.show(viewContextOf(instance), <AccountTabs />)

    const labels = [...page.place.querySelectorAll('[role="tab"]')].map((one) => one.textContent)
    expect(labels, network.name).toEqual(tabs)
    expect(page.place.querySelectorAll("[data-token]"), network.name).toHaveLength(tokens)
    if (network === bitcoin) expect(page.place.textContent).toBe("")
  }
})

it("Views loaded on demand depending on the enabled feature: activity, and the tokens show if it is turned off while open", async () => {
  const instance = instanceOf({ networks: [mainnet] })
  account(instance).tab.value = 2
  await page.show(viewContextOf(instance), <AccountTabs />)
  const selected = () => page.place.querySelector('[role="tab"][aria-selected="true"]')?.textContent
  const all = () => page.place.querySelectorAll('[aria-label="All activity"]').length
  expect(selected()).toBe("Activity")
  expect(all()).toBe(1)

  const { remoteFeatures } = instance.core
  await act(async () => {
    remoteFeatures.value = { ...remoteFeatures.peek(), activity: false }
  })
  expect(selected()).toBe("Tokens")
  expect([...page.place.querySelectorAll('[role="tab"]')].map((one) => one.textContent)).toEqual(["Tokens", "NFTs"])
  await act(async () => {
    account(instance).tab.value = 1
  })
  expect(all()).toBe(0)
})
