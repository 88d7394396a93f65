import { ethereum, expect, halyard, test } from "./playground.ts"

test("View: RegisterAccountName, then View: RegisterAccountNameSuccess: a free name is chosen, signed for once, and is the account's", async ({
  playground,
  log,
}) => {
  const { button, dialog, holder, press, view } = playground
  const name = (label: string) => view("RegisterAccountName").locator(`[data-name="${label}.reown.id"]`)
  await playground.visit({
    open: "Account",
    options: { networks: [ethereum] },
    script: { wallets: { [halyard]: { sign: "reject", chain: 1 } } },
  })
  // Of these accounts one has no name.
  await holder(halyard, "select", 1)
  await press("Choose account name")
  await press("Choose name")
  const field = playground.field("Name")
  await expect(field).toBeFocused()
  await field.pressSequentially("An Sel!")
  await expect(field).toHaveValue("ansel")
  await expect(dialog.getByText("This name is taken")).toBeVisible()
  await expect(button(/^Register$/)).toHaveAttribute("aria-disabled", "true")
  await expect(name("ansel")).toHaveAttribute("aria-disabled", "true")
  await name("ansel1").click()
  await expect(field).toHaveValue("ansel1")

  // A rejection in the wallet changes nothing.
  await press("Register ansel1.reown.id")
  await expect.poll(log.snacks).toEqual([expect.stringMatching(/^error: /)])
  await expect(field).toHaveValue("ansel1")
  await holder(halyard, "behave", { sign: "approve" })
  await field.press("Enter")
  await expect(view("RegisterAccountNameSuccess").getByText("Account name chosen successfully")).toBeVisible()
  await press("Let's Go!")
  await expect(view("Account").getByText("ansel1.reown.id")).toBeVisible()
  await expect(button("Choose account name")).toHaveCount(0)
})
