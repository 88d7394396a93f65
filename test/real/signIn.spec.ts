import { expect } from "@playwright/test"
import type { SiwxSession } from "../../src/domain/siwx.ts"
import { isSignedBy } from "./parts/evmJudge.ts"
import { becomes, patiently, snapshot, view } from "./parts/playground.ts"
import { mailed } from "./parts/providerSignIn.ts"
import { connected, holder, test } from "./parts/relayed.ts"
import { answer, isSignedIn, sessions } from "./parts/signIn.ts"

test.describe.configure({ mode: "parallel" })
test.use({ options: { siwx: { statement: "Sign in to Fernhill" } } })

test.describe("a wallet that signs in with its approval", () => {
  test.use({ signsIn: true })

  test("signs in with one click over the relay: asked once, no sign view, a signature that is the account's", async ({
    page,
    wallet,
    site,
    nodes,
    visit,
    code,
  }) => {
    await visit()
    await wallet.pair(await code())
    await becomes(page, connected)
    await patiently(page.locator("portico-modal dialog")).toBeHidden()
    expect(wallet.person.asked).toEqual(["session_authenticate"])
    const [session, ...more] = await sessions(page)
    expect(more).toEqual([])
    expect(session?.data).toMatchObject({
      accountAddress: holder.address,
      chainId: "eip155:1",
      domain: new URL(site.url).host,
      uri: site.url,
    })
    expect(session?.message).toContain("Sign in to Fernhill")
    const { data, ...signed } = session as SiwxSession
    expect(await isSignedBy(nodes[1], { ...signed, address: data.accountAddress })).toBe(true)
    expect(await isSignedBy(nodes[1], { ...signed, address: `0x${"1".repeat(40)}` })).toBe(false)

    // The next visit is signed in, and asks nothing.
    await page.reload()
    await becomes(page, connected)
    await page.evaluate(() => window.portico.open())
    await patiently(view(page, "Account")).toBeVisible()
  })

  test("connects nobody when it signs for another site", async ({ page, wallet, visit, code }) => {
    wallet.forge((asked) => ({ ...asked, domain: "evil.example" }))
    const connecting = await visit()
    await wallet.pair(await code())
    await patiently(connecting.getByRole("alert")).toContainText("Failed to connect")
    expect(await sessions(page)).toEqual([])
    expect((await snapshot(page)).connections).toMatchObject({ eip155: [] })
    await patiently.poll(() => wallet.sessions()).toEqual([])
  })
})

test("a wallet that does not know how is asked in the sign view", async ({ page, wallet, nodes, visit, code }) => {
  await visit()
  await wallet.pair(await code())
  await answer(page, "Sign")
  await patiently(page.locator("portico-modal dialog")).toBeHidden()
  expect(wallet.person.asked).toEqual(["session_proposal", "personal_sign"])
  expect(await isSignedIn(page, nodes[1])).toBe(true)
})

test.describe("a sign-in that need not be", () => {
  test.use({ options: { siwx: { statement: "Sign in to Fernhill", required: false } } })

  test("leaves who cancels connected over the relay", async ({ page, wallet, visit, code }) => {
    await visit()
    await wallet.pair(await code())
    await answer(page, "Cancel")
    await patiently(page.locator("portico-modal dialog")).toBeHidden()
    await becomes(page, connected)
    expect(await sessions(page)).toEqual([])
  })
})

test.describe("a project with the provider's sign-in", () => {
  test.use({ options: {} })
  const features = (captures: boolean) => ({
    features: [
      { id: "reown_authentication", isEnabled: true, config: null },
      { id: "email_capture", isEnabled: captures, config: ["required"] },
    ],
  })

  test("View: DataCapture asks for an address and confirms it with a code; the signature names it, and is the account's", async ({
    page,
    wallet,
    provider,
    nodes,
    visit,
    code,
  }) => {
    provider.set("GET /appkit/v1/config", features(true))
    await visit()
    await wallet.pair(await code())
    const asking = view(page, "DataCapture")
    await asking.getByLabel("Email address").fill("linden")
    await asking.getByRole("button", { name: "@zoho.com" }).click()
    await asking.getByRole("button", { name: "Continue" }).click()
    const confirming = view(page, "DataCaptureOtpConfirm")
    await confirming.getByLabel("6-digit code").fill("000000")
    await patiently(confirming.getByRole("alert")).toContainText("That is not the code.")
    await confirming.getByLabel("6-digit code").fill(mailed)
    const signing = view(page, "SIWXSignMessage")
    await patiently(signing.getByRole("button", { name: "Sign", exact: true })).toBeEnabled()
    await signing.getByRole("button", { name: "Sign", exact: true }).click()
    await patiently(page.locator("portico-modal dialog")).toBeHidden()

    const posted = provider.ledger.find(({ route }) => route === "POST /auth/v1/authenticate")?.body as SiwxSession
    expect(posted.message).toContain("Resources:\n- email:linden@zoho.com")
    const signed = { address: holder.address, message: posted.message, signature: posted.signature }
    expect(await isSignedBy(nodes[1], signed)).toBe(true)

    await page.reload()
    await becomes(page, connected)
    await page.evaluate(() => window.portico.open())
    await patiently(view(page, "Account")).toBeVisible()
    expect(provider.count("GET /auth/v1/me")).toBeGreaterThan(0)
  })

  for (const captures of [true, false])
    test(`Views loaded on demand depending on the enabled feature: email capture ${captures ? "on" : "off"}`, async ({
      page,
      wallet,
      provider,
      visit,
      code,
    }) => {
      provider.set("GET /appkit/v1/config", features(captures))
      const loaded: string[] = []
      page.on("request", (request) => loaded.push(request.url()))
      const captured = () => loaded.some((url) => /captureViews-/.test(url))
      await visit()
      expect(captured()).toBe(false)
      await wallet.pair(await code())
      await patiently(view(page, captures ? "DataCapture" : "SIWXSignMessage")).toBeVisible()
      expect(captured()).toBe(captures)
    })
})
