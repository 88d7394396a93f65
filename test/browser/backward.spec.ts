import type { Page } from "@playwright/test"
import { expect, halyard, hanging, type Playground, alone as test } from "./playground.ts"

/** Presses the browser's Back or Forward button. Does not wait for the navigation. */
const press = async (page: Page, by: -1 | 1) => {
  const client = await page.context().newCDPSession(page)
  const { currentIndex, entries } = await client.send("Page.getNavigationHistory")
  const entry = entries[currentIndex + by]
  if (entry) await client.send("Page.navigateToHistoryEntry", { entryId: entry.id })
  await client.detach()
  return entry !== undefined
}

/** The page's position in the history, and the history's length. */
const standing = (page: Page) =>
  page.evaluate(() => ({
    url: location.pathname + location.search,
    state: JSON.stringify(history.state),
    index: window.navigation.currentEntry?.index ?? -1,
    length: history.length,
  }))

/** Installs a site router that tracks its position in its entries' state and records navigations. */
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

/** Opens the modal's second view on a page with such a router. Returns the page's earlier position. */
const opened = async ({ visit, openModal, wallet, view, page }: Playground) => {
  await visit({ script: hanging })
  await routed(page)
  const before = await standing(page)
  await openModal()
  await wallet("all").click()
  await view("AllWallets").waitFor()
  // The modal adds its entry only after it has been painted.
  await settled(page, { index: before.index + 1 })
  return before
}

/** Waits for a history state: browsers navigate asynchronously. */
const settled = (page: Page, expected: Record<string, unknown>) =>
  expect.poll(() => standing(page)).toMatchObject(expected)

/** The site navigates to another of its pages. */
const moveOn = () => history.pushState({ key: "second", idx: 1 }, "", "?route=next")
const second = JSON.stringify({ key: "second", idx: 1 })
/** Clicks on the page: browsers skip entries that were added without user activation. */
const touch = (page: Page) => page.locator("h1").first().click()

test("the browser's Back button goes back through the views, even with a pending wallet request, then closes the modal; opening again does not lengthen the history", async ({
  playground,
  page,
}) => {
  const { answer, asking, closed, openModal, view, wallet } = playground
  const before = await opened(playground)
  const { url, state, index } = before
  await press(page, -1)
  await view("Connect").waitFor()
  await playground.press("What is a Wallet?")
  await view("WhatIsAWallet").waitFor()
  await press(page, -1)
  await view("Connect").waitFor()
  await wallet(halyard).click()
  await asking().waitFor()
  await press(page, -1)
  await view("Connect").waitFor()
  // Also when pressed again right away.
  await press(page, -1)
  await closed()
  await settled(page, { url, state, index })
  await answer("Reject")
  const { length } = await standing(page)

  for (let times = 0; times < 3; times++) {
    await openModal()
    await page.keyboard.press("Escape")
    await closed()
    await settled(page, { index })
  }
  await openModal()
  // Closed and reopened at once, it still handles Back.
  await page.evaluate(async () => {
    await window.portico.close()
    await window.portico.open()
  })
  await view("Connect").waitFor()
  await settled(page, { index: index + 1 })
  await press(page, -1)
  await closed()
  await settled(page, { index })
  expect((await standing(page)).length).toBe(length)

  await press(page, 1)
  await touch(page)
  await settled(page, { url, index })
  await closed()
  expect(await moves(page)).toEqual([])
})

test("closing by Escape, the close button or the site leaves no history entry, and the site's router sees no navigation", async ({
  playground,
  page,
}) => {
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => playground.press("Close"),
    () => page.evaluate(() => window.portico.close()),
  ]) {
    const { url, state, index } = await opened(playground)
    expect((await standing(page)).url).toBe(url)
    await close()
    await playground.closed()
    await settled(page, { url, state, index })
    expect(await moves(page)).toEqual([])

    // Back leaves the page as before; here to the browser's first page.
    await press(page, -1)
    await expect.poll(() => page.url()).toBe("about:blank")
  }
})

test("a site that navigates while the modal is open or closing reaches its page, and Back returns from it", async ({
  playground,
  page,
}) => {
  const open = await opened(playground)
  await page.evaluate(moveOn)
  await page.keyboard.press("Escape")
  await playground.closed()
  await settled(page, { url: "/?route=next" })
  await touch(page)
  await press(page, -1)
  await settled(page, { url: open.url, state: open.state, index: open.index })

  const closing = await opened(playground)
  await page.evaluate(() => {
    void window.portico.close()
    history.pushState({ key: "second", idx: 1 }, "", "?route=next")
  })
  await playground.closed()
  await settled(page, { url: "/?route=next", state: second })
  await touch(page)
  await press(page, -1)
  await settled(page, { url: closing.url, state: closing.state, index: closing.index })
  expect(await moves(page)).toEqual([`-1 ${new URL(page.url()).search}`])
})

test("a site that loads another page while the modal is open or closing reaches it, and Back returns from it", async ({
  playground,
  page,
}) => {
  for (const leave of [
    () => {
      location.assign("/?route=next")
      void window.portico.close()
    },
    () => {
      void window.portico.close().then(() => location.assign("/?route=next"))
    },
  ]) {
    const { url, state, index } = await opened(playground)
    await page.evaluate(leave)
    await expect.poll(() => new URL(page.url()).search).toBe("?route=next")
    await press(page, -1)
    await expect.poll(() => new URL(page.url()).search).not.toBe("?route=next")
    await page.waitForFunction(() => "portico" in window)
    await page.evaluate(() => window.portico.ready())
    await settled(page, { url, state, index })
  }
})

test("a site that goes back while the modal is open reaches the previous page, and its history state is kept", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await routed(page)
  await page.evaluate(moveOn)
  const { index: place } = await standing(page)
  await playground.openModal()
  await settled(page, { index: place + 1 })
  await page.evaluate(() => history.back())
  await settled(page, { state: JSON.stringify({ key: "first", idx: 0 }) })

  const { index } = await opened(playground)
  const written = { key: "first", idx: 0, scroll: 12 }
  await page.evaluate((state) => history.replaceState(state, "", "?route=renamed"), written)
  await page.keyboard.press("Escape")
  await playground.closed()
  await settled(page, { url: "/?route=renamed", state: JSON.stringify(written), index })
})

test("reloading the page with the modal open adds no second history entry", async ({ playground, page }) => {
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
