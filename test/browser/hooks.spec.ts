import type { RouteName } from "../../src/navigation/first-paint/model/routes.ts"
import { entries } from "./entries.ts"
import { expect, halyard, hanging, type Playground, test } from "./playground.ts"

/** Each view with its title, and its rows' attribute. */
const views = [
  ["Connect", "Connect Wallet", "data-wallet"],
  ["ConnectWallets", "Connect Wallet", "data-wallet"],
  ["AllWallets", "All Wallets", "data-wallet"],
  ["ConnectingExternal", "Halyard"],
  ["ConnectingMultiChain", "Select Chain", "data-chain"],
  ["ConnectingWalletConnect", "WalletConnect"],
  ["ConnectingWalletConnectBasic", "WalletConnect", "data-wallet"],
  ["WhatIsAWallet", "What is a Wallet?"],
  ["GetWallet", "Get a Wallet", "data-wallet"],
  ["Downloads", "Get Halyard"],
  ["WhatIsANetwork", "What is a network?"],
  ["Account", "Account", "data-token"],
  ["Networks", "Choose Network", "data-network"],
  ["SwitchNetwork", "Polygon"],
  ["SwitchActiveChain", "Switch Chain"],
  ["UnsupportedChain", "Switch Network", "data-network"],
  ["ProfileWallets", "Wallets", "data-connection"],
  ["ConnectingFarcaster", "Farcaster"],
  ["EmailLogin", "Email Login"],
  ["UpdateEmailWallet", "Edit Email"],
  ["RegisterAccountName", "Choose Name", "data-name"],
  ["RegisterAccountNameSuccess", "Choose Name"],
  ["DataCapture", "Sign In"],
  ["SIWXSignMessage", "Sign In"],
  ["ApproveTransaction", "Approve Transaction"],
  ["OnRampTokenSelect", "Select Token", "data-currency"],
  ["OnRampFiatSelect", "Select Currency", "data-currency"],
  ["OnRampProviders", "Choose Provider", "data-provider"],
] as const

/** Buttons that no other test of their view clicks, by state, and the views they lead to. */
const leads: Readonly<Record<string, readonly [button: string | RegExp, to: RouteName]>> = {
  "Connect-wallets-and-logins": [/^WalletConnect/, "ConnectingWalletConnect"],
  "ConnectingWalletConnect-wallet-with-several-platforms": ["Get", "Downloads"],
  "ConnectingWalletConnect-declined": ["Choose another wallet", "AllWallets"],
  "ConnectingWalletConnect-not-detected": ["Choose another wallet", "Connect"],
  ConnectingWalletConnectBasic: ["All Wallets", "AllWallets"],
  "ConnectingExternal-declined": ["Choose another wallet", "Connect"],
  "ConnectingFarcaster-failed": ["Try another way", "Connect"],
  Account: ["Deposit from exchange", "PayWithExchange"],
  "Account-embedded-wallet": ["Settings", "AccountSettings"],
  "Account-wallet-locked": ["Choose another wallet", "ProfileWallets"],
  "ProfileWallets-disconnected": ["Add EVM Wallet", "ConnectWallets"],
  "DataCapture-optional-with-a-known-email": ["Skip this step", "SIWXSignMessage"],
  "ApproveTransaction-no-request": ["Go to account", "Account"],
}

/** Shows a state, and expects the dialog to have exactly these contents. */
const shows = async ({ dialog, reach }: Playground, state: string, contents: string) => {
  await reach(state)
  const nested = contents.trimEnd().replaceAll("\n    ", "\n")
  await expect(dialog, state).toMatchAriaSnapshot(`- dialog:\n  - /children: ${depth(state)}${nested}`)
}
/** Depth to which contents are compared. The directory's list has more wallets than those given. */
const depth = (state: string) => (state === "AllWallets" ? "equal" : "deep-equal")

