import { expect } from "@playwright/test"
import type { SiwxSession } from "../../src/domain/siwx.ts"
import { isSignedBy } from "./parts/evmJudge.ts"
import { becomes, patiently, snapshot, view } from "./parts/playground.ts"
import { connected, holder, test } from "./parts/relayed.ts"

test.describe.configure({ mode: "parallel" })
test.use({ options: { siwx: { statement: "Sign in to Fernhill" } } })

/** The sessions that the page keeps. */
const sessions = (page: import("@playwright/test").Page): Promise<readonly SiwxSession[]> =>
  page.evaluate(() => {
    const [, kept] = Object.entries(localStorage).find(([key]) => key.endsWith(":siwx")) ?? []
    return JSON.parse(kept ?? "[]")
  })

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
    await view(page, "Account")
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
  const signing = await view(page, "SIWXSignMessage")
  await patiently(signing.getByRole("button", { name: "Sign", exact: true })).toBeEnabled()
  await signing.getByRole("button", { name: "Sign", exact: true }).click()
  await patiently(page.locator("portico-modal dialog")).toBeHidden()
  expect(wallet.person.asked).toEqual(["session_proposal", "personal_sign"])
  const [session] = await sessions(page)
  const { data, ...signed } = session as SiwxSession
  expect(await isSignedBy(nodes[1], { ...signed, address: data.accountAddress })).toBe(true)
})
