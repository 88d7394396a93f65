import { expect, type Page } from "@playwright/test"
import { api } from "../../layers/api/limits.ts"
import { refresh } from "../../src/balances/limits.ts"
import { bundledWallets } from "../../src/wallets/first-paint/model/bundledWallets.ts"
import { idle } from "../browser/idle.ts"
import { fixture } from "../fixtures/provider.ts"
import {
  advance,
  becomes,
  call,
  choose,
  openAccount,
  pass,
  press,
  rest,
  row,
  snack,
  snapshot,
  soon,
  view,
} from "./parts/playground.ts"
import { connected, first, second, test } from "./parts/shared.ts"

test.use({ chains: [1] })
test.beforeEach(({ metamask }) => expect(metamask.log).toEqual([]))

/** The published playground, in files that are loaded on demand. */
const onDemand = test.extend({ visit: ({ visit, splitSite }, use) => use((more) => visit(more, splitSite)) })

onDemand(
  "contacts no third party before the modal opens, then only the site's, the provider's and the nodes' hosts, without tracing headers",
  async ({ page, splitSite: site, provider, ethereum, relay, visit, connect }) => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(request.url()))
    page.on("websocket", (socket) => asked.push(socket.url()))
    const calls = relay.log.length
    await visit()
    await soon(() => asked.some((url) => /\/coinbase\/provider-/.test(url))).toBe(true)
    await idle(page)
    expect(provider.ledger).toEqual([])
    expect([...new Set(asked.map(origin))]).toEqual([site.url])
    expect(
      asked.map(path).filter((file) => /\/(layers|layers\/index|(relay|frame)\/client\/client)-/.test(file)),
    ).toEqual([])

    await choose(page, "walletConnect")
    await soon(async () => (await snapshot(page)).wcUri).toMatch(/^wc:/)
    await soon(() => relay.log.length).toBeGreaterThan(calls)
    await call(page, "open", { view: "AllWallets" })
    await provider.asked("GET /getWallets")
    await call(page, "close")
    await connect()
    await expect((await openAccount(page)).locator("[data-token]").first()).toBeVisible()
    const known = [site.url, provider.url, ethereum.url, relay.url, "null"]
    expect(asked.map(origin).filter((one) => !known.includes(one))).toEqual([])
    await Promise.all(["GET /v1/account/*/balance", "POST /v1"].map((route) => provider.asked(route)))
    const names = provider.ledger.flatMap(({ headers }) => Object.keys(headers))
    expect(names.filter((name) => /^(traceparent|tracestate|b3|x-b3-.*)$/.test(name))).toEqual([])
  },
)

test("a full refresh of one account requests each service once and batches calls of the nodes without duplicates", async ({
  page,
  provider,
  metamask,
  visit,
  connect,
}) => {
  provider.set("GET /v1/account/*/history", () => fixture("history-empty").answer)
  await visit()
  await connect()
  const account = await openAccount(page)
  await account.getByRole("tab", { name: "Activity" }).click()
  await provider.asked("GET /v1/account/*/history")
  await account.getByRole("tab", { name: "Tokens" }).click()
  await expect(account.locator("[data-token]").first()).toBeVisible()
  await account.getByRole("tab", { name: "Activity" }).click()
  await rest(page)

  const from = provider.ledger.length
  await metamask.switchAccount(1)
  await becomes(page, { ...connected, address: second.address })
  // Pings that compare the nodes' speed request nothing of the account. The browser requests pictures when it likes.
  const seen = () =>
    provider.ledger
      .slice(from)
      .filter(({ path, headers }) => path !== "/e" && headers["sec-fetch-dest"] !== "image")
      .filter(({ body }) => !JSON.stringify(body ?? "").includes("eth_chainId"))
  const of = (route: string) => seen().filter((entry) => entry.route === route).length
  const balance = "GET /v1/account/*/balance"
  const routes = [balance, "GET /v1/account/*/history", "GET /v1/identity/*", "POST /v1"]
  await provider.until(() => routes.every((route) => of(route) === 1))
  // A later refresh happens on time, and nothing else.
  await soon(async () => {
    await pass(page, refresh.balances)
    return of(balance)
  }).toBe(2)
  expect(
    seen()
      .map(({ route, path }) => route ?? path)
      .sort(),
  ).toEqual([balance, ...routes])
  const calls = ["eth_getBalance", "eth_call"].map((method) => expect.objectContaining({ method }))
  expect(seen().find(({ route }) => route === "POST /v1")?.body).toEqual(expect.arrayContaining(calls))
})