test.describe("each view", () => {
  // Tests share one page.
  test.use({ keepsPage: true })

  for (const [name, title, row] of views)
    test(`View: ${name}`, async ({ playground, page }) => {
      // Without help beside the card.
      await page.setViewportSize({ width: 800, height: 720 })
      // The last one shown is the first of the view.
      const own = entries.filter(([of]) => of === name).toReversed()
      if (own.length === 0) await playground.reach(name)
      for (const [place, [, state, contents]] of own.entries()) {
        await shows(playground, state, contents)
        const lead = leads[state]
        if (!lead) continue
        await playground.go(...lead)
        if (place === own.length - 1) await playground.reach(state)
      }
      const { closed, dialog, press, view } = playground
      await expect(dialog.locator("[data-view]")).toHaveCount(1)
      await expect(dialog).toHaveAccessibleName(title)
      await expect(dialog).toHaveAttribute("aria-modal", "true")
      await expect(dialog.getByRole("heading", { level: 1 })).toHaveText(title)
      if (name === "AllWallets") await expect(view(name).getByRole("searchbox")).toBeVisible()
      if (row) {
        const rows = view(name).locator(`[${row}]`)
        await expect(rows.first()).toBeVisible()
        const wrong = await rows.evaluateAll((all) =>
          all.filter((one) => !one.matches("button, a[href]") || !one.textContent?.trim()).map((one) => one.outerHTML),
        )
        expect(wrong, "rows that are no control or have no name").toEqual([])
      }
      const selected = { OnRampTokenSelect: "USD Coin", OnRampFiatSelect: "US Dollar" }
      if (name in selected)
        await expect(view(name).locator("[aria-current]")).toHaveText(
          new RegExp(`^${selected[name as keyof typeof selected]}`),
        )
      if (name === "AllWallets") {
        await view(name).getByRole("button", { name: "Fathom" }).click()
        await expect(dialog).toHaveAccessibleName("Fathom")
      }
      if (name === "SwitchActiveChain") {
        await view(name).getByRole("button", { name: "Back" }).click()
        await expect(view("Account")).toBeVisible()
        await playground.reach(name)
      }
      // The mark of a refusal is gone after half a second, so the page notes it.
      await dialog.evaluate((element) => {
        const note = () => element.setAttribute("data-was-refused", "")
        new MutationObserver(note).observe(element, { attributeFilter: ["data-refused"] })
      })
      await press("Close")
      if (name === "UnsupportedChain" || name === "SIWXSignMessage") {
        await expect(dialog).toHaveAttribute("data-was-refused", "")
        await expect(view(name)).toBeVisible()
        await press(name === "UnsupportedChain" ? "Disconnect" : "Cancel")
      }
      await closed()
      await expect(view(name)).toHaveCount(0)
    })
})

const element = ({ page }: Pick<Playground, "page">) => page.locator("portico-modal")
/** Waits until the dialog is in the top layer, above the page, or is not. */
const isOnTop = ({ dialog }: Pick<Playground, "dialog">, wanted: boolean) =>
  expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(wanted)
/** In the page: opens the modal, whose element may not be in the page yet, and inserts it. */
const open = () => window.portico.open()
const place = () => document.querySelector("main")?.append(window.portico.element)
const placeInShadow = () => {
  const host = document.createElement("div")
  host.attachShadow({ mode: "open" }).append(window.portico.element)
  document.body.append(host)
}

test("A site embeds the product as a modal: The kit injects one modal element into the page body, There are no URL routes, and exactly one view is the current one, also during view changes", async ({
  playground,
  page,
}) => {
  const { closed, dialog, go, openModal, view, wallet } = await playground.visit()
  const address = async () => [page.url(), await page.evaluate(() => history.state)]
  const before = await address()
  await expect(element(playground)).toHaveCount(0)
  await openModal()
  await expect(dialog).toBeVisible()
  await isOnTop(playground, true)
  expect(await address()).toEqual(before)
  expect(await element(playground).evaluate(({ shadowRoot }) => shadowRoot?.mode)).toBe("open")
  await page.evaluate(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    const counts: number[] = []
    Object.assign(window, { counts })
    const count = () => {
      counts.push(root?.querySelectorAll("[data-view]").length ?? -1)
      requestAnimationFrame(count)
    }
    count()
  })
  await wallet("all").click()
  await expect(view("AllWallets")).toBeVisible()
  expect(await address()).toEqual(before)
  await go("Back", "Connect")
  const seen = await page.evaluate(() => [...new Set((window as unknown as { counts: number[] }).counts)])
  expect(seen).toEqual([1])

  await page.keyboard.press("Escape")
  await closed()
  await openModal()
  await isOnTop(playground, true)
  await expect(page.locator("body > portico-modal")).toHaveCount(1)
  await expect(element(playground)).toHaveCount(1)
})

