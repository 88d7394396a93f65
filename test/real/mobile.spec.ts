import { expect, type Page } from "@playwright/test"
import { addressOf, becomes, patiently, snapshot, view } from "./parts/playground.ts"
import { connected, test } from "./parts/relayed.ts"

test.use({
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  hasTouch: true,
  isMobile: true,
})

/**
 * The links that the page leaves by, in order. The phone that would follow them to an app is the test: a browser without the app
 * drops the link, and now and then the press with it.
 */
const links = async (page: Page) => {
  await page.addInitScript(() => {
    const opened: string[] = []
    Object.assign(window, { opened })
    window.open = (url, target) => {
      opened.push(`${target} ${url}`)
      return null
    }
  })
  return () => page.evaluate(() => Reflect.get(window, "opened") as readonly string[])
}

/** The code in a link. */
const uriOf = (link: string | undefined) => new URL(link?.split(" ")[1] ?? "").searchParams.get("uri") ?? ""

/** Puts another app in front of the page, or the page in front again. */
const show = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: state })
    document.dispatchEvent(new Event("visibilitychange"))
  }, state)

test("A visitor can connect through a mobile wallet", async ({
  page,
  site,
  provider,
  relay,
  nodes,
  wallet,
  signed,
}) => {
  const opened = await links(page)
  await page.goto(addressOf({ site, provider, relay, nodes }))
  await page.getByRole("button", { name: "Connect Wallet" }).first().tap()
  const listed = view(page, "Connect").getByRole("button", { name: "Loopback Wallet" })
  await patiently(listed).toBeVisible()
  await expect(view(page, "Connect").locator('[data-wallet="walletConnect"]')).toHaveCount(0)
  expect(await opened()).toEqual([])

  // The press on the wallet leads to its app, with a code in the link; another press leads there again.
  await listed.tap()
  const connecting = view(page, "ConnectingWalletConnect")
  await patiently(connecting.getByRole("heading", { name: "Continue in Loopback Wallet" })).toBeVisible()
  await patiently.poll(opened).toHaveLength(1)
  await connecting.getByRole("button", { name: "Open Loopback Wallet" }).tap()
  await patiently.poll(opened).toHaveLength(2)
  const [first, second] = await opened()
  const uri = uriOf(first)
  expect(first).toBe(`_self loopbackwallet://wc?uri=${encodeURIComponent(uri)}`)
  expect(second).toBe(first)
  expect(uri).toBe((await snapshot(page)).wcUri)

  // While the app is in front the phone takes the page its line, so that it does not hear of the approval.
  await show(page, "hidden")
  relay.closeWith(1013, "fernhill")
  await relay.dropAll()
  await wallet.pair(uri)
  await patiently.poll(() => wallet.sessions()).toHaveLength(1)
  await becomes(page, { status: "connecting", address: undefined })

  relay.closeWith(undefined)
  await show(page, "visible")
  await becomes(page, connected)
  expect(await snapshot(page)).toMatchObject({ open: false, wcLinking: { name: "Loopback Wallet" } })
  expect(wallet.person.asked).toEqual(["session_proposal"])
  expect(await signed("From a phone", connected.address)).toBe(true)
})

test("a visitor who declines in the app reads so on coming back, and another press opens it with a fresh code", async ({
  page,
  site,
  provider,
  relay,
  nodes,
  wallet,
}) => {
  const opened = await links(page)
  await page.goto(addressOf({ site, provider, relay, nodes }))
  await page.getByRole("button", { name: "Connect Wallet" }).first().tap()
  await view(page, "Connect").getByRole("button", { name: "Loopback Wallet" }).tap()
  await patiently.poll(opened).toHaveLength(1)
  wallet.person.next("reject")
  await show(page, "hidden")
  await wallet.pair(uriOf((await opened())[0]))
  await show(page, "visible")
  const connecting = view(page, "ConnectingWalletConnect")
  await patiently(connecting.getByRole("heading", { name: "You declined in Loopback Wallet" })).toBeVisible()

  await connecting.getByRole("button", { name: "Try again" }).tap()
  await patiently.poll(opened).toHaveLength(2)
  const [old, fresh] = (await opened()).map(uriOf)
  expect(fresh).not.toBe(old)
  await show(page, "hidden")
  await wallet.pair(fresh ?? "")
  await show(page, "visible")
  await becomes(page, connected)
})
