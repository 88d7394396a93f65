import type { Page } from "@playwright/test"
import { expect, halyard, hanging, type Playground, alone as test } from "./playground.ts"

/** Presses the browser's own Back or Forward, as a visitor does; where it leads is not waited for. */
const press = async (page: Page, by: -1 | 1) => {
  const client = await page.context().newCDPSession(page)
  const { currentIndex, entries } = await client.send("Page.getNavigationHistory")
  const entry = entries[currentIndex + by]
  if (entry) await client.send("Page.navigateToHistoryEntry", { entryId: entry.id })
  await client.detach()
  return entry !== undefined
}

/** The page's place in the browser's history, and how long that is. */
const standing = (page: Page) =>
  page.evaluate(() => ({
    url: location.pathname + location.search,
    state: JSON.stringify(history.state),
    index: window.navigation.currentEntry?.index ?? -1,
    length: history.length,
  }))

/** A site's router: its place follows from the state of its entries, and it notes where it is sent. */
const routed = (page: Page) =>
  page.evaluate(() => {
    const moves: string[] = []
    let place = 0
    Object.assign(window, { moves })
    window.addEventListener("popstate", ({ state }) => {
      const steps = state.idx - place
      place = state.idx
      if (steps !== 0) moves.push(`${steps} ${location.search}`)
    })
    const { pushState } = history
    history.pushState = function (state, ...rest) {
      place = state.idx
      pushState.call(this, state, ...rest)
    }
    history.replaceState({ key: "first", idx: 0 }, "")
  })
const moves = (page: Page) => page.evaluate(() => (window as unknown as { moves: string[] }).moves)

/** A page with such a router on which the modal shows its second view; returns where the page was before. */
const opened = async ({ visit, openModal, wallet, view, page }: Playground) => {
  await visit()
  await routed(page)
  const before = await standing(page)
  await openModal()
  await wallet("all").click()
  await view("AllWallets").waitFor()
  return before
}

/** Waits until the history is so: browsers move in it asynchronously. */
const settled = (page: Page, expected: Record<string, unknown>) =>
  expect.poll(() => standing(page)).toMatchObject(expected)

/** The site moves on to a page of its own. */
const moveOn = () => history.pushState({ key: "second", idx: 1 }, "", "?route=next")
const second = JSON.stringify({ key: "second", idx: 1 })
/** A press on the page: browsers skip entries that were added without one. */
const touch = (page: Page) => page.locator("h1").first().click()

test("the browser's Back leads back through the views, then out, and the page stays", async ({ playground, page }) => {
  const before = await opened(playground)
  await press(page, -1)
  await playground.view("Connect").waitFor()
  await playground.press("What is a Wallet?")
  await playground.view("WhatIsAWallet").waitFor()
  await press(page, -1)
  await playground.view("Connect").waitFor()
  // Also when it is pressed again without anything else in between.
  await press(page, -1)
  await playground.closed()
  await settled(page, { url: before.url, state: before.state, index: before.index })
  expect(await moves(page)).toEqual([])
})

for (const [how, close] of [
  ["Escape", ({ page }: Playground) => page.keyboard.press("Escape")],
  ["its button", ({ press }: Playground) => press("Close")],
  ["the site", ({ page }: Playground) => page.evaluate(() => window.portico.close())],
] as const)
  test(`closed by ${how} it leaves no entry behind, and the site's router sees no move`, async ({
    playground,
    page,
  }) => {
    const before = await opened(playground)
    expect((await standing(page)).url).toBe(before.url)
    await close(playground)
    await playground.closed()
    await settled(page, { url: before.url, state: before.state, index: before.index })
    expect(await moves(page)).toEqual([])

    // Back leaves the page as it would have before; here it leads to where the browser began.
    await press(page, -1)
    await expect.poll(() => page.url()).toBe("about:blank")
  })

test("opened and closed many times, the history is no longer than after once, and Forward leads nowhere", async ({
  playground,
  page,
}) => {
  const before = await opened(playground)
  await page.keyboard.press("Escape")
  await settled(page, { index: before.index })
  const { length } = await standing(page)
  for (let times = 0; times < 3; times++) {
    await playground.openModal()
    await page.keyboard.press("Escape")
    await playground.closed()
    await settled(page, { index: before.index })
  }
  expect((await standing(page)).length).toBe(length)

  await press(page, 1)
  await touch(page)
  await settled(page, { url: before.url, index: before.index })
  await playground.closed()
  expect(await moves(page)).toEqual([])
})

test("closed and opened at once, Back is held all the same", async ({ playground, page }) => {
  const before = await opened(playground)
  await page.evaluate(async () => {
    await window.portico.close()
    await window.portico.open()
  })
  await playground.view("Connect").waitFor()
  await settled(page, { index: before.index + 1 })
  await press(page, -1)
  await playground.closed()
  await settled(page, { index: before.index })
})

test("a site that moves on at the very moment of closing gets where it wanted, and Back from there to its page", async ({
  playground,
  page,
}) => {
  const before = await opened(playground)
  await page.evaluate(() => {
    void window.portico.close()
    history.pushState({ key: "second", idx: 1 }, "", "?route=next")
  })
  await playground.closed()
  await settled(page, { url: "/?route=next", state: second })

  await touch(page)
  await press(page, -1)
  await settled(page, { url: before.url, state: before.state, index: before.index })
  expect(await moves(page)).toEqual([`-1 ${new URL(page.url()).search}`])
})

test("a site that moves on while the modal is open keeps its own history", async ({ playground, page }) => {
  const before = await opened(playground)
  await page.evaluate(moveOn)
  await page.keyboard.press("Escape")
  await playground.closed()
  await settled(page, { url: "/?route=next" })
  await touch(page)
  await press(page, -1)
  await settled(page, { url: before.url, state: before.state, index: before.index })
})

test("a site that goes back by itself while the modal is open gets to the page before", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await routed(page)
  await page.evaluate(moveOn)
  await playground.openModal()
  await page.evaluate(() => history.back())
  await settled(page, { state: JSON.stringify({ key: "first", idx: 0 }) })
})

test("what a site writes into its entry while the modal is open is still there afterwards", async ({
  playground,
  page,
}) => {
  const before = await opened(playground)
  const written = { key: "first", idx: 0, scroll: 12 }
  await page.evaluate((state) => history.replaceState(state, "", "?route=renamed"), written)
  await page.keyboard.press("Escape")
  await playground.closed()
  await settled(page, { url: "/?route=renamed", state: JSON.stringify(written), index: before.index })
})

test("a page that is reloaded under the open modal has one way back, not two", async ({ playground, page }) => {
  await playground.visit()
  await playground.connect()
  const before = await standing(page)
  await playground.openModal("Account")
  await settled(page, { index: before.index + 1 })
  await page.reload()
  await page.waitForFunction(() => "portico" in window)
  await page.evaluate(() => window.portico.ready())
  await settled(page, { index: before.index })
})

test("while a wallet asks in front of the modal, Back is the modal's too", async ({ playground, page }) => {
  await playground.visit({ script: hanging })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await playground.asking().waitFor()
  await press(page, -1)
  await playground.view("Connect").waitFor()
})
