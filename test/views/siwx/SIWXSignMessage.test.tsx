// @vitest-environment happy-dom
import { act } from "react"
import { expect, it } from "vitest"
import { withConnection } from "../../../src/connections/state/connections.ts"
import { base, mainnet } from "../../../src/options/networks.ts"
import { siwx } from "../../../src/siwx/first-paint/state.ts"
import { SIWXSignMessage } from "../../../views/siwx/SIWXSignMessage.tsx"
import { halyard, instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()
const address = "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9"

it.each([
  ["the first", mainnet],
  ["another", base],
] as const)("View: SIWXSignMessage: names the network that the message is for: %s", async (_, caipNetwork) => {
  const instance = instanceOf({ networks: [mainnet, base] })
  const { eip155 } = instance.core.accounts
  const connection = { namespace: "eip155", connectorId: halyard, accounts: [{ address }], caipNetwork } as const
  eip155.value = withConnection(connection)(eip155.peek())
  await page.show(viewContextOf(instance), <SIWXSignMessage />)
  await act(async () => {
    siwx(instance).message.value = {
      status: "loaded",
      value: {
        accountAddress: address,
        chainId: caipNetwork.caipNetworkId,
        domain: "site.example",
        uri: "https://site.example",
        version: "1",
        nonce: "12345678",
      },
    }
  })

  const values = [...page.place.querySelectorAll("dd")].map((one) => one.textContent)
  expect(values).toContainEqual(expect.stringMatching(new RegExp(`${caipNetwork.name}$`)))
})

it("the request to sign in announces that it signs, while it does", async () => {
  const instance = instanceOf()
  await page.show(viewContextOf(instance), <SIWXSignMessage />)
  const announced = () =>
    [...page.place.querySelectorAll("p[role=status]")].flatMap(({ textContent }) => textContent || [])
  expect(announced()).toEqual([])

  for (const [busy, words] of [
    ["signing", ["Signing..."]],
    ["cancelling", []],
  ] as const) {
    await act(async () => {
      siwx(instance).busy.value = busy
    })
    expect(announced()).toEqual(words)
  }
})
