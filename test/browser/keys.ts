import { expect, type Page } from "@playwright/test"
import type { RouteName } from "../../src/navigation/first-paint/model/routes.ts"
import type { Playground } from "./playground.ts"

/** Focused elements from the page inwards: local names and accessible names. */
export const focus = (page: Page) =>
  page.evaluate(() => {
    const chain: string[] = []
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement ?? null)
      chain.push(at.getAttribute("data-wallet") ?? at.getAttribute("data-network") ?? at.ariaLabel ?? at.localName)
    return chain.join(" > ")
  })

/** The focused control of the modal: its name, and whether its center is uncovered. */
const focused = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    const root = document.querySelector("portico-modal")?.shadowRoot
    const at = root?.activeElement
    if (!root || !at || at.localName === "dialog") return undefined
    const shown = (at.matches("label input") ? at.closest("label") : null) ?? at
    const box = shown.getBoundingClientRect()
    const there = root.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const found = there.find((one) => root.contains(one) && !one.closest("[data-snack]"))
    const labelled = (at as HTMLInputElement).labels?.[0]?.textContent
    const name = at.ariaLabel ?? labelled ?? at.textContent ?? ""
    return { name: name.trim(), seen: found !== undefined && shown.contains(found) }
  })

/** Presses Tab until the control with this name is focused. Every stop has to be visible. */
export const tabTo = async (page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab") => {
  const stops: string[] = []
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press(key)
    const stop = await focused(page)
    if (!stop) continue
    expect(stop.seen, `${stop.name} has the focus and is out of sight`).toBe(true)
    if (typeof name === "string" ? stop.name.startsWith(name) : name.test(stop.name)) return
    stops.push(stop.name)
  }
  throw new Error(`No key leads to ${name}, but to ${stops.join(", ")}`)
}

/** A visitor who only uses the keyboard. */
export const keysOf = (playground: Playground) => {
  const { button, closed, dialog, page, view } = playground
  const opener = page.locator('[data-action="account"]')
  /** Moves to a control once it is enabled and nothing loads that could move it, presses Enter and waits for the next view. */
  const enter = async (name: string | RegExp, next?: RouteName, key?: "Shift+Tab") => {
    await expect(button(name).first()).toBeEnabled()
    await expect(dialog.locator("[data-view] [aria-busy=true]")).toHaveCount(0)
    await tabTo(page, name, key)
    await page.keyboard.press("Enter")
    if (next) await expect(view(next)).toBeVisible()
  }
  return {
    enter,
    /** Opens the modal from the page's button, with the account view if a wallet is connected. */
    open: async (first: RouteName = "Connect") => {
      await opener.focus()
      await page.keyboard.press("Enter")
      await expect(view(first)).toBeVisible()
    },
    type: async (field: string | RegExp, text: string) => {
      await expect(dialog.getByLabel(field).first()).toBeVisible()
      await tabTo(page, field)
      await page.keyboard.type(text)
    },
    back: async (before: RouteName) => {
      await tabTo(page, "Back", "Shift+Tab")
      await page.keyboard.press("Enter")
      await expect(view(before)).toBeVisible()
    },
    /** Expects the modal to be closed (optionally by Escape) and the page's button to be focused. */
    end: async (how?: "Escape") => {
      if (how) await page.keyboard.press(how)
      await closed()
      await expect(opener).toBeFocused()
    },
  }
}
