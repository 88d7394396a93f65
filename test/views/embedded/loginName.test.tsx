// @vitest-environment happy-dom
import type { ReactNode } from "react"
import { expect, it } from "vitest"
import type { Connection } from "../../../src/connections/opening/model.ts"
import { mainnet } from "../../../src/options/networks.ts"
import { Account } from "../../../views/account/Account.tsx"
import { AccountSettings } from "../../../views/embedded/AccountSettings.tsx"
import { useWalletName } from "../../../views/shared/useWalletName.ts"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()
const long = "amarguerite@fernhill-books.shop"

function WalletName({ of }: { readonly of: Connection }) {
  return <bdi>{useWalletName()(of)}</bdi>
}

const views: readonly (readonly [where: string, view: (of: Connection) => ReactNode])[] = [
  ["the account", () => <Account />],
  ["its settings", () => <AccountSettings />],
  ["the name of its wallet", (of) => <WalletName of={of} />],
]
for (const [where, view] of views)
  it(`A discord name that ends in 0 and a long email are shortened in ${where}`, async () => {
    for (const [auth, shown, hidden] of [
      [{ name: "discord", username: "linden#0" }, "linden#", "linden#0"],
      [{ name: "google", email: long }, "amarguerite@fernhill-books....", long],
    ] as const) {
      const instance = instanceOf()
      const accounts = [{ address: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9", type: "eoa" as const }]
      const of: Connection = { namespace: "eip155", connectorId: "ID_AUTH", accounts, auth, caipNetwork: mainnet }
      const { eip155 } = instance.core.accounts
      eip155.value = { ...eip155.peek(), status: "connected", active: of.connectorId, connections: [of] }
      const here = viewContextOf(instance)
      await page.show(here, view(of))

      const names = [...page.place.querySelectorAll("bdi")].map((one) => one.textContent)
      expect(names).toContain(shown)
      expect(names).not.toContain(hidden)
    }
  })
