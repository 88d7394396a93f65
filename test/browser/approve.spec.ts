import { expect, test } from "./playground.ts"

const script = {
  login: "linden@fernhill.example",
  project: { features: [{ id: "social_login", isEnabled: true, config: ["email"] }] },
}

test("what a site asks of the embedded wallet is approved, refused and left by the keyboard", async ({
  playground,
  page,
}) => {
  const { dialog, view, visit } = playground
  await visit({ script })
  await page.evaluate(() => window.portico.connect({ wallet: "ID_AUTH" }).then(() => undefined))
  const ask = () =>
    page.evaluate(async () => {
      const { request } = (await window.portico.getProvider("eip155")) as { request(input: object): Promise<unknown> }
      const params = ["0x48656c6c6f", "0x"]
      return request({ method: "personal_sign", params }).then(
        (signature) => String(signature),
        ({ code, message }: Error & { code: number }) => `${code} ${message}`,
      )
    })
  const answer = async (name: string) => {
    await view("ApproveTransaction").waitFor()
    await expect(page.getByRole("dialog", { name: "Approve Transaction" })).toBeVisible()
    await expect(dialog.getByRole("button", { name: "Back" })).toHaveCount(0)
    const button = dialog.getByRole("button", { name })
    await button.waitFor()
    for (let presses = 0; presses < 6 && !(await button.evaluate((one) => one.matches(":focus"))); presses += 1)
      await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
  }

  const approved = ask()
  await answer("Approve")
  expect(await approved).toMatch(/^0x[0-9a-f]{130}$/)

  const refused = ask()
  await answer("Reject")
  expect(await refused).toMatch(/^4001 /)

  const left = ask()
  await view("ApproveTransaction").waitFor()
  await page.keyboard.press("Escape")
  await dialog.waitFor({ state: "detached" })
  expect(await left).toBe("4001 Request was aborted")
})
