import { expect, onDemand, test } from "./playground.ts"

const script = {
  project: {
    features: [
      {
        id: "social_login",
        isEnabled: true,
        config: ["email", "google", "x", "discord", "farcaster", "github", "apple"],
      },
    ],
  },
}
const fetched = (part: string) =>
  performance.getEntriesByType("resource").some(({ name }) => name.includes(`/${part}-`))

onDemand(
  "View: EmailLogin, with nothing but the keyboard: an address, a wrong code, a right one",
  async ({ playground, page }) => {
    const { dialog, view } = playground
    await playground.visit({ open: "Connect", script })
    await dialog.getByRole("textbox", { name: "Email address" }).waitFor()
    expect(
      await page.evaluate(fetched, "emailViews"),
      "Views loaded on demand depending on the enabled feature: email login",
    ).toBe(false)

    await playground.visit({ open: "EmailLogin", script })
    await expect(dialog).toHaveAccessibleName("Email Login")
    expect(await page.evaluate(fetched, "emailViews")).toBe(true)
    await page.keyboard.press("Tab")
    const field = dialog.getByRole("textbox", { name: "Email address" })
    while (!(await field.evaluate((input) => input.matches(":focus")))) await page.keyboard.press("Tab")
    const arrow = dialog.getByRole("button", { name: "Continue with email" })
    await page.keyboard.type("lin")
    await expect(arrow, "the arrow wakes at 4 characters").toHaveAttribute("aria-disabled", "true")
    await page.keyboard.type("den@fernhill.example")
    await expect(arrow).not.toHaveAttribute("aria-disabled")
    await page.keyboard.press("Enter")

    await view("EmailVerifyOtp").waitFor()
    await expect(dialog).toHaveAccessibleName("Confirm Email")
    const code = dialog.getByRole("textbox", { name: "6-digit code" })
    await expect(code, "it has the focus").toBeFocused()
    await expect(code).toHaveAttribute("autocomplete", "one-time-code")
    await expect(code).toHaveAttribute("inputmode", "numeric")

    await page.keyboard.type("48a1")
    await expect(code, "letters are not taken").toHaveValue("481")
    await page.keyboard.press("Backspace")
    await expect(code).toHaveValue("48")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.type("9")
    await expect(code, "a digit goes where the caret is").toHaveValue("948")
    await page.keyboard.press("End")
    await page.keyboard.type("072")
    await expect(dialog.getByRole("alert"), "a full code is handed in by itself; a wrong one is told").toContainText(
      "This code is not the one that was sent",
    )
    await expect(code).toHaveAttribute("aria-invalid", "true")
    await page.keyboard.type("1")
    await expect(code, "what is typed next takes its place").toHaveValue("1")
    await expect(dialog.getByRole("alert")).toHaveCount(0)
    await page.keyboard.type("23456")
    await dialog.waitFor({ state: "detached" })
    expect(await page.evaluate(() => window.portico.state.connection.value)).toMatchObject({
      connectorId: "ID_AUTH",
      auth: { name: "email", email: "linden@fernhill.example" },
    })
  },
)

test("A code is pasted anywhere in the view, out of a sentence too; its boxes are pressed", async ({
  playground,
  page,
}) => {
  await playground.visit({ open: "EmailVerifyOtp", script })
  const { dialog, view } = playground
  const code = dialog.getByRole("textbox", { name: "6-digit code" })
  const paste = (text: string) =>
    view("EmailVerifyOtp").evaluate((at, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text", text)
      at.querySelector("p")?.dispatchEvent(
        new ClipboardEvent("paste", { bubbles: true, cancelable: true, composed: true, clipboardData }),
      )
    }, text)
  await paste("4810725")
  await expect(code, "a longer number is no code").toHaveValue("")
  await paste("Your code is 481 072.")
  await expect(code).toHaveValue("481072")
  await expect(dialog.getByRole("alert")).toBeVisible()
  const box = await code.boundingBox()
  if (!box) throw new Error("There is no field")
  await code.click({ position: { x: box.width * 0.75, y: 20 } })
  await page.keyboard.type("9")
  await expect(code, "the box that was pressed is written over").toHaveValue("481092")
})

test("The legal checkbox must be ticked: until then every way in is out of the tab order", async ({
  playground,
  page,
}) => {
  await playground.visit({
    open: "Connect",
    script: { ...script, wallets: { "example.halyard": { connect: "hang" } } },
    options: { features: { legalCheckbox: true } },
  })
  const { dialog, wallet } = playground
  const box = dialog.getByRole("checkbox")
  await box.waitFor()
  const reached = async () => {
    const names: string[] = []
    await page.keyboard.press("Tab")
    for (let count = 0; count < 12; count += 1) {
      names.push(
        await page.evaluate(() => {
          const focused = document.querySelector("portico-modal")?.shadowRoot?.activeElement
          return focused?.getAttribute("data-wallet") ?? focused?.getAttribute("type") ?? ""
        }),
      )
      await page.keyboard.press("Tab")
    }
    return names
  }
  await box.focus()
  const locked = await reached()
  expect(locked.filter((name) => name.includes(".") || name === "email")).toEqual([])
  await wallet("example.halyard").click({ force: true })
  await expect(playground.view("Connect")).toBeVisible()

  await box.check()
  await box.focus()
  expect(await reached()).toContain("example.halyard")
  await wallet("example.halyard").click()
  await playground.view("ConnectingExternal").waitFor()
})

