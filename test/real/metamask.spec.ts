import { expect, type Page } from "@playwright/test"
import { type Hex, verifyMessage } from "viem"
import { fixture } from "../fixtures/provider.ts"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import { installMetaMask, type MetaMask } from "./parts/metamask.ts"
import { addressOf, becomes, choose, patiently, sentence, snapshot, uncaught, view, who } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { test } from "./parts/shared.ts"
import { answer, isSignedIn, sessions } from "./parts/signIn.ts"

const [first, second] = Anvil.accounts
if (!first || !second) throw new Error("Anvil has ten accounts")

let mainnet: Anvil.Anvil
let polygon: Anvil.Anvil
let site: Site
let provider: Provider.Provider
let metamask: MetaMask
let errors: readonly string[]

test.beforeAll(async () => {
  ;[mainnet, polygon, site] = await Promise.all([
    Anvil.start({ chainId: 1 }),
    Anvil.start({ chainId: 137 }),
    serve("whole"),
  ])
})

test.afterAll(async () => {
  await Promise.all([mainnet.stop(), polygon.stop(), site.stop()])
})

/** The wallet knows Ethereum and can add Polygon. */
test.beforeEach(async ({ context, page }) => {
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url, "eip155:137": polygon.url } })
  metamask = await installMetaMask(context, {
    accounts: [first, second],
    chains: { 1: mainnet.url },
    addable: { 137: polygon.url },
  })
  errors = uncaught(page)
  await page.goto(addressOf({ site, provider, nodes: { 1: mainnet.url, 137: polygon.url } }))
})

test.afterEach(async () => {
  await provider.stop()
  expect(errors, "what nobody caught in the page").toEqual([])
})

test("A visitor can connect through a browser wallet", async ({ page }) => {
  await choose(page, "io.metamask")
  await becomes(page, connected)
  await expect(page.locator("portico-modal dialog")).toBeHidden()
  expect(metamask.person.asked).toEqual(["eth_requestAccounts"])
})

test("Error: 'Connection rejected' for a wallet's 4001, and trying again asks again", async ({ page }) => {
  metamask.person.next("reject", "reject")
  await choose(page, "io.metamask")
  const connecting = view(page, "ConnectingExternal")
  await patiently(connecting.getByRole("heading", { name: sentence("You declined in MetaMask") })).toBeVisible()
  expect(await who(page)).toMatchObject({ status: "disconnected", address: undefined })
  const refused = page.evaluate(() =>
    window.portico.connect({ wallet: "io.metamask" }).catch(({ _tag, message, cause }) => [_tag, message, cause.code]),
  )
  expect(await refused).toEqual(["ConnectionRejected", "Connection rejected", 4001])

  await connecting.getByRole("button", { name: "Try again" }).click()
  await becomes(page, connected)
  expect(metamask.person.asked).toHaveLength(3)
})

test("a prompt that is still open in the wallet (-32002) is waited for, not asked for twice", async ({ page }) => {
  metamask.person.next("hang")
  await choose(page, "io.metamask")
  await patiently.poll(() => metamask.person.pending()).toEqual(["eth_requestAccounts"])
  await page.reload()
  await choose(page, "io.metamask")
  await patiently.poll(() => metamask.log.filter((method) => method === "eth_requestAccounts")).toHaveLength(2)
  await expect(
    view(page, "ConnectingExternal").getByRole("heading", { name: sentence("Approve in MetaMask") }),
  ).toBeVisible()
  expect(metamask.person.asked).toHaveLength(1)

  metamask.person.answer("approve")
  await becomes(page, connected)
})

test("Wallet JSON-RPC method: wallet_addEthereumChain, for a chain that the wallet does not know (4902)", async ({
  page,
}) => {
  await connect(page)
  await switchTo(page, "eip155:137")
  await becomes(page, { ...connected, network: "eip155:137" })
  expect(metamask.chainId()).toBe(137)
  expect(prompts(metamask.log)).toEqual([
    "eth_requestAccounts",
    "wallet_switchEthereumChain",
    "wallet_addEthereumChain",
  ])
  expect(metamask.person.asked).toEqual(["eth_requestAccounts", "wallet_addEthereumChain"])
})

