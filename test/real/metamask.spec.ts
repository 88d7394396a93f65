import { expect } from "@playwright/test"
import { type Hex, verifyMessage } from "viem"
import { openPrompt } from "../../src/connections/limits.ts"
import { fixture } from "../fixtures/provider.ts"
import {
  becomes,
  call,
  choose,
  dialog,
  disconnected,
  meanwhile,
  openAccount,
  refusal,
  sentence,
  snack,
  snapshot,
  soon,
  switchTo,
  view,
  who,
} from "./parts/playground.ts"
import { connected, first, test } from "./parts/shared.ts"
import { answer, isSignedIn, sessions } from "./parts/signIn.ts"

/** The wallet knows Ethereum and can add Polygon. */
test.use({
  metamaskOptions: ({ nodes: { 1: ethereum = "", 137: polygon = "" } }, use) =>
    use({ chains: { 1: ethereum }, addable: { 137: polygon } }),
})
test.beforeEach(({ metamask }) => expect(metamask.person.asked).toEqual([]))

const onPolygon = { ...connected, network: "eip155:137" }

test("A visitor can connect through a browser wallet: Error: 'Connection rejected' for its 4001, retrying prompts again, waits for a prompt that is already open (-32002), and disconnecting revokes the wallet's permission", async ({
  page,
  metamask,
  visit,
}) => {
  const { person } = metamask
  await visit()
  person.next("reject", "reject", "hang")
  await choose(page, "io.metamask")
  const connecting = view(page, "ConnectingExternal")
  await expect(connecting.getByRole("heading", { name: sentence("Declined in MetaMask") })).toBeVisible()
  expect(await who(page)).toMatchObject({ status: "disconnected", address: undefined })
  expect(await refusal(page, "connect", { wallet: "io.metamask" })).toMatchObject({
    _tag: "ConnectionRejected",
    message: "Connection rejected",
    cause: { code: 4001 },
  })

  await connecting.getByRole("button", { name: "Try again" }).click()
  await person.until(() => person.pending().length === 1)
  await page.reload()
  await choose(page, "io.metamask")
  await metamask.until(() => metamask.log.filter((method) => method === "eth_requestAccounts").length === 4)
  await expect(connecting.getByRole("heading", { name: sentence("Approve in MetaMask") })).toBeVisible()
  person.answer("approve")
  await meanwhile(page, openPrompt.every, becomes(page, connected))
  await expect(dialog(page)).toBeHidden()
  expect(person.asked).toEqual(Array(3).fill("eth_requestAccounts"))

  await (await openAccount(page)).getByRole("button", { name: "Disconnect" }).click()
  await becomes(page, disconnected)
  expect(metamask.connected()).toBe(false)
})

test("Active chain change: sets the active network, address and stored network id, by wallet_switchEthereumChain, by wallet_addEthereumChain (4902) or by the wallet's user, and a rejected switch shows the reason. On start with reconnect enabled, existing connections are restored (status connecting, then connected or disconnected); Reconnect prompts only if the permission was revoked", async ({
  page,
  metamask,
  visit,
  connect,
}) => {
  await visit()
  await connect()
  metamask.person.next("reject")
  await switchTo(page, "eip155:137")
  await expect(snack(page, "error")).toContainText("Switch declined")
  // Until then the list may still be the one that fades out.
  await expect(view(page, "SwitchNetwork")).toHaveCount(0)
  await expect(view(page, "Networks")).toBeVisible()
  expect(await who(page)).toMatchObject(connected)
  expect(metamask.chainId()).toBe(1)

  await switchTo(page, "eip155:137")
  await becomes(page, onPolygon)
  expect(metamask.chainId()).toBe(137)
  const changing = ["wallet_switchEthereumChain", "wallet_addEthereumChain"]
  expect(metamask.log.filter((method) => method.startsWith("wallet_"))).toEqual([...changing, ...changing])
  expect(metamask.person.times("wallet_addEthereumChain")).toBe(2)
  await switchTo(page, "eip155:1")
  await becomes(page, connected)
  expect(metamask.person.asked.at(-1)).toBe("wallet_switchEthereumChain")

  await metamask.switchChain(137)
  await becomes(page, onPolygon)
  const stored = () => page.evaluate(() => localStorage.getItem("portico:default:active_caip_network_ids"))
  await soon(stored).toBe(JSON.stringify({ eip155: "eip155:137" }))

  const prompts = metamask.person.asked.length
  await page.addInitScript(noteStatuses)
  await page.reload()
  await becomes(page, onPolygon)
  expect(metamask.person.asked.length).toBe(prompts)
  expect(await page.evaluate(() => Reflect.get(window, "statuses"))).toEqual([
    "disconnected",
    "connecting",
    `connected ${first.address}`,
  ])

  const account = view(page, "Account")
  const reconnect = async () => {
    await page.reload()
    await call(page, "open", { view: "Account" })
    await expect(account.getByRole("heading", { name: sentence("Reconnect MetaMask") })).toBeVisible()
    expect(await who(page)).toMatchObject({ status: "disconnected", address: undefined, connector: "io.metamask" })
    await metamask.unlock({ quietly: true })
    await account.getByRole("button", { name: "Reconnect" }).click()
    await becomes(page, onPolygon)
  }
  await metamask.lock()
  await reconnect()
  expect(metamask.person.asked.length).toBe(prompts)
  await metamask.disconnect()
  await reconnect()
  expect(metamask.person.asked.slice(prompts)).toEqual(["eth_requestAccounts"])
})

