import { expect, alone as test } from "./playground.ts"

const receiver = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

test("A receiver can be pasted, and a snack says if the clipboard cannot be read, also where there is none", async ({
  playground,
  log,
}) => {
  const { button, field, page, press, visit } = playground
  const failed = "error: Couldn't read your clipboard. Paste with your keyboard instead."
  await visit({ open: "WalletSend" })
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.evaluate((text) => navigator.clipboard.writeText(` ${text}\n`), receiver)
  await press("Paste")
  await expect(field(/address/i)).toHaveValue(receiver)
  await expect(button("Paste")).toHaveCount(0)

  await page.context().clearPermissions()
  await visit({ open: "WalletSend" })
  await press("Paste")
  await expect.poll(log.snacks).toEqual([failed])

  // As on a page without a secure context.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
  await visit({ open: "WalletSend" })
  await press("Paste")
  await expect.poll(log.snacks).toEqual([failed])
})