test("Active chain change: sets the active network, address and stored network id, by wallet_switchEthereumChain or by the wallet's holder", async ({
  page,
}) => {
  await connect(page)
  await switchTo(page, "eip155:137")
  await becomes(page, { network: "eip155:137" })
  await switchTo(page, "eip155:1")
  await becomes(page, connected)
  expect(metamask.person.asked.at(-1)).toBe("wallet_switchEthereumChain")

  await metamask.switchChain(137)
  await becomes(page, { ...connected, network: "eip155:137" })
  const stored = () => page.evaluate(() => localStorage.getItem("portico:default:active_caip_network_ids"))
  await patiently.poll(stored).toBe(JSON.stringify({ eip155: "eip155:137" }))
})

test("A failed network switch goes back one view, and a snack says why: a switch that the visitor rejects", async ({
  page,
}) => {
  await connect(page)
  metamask.person.next("reject")
  await switchTo(page, "eip155:137")
  await patiently(page.locator("[data-snack=error]")).toContainText("Switch declined")
  await expect(view(page, "Networks")).toBeVisible()
  expect(await who(page)).toMatchObject(connected)
  expect(metamask.chainId()).toBe(1)
})

test("A visitor can view token balances: the native one as the node has it, floored to 3 decimals, tokens as the provider does", async ({
  page,
}) => {
  await mainnet.setBalance(first.address, "1.2349")
  await connect(page)
  await page.getByRole("button", { name: "Open account" }).click()
  const account = view(page, "Account")
  await patiently(account.getByText("1.234 ETH").first()).toBeVisible()
  await patiently(account.locator("[data-token]")).toHaveCount(2)
  const { chains } = await snapshot(page)
  expect(chains.eip155?.accountState).toMatchObject({ balance: "1.2349", tokenBalance: [{}, {}] })

  const asked = provider.ledger.find(({ route }) => route === "GET /v1/account/*/balance")
  expect(asked?.path.toLowerCase()).toBe(`/v1/account/${first.address.toLowerCase()}/balance`)
  expect(asked?.query).toMatchObject({ chainId: "eip155:1", projectId: "fernhill", currency: "usd" })
  const read = provider.ledger.find(({ body }) => JSON.stringify(body ?? "").includes("eth_getBalance"))
  expect(read).toMatchObject({ route: "POST /v1", query: { chainId: "eip155:1", projectId: "fernhill" } })
})

test("A visitor can view activity as the provider has it, and registers a name with a signature that is the account's own", async ({
  page,
}) => {
  const { answer } = fixture("history")
  provider.set("GET /v1/account/*/history", ({ query }) => (query.cursor ? fixture("history-empty").answer : answer))
  provider.set("GET /v1/profile/reverse/*", () => [])
  provider.set("GET /v1/profile/suggestions/*", () => ({
    suggestions: [{ name: "harbour.reown.id", registered: false }],
  }))
  await connect(page)
  await page.getByRole("button", { name: "Open account" }).click()
  const account = view(page, "Account")
  await account.getByRole("tab", { name: "Activity" }).click()
  // The other one is spam.
  await patiently(account.locator("[data-transaction]")).toHaveCount(1)
  await expect(account.locator('[data-transaction="tx-1"]')).toContainText("-0.123 ETH")
  await expect(account.locator('[data-transaction="tx-1"]')).toHaveAttribute("href", /\/tx\/0x(ab){32}$/)
  const pages = provider.ledger.filter(({ route }) => route === "GET /v1/account/*/history")
  expect(pages[0]?.query).toMatchObject({ chainId: "eip155:1", projectId: "fernhill" })
  await patiently.poll(() => provider.count("GET /v1/account/*/history")).toBe(2)

  expect(await page.evaluate(() => window.portico.registerName({ name: "harbour" }))).toBe("harbour.reown.id")
  const posted = provider.ledger.find(({ route }) => route === "POST /v1/profile/account")?.body as {
    readonly coin_type: number
    readonly address: Hex
    readonly message: string
    readonly signature: Hex
  }
  expect(posted).toMatchObject({
    coin_type: 2_147_483_649,
    address: expect.stringMatching(new RegExp(first.address, "i")),
  })
  expect(JSON.parse(posted.message)).toMatchObject({ name: "harbour.reown.id", attributes: {} })
  expect(await verifyMessage({ address: posted.address, message: posted.message, signature: posted.signature })).toBe(
    true,
  )
})

test("another account that the wallet's holder picks is followed", async ({ page }) => {
  await connect(page)
  await metamask.switchAccount(1)
  await becomes(page, { ...connected, address: second.address })
})