test("A visitor can view token balances: the native one from the node, floored to 3 decimals, tokens from the provider. A visitor can view activity from the provider, and registers a name with the account's signature", async ({
  page,
  provider,
  ethereum,
  visit,
  connect,
}) => {
  const { answer } = fixture("history")
  provider.set("GET /v1/account/*/history", ({ query }) => (query.cursor ? fixture("history-empty").answer : answer))
  provider.set("GET /v1/profile/reverse/*", () => [])
  provider.set("GET /v1/profile/suggestions/*", { suggestions: [{ name: "harbour.reown.id", registered: false }] })
  await ethereum.setBalance(first.address, "1.2349")
  await visit()
  await connect()
  const account = await openAccount(page)
  await expect(account.getByText("1.234 ETH").first()).toBeVisible()
  await expect(account.locator("[data-token]")).toHaveCount(2)
  const { chains } = await snapshot(page)
  expect(chains.eip155?.accountState).toMatchObject({ balance: "1.2349", tokenBalance: [{}, {}] })

  const asked = provider.ledger.find(({ route }) => route === "GET /v1/account/*/balance")
  expect(asked?.path.toLowerCase()).toBe(`/v1/account/${first.address.toLowerCase()}/balance`)
  expect(asked?.query).toMatchObject({ chainId: "eip155:1", projectId: "fernhill", currency: "usd" })
  const read = provider.ledger.find(({ body }) => JSON.stringify(body ?? "").includes("eth_getBalance"))
  expect(read).toMatchObject({ route: "POST /v1", query: { chainId: "eip155:1", projectId: "fernhill" } })

  await expect(account.getByRole("tab")).toHaveText(["Tokens", "NFTs", "Activity"])
  await account.getByRole("tab", { name: "Activity" }).click()
  // The other one is spam.
  await expect(account.locator("[data-transaction]")).toHaveCount(1)
  await expect(account.locator('[data-transaction="tx-1"]')).toContainText("-0.123 ETH")
  await expect(account.locator('[data-transaction="tx-1"]')).toHaveAttribute("href", /\/tx\/0x(ab){32}$/)
  const [oldest] = provider.ledger.filter(({ route }) => route === "GET /v1/account/*/history")
  expect(oldest?.query).toMatchObject({ chainId: "eip155:1", projectId: "fernhill" })
  await provider.asked("GET /v1/account/*/history", 2)

  expect(await call(page, "registerName", { name: "harbour" })).toBe("harbour.reown.id")
  const posted = provider.ledger.find(({ route }) => route === "POST /v1/profile/account")?.body as {
    readonly coin_type: number
    readonly address: Hex
    readonly message: string
    readonly signature: Hex
  }
  const address = expect.stringMatching(new RegExp(first.address, "i"))
  expect(posted).toMatchObject({ coin_type: 2_147_483_649, address })
  expect(JSON.parse(posted.message)).toMatchObject({ name: "harbour.reown.id", attributes: {} })
  expect(await verifyMessage(posted)).toBe(true)
})

test("a visitor signs in with a browser wallet, and is disconnected after canceling a required sign-in", async ({
  page,
  ethereum,
  metamask,
  visit,
}) => {
  await visit({ siwx: { statement: "Sign in to Fernhill", required: true } })
  await choose(page, "io.metamask")
  await answer(page, "Sign")
  await expect(dialog(page)).toBeHidden()
  expect(metamask.person.asked).toEqual(["eth_requestAccounts", "personal_sign"])
  expect(await isSignedIn(page, ethereum.url)).toBe(true)
  await call(page, "disconnect")
  expect(await sessions(page)).toEqual([])

  await choose(page, "io.metamask")
  await answer(page, "Cancel")
  await expect(dialog(page)).toBeHidden()
  await becomes(page, { status: "disconnected" })
  expect(await sessions(page)).toEqual([])
  expect(metamask.person.times("personal_sign")).toBe(1)
})

/** Runs in the page before its own scripts: records every status the modal reports, without repetitions. */
const noteStatuses = () => {
  const statuses: string[] = []
  let modal: typeof window.portico
  const note = ({ chains }: ReturnType<typeof modal.getState>) => {
    const { status, address } = chains.eip155?.accountState ?? {}
    const now = [status, ...(address ? [address] : [])].join(" ")
    if (statuses.at(-1) !== now) statuses.push(now)
  }
  Object.assign(window, { statuses })
  Object.defineProperty(window, "portico", {
    get: () => modal,
    set: (made: typeof modal) => {
      modal = made
      note(modal.getState())
      modal.subscribe(note)
    },
  })
}
