import { expect, type Page } from "@playwright/test"
import { createPublicClient, type Hex, http, verifyMessage } from "viem"
import { mainnet as described } from "../../src/domain/networks.ts"
import { appkitLogin } from "../fixtures/appkit.ts"
import { type Site, serve } from "../serve.ts"
import * as Anvil from "./parts/anvil.ts"
import { frameClients } from "./parts/frameBundle.ts"
import { becomes, patiently, snapshot, uncaught, view, who } from "./parts/playground.ts"
import * as Provider from "./parts/provider.ts"
import { forward } from "./parts/rpc.ts"
import * as SecureSite from "./parts/secureSite.ts"
import { mailbox, press } from "./parts/secureSite.ts"
import { test } from "./parts/shared.ts"
import { answer, isSignedIn, sessions } from "./parts/signIn.ts"

// The embedded wallet in the modal, over real messages to a page of another origin.

let site: Site
let secure: Site
let mainnet: Anvil.Anvil
let provider: Provider.Provider
let errors: readonly string[]

test.beforeAll(async () => {
  ;[site, secure, mainnet] = await Promise.all([serve("whole"), serve("secure-site"), Anvil.start({ chainId: 1 })])
})

test.afterAll(async () => {
  await Promise.all([site.stop(), secure.stop(), mainnet.stop()])
})

test.beforeEach(async ({ page }) => {
  provider = await Provider.start({ rpc: { "eip155:1": mainnet.url } })
  errors = uncaught(page)
})

test.afterEach(async () => {
  await provider.stop()
  expect(errors, "what nobody caught in the page").toEqual([])
})

/** The playground on live layers, whose secure site is the stand-in. */
const visit = async (page: Page, at = site, more: object = {}) => {
  const { url } = provider
  const hosts = {
    api: url,
    blockchain: url,
    analytics: url,
    verify: url,
    utxo: url,
    images: url,
    relay: "ws://127.0.0.1:1",
  }
  // A node of this machine's, and no other to fall back on.
  const ethereum = { ...described, rpcUrls: { default: { http: [mainnet.url] } } }
  const query = new URLSearchParams({
    layers: "live",
    rpc: JSON.stringify({ "eip155:1": mainnet.url }),
    options: JSON.stringify({ networks: [ethereum], hosts: { ...hosts, secureSite: secure.url }, ...more }),
  })
  await page.goto(`${at.url}/?${query}`)
  await page.waitForFunction(() => "portico" in window)
}

const code = (page: Page, count = 0) => SecureSite.code(page, secure, count)
const logIn = (page: Page, mails = 0) => SecureSite.logIn(page, secure, mails)

const sign = (page: Page, message: string) =>
  page.evaluate(
    (message) =>
      window.portico.signMessage({ message }).then(
        (signature) => signature,
        (failure: Error) => `failed: ${failure.message}`,
      ),
    message,
  )

test("an e-mail login with a wrong and then a right code, signatures that are approved and refused, and a transaction on the chain", async ({
  page,
}) => {
  await visit(page)
  await page.getByRole("button", { name: "Connect Wallet" }).first().click()
  await page.getByRole("textbox", { name: "Email address" }).fill(mailbox)
  await page.keyboard.press("Enter")
  await view(page, "EmailVerifyOtp").waitFor()
  const right = await code(page)
  const field = page.getByRole("textbox", { name: "6-digit code" })
  await field.fill(right === "000000" ? "000001" : "000000")
  await patiently(page.locator("portico-modal").getByRole("alert").filter({ hasText: "Invalid code." })).toBeVisible()
  await field.fill(right)
  await becomes(page, { status: "connected", connector: "ID_AUTH", network: "eip155:1" })
  const { address = "" } = await who(page)

  await page.evaluate(() => window.portico.close())
  const signing = sign(page, "hello")
  await press(page, "Approve")
  expect(await verifyMessage({ address: address as Hex, message: "hello", signature: (await signing) as Hex })).toBe(
    true,
  )
  await patiently.poll(async () => (await snapshot(page)).open).toBe(false)
  const refusing = sign(page, "no")
  await press(page, "Reject")
  expect(await refusing).toMatch(/^failed: /)
  await patiently.poll(async () => (await snapshot(page)).open).toBe(false)

  await forward(mainnet.url, "anvil_setBalance", [address, "0xde0b6b3a7640000"])
  const to = "0x00000000000000000000000000000000000a11ce"
  const sending = page.evaluate(
    async ([from, to]) => {
      const provider = (await window.portico.getProvider("eip155")) as { request: (input: object) => Promise<unknown> }
      return provider.request({ method: "eth_sendTransaction", params: [{ from, to, value: "0x2386f26fc10000" }] })
    },
    [address, to],
  )
  await press(page, "Approve")
  const client = createPublicClient({ transport: http(mainnet.url) })
  const receipt = await client.waitForTransactionReceipt({ hash: (await sending) as Hex })
  expect([receipt.status, receipt.from, receipt.to]).toEqual(["success", address.toLowerCase(), to])
  expect(await client.getBalance({ address: to })).toBe(10n ** 16n)
})