test("a wallet that locks itself is asleep, and back when it is unlocked", async ({ page }) => {
  await connect(page)
  await page.getByRole("button", { name: "Open account" }).click()
  await expect(view(page, "Account")).toBeVisible()
  await metamask.lock()
  await patiently(view(page, "Account").getByRole("heading", { name: sentence("Reconnect to MetaMask") })).toBeVisible()
  expect(await who(page)).toMatchObject({ status: "disconnected", address: undefined, connector: "io.metamask" })
  await metamask.unlock()
  await becomes(page, connected)
})

test("a wallet that is locked when the page loads is woken by Reconnect, without a prompt", async ({ page }) => {
  await connect(page)
  await metamask.lock()
  await page.reload()
  await page.evaluate(() => window.portico.open({ view: "Account" }))
  const account = view(page, "Account")
  await patiently(account.getByRole("heading", { name: sentence("Reconnect to MetaMask") })).toBeVisible()
  await account.getByRole("button", { name: "Reconnect" }).click()
  await patiently(page.locator('[data-snack="error"]')).toContainText("Failed to connect")
  expect(await who(page)).toMatchObject({ status: "disconnected", address: undefined, connector: "io.metamask" })

  await metamask.unlock({ quietly: true })
  await account.getByRole("button", { name: "Reconnect" }).click()
  await becomes(page, connected)
  expect(metamask.person.asked).toEqual(["eth_requestAccounts"])
})

test("On start with reconnect enabled, existing connections are restored (status connecting, then connected or disconnected)", async ({
  page,
}) => {
  await connect(page)
  await page.addInitScript(noteStatuses)
  await page.reload()
  await becomes(page, connected)
  expect(metamask.person.asked).toEqual(["eth_requestAccounts"])
  expect(await page.evaluate(() => Reflect.get(window, "statuses"))).toEqual([
    "disconnected",
    "connecting",
    `connected ${first.address}`,
  ])
})

test("a disconnect takes the grant back, and a reload brings nothing back", async ({ page }) => {
  await connect(page)
  await page.getByRole("button", { name: "Open account" }).click()
  await view(page, "Account").getByRole("button", { name: "Disconnect" }).click()
  await becomes(page, { status: "disconnected", address: undefined, connector: undefined })
  expect(metamask.connected()).toBe(false)

  const before = metamask.log.length
  await page.reload()
  await page.evaluate(() => window.portico.ready())
  expect(await who(page)).toMatchObject({ status: "disconnected", address: undefined })
  expect(metamask.log.slice(before)).not.toContain("eth_accounts")
})

for (const required of [true, false])
  test(`a visitor signs in with a browser wallet; who cancels ${required ? "what must be is disconnected" : "what need not be stays connected"}`, async ({
    page,
  }) => {
    const options = { siwx: { statement: "Sign in to Fernhill", required } }
    await page.goto(addressOf({ site, provider, nodes: { 1: mainnet.url }, options }))
    await choose(page, "io.metamask")
    await answer(page, "Sign")
    await patiently(page.locator("portico-modal dialog")).toBeHidden()
    expect(metamask.person.asked).toEqual(["eth_requestAccounts", "personal_sign"])
    expect(await isSignedIn(page, mainnet.url)).toBe(true)
    await page.evaluate(() => window.portico.disconnect())
    expect(await sessions(page)).toEqual([])

    await choose(page, "io.metamask")
    await answer(page, "Cancel")
    await patiently(page.locator("portico-modal dialog")).toBeHidden()
    await becomes(page, required ? { status: "disconnected" } : connected)
    expect(await sessions(page)).toEqual([])
    expect(metamask.person.asked.filter((method) => method === "personal_sign")).toHaveLength(1)
  })

const connected = { status: "connected", address: first.address, network: "eip155:1", connector: "io.metamask" }

const connect = async (page: Page) => {
  await choose(page, "io.metamask")
  await becomes(page, connected)
}

const switchTo = async (page: Page, network: string) => {
  await page.evaluate(() => window.portico.open({ view: "Networks" }))
  await view(page, "Networks").locator(`[data-network="${network}"]`).click()
}

const prompts = (log: readonly string[]) =>
  log.filter((method) => method.startsWith("wallet_") || method === "eth_requestAccounts")

/** Runs in the page before its own scripts: keeps every status that the modal tells of, each once in a row. */
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
