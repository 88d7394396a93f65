// @vitest-environment happy-dom
import { act, type ReactNode } from "react"
import { expect, it } from "vitest"
import { account } from "../../../src/account/state/account.ts"
import { bitcoin, mainnet, type Network, solana } from "../../../src/options/networks.ts"
import { Account } from "../../../views/account/Account.tsx"
import { LockedWallet } from "../../../views/account/LockedWallet.tsx"
import { RegisterAccountName } from "../../../views/names/RegisterAccountName.tsx"
import { FundWallet } from "../../../views/receive/FundWallet.tsx"
import { HereContext } from "../../../views/shared/first-paint/useModal.ts"
import { instanceOf } from "../../fixtures/modal.ts"
import { mounted } from "../../fixtures/mounted.ts"
import { viewContextOf } from "../../fixtures/viewContext.ts"

const page = mounted()
let renders = 0

const addresses = {
  eip155: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9",
  solana: "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv",
  bip122: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
} as const

/** A wallet without a name that is connected on a network, on a site with all remote features. */
const connectedOn = (network: Network) => {
  const namespace = network.chainNamespace as keyof typeof addresses
  const instance = instanceOf({ networks: [network] })
  const { accounts, remoteFeatures } = instance.core
  remoteFeatures.value = { ...remoteFeatures.peek(), payWithExchange: true }
  const address = addresses[namespace]
  const of = accounts[namespace]
  const connection = { namespace, connectorId: "w", accounts: [{ address }] } as const
  of.value = { ...of.peek(), status: "connected", active: "w", connections: [connection] }
  account(instance).identity.value = { status: "loaded", value: { of: address } }
  return instance
}

const render = async (instance: ReturnType<typeof instanceOf>, view: ReactNode) =>
  act(async () =>
    page.render(
      <HereContext.Provider key={++renders} value={viewContextOf(instance)}>
        {view}
      </HereContext.Provider>,
    ),
  )
const texts = (selector: string) => [...page.place.querySelectorAll(selector)].map((one) => one.textContent)

it("the account offers what its network supports", async () => {
  await render(connectedOn(mainnet), <Account />)
  expect(texts("[role=tab]")).toEqual(["Tokens", "NFTs", "Activity"])
  expect(texts("[data-action]")).toEqual(["Buy", "Swap", "Receive", "Send", "Deposit from exchange", "Disconnect"])
  expect(texts("button")).toContain("Choose account name")

  await render(connectedOn(solana), <Account />)
  expect(texts("[role=tab]")).toEqual([])
  expect(page.place.querySelector("[aria-busy=true]"), "loading tokens").not.toBeNull()
  expect(texts("[data-action]")).toEqual(["Buy", "Receive", "Send", "Deposit from exchange", "Disconnect"])
  expect(texts("button")).not.toContain("Choose account name")

  await render(connectedOn(bitcoin), <Account />)
  expect(texts("[role=tab]")).toEqual([])
  expect(page.place.querySelector("[aria-busy=true]"), "no tokens").toBeNull()
  expect(texts("[data-action]")).toEqual(["Receive", "Disconnect"])
  expect(texts("button")).not.toContain("Choose account name")
})

it("the ways to fund a wallet are those that its network supports", async () => {
  const ways = () => [...page.place.querySelectorAll("[data-action]")].map((row) => row.getAttribute("data-action"))
  await render(connectedOn(mainnet), <FundWallet />)
  expect(ways()).toEqual(["onramp", "receive", "exchange"])
  await render(connectedOn(solana), <FundWallet />)
  expect(ways()).toEqual(["onramp", "receive", "exchange"])
  await render(connectedOn(bitcoin), <FundWallet />)
  expect(ways()).toEqual(["receive"])
})

it("a name can be registered only on EVM networks", async () => {
  await render(connectedOn(mainnet), <RegisterAccountName />)
  expect(texts("h2, h3")).not.toContain("Names work only on EVM networks")
  expect(page.place.querySelector("input")).not.toBeNull()
  for (const network of [solana, bitcoin]) {
    await render(connectedOn(network), <RegisterAccountName />)
    expect(page.place.textContent).toContain("Names work only on EVM networks")
    expect(page.place.querySelector("input")).toBeNull()
  }
})

it("a locked wallet offers another wallet only if the multiWallet remote feature is on", async () => {
  for (const multiWallet of [true, false]) {
    const instance = instanceOf()
    const { accounts, remoteFeatures } = instance.core
    remoteFeatures.value = { ...remoteFeatures.peek(), multiWallet }
    accounts.eip155.value = { ...accounts.eip155.peek(), active: "w" }
    await render(instance, <LockedWallet />)
    expect(texts("button")).toEqual(["Reconnect", ...(multiWallet ? ["Choose another wallet"] : []), "Disconnect"])
  }
})