test("waits 10 s for a directory that does not respond, says so, and fills in later; one that is down shows the last visit's list, and installed wallets connect", async ({
  page,
  provider,
  visit,
}) => {
  // The open modal waits for none of the provider's services.
  provider.fault("*", { delay: Number.POSITIVE_INFINITY })
  await visit()
  const connect = await open(page)
  await provider.asked("GET /getWallets")
  await soon(() => rows(page)).toEqual(["walletConnect", metamaskId, bundled, "all"])
  await advance(page, api.timeout - 1)
  await expect(connect.getByText(notLoaded)).toBeHidden()
  await advance(page, 1)
  await expect(connect.getByText(notLoaded)).toBeVisible()

  provider.heal()
  await connect.getByRole("button", { name: "Try again" }).click()
  await expect(connect.getByText(notLoaded)).toBeHidden()
  await expect(row(page, "all")).toContainText(/\d/)
  // Visible rows stay for this opening.
  expect(await rows(page)).toEqual(["walletConnect", metamaskId, bundled, "all"])
  await call(page, "close")
  await open(page)
  await expect(row(page, `${bundled}`)).toHaveCount(0)
  await soon(() => rows(page)).toEqual(["walletConnect", metamaskId, expect.any(String), "all"])
  const seen = await rows(page)

  provider.fault("GET /getWallets", { body: "truncated" })
  await page.reload()
  await expect((await open(page)).getByText(notLoaded)).toBeVisible()
  await soon(() => rows(page)).toEqual(seen)
  await row(page, metamaskId).click()
  await becomes(page, connected)
})

test("a wallet announced while the list is visible marks its row, another is added below, and both are in order at the next opening; installed ones connect when the connection is lost", async ({
  page,
  context,
  visit,
}) => {
  await visit()
  await open(page)
  await soon(() => rows(page)).toEqual(["walletConnect", metamaskId, bundled, "all"])
  await page.evaluate(() => {
    const icon = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
    const announced = [
      { uuid: "f1b0a8a5-94c9-4d9b-8d0c-0d7d0f6d1c11", name: "Trust Wallet", rdns: "com.trustwallet.app", icon },
      { uuid: "0f6f9bb2-6c3d-4a47-9e1f-6b1b1c6a2f22", name: "Late One", rdns: "example.late", icon },
    ].map((info) => ({
      info,
      provider: { request: () => new Promise(() => {}), on: () => {}, removeListener: () => {} },
    }))
    const announce = () => {
      for (const { info, provider } of announced)
        dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }))
    }
    addEventListener("eip6963:requestProvider", announce)
    announce()
  })
  await soon(() => rows(page)).toEqual(["walletConnect", metamaskId, "com.trustwallet.app", "example.late", "all"])
  await call(page, "close")
  const connect = await open(page)
  await soon(() => rows(page)).toEqual(["walletConnect", metamaskId, "com.trustwallet.app", "example.late", "all"])

  // Goes offline once the page reports that it has everything it needs.
  await expect(async () => {
    await context.setOffline(true)
    const said = await connect.getByText("You're offline").textContent()
    if (said === "You're offline") await context.setOffline(false)
    expect(said).toBe("You're offline. Installed wallets still work.")
  }).toPass()
  await row(page, metamaskId).click()
  await becomes(page, connected)
})

test("with every service of the provider down a visitor connects, 'Token Balance Unavailable' is a snack error, and the network's own node provides the balance", async ({
  page,
  provider,
  ethereum,
  visit,
  connect,
}) => {
  provider.fault("*", { status: 503 })
  await ethereum.setBalance(first.address, "7.25")
  await visit()
  await connect()
  const account = await openAccount(page)
  await expect(snack(page, "error")).toContainText("Token Balance Unavailable")
  await expect(account.getByText("7.250 ETH").first()).toBeVisible()
  expect(provider.count("POST /v1")).toBeGreaterThan(0)
})

const metamaskId = connected.connector
const notLoaded = "Couldn't load the wallet list"
/** The first bundled wallet that is not installed: a fallback for the directory's. */
const bundled = bundledWallets.find(({ name }) => name === "Trust Wallet")?.id

const open = async (page: Page) => {
  await press(page)
  await expect(row(page, metamaskId)).toBeVisible()
  return view(page, "Connect")
}

/** Wallets on Connect, by their rows' IDs. */
const rows = (page: Page) =>
  view(page, "Connect")
    .locator("[data-wallet]")
    .evaluateAll((all) => all.map((row) => row.getAttribute("data-wallet")))

const origin = (url: string) => new URL(url).origin
const path = (url: string) => new URL(url).pathname
