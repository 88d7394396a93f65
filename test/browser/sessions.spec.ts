import { keysOf, tabTo } from "./keys.ts"
import { cinderbox, expect, type Playground, onDemand as test, type Visit } from "./playground.ts"

const sessions = ({ view }: Playground) => view("SmartSessionList").locator("[data-session]")
/** Opens the smart sessions of a wallet that supports them. */
const start = async (playground: Playground, visit: Visit = {}) => {
  await playground.visit({ options: { features: { smartSessions: true } }, ...visit })
  await playground.connect(cinderbox)
  await playground.openModal("Account")
  await playground.press("Smart Sessions")
}

test("The modal can also offer smart sessions: if the site enables them, listed from the account, and revocable by keyboard alone", async ({
  playground,
  page,
  log,
}) => {
  const { button, dialog } = playground
  await playground.visit()
  await playground.connect(cinderbox)
  await playground.openModal("Account")
  await expect(button("Close")).toBeVisible()
  await expect(button("Smart Sessions")).toHaveCount(0)
  expect(playground.fetched("SmartSessionList")).toBe(0)

  await start(playground)
  await expect(dialog).toHaveAccessibleName("Smart Sessions")
  await expect(playground.header.getByText("Beta")).toBeVisible()
  expect(playground.fetched("SmartSessionList")).toBeGreaterThan(0)
  await expect(sessions(playground)).toHaveText([
    /Quayside Market.*Can call placeBid and cancelBid on 0x/,
    /Lamplight.*Can spend up to 0\.05 ETH every 7 days/,
  ])
  await keysOf(playground).enter("Revoke Lamplight's access")
  await expect.poll(log.snacks).toEqual(["success: Session revoked"])
  await expect(sessions(playground)).toHaveCount(1)
  await tabTo(page, "Active")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await expect(sessions(playground)).toHaveCount(2)
  await expect(sessions(playground).filter({ hasText: "Lamplight" })).toContainText("Revoked")
  await expect(button(/^Revoke/)).toHaveCount(0)
})

test("a rejection in the wallet keeps the session, and is reported", async ({ playground, log }) => {
  await start(playground, { script: { wallets: { [cinderbox]: { sign: "reject" } } } })
  await playground.press("Revoke Lamplight's access")
  await expect.poll(log.snacks).toEqual(["error: Revocation declined"])
  await expect(sessions(playground)).toHaveCount(2)
})

test("sessions that failed to load can be retried", async ({ playground }) => {
  await start(playground, { script: { faults: { sessions: { status: 500, times: 1 } } } })
  await playground.press("Try again")
  await expect(sessions(playground)).toHaveCount(2)
})
