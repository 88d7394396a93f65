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

/** Visits the page with such a router. */
const arrived = async ({ visit, page }: Playground) => {
  await visit({ script: hanging })
  await routed(page)
}

/** Opens the modal's second view. Returns the page's earlier position. */
const opened = async ({ openModal, wallet, view, page }: Playground) => {
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

test("the browser's Back button goes back through the views and closes the modal; however it closes, no history entry is left and the site's router sees no navigation", async ({
  playground,
  page,
}) => {
  const { answer, asking, closed, openModal, view, wallet } = playground
  await arrived(playground)
  const { url, state, index } = await opened(playground)
  await press(page, -1)
  await view("Connect").waitFor()
  await playground.press("What is a Wallet?")
  await view("WhatIsAWallet").waitFor()
  await press(page, -1)
  await view("Connect").waitFor()
  // Also with a pending wallet request.
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

  for (const close of [() => page.keyboard.press("Escape"), () => playground.press("Close"), playground.close]) {
    await opened(playground)
    expect(await standing(page)).toMatchObject({ url, length })
    await close()
    await closed()
    await settled(page, { url, state, index })
    expect(await moves(page)).toEqual([])
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
  // Back leaves the page as before; here to the browser's first page.
  await press(page, -1)
  await expect.poll(() => page.url()).toBe("about:blank")
})

test("a site that navigates or goes back while the modal is open or closing reaches its page, and its history state is kept", async ({
  playground,
  page,
}) => {
  await arrived(playground)
  const { url, state, index } = await opened(playground)
  const back = async () => {
    await playground.closed()
    await settled(page, { url: "/?route=next", state: second })
    await touch(page)
    await press(page, -1)
    await settled(page, { url, state, index })
  }
  await page.evaluate(moveOn)
  await page.keyboard.press("Escape")
  await back()

  await opened(playground)
  await page.evaluate(() => {
    void window.portico.close()
    history.pushState({ key: "second", idx: 1 }, "", "?route=next")
  })
  await back()
  const { search } = new URL(page.url())
  expect(await moves(page)).toEqual([`-1 ${search}`, `-1 ${search}`])

  await opened(playground)
  const written = { key: "first", idx: 0, scroll: 12 }
  await page.evaluate((state) => history.replaceState(state, "", "?route=renamed"), written)
  await page.keyboard.press("Escape")
  await playground.closed()
  const renamed = { url: "/?route=renamed", state: JSON.stringify(written), index }
  await settled(page, renamed)
  await page.evaluate(moveOn)
  await opened(playground)
  await page.evaluate(() => history.back())
  await settled(page, renamed)
})

test("a site that loads another page while the modal is open or closing reaches it, and Back returns from it; a reload adds no entry", async ({
  playground,
  page,
}) => {
  const loaded = async () => {
    await page.waitForFunction(() => "portico" in window)
    await page.evaluate(() => window.portico.ready())
  }
  await arrived(playground)
  const { url, state, index } = await opened(playground)
  await page.reload()
  await loaded()
  await settled(page, { url, state, index })

  for (const leave of [
    () => {
      location.assign("/?route=next")
      void window.portico.close()
    },
    () => {
      void window.portico.close().then(() => location.assign("/?route=next"))
    },
  ]) {
    await routed(page)
    await opened(playground)
    await page.evaluate(leave)
    await expect.poll(() => new URL(page.url()).search).toBe("?route=next")
    await press(page, -1)
    await expect.poll(() => new URL(page.url()).search).not.toBe("?route=next")
    await loaded()
    await settled(page, { url, state, index })
  }
})