test("the kind of account is switched, the e-mail changed, a reload brings the wallet back, and signing out forgets it", async ({
  page,
}) => {
  await visit(page)
  await logIn(page)
  const before = await who(page)
  await page.evaluate(() => window.portico.open({ view: "Account" }))
  await view(page, "Account").locator('[data-action="settings"]').click()
  const settings = view(page, "AccountSettings")
  await settings.locator('[data-action="type"]').click()
  await patiently.poll(async () => (await who(page)).address).not.toBe(before.address)
  const { address = "" } = await who(page)
  await page.evaluate(() => window.portico.close())
  const signing = sign(page, "hi")
  await press(page, "Approve")
  expect(await verifyMessage({ address: address as Hex, message: "hi", signature: (await signing) as Hex })).toBe(true)

  const changing = page.evaluate(() => window.portico.updateEmail({ email: "hall@fernhill.example" }))
  await view(page, "UpdateEmailPrimaryOtp").waitFor()
  await page.getByRole("textbox", { name: "6-digit code" }).fill(await code(page, 1))
  await view(page, "UpdateEmailSecondaryOtp").waitFor()
  await page.getByRole("textbox", { name: "6-digit code" }).fill(await code(page, 2))
  await changing
  await patiently.poll(async () => JSON.stringify(await snapshot(page))).toContain("hall@fernhill.example")

  await page.reload()
  await becomes(page, { status: "connected", connector: "ID_AUTH", address })
  await page.evaluate(() => window.portico.disconnect())
  await becomes(page, { status: "disconnected" })
  await page.reload()
  await page.waitForFunction(() => "portico" in window)
  expect((await who(page)).status).not.toBe("connected")
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /auth_(email|login|session)/.test(key)),
  )
  expect(kept).toEqual([])
})

test("who has logged in with AppKit's own client is logged in still when the site changes over, and its keys stay", async ({
  page,
}) => {
  await page.goto(`${site.url}/nothing`)
  await page.addScriptTag({ content: await frameClients(`${secure.url}/sdk`) })
  const address = await (async () => {
    await page.evaluate(
      ([secureSite, node]) => {
        window.client = window.theirs({ secureSite, node }) as typeof window.client
      },
      [secure.url, mainnet.url] as const,
    )
    await page.evaluate((to) => window.client.connectEmail(to), mailbox)
    const otp = await code(page)
    await page.evaluate((otp) => window.client.connectOtp(otp), otp)
    await page.evaluate(() => window.client.networks())
    const user = await page.evaluate(() => window.client.getUser())
    return (user as { readonly address: string }).address
  })()
  const theirs = () =>
    page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith("@appkit"))))
  // The modal's part of it; what the client of the frame has kept is there.
  await page.evaluate(
    (kept) => {
      for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text)
    },
    appkitLogin(address, {}),
  )
  const before = await theirs()
  expect(before).toMatchObject({ "@appkit-wallet/EMAIL": mailbox, "@appkit-wallet/EMAIL_LOGIN_USED_KEY": "true" })

  await visit(page)
  await becomes(page, { status: "connected", connector: "ID_AUTH", address })
  const signing = sign(page, "still here")
  await press(page, "Approve")
  const signature = (await signing) as Hex
  expect(await verifyMessage({ address: address as Hex, message: "still here", signature })).toBe(true)
  expect(await theirs()).toEqual(before)
})

for (const required of [true, false])
  test(`a visitor signs in with the embedded wallet; who cancels ${required ? "what must be is disconnected" : "what need not be stays connected"}`, async ({
    page,
  }) => {
    await visit(page, site, { siwx: { statement: "Sign in to Fernhill", required } })
    await logIn(page)
    await answer(page, "Sign")
    await press(page, "Approve")
    await patiently(page.locator("portico-modal dialog")).toBeHidden()
    expect(await isSignedIn(page, mainnet.url)).toBe(true)
    await page.evaluate(() => window.portico.disconnect())
    expect(await sessions(page)).toEqual([])

    await logIn(page, 1)
    await answer(page, "Cancel")
    await patiently(page.locator("portico-modal dialog")).toBeHidden()
    await becomes(page, { status: required ? "disconnected" : "connected" })
    expect(await sessions(page)).toEqual([])
  })

