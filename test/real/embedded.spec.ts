import { expect, type Page } from "@playwright/test"
import { type Address, type Hex, verifyMessage } from "viem"
import { email, socialPopup } from "../../src/embedded/limits.ts"
import { appkitLogin } from "../fixtures/appkit.ts"
import { ask, visitWith, wrongCode } from "./parts/frameClient.ts"
import { becomes, call, meanwhile, press as open, request, snapshot, soon, view, who } from "./parts/playground.ts"
import { popupOf } from "./parts/popup.ts"
import { codeField, code as codeOf, enter, mailbox, press } from "./parts/secureSite.ts"
import { test as shared, stranger } from "./parts/shared.ts"
import { answer, isSignedIn, sessions } from "./parts/signIn.ts"

// The embedded wallet in the modal, with real messages to a page of another origin.

const test = shared.extend<{
  /** The code of the latest email after `count` others. */
  readonly code: (count?: number) => Promise<string>
  /** Signs a text with the visitor's approval. Returns whether the signature is this account's. */
  readonly signed: (message: string, address: string | undefined) => Promise<boolean>
}>({
  chains: [1],
  options: ({ secure }, use) => use({ hosts: { secureSite: secure.url } }),
  code: ({ page, secure }, use) => use((count) => codeOf(page, secure, count)),
  signed: ({ page }, use) =>
    use(async (message, address) => {
      const signing = call(page, "signMessage", { message })
      await press(page, "Approve")
      return verifyMessage({ address: address as Address, message, signature: (await signing) as Hex })
    }),
})

test("an email login with a wrong and then a right code, a rejected signature, a transaction on the chain, the other account type, a new email, a reload, and nothing left after a disconnect", async ({
  page,
  ethereum,
  visit,
  code,
  signed,
}) => {
  await visit()
  await open(page)
  const field = await enter(page)
  const right = await code()
  await field.fill(wrongCode(right))
  await expect(page.locator("portico-modal").getByRole("alert").filter({ hasText: "Invalid code." })).toBeVisible()
  await field.fill(right)
  await becomes(page, { status: "connected", connector: "ID_AUTH", network: "eip155:1" })
  const before = (await who(page)).address as Address

  await call(page, "close")
  const refusing = call(page, "signMessage", { message: "no" }).catch(() => "refused")
  await press(page, "Reject")
  expect(await refusing).toBe("refused")
  await soon(async () => (await snapshot(page)).open).toBe(false)

  await ethereum.setBalance(before, "1")
  const transaction = { from: before, to: stranger, value: "0x2386f26fc10000" }
  const sending = request(page, "eth_sendTransaction", [transaction])
  await press(page, "Approve")
  const { result: hash } = await sending
  const { status, from, to } = await ethereum.mined(hash as Hex)
  expect([status, from, to]).toEqual(["success", before.toLowerCase(), stranger.toLowerCase()])
  expect(await ethereum.client.getBalance({ address: stranger })).toBe(10n ** 16n)

  await call(page, "open", { view: "Account" })
  await view(page, "Account").locator('[data-action="settings"]').click()
  await view(page, "AccountSettings").locator('[data-action="type"]').click()
  await soon(async () => (await who(page)).address).not.toBe(before)
  const { address } = await who(page)
  await call(page, "close")
  expect(await signed("hi", address)).toBe(true)
  await soon(async () => (await snapshot(page)).open).toBe(false)

  const changing = call(page, "updateEmail", { email: "hall@fernhill.example" })
  await codeField(page, "UpdateEmailPrimaryOtp").fill(await code(1))
  await codeField(page, "UpdateEmailSecondaryOtp").fill(await code(2))
  await meanwhile(page, email.changePoll, changing)
  await soon(async () => JSON.stringify(await snapshot(page))).toContain("hall@fernhill.example")

  await page.reload()
  await becomes(page, { status: "connected", connector: "ID_AUTH", address })
  await call(page, "disconnect")
  await becomes(page, { status: "disconnected" })
  await page.reload()
  await call(page, "ready")
  expect((await who(page)).status).not.toBe("connected")
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /auth_(email|login|session)/.test(key)),
  )
  expect(kept).toEqual([])
})

test("a visitor logged in with AppKit's client stays logged in after a migration, and AppKit's keys are kept", async ({
  page,
  site,
  secure,
  nodes,
  visit,
  code,
  signed,
}) => {
  await visitWith(page, "theirs", { site, secure, node: nodes[1] ?? "" })
  await ask(page, "connectEmail", mailbox)
  await ask(page, "connectOtp", await code())
  await ask(page, "networks")
  const { address } = await ask<{ readonly address: string }>(page, "getUser")
  const theirs = () =>
    page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith("@appkit"))))
  // Only the modal's part of the login; the frame client's part is already stored.
  await page.evaluate(
    (kept) => {
      for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text)
    },
    appkitLogin(address, {}),
  )
  const before = await theirs()
  expect(before).toMatchObject({ "@appkit-wallet/EMAIL": mailbox, "@appkit-wallet/EMAIL_LOGIN_USED_KEY": "true" })

  await visit()
  await becomes(page, { status: "connected", connector: "ID_AUTH", address })
  expect(await signed("still here", address)).toBe(true)
  expect(await theirs()).toEqual(before)
})

