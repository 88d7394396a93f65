import { appkitKept } from "../fixtures/appkit.ts"
import { cinderbox, connected, expect, halyard, marguerite, test } from "./playground.ts"

test("a site that changes over from AppKit finds its visitor connected on load, and AppKit's own keys as they were", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await connected(page)
  await page.evaluate(
    async (kept) => {
      // The wallets know the page; of our own nothing else is there.
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
  const before = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => !key.startsWith("portico:")))
  await page.reload()

  await expect(page.locator('[data-action="account"]')).toContainText("0x7a3f")
  await playground.openModal("Account")
  const after = await page.evaluate(() => Object.entries(localStorage))
  expect(after.filter(([key]) => !key.startsWith("portico:")).sort()).toEqual(before.sort())
  const item = "wc@2:client:0.3:default//session"
  expect(after).toContainEqual(["portico:default:relay", JSON.stringify([item])])
  expect(after).toContainEqual([`portico:default:relay:${item}`, '[{"topic":"topic"}]'])

  // Signed out, it stays so: nothing is read a second time, and the engine sleeps until somebody asks.
  await page.evaluate(() => window.portico.disconnect())
  await page.reload()
  await playground.openModal("Connect")
  expect(await page.evaluate(() => window.portico.getState().chains.eip155?.accountState.status)).toBe("disconnected")
})

test("where AppKit has kept no database, looking for one leaves none", async ({ playground, page }) => {
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
