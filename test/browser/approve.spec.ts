import { expect, loginsBy, test } from "./playground.ts"

test("requests to the embedded wallet can be approved, rejected and canceled by keyboard", async ({
  playground,
  page,
}) => {
  const script = { ...loginsBy("email"), login: "linden@fernhill.example" }
  const { button, closed, connect, view } = await playground.visit({ script })
  await connect("ID_AUTH")
  const ask = () =>
    page.evaluate(async () => {
      const { request } = (await window.portico.getProvider("eip155")) as { request(input: object): Promise<unknown> }
      const [account] = (await request({ method: "eth_accounts" })) as string[]
      return request({ method: "personal_sign", params: ["0x48656c6c6f", account] }).then(
        (signature) => String(signature),
        ({ code, message }: Error & { code: number }) => `${code} ${message}`,
      )
    })
  for (const [answer, outcome] of [
    ["Approve", /^0x[0-9a-f]{130}$/],
    ["Reject", /^4001 /],
    [undefined, /^4001 Request was aborted$/],
  ] as const) {
    const asked = ask()
    await view("ApproveTransaction").waitFor()
    await expect(page.getByRole("dialog", { name: "Approve Transaction" })).toBeVisible()
    await expect(button("Back")).toHaveCount(0)
    if (answer) {
      await expect(button(answer)).toBeVisible()
      do await page.keyboard.press("Tab")
      while (!(await button(answer).evaluate((one) => one.matches(":focus"))))
      await page.keyboard.press("Enter")
    } else await page.keyboard.press("Escape")
    await closed()
    expect(await asked).toMatch(outcome)
  }
})
