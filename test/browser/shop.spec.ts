import { expect, halyard, test } from "./playground.ts"

test("Reserve connects a visitor first, and then reserves, also if the rest of the modal is still loading", async ({
  playground,
  page,
}) => {
  const { closed, view, visit, wallet } = playground
  await visit()
  await page.getByRole("button", { name: "Reserve Lantern oak" }).click()
  await view("Connect").waitFor()
  await wallet(halyard).click()
  await closed()
  await expect(page.locator(".said")).toContainText("Lantern oak is reserved for you.")

  await playground.disconnect()
  await page.getByRole("button", { name: "Reserve Moonwort bulbs" }).click()
  await view("Connect").waitFor()
  await playground.close()
  await closed()
  await expect(page.locator(".said")).not.toContainText("Moonwort")

  // `open` has not resolved yet when the modal closes.
  await page.evaluate(() => {
    const { open } = window.portico
    const loaded = new Promise<void>((load) => Object.assign(window, { load }))
    Object.assign(window.portico, { open: () => Promise.all([open(), loaded]) })
  })
  await page.getByRole("button", { name: "Reserve Moonwort bulbs" }).click()
  await view("Connect").waitFor()
  await wallet(halyard).click()
  await closed()
  await page.evaluate(() => (window as unknown as { load: () => void }).load())
  await expect(page.locator(".said")).toContainText("Moonwort bulbs is reserved for you.")
})

test("the account button shows the account as soon as a wallet is connected; the page's checkboxes enable sign-in and disable project features, at a URL to share", async ({
  playground,
  page,
  site,
}) => {
  await page.goto(`${site.url}/?theme=dark`)
  await page.locator(".controls fieldset").first().waitFor()
  await playground.connect()
  const opener = page.locator('[data-action="account"]')
  await expect(opener).toContainText("marguerite.eth")
  await expect(opener).toContainText("ETH")
  await playground.disconnect()

  await page.getByRole("checkbox", { name: "Email login" }).uncheck()
  await page.waitForURL(/project=/)
  await page.getByRole("checkbox", { name: "Sign-in message" }).check()
  await page.waitForURL(/siwx/)
  await expect(page.getByRole("checkbox", { name: "Email login" })).not.toBeChecked()
  await expect(page.getByRole("checkbox", { name: "Sign-in message" })).toBeChecked()
  await playground.openModal()
  await expect(playground.button("Continue with Google")).toBeVisible()
  await expect(playground.field("Email address")).toHaveCount(0)
  await playground.wallet(halyard).click()
  await playground.view("SIWXSignMessage").waitFor()
})

test("a service stopped by the page's controls fails in the modal, and every state has a link", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await page.getByLabel("Service").selectOption("Balances")
  await page.getByLabel("Behavior").selectOption("Responds with 503")
  await page.getByText("States by view").click()
  const links = page.locator("#states li a")
  await expect.poll(() => links.count()).toBeGreaterThan(150)
  await expect(page.locator('#states a[href="./?state=Account"]')).toHaveText("as usual")
  await playground.connect()
  await playground.open("Account")
  await playground.shows("Token Balance Unavailable")
})