test("The modal element is not injected if append is disabled: it shows once the site inserts it into the page or a shadow root, unless it was closed before, and below the window of a wallet that asks", async ({
  playground,
  page,
}) => {
  const options = { disableAppend: true }
  const { answer, asking, close, closed, connect, dialog } = await playground.visit({ options, script: hanging })
  await page.evaluate(open)
  await expect(element(playground)).toHaveCount(0)
  await close()
  await page.evaluate(async () => {
    document.querySelector("main")?.append(window.portico.element)
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
  })
  await closed()
  await page.evaluate(open)
  await expect(page.locator("main > portico-modal")).toHaveCount(1)
  await expect(dialog).toHaveAccessibleName("Connect Wallet")
  await close()

  for (const placeIn of [place, placeInShadow]) {
    await page.evaluate(() => window.portico.element.remove())
    await page.evaluate(open)
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("")
    await page.evaluate(placeIn)
    await expect(dialog).toBeVisible()
    await isOnTop(playground, true)
    await page.keyboard.press("Escape")
    await closed()
  }

  await page.evaluate(() => window.portico.element.remove())
  await page.evaluate(open)
  const connecting = connect()
  // If connecting fails, this fails with its error.
  await Promise.race([connecting, asking().waitFor()])
  await page.evaluate(place)
  await expect(dialog).toBeVisible()
  await isOnTop(playground, false)
  await answer("Reject")
  await expect(connecting).rejects.toThrow("Connection rejected")
  await isOnTop(playground, true)
})

test("the next opening's view is rendered while the modal is closed, hidden, and starts at its top", async ({
  playground,
  page,
}) => {
  const { close, open, view, wallet } = playground
  const waiting = page.locator("portico-modal [data-wallet]")
  const mine = view("Connect").locator("[data-mine]")
  const isHidden = () => expect(waiting.filter({ visible: true })).toHaveCount(0)
  await page.setViewportSize({ width: 800, height: 320 })
  await playground.visit()
  await open("Networks")
  await close()
  await expect(waiting.first()).toBeAttached()
  await isHidden()
  await expect(page.locator("portico-modal [data-view]")).toHaveCount(0)
  await waiting.first().evaluate((row) => row.setAttribute("data-mine", ""))

  const scrolled = () => view("Connect").evaluate((at) => at.parentElement?.parentElement?.scrollTop)
  await open("Connect")
  await expect(mine).toBeAttached()
  await wallet("all").scrollIntoViewIfNeeded()
  expect(await scrolled()).toBeGreaterThan(0)
  // Before the next frame.
  await page.evaluate(() => window.portico.close().then(() => window.portico.open({ view: "Connect" })))
  await expect.poll(scrolled).toBe(0)

  await page.keyboard.press("Escape")
  await isHidden()
  await open("Networks")
  await expect(page.locator("portico-modal [data-mine]")).toHaveCount(0)
})

test("The modal element is not injected if embedded mode is on", async ({ playground, page }) => {
  const { view, wallet } = await playground.visit({ options: { enableEmbedded: true } })
  await expect.poll(() => page.evaluate(() => window.portico.element.shadowRoot?.childElementCount)).toBeGreaterThan(0)
  await expect(element(playground)).toHaveCount(0)

  await page.evaluate(open)
  await expect(element(playground)).toHaveCount(0)
  await page.evaluate(place)
  await expect(view("Connect")).toBeVisible()
  await expect(page.locator("portico-modal dialog")).toHaveCount(0)
  await expect(page.getByRole("region", { name: "Connect Wallet" })).toBeVisible()
  await wallet(halyard).click()
  await expect(view("Account")).toBeVisible()
  await expect(page.locator("portico-modal [data-view]")).toHaveCount(1)
})
