import { cinderbox, expect, type Playground, test } from "./playground.ts"

const options = { features: { smartSessions: true } }
const list = ({ view }: Playground) => view("SmartSessionList").locator("[data-session]")
const start = async (playground: Playground, visit: Parameters<Playground["visit"]>[0] = {}) => {
  const { page, dialog, openModal } = playground
  await playground.visit({ options, ...visit })
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), cinderbox)
  await openModal("Account")
  await dialog.getByRole("button", { name: "Smart Sessions" }).click()
}

test("The modal can also offer smart sessions: where the site says so, from the account, and each can be ended", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), cinderbox)
  await playground.openModal("Account")
  await expect(playground.dialog.getByRole("button", { name: "Close" })).toBeVisible()
  await expect(playground.dialog.getByRole("button", { name: "Smart Sessions" })).toHaveCount(0)

  const fetched: string[] = []
  const note = (request: { url(): string }) => void fetched.push(request.url())
  page.on("request", note)
  await start(playground)
  await expect(playground.dialog).toHaveAccessibleName("Smart Sessions")
  await expect(playground.header.getByText("Beta")).toBeVisible()
  expect(fetched.filter((url) => url.includes("SmartSessionList"))).not.toEqual([])
  page.off("request", note)
  await expect(list(playground)).toHaveCount(2)
  await expect(list(playground).nth(0)).toContainText("Quayside Market")
  await expect(list(playground).nth(0)).toContainText("May call placeBid and cancelBid of 0x")
  await expect(list(playground).nth(1)).toContainText("May spend 0.05 ETH every 7 days")
  const { dialog } = playground
  await dialog.getByRole("button", { name: "Revoke Lamplight" }).dblclick()
  await expect(page.locator("portico-modal [data-snack=success]")).toHaveText("Session revoked")
  await expect(list(playground)).toHaveCount(1)
  await dialog.getByRole("tab", { name: "Revoked" }).click()
  await expect(list(playground)).toHaveCount(2)
  await expect(list(playground).filter({ hasText: "Lamplight" })).toContainText("Revoked")
  await expect(dialog.getByRole("button", { name: /^Revoke/ })).toHaveCount(0)
})

test("a no in the wallet leaves the session as it is, and says so", async ({ playground, page }) => {
  await start(playground, { script: { wallets: { [cinderbox]: { sign: "reject" } } } })
  await playground.dialog.getByRole("button", { name: "Revoke Lamplight" }).click()
  await expect(page.locator("portico-modal [data-snack=error]")).toHaveText("Revoking was declined")
  await expect(list(playground)).toHaveCount(2)
})

test("sessions that cannot be loaded can be asked for again", async ({ playground }) => {
  await start(playground, { script: { faults: { sessions: { status: 500, times: 1 } } } })
  await playground.dialog.getByRole("button", { name: "Try again" }).click()
  await expect(list(playground)).toHaveCount(2)
})