/** The visitor clicks a button, and a pop-up opens. */
const popupBy = (page: Page, name: string) => popupOf(page, () => page.getByRole("button", { name }).click())

test("a social login is accepted from the secure site's pop-up; closed, foreign and blocked pop-ups are distinguished", async ({
  page,
  secure,
  site,
  visit,
}) => {
  await visit()
  await page.evaluate(() => {
    const { open } = window
    const opened: unknown[] = []
    Object.assign(window, { opened, open: (...given: string[]) => opened.push(given) && open(...given) })
  })
  await open(page)
  const google = "Continue with Google"
  const closed = await popupBy(page, google)
  const loading = [`${secure.url}/loading`, "_blank", "width=600,height=800"]
  expect(await page.evaluate(() => Reflect.get(window, "opened"))).toEqual([loading])
  await view(page, "ConnectingSocial").waitFor()
  await closed.waitForURL(/\/provider\?/)
  await closed.close()
  await meanwhile(page, socialPopup.closedCheck, view(page, "Connect").waitFor())

  const hostile = await popupBy(page, google)
  await hostile.waitForURL(/\/provider\?/)
  const elsewhere = `${site.url.replace("127.0.0.1", "localhost")}/nothing`
  // It may leave before it has responded.
  await hostile.evaluate((to) => location.assign(to), elsewhere).catch(() => undefined)
  await hostile.waitForURL(elsewhere)
  await page.evaluate(() => window.postMessage({ resultUri: "https://evil.example" }, "*"))
  await hostile.evaluate(() => window.opener.postMessage({ resultUri: "https://evil.example/?name=evil" }, "*"))
  await expect(page.locator("portico-modal").getByText("Untrusted Origin")).toBeVisible()
  await view(page, "Connect").waitFor()
  expect((await who(page)).status).not.toBe("connected")

  await page.evaluate(() => {
    const { open } = window
    window.open = () => null
    Object.assign(window, { unblock: () => Object.assign(window, { open }) })
  })
  await page.getByRole("button", { name: google }).click()
  await expect(page.getByRole("heading", { name: "Pop-up blocked" })).toBeVisible()
  await page.evaluate(() => (window as unknown as { unblock: () => void }).unblock())

  const approved = await popupBy(page, "Try again")
  await approved.waitForURL(/\/provider\?/)
  // The window may close before the click has returned.
  const login = approved.getByRole("button", { name: "Log in" })
  await login.click().catch((error) => expect(approved.isClosed(), String(error)).toBe(true))
  await becomes(page, { status: "connected", connector: "ID_AUTH" })
  expect((await snapshot(page)).connections).toMatchObject({
    eip155: [{ auth: { name: "google", username: "linden", email: mailbox } }],
  })
})

test("a visitor signs in with the embedded wallet, whose frame in embedded mode covers its view in a layer of the body, however the page scrolls; a disconnect ends the session", async ({
  page,
  ethereum,
  visit,
  code,
}) => {
  await visit({ enableEmbedded: true, siwx: { statement: "Sign in to Fernhill", required: false } })
  await page.evaluate(() => {
    const box = document.createElement("div")
    // A site may clip the element, and make it the containing block of fixed elements.
    box.style.cssText = "overflow: hidden; transform: translateX(20px); inline-size: 400px; margin-block: 40px"
    box.append(window.portico.element)
    document.querySelector("main")?.prepend(box)
    return window.portico.open()
  })
  await (await enter(page)).fill(await code())
  await answer(page, "Sign")
  await view(page, "ApproveTransaction").waitFor()
  const frame = page.locator('body > [data-slot="frame"] > iframe')
  await expect(frame).toBeVisible()
  const apart = async () => {
    const [over, place] = [await frame.boundingBox(), await page.getByLabel("Embedded wallet").first().boundingBox()]
    return Math.max(Math.abs((over?.y ?? 0) - (place?.y ?? -99)), Math.abs((over?.x ?? 0) - (place?.x ?? -99)))
  }
  await soon(apart).toBeLessThan(1)
  await page.evaluate(() => window.scrollBy(0, 60))
  await soon(apart).toBeLessThan(1)
  await page.frameLocator('[data-slot="frame"] > iframe').getByRole("button", { name: "Approve" }).click()
  await expect(frame).toBeHidden()
  await soon(() => isSignedIn(page, ethereum.url)).toBe(true)
  await call(page, "disconnect")
  expect(await sessions(page)).toEqual([])
})
