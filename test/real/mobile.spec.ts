import { expect, type Page } from "@playwright/test"
import { directory } from "../fixtures/wallets.ts"
import { becomes, press, snapshot, soon, view } from "./parts/playground.ts"
import { connected, test as relayed } from "./parts/relayed.ts"

interface Phone {
  /**
   * Links the page opened, in order, once there are `count`. The test acts as the phone: a browser without the app
   * drops the link, and sometimes the click with it.
   */
  readonly links: (count: number) => Promise<readonly string[]>
  /** Puts another app in front of the page, or the page in front again. */
  readonly show: (state: "hidden" | "visible") => Promise<void>
}

const test = relayed.extend<{ readonly phone: Phone }>({
  phone: async ({ page, visit }, use) => {
    await page.addInitScript(() => {
      const opened: string[] = []
      Object.assign(window, { opened })
      window.open = (url, target) => {
        opened.push(`${target} ${url}`)
        return null
      }
    })
    await visit()
    await use({
      links: async (count) => {
        await page.waitForFunction((count) => Reflect.get(window, "opened").length === count, count)
        return page.evaluate(() => Reflect.get(window, "opened"))
      },
      show: (state) =>
        page.evaluate((state) => {
          Object.defineProperty(document, "visibilityState", { configurable: true, value: state })
          document.dispatchEvent(new Event("visibilitychange"))
        }, state),
    })
  },
})

test.use({
  // Featured by the site, so a first visit shows it on Connect.
  options: { featuredWalletIds: directory(2).flatMap(({ id, name }) => (name === "Loopback Wallet" ? [id] : [])) },
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  hasTouch: true,
  isMobile: true,
})

/** The pairing URI in a link. */
const uriOf = (link: string | undefined) => new URL(link?.split(" ")[1] ?? "").searchParams.get("uri") ?? ""

const listed = (page: Page) => view(page, "Connect").getByRole("button", { name: "Loopback Wallet" })

test("A visitor can connect through a mobile wallet, also after rejecting in it: the return shows the rejection, and another tap opens it with a new pairing URI", async ({
  page,
  relay,
  wallet,
  phone,
  signed,
}) => {
  await press(page)
  await expect(listed(page)).toBeVisible()
  await expect(view(page, "Connect").locator('[data-wallet="walletConnect"]')).toHaveCount(0)
  expect(await phone.links(0)).toEqual([])

  // A tap on the wallet opens its app with a pairing URI in the link; another tap opens it again.
  await listed(page).tap()
  const connecting = view(page, "ConnectingWalletConnect")
  await expect(connecting.getByRole("heading", { name: "Continue in Loopback Wallet" })).toBeVisible()
  await phone.links(1)
  await connecting.getByRole("button", { name: "Open Loopback Wallet" }).tap()
  const [first, second] = await phone.links(2)
  const old = uriOf(first)
  expect(first).toBe(`_self loopbackwallet://wc?uri=${encodeURIComponent(old)}`)
  expect(second).toBe(first)
  expect(old).toBe((await snapshot(page)).wcUri)

  await phone.show("hidden")
  wallet.person.next("reject")
  await wallet.pair(old)
  await phone.show("visible")
  await expect(connecting.getByRole("heading", { name: "Declined in Loopback Wallet" })).toBeVisible()
  await connecting.getByRole("button", { name: "Try again" }).tap()
  const uri = uriOf((await phone.links(3))[2])
  expect(uri).not.toBe(old)

  // While the app is in front, the phone suspends the page's connection, so it does not receive the approval.
  await phone.show("hidden")
  relay.closeWith(1013, "fernhill")
  await relay.dropAll()
  await wallet.pair(uri)
  await wallet.until(() => wallet.sessions().length === 1)
  await becomes(page, { status: "connecting", address: undefined })

  relay.closeWith(undefined)
  await phone.show("visible")
  await becomes(page, connected)
  // The modal closes after the state has the account.
  await soon(() => snapshot(page)).toMatchObject({ open: false, wcLinking: { name: "Loopback Wallet" } })
  expect(wallet.person.asked).toEqual(["session_proposal", "session_proposal"])
  expect(await signed("From a phone", connected.address)).toBe(true)
})
