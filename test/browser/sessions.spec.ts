import { keysOf, tabTo } from "./keys.ts"
import { cinderbox, expect, type Playground, onDemand as test } from "./playground.ts"

const sessions = ({ view }: Playground) => view("SmartSessionList").locator("[data-session]")

test("The modal can also offer smart sessions: if the site enables them, listed from the account, and revocable by keyboard alone, after a failure and a rejection", async ({
  playground,
  page,
  log,
}) => {
  const { button, dialog, press } = playground
  const script = {
    wallets: { [cinderbox]: { sign: "reject" } },
    faults: { sessions: { status: 500, times: 1 } },
  } as const
  await playground.visit({ script })
  await playground.connect(cinderbox)
  await playground.openModal("Account")
  await expect(button("Close")).toBeVisible()
  await expect(button("Smart Sessions")).toHaveCount(0)
  expect(playground.fetched("SmartSessionList")).toBe(0)

  await page.evaluate(() => window.portico.updateFeatures({ smartSessions: true }))
  await press("Smart Sessions")
  await expect(dialog).toHaveAccessibleName("Smart Sessions")
  await expect(playground.header.getByText("Beta")).toBeVisible()
  expect(playground.fetched("SmartSessionList")).toBeGreaterThan(0)
  await press("Try again")
  await expect(sessions(playground)).toHaveText([
    /Quayside Market.*Can call placeBid and cancelBid on 0x/,
    /Lamplight.*Can spend up to 0\.05 ETH every 7 days/,
  ])
  await press("Revoke Lamplight's access")
  await expect.poll(log.snacks).toEqual(["error: Revocation declined"])
  await expect(sessions(playground)).toHaveCount(2)

  await playground.holder(cinderbox, "behave", { sign: "approve" })
  await keysOf(playground).enter("Revoke Lamplight's access")
  await expect.poll(log.snacks).toContain("success: Session revoked")
  await expect(sessions(playground)).toHaveCount(1)
  await tabTo(page, "Active")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await expect(sessions(playground)).toHaveCount(2)
  await expect(sessions(playground).filter({ hasText: "Lamplight" })).toContainText("Revoked")
  await expect(button(/^Revoke/)).toHaveCount(0)
})
