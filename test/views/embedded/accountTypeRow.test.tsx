// @vitest-environment happy-dom
import { expect, it } from "vitest"
import type { Connection } from "../../../src/connections/opening/model.ts"
import { base, mainnet } from "../../../src/options/networks.ts"
import { AccountSettings } from "../../../views/embedded/AccountSettings.tsx"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()

const eoa = { address: `0x${"1".repeat(40)}`, type: "eoa" } as const
const smart = { address: `0x${"2".repeat(40)}`, type: "smartAccount" } as const

it("Smart account switching is allowed only when the network supports smart accounts and the current type is eoa: the row in the settings", async () => {
  for (const [caipNetwork, accounts, row] of [
    [base, [eoa, smart], "Switch to your smart account"],
    [mainnet, [eoa, smart], undefined],
    [base, [smart, eoa], "Switch to your EOA"],
  ] as const) {
    const instance = instanceOf({ networks: [mainnet, base] })
    const auth = { name: "email", email: "a@b.co", smartAccountNetworks: [8453] }
    const of: Connection = { namespace: "eip155", connectorId: "ID_AUTH", accounts, auth, caipNetwork }
    const { eip155 } = instance.core.accounts
    const { caipNetworkId } = caipNetwork
    eip155.value = { ...eip155.peek(), status: "connected", active: "ID_AUTH", connections: [of], caipNetworkId }
    await page.show(viewContextOf(instance), <AccountSettings />)

    expect(page.place.querySelector('[data-action="network"]')?.textContent).toContain(caipNetwork.name)
    expect(page.place.querySelector('[data-action="type"]')?.textContent).toBe(row)
  }
})
