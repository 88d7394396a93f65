// @vitest-environment happy-dom
import { expect, it } from "vitest"
import { withConnection, withLocked } from "../../../src/connections/state/connections.ts"
import { mainnet, solana } from "../../../src/options/networks.ts"
import { wallets } from "../../../src/wallets/first-paint/state/wallets.ts"
import { SwitchActiveChain } from "../../../views/network/SwitchActiveChain.tsx"
import { halyard, instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()
const connection = {
  namespace: "eip155",
  connectorId: halyard,
  accounts: [{ address: `0x${"12".repeat(20)}` }],
} as const

it.each([
  ["connected", false],
  ["locked", true],
] as const)("View: SwitchActiveChain: names the wallet that stays: %s", async (_, isLocked) => {
  const instance = instanceOf({ networks: [mainnet, solana] })
  const { eip155 } = instance.core.accounts
  wallets(instance).installed.value = [{ id: halyard, name: "Halyard", type: "ANNOUNCED", chain: "eip155" }]
  eip155.value = withConnection(connection)(eip155.peek())
  if (isLocked) eip155.value = withLocked(halyard)(eip155.peek())
  await page.show(
    viewContextOf(instance),
    <SwitchActiveChain name="SwitchActiveChain" network={solana.caipNetworkId} />,
  )

  expect(page.place.textContent).toContain(
    "Halyard isn't connected to Solana. Choose a wallet for Solana. Halyard stays connected.",
  )
})
