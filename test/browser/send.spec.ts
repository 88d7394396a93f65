import { expect, test } from "./playground.ts"

const receiver = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

test("A receiver can be pasted, and a snack says if the clipboard cannot be read", async ({ playground, log }) => {
  const { button, field, page, press, visit } = playground
  await visit({ open: "WalletSend", clock: "still" })
  await press("Paste")
  await expect.poll(log.snacks).toEqual(["error: Couldn't read your clipboard. Paste with your keyboard instead."])

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.evaluate((text) => navigator.clipboard.writeText(` ${text}\n`), receiver)
  await press("Paste")
  await expect(field(/address/i)).toHaveValue(receiver)
  await expect(button("Paste")).toHaveCount(0)
})
