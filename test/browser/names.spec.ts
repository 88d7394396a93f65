import { keysOf } from "./keys.ts"
import { ethereum, expect, halyard, test } from "./playground.ts"

test("View: RegisterAccountName, then View: RegisterAccountNameSuccess: registers a free name for the account with one signature, by keyboard alone", async ({
  playground,
  page,
  log,
}) => {
  const { button, dialog, holder, view } = playground
  const { enter } = keysOf(playground)
  const name = (label: string) => view("RegisterAccountName").locator(`[data-name="${label}.reown.id"]`)
  await playground.visit({
    open: "Account",
    options: { networks: [ethereum] },
    script: { wallets: { [halyard]: { sign: "reject", chain: 1 } } },
  })
  // The account without a name.
  await holder(halyard, "select", 1)
  await enter("Choose account name", "ChooseAccountName")
  await enter("Choose name", "RegisterAccountName")
  const field = playground.field("Name")
  await expect(field).toBeFocused()
  await page.keyboard.type("An Sel!")
  await expect(field).toHaveValue("ansel")
  await expect(dialog.getByText("This name is taken")).toBeVisible()
  await expect(button(/^Register$/)).toHaveAttribute("aria-disabled", "true")
  await expect(name("ansel")).toHaveAttribute("aria-disabled", "true")
  await enter(/^ansel1/)
  await expect(field).toHaveValue("ansel1")

  // A rejection in the wallet changes nothing.
  await enter("Register ansel1.reown.id")
  await expect.poll(log.snacks).toEqual([expect.stringMatching(/^error: /)])
  await expect(field).toHaveValue("ansel1")
  await holder(halyard, "behave", { sign: "approve" })
  await field.focus()
  await page.keyboard.press("Enter")
  await expect(view("RegisterAccountNameSuccess").getByText("Account name chosen successfully")).toBeVisible()
  await enter("Let's Go!", "Account")
  await expect(view("Account").getByText("ansel1.reown.id")).toBeVisible()
  await expect(button("Choose account name")).toHaveCount(0)
})
