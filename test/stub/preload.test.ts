// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest"
import { defineElements } from "../../src/elements.ts"
import { mainnet } from "../../src/options/networks.ts"
import { createModal } from "../../src/stub/createModal.ts"
import type { Modal, ModalOptions } from "../../src/stub/modal.ts"

const made: Modal[] = []

const modalOf = (preload: NonNullable<ModalOptions["preload"]>) => {
  const modal = createModal({ id: `preload-${made.length}`, projectId: "demo", networks: [mainnet], preload })
  made.push(modal)
  return modal
}

/** Number of functions that wait for idle time. */
const waiting = (preload: NonNullable<ModalOptions["preload"]>, connection?: object) => {
  const whenIdle = vi.fn()
  vi.stubGlobal("requestIdleCallback", whenIdle)
  Object.defineProperty(navigator, "connection", { value: connection, configurable: true })
  modalOf(preload)
  return whenIdle.mock.calls.length
}

afterEach(async () => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, "connection")
  for (const modal of made) await modal.destroy()
})

it("preload 'idle': loads nothing in advance for visitors with data saving or 2G, and neither do the other modes", () => {
  expect(waiting("idle")).toBe(1)
  expect(waiting("idle", { effectiveType: "4g", saveData: false })).toBe(1)
  expect(waiting("idle", { saveData: true })).toBe(0)
  for (const effectiveType of ["slow-2g", "2g"]) expect(waiting("idle", { effectiveType }), effectiveType).toBe(0)
  expect(waiting("intent")).toBe(0)
  expect(waiting("none")).toBe(0)
})

it.each(["pointerenter", "focusin", "touchstart"])(
  "preload 'intent': a button loads the first view at %s",
  async (event) => {
    const modal = modalOf("intent")
    const stop = defineElements(modal)
    document.body.innerHTML = `<portico-button modal="preload-${made.length - 1}"></portico-button>`
    const button = document.querySelector("portico-button button")
    button?.dispatchEvent(new Event("pointermove"))
    expect(modal.element.shadowRoot?.querySelector("[data-wallet]")).toBeFalsy()
    button?.dispatchEvent(new Event(event))
    await expect.poll(() => modal.element.shadowRoot?.querySelectorAll("[data-wallet]").length).toBeGreaterThan(0)
    expect(modal.element.isConnected).toBe(false)
    stop()
  },
)