/** The visitor presses Google's button, and a window opens. */
const google = async (page: Page) => {
  const button = page.getByRole("button", { name: "Continue with Google" })
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()])
  return popup
}

const waiting = (page: Page, heading: string) => page.getByRole("heading", { name: heading })

test("a social login is taken from the secure site's window; one that is closed, astray or blocked is told apart", async ({
  page,
}) => {
  await visit(page)
  await page.getByRole("button", { name: "Connect Wallet" }).first().click()
  const closed = await google(page)
  await view(page, "ConnectingSocial").waitFor()
  await closed.waitForURL(/\/provider\?/)
  await closed.close()
  await view(page, "Connect").waitFor()

  const hostile = await google(page)
  await hostile.waitForURL(/\/provider\?/)
  const elsewhere = `${site.url.replace("127.0.0.1", "localhost")}/nothing`
  await hostile.evaluate((to) => location.assign(to), elsewhere)
  await hostile.waitForURL(elsewhere)
  await hostile.evaluate(() => window.opener.postMessage({ resultUri: "https://evil.example/?name=evil" }, "*"))
  await patiently(page.locator("portico-modal").getByText("Untrusted Origin")).toBeVisible()
  await view(page, "Connect").waitFor()
  expect((await who(page)).status).not.toBe("connected")

  await page.evaluate(() => {
    const { open } = window
    window.open = () => null
    Object.assign(window, { unblock: () => Object.assign(window, { open }) })
  })
  await page.getByRole("button", { name: "Continue with Google" }).click()
  await patiently(waiting(page, "The window was blocked")).toBeVisible()
  await page.evaluate(() => (window as unknown as { unblock: () => void }).unblock())

  const [approved] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Try again" }).click(),
  ])
  await approved.waitForURL(/\/provider\?/)
  await approved.getByRole("button", { name: "Log in" }).click()
  await becomes(page, { status: "connected", connector: "ID_AUTH" })
  expect((await snapshot(page)).connections).toMatchObject({
    eip155: [{ auth: { name: "google", username: "linden", email: mailbox } }],
  })
})

test("a page that isolates itself says that it hears of no window", async ({ page }) => {
  const isolated = await serve("playground", { headers: { "cross-origin-opener-policy": "same-origin" } })
  await visit(page, isolated)
  await page.getByRole("button", { name: "Connect Wallet" }).first().click()
  await page.getByRole("button", { name: "Continue with Google" }).click()
  await patiently(waiting(page, "This site cannot hear the window")).toBeVisible()
  await isolated.stop()
})

test("in embedded mode the frame lies over its view in a layer of the body, wherever the page goes", async ({
  page,
}) => {
  await visit(page, site, { enableEmbedded: true })
  await page.evaluate(() => {
    const box = document.createElement("div")
    // What a site may do to its own element: clip it, and have it carry what is fixed in it.
    box.style.cssText = "overflow: hidden; transform: translateX(20px); inline-size: 400px; margin-block: 40px"
    box.append(window.portico.element)
    document.querySelector("main")?.prepend(box)
    return window.portico.open()
  })
  await page.getByRole("textbox", { name: "Email address" }).fill(mailbox)
  await page.keyboard.press("Enter")
  await view(page, "EmailVerifyOtp").waitFor()
  await page.getByRole("textbox", { name: "6-digit code" }).fill(await code(page))
  await becomes(page, { status: "connected", connector: "ID_AUTH" })
  const { address = "" } = await who(page)
  const signing = sign(page, "hello")
  await view(page, "ApproveTransaction").waitFor()
  const frame = page.locator('body > [data-slot="frame"] > iframe')
  await patiently(frame).toBeVisible()
  const apart = async () => {
    const [over, place] = [await frame.boundingBox(), await page.getByLabel("Embedded wallet").first().boundingBox()]
    return Math.max(Math.abs((over?.y ?? 0) - (place?.y ?? -99)), Math.abs((over?.x ?? 0) - (place?.x ?? -99)))
  }
  await patiently.poll(apart).toBeLessThan(1)
  await page.evaluate(() => window.scrollBy(0, 60))
  await patiently.poll(apart).toBeLessThan(1)
  await page.frameLocator('[data-slot="frame"] > iframe').getByRole("button", { name: "Approve" }).click()
  expect(await verifyMessage({ address: address as Hex, message: "hello", signature: (await signing) as Hex })).toBe(
    true,
  )
  await patiently(frame).toBeHidden()
})
