import { expect, type Page } from "@playwright/test"
import type { Hex } from "viem"
import type { SiwxSession } from "../../src/siwx/model/message.ts"
import { isSignedBy } from "./parts/evmJudge.ts"
import { becomes, call, dialog, snapshot, soon, view } from "./parts/playground.ts"
import { mailed } from "./parts/providerSignIn.ts"
import { connected, holder, test } from "./parts/relayed.ts"
import { answer, sessions } from "./parts/signIn.ts"

test.describe.configure({ mode: "parallel" })

/** The published playground, in files that are loaded on demand. */
const onDemand = test.extend({ visit: ({ visit, splitSite }, use) => use((more) => visit(more, splitSite)) })

test.describe("a wallet that signs in with its approval", () => {
  test.use({ walletOptions: { signsIn: true }, options: { siwx: { statement: "Sign in to Fernhill" } } })

  test("does not connect when it signs for another site, then signs in with one click over WalletConnect: one prompt, no sign view, the account's signature", async ({
    page,
    wallet,
    site,
    ethereum,
    show,
    code,
  }) => {
    wallet.forge((asked) => ({ ...asked, domain: "evil.example" }))
    const connecting = await show()
    await wallet.pair(await code())
    await expect(connecting.getByRole("alert")).toContainText("Failed to connect")
    expect(await sessions(page)).toEqual([])
    expect((await snapshot(page)).connections).toMatchObject({ eip155: [] })
    await wallet.until(() => wallet.sessions().length === 0)

    wallet.forge(undefined)
    await connecting.getByRole("button", { name: "Try again" }).click()
    await wallet.pair(await code())
    await becomes(page, connected)
    await expect(dialog(page)).toBeHidden()
    expect(wallet.person.asked).toEqual(["session_authenticate", "session_authenticate"])
    const [session, ...more] = (await sessions(page)) as readonly [SiwxSession]
    expect(more).toEqual([])
    const { data, ...signed } = session
    expect(data).toMatchObject({
      accountAddress: holder.address,
      chainId: "eip155:1",
      domain: new URL(site.url).host,
      uri: site.url,
    })
    expect(signed.message).toContain("Sign in to Fernhill")
    const by = (address: Hex) => isSignedBy(ethereum.url, { ...signed, address })
    expect([await by(holder.address), await by(`0x${"1".repeat(40)}`)]).toEqual([true, false])

    // The next visit is still signed in, without a prompt.
    await page.reload()
    await becomes(page, connected)
    await call(page, "open")
    await expect(view(page, "Account")).toBeVisible()
  })
})

test.describe("a project with the provider's sign-in", () => {
  const features = (captures: boolean) => ({
    features: [
      { id: "reown_authentication", isEnabled: true, config: null },
      { id: "email_capture", isEnabled: captures, config: ["required"] },
    ],
  })

  onDemand(
    "View: DataCapture, loaded on demand, requests an address and confirms it with a code; the signed message includes it",
    async ({ page, wallet, provider, ethereum, show, code }) => {
      provider.set("GET /appkit/v1/config", features(true))
      const loaded = loads(page)
      await show()
      expect(loaded()).toBe(false)
      await wallet.pair(await code())
      const asking = view(page, "DataCapture")
      await expect(asking).toBeVisible()
      await asking.getByLabel("Email address").fill("linden")
      await asking.getByRole("button", { name: "@zoho.com" }).click()
      await asking.getByRole("button", { name: "Continue" }).click()
      expect(loaded()).toBe(true)
      const confirming = view(page, "DataCaptureOtpConfirm")
      await expect(confirming).toBeVisible()
      await confirming.getByLabel("6-digit code").fill("000000")
      await expect(confirming.getByRole("alert")).toContainText("Incorrect code.")
      await confirming.getByLabel("6-digit code").fill(mailed)
      await answer(page, "Sign")
      await expect(dialog(page)).toBeHidden()
      expect(wallet.person.asked).toEqual(["session_proposal", "personal_sign"])

      const posted = provider.ledger.find(({ route }) => route === "POST /auth/v1/authenticate")?.body as SiwxSession
      expect(posted.message).toContain("Resources:\n- email:linden@zoho.com")
      const { message, signature } = posted
      expect(await isSignedBy(ethereum.url, { address: holder.address, message, signature })).toBe(true)

      await page.reload()
      await becomes(page, connected)
      await call(page, "open")
      await expect(view(page, "Account")).toBeVisible()
      // The check of the session does not hold up the account.
      await soon(() => provider.count("GET /auth/v1/me")).toBeGreaterThan(0)
    },
  )

  onDemand(
    "Views loaded on demand depending on the enabled feature: email capture off",
    async ({ page, provider, pair }) => {
      provider.set("GET /appkit/v1/config", features(false))
      const loaded = loads(page)
      await pair()
      await expect(view(page, "SIWXSignMessage")).toBeVisible()
      expect(loaded()).toBe(false)
    },
  )
})

/** Whether the page has loaded the views of the data capture. */
const loads = (page: Page) => {
  const urls: string[] = []
  page.on("request", (request) => urls.push(request.url()))
  return () => urls.some((url) => /\/dataCapture\/index-/.test(url))
}
