import { connected, expect, halyard, test } from "./playground.ts"

test("View: RegisterAccountName, then View: RegisterAccountNameSuccess: a free name is chosen, signed for once, and is the account's", async ({
  playground,
  page,
}) => {
  const { dialog, view } = playground
  await playground.visit({
    options: { networks: ["eip155:1"] },
    script: { wallets: { [halyard]: { sign: "reject", chain: 1 } } },
  })
  await connected(page)
  // Of these accounts one has no name.
  await page.evaluate((wallet) => window.demoWorld?.wallets.get(wallet)?.select(1), halyard)
  await playground.openModal("Account")
  await dialog.getByRole("button", { name: "Choose account name" }).click()
  await view("ChooseAccountName").getByRole("button", { name: "Choose name" }).click()
  const field = view("RegisterAccountName").getByRole("textbox", { name: "Name" })
  await expect(field).toBeFocused()
  await field.pressSequentially("An Sel!")
  await expect(field).toHaveValue("ansel")
  await expect(dialog.getByText("This name is taken")).toBeVisible()
  await expect(dialog.getByRole("button", { name: "Register", exact: true })).toHaveAttribute("aria-disabled", "true")
  await expect(view("RegisterAccountName").locator('[data-name="ansel.reown.id"]')).toHaveAttribute(
    "aria-disabled",
    "true",
  )
  await view("RegisterAccountName").locator('[data-name="ansel1.reown.id"]').click()
  await expect(field).toHaveValue("ansel1")

  // A no in the wallet leaves everything as it was.
  await dialog.getByRole("button", { name: "Register ansel1.reown.id" }).click()
  await expect(page.locator('portico-modal [data-snack="error"]')).toBeVisible()
  await expect(field).toHaveValue("ansel1")
  await page.evaluate((wallet) => window.demoWorld?.wallets.get(wallet)?.behave({ sign: "approve" }), halyard)
  await field.press("Enter")
  await expect(view("RegisterAccountNameSuccess").getByText("Account name chosen successfully")).toBeVisible()
  await dialog.getByRole("button", { name: "Let's Go!" }).click()
  await expect(view("Account").getByText("ansel1.reown.id")).toBeVisible()
  await expect(dialog.getByRole("button", { name: "Choose account name" })).toHaveCount(0)
})