test("The legal checkbox is asked for in the directory too, unless it was on the way there", async ({
  playground,
  page,
}) => {
  const options = { features: { legalCheckbox: true } }
  // One that approves meanwhile would have the account open.
  await playground.visit({ open: "AllWallets", options, script: { wallets: { "*": { connect: "hang" } } } })
  const { dialog, view } = playground
  const box = dialog.getByRole("checkbox")
  const first = dialog.locator("[data-wallet]").first()
  await first.waitFor()
  await first.click({ force: true })
  await expect(view("AllWallets")).toBeVisible()
  await box.check()
  await first.click()
  await view("AllWallets").waitFor({ state: "detached" })

  await page.evaluate(() => window.portico.close())
  await playground.openModal("Connect")
  await playground.wallet("all").click()
  await view("AllWallets").waitFor()
  await expect(box).toHaveCount(0)
})

onDemand(
  "A social login opens its window in the click, before any code of it is fetched",
  async ({ playground, page }) => {
    const held: (() => void)[] = []
    await page.route(/\/(social|ConnectingSocial)-[^/]*\.js$/, async (route) => {
      await new Promise<void>((go) => held.push(go))
      await route.continue()
    })
    await playground.visit({ open: "Connect", script })
    const { dialog } = playground
    const opened = page.waitForEvent("popup")
    await dialog.getByRole("button", { name: "Continue with Google" }).click()
    const popup = await opened
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 800])
    await expect(playground.view("Connect")).toBeVisible()
    expect(
      await page.evaluate(() => window.portico.state.connection.value),
      "Views loaded on demand depending on the enabled feature: social login",
    ).toBeUndefined()
    for (const go of held) go()
    await dialog.waitFor({ state: "detached" })
    await expect.poll(() => popup.isClosed()).toBe(true)
    const state = await page.evaluate(() => window.portico.getState().chains.eip155?.accountState)
    expect(state).toMatchObject({ socialProvider: "google" })
    await page.unroute(/\/(social|ConnectingSocial)-[^/]*\.js$/)
  },
)

test("The Promise method opens the window in the click too; View: ConnectingFarcaster", async ({
  playground,
  page,
}) => {
  await playground.visit({ script })
  const opened = page.waitForEvent("popup")
  await page.evaluate(() => {
    const button = document.createElement("button")
    button.textContent = "Log in by X"
    button.onclick = () => void window.portico.loginWithSocial({ provider: "x" }).catch(() => {})
    document.body.prepend(button)
  })
  await page.getByRole("button", { name: "Log in by X" }).click()
  const popup = await opened
  await expect.poll(() => page.evaluate(() => window.portico.state.address.value)).toMatch(/^0x/)
  await expect.poll(() => popup.isClosed()).toBe(true)
  await expect(playground.dialog).toHaveCount(0)

  await page.evaluate(() => window.portico.disconnect())
  await playground.visit({ open: "ConnectingFarcaster", script: { ...script, frame: { connect: "hang" } } })
  await expect(playground.dialog).toHaveAccessibleName("Farcaster")
  await expect(playground.dialog.getByRole("img", { name: "Login code for Farcaster" })).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Copy link" }).waitFor()
})

test("View: UpdateEmailWallet: it saves what has changed, by two codes", async ({ playground, page }) => {
  await playground.visit({
    open: "UpdateEmailWallet",
    script: { ...script, login: "linden@fernhill.example" },
  })
  const { dialog, view } = playground
  await expect(dialog).toHaveAccessibleName("Edit Email")
  const field = dialog.getByRole("textbox", { name: "Email address" })
  await expect(field).toHaveValue("linden@fernhill.example")
  const save = dialog.getByRole("button", { name: "Save" })
  await expect(save).toHaveAttribute("aria-disabled", "true")
  await field.fill("rowan@fernhill.example")
  await page.keyboard.press("Enter")
  await view("UpdateEmailPrimaryOtp").waitFor()
  await expect(dialog).toHaveAccessibleName("Confirm Current Email")
  await view("UpdateEmailPrimaryOtp").getByRole("textbox", { name: "6-digit code" }).fill("123456")
  await view("UpdateEmailSecondaryOtp").waitFor()
  await expect(dialog).toHaveAccessibleName("Confirm New Email")
  await view("UpdateEmailSecondaryOtp").getByRole("textbox", { name: "6-digit code" }).fill("123456")
  await view("Account").waitFor()
})

test("The wallets stay where they are while the project says whether it has logins; the next visit knows", async ({
  playground,
  page,
}) => {
  const { dialog, wallet } = playground
  /** Where the first wallet stands, once the card has come to rest. */
  const top = async () => {
    await dialog.evaluate((card) =>
      Promise.allSettled(card.getAnimations({ subtree: true }).map((one) => one.finished)),
    )
    return (await wallet("walletConnect").boundingBox())?.y
  }
  const slow = { faults: { config: { delay: 1_500 } }, wallets: { "*": "absent" } } as const
  const email = dialog.getByRole("textbox", { name: "Email address" })
  await page.setViewportSize({ width: 1280, height: 900 })
  await playground.visit({ script: { ...slow, ...script } })
  await playground.openModal("Connect")
  await wallet("all").waitFor()
  const before = await top()
  await expect(email).toBeHidden()
  await email.waitFor()
  expect(await top(), "logins come below").toBe(before)

  await page.reload()
  await playground.openModal("Connect")
  expect((await email.boundingBox())?.y, "they are in their place at once").toBeLessThan((await top()) ?? 0)

  await page.evaluate(() => localStorage.clear())
  await playground.visit({ script: slow })
  await playground.openModal("Connect")
  await wallet("all").waitFor()
  const still = await top()
  await page.waitForFunction(() => localStorage.getItem("portico:default:project_features"))
  expect(await top(), "nothing was there that has to go").toBe(still)
  await expect(email).toBeHidden()
})
