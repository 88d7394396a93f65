import { appkitKept } from "../fixtures/appkit.ts"
import { cinderbox, expect, halyard, marguerite, test } from "./playground.ts"

test("a visitor is connected on load after a migration from AppKit, and AppKit's own keys are unchanged", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await playground.connect()
  await page.evaluate(
    async (kept) => {
      // Keeps only the demo wallets' storage, which knows the page.
      for (const key of Object.keys(localStorage)) if (!key.endsWith(":demo_wallets")) localStorage.removeItem(key)
      for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text)
      await new Promise<void>((resolve) => {
        const opening = indexedDB.open("WALLET_CONNECT_V2_INDEXED_DB", 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore("keyvaluestorage")
        opening.onsuccess = () => {
          const writing = opening.result.transaction("keyvaluestorage", "readwrite")
          writing.objectStore("keyvaluestorage").put('[{"topic":"topic"}]', "wc@2:client:0.3//session")
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      })
    },
    appkitKept({ active: halyard, beside: "walletConnect", address: marguerite }),
  )
  const kept = () => page.evaluate(() => Object.entries(localStorage))
  const foreign = async () => (await kept()).filter(([key]) => !key.startsWith("portico:")).sort()
  const before = await foreign()
  await page.reload()

  await expect(page.locator('[data-action="account"]')).toContainText("0xdb...C727C9")
  const index = () => page.evaluate(() => window.navigation.currentEntry?.index ?? -1)
  const place = await index()
  await playground.openModal("Account")
  const item = "wc@2:client:0.3:default//session"
  await expect.poll(kept).toContainEqual(["portico:default:relay", JSON.stringify([item])])
  await expect.poll(kept).toContainEqual([`portico:default:relay:${item}`, '[{"topic":"topic"}]'])
  expect(await foreign()).toEqual(before)

  // After a disconnect, the keys are not read again.
  await page.evaluate(() => window.portico.disconnect())
  await playground.closed()
  // The page is back from the modal's history entry. A reload would otherwise meet that navigation.
  await expect.poll(index).toBe(place)
  await page.reload()
  await playground.openModal("Connect")
  await page.evaluate(() => window.portico.ready())
  expect(await playground.account()).toMatchObject({ status: "disconnected" })
})

test("looking up AppKit's database does not create it", async ({ playground, page }) => {
  await playground.visit()
  await page.evaluate(
    (kept) => {
      for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text)
    },
    appkitKept({ active: "walletConnect", beside: cinderbox, address: marguerite }),
  )
  await page.reload()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toContain("portico:default:restore")
  expect((await page.evaluate(() => indexedDB.databases())).map(({ name }) => name)).toEqual([])
})
