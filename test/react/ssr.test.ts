import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, describe, expect, it, vi } from "vitest"
import { createModal, type Modal } from "../../src/index.ts"
import { ModalProvider, useModal } from "../../src/react.tsx"
import { page } from "./ssrPage.ts"

const markup =
  '<button type="button" class="portico-button" data-portico="connect" data-theme="dark" aria-haspopup="dialog" aria-busy="false">' +
  '<span class="portico-text" data-other="Connecting...">Connect Wallet</span></button>'

afterEach(() => {
  vi.restoreAllMocks()
})

function See({ seen }: { readonly seen: (modal: Modal) => void }) {
  seen(useModal())
  return null
}

describe("on a server", () => {
  it("there are no page globals, so any use of them would fail", () => {
    expect([typeof window, typeof document, typeof localStorage, typeof customElements]).toEqual(
      Array.from({ length: 4 }, () => "undefined"),
    )
  })

  it("a page with Portico's components renders, without inline styles", () => {
    expect(page()).toContain(markup)
    expect(page()).toContain('<div class="portico-embedded" data-portico="embedded"></div>')
    expect(page()).not.toMatch(/<style|style=/)
  })

  it("creating a modal and rendering sets no timer and makes no request", async () => {
    const timers = [
      vi.spyOn(globalThis, "setTimeout"),
      vi.spyOn(globalThis, "setInterval"),
      vi.spyOn(globalThis, "setImmediate"),
      vi.spyOn(globalThis, "fetch"),
    ]
    const before = process.getActiveResourcesInfo()
    page()
    const modal = createModal({ projectId: "a-project", networks: [] })
    const { open, chains } = modal.getState()
    await modal.destroy()

    expect({ open, chains }).toEqual({ open: false, chains: {} })
    for (const timer of timers) expect(timer).not.toHaveBeenCalled()
    expect(process.getActiveResourcesInfo()).toEqual(before)
  })

  it("two requests do not share a modal, even with the same options", () => {
    const options = { projectId: "a-project", networks: [] }
    const seen = new Set<Modal>()
    const see = createElement(See, { seen: (modal) => seen.add(modal) })
    const request = () => renderToString(createElement(ModalProvider, { options }, see))
    request()
    request()
    const [one, other] = seen
    one?.setThemeMode("light")

    expect(seen.size).toBe(2)
    expect(other?.getState().themeMode).toBe("dark")
    expect(createModal(options).getState().themeMode).toBe("dark")
  })

  it("every entry can be loaded, and the process ends by itself", async () => {
    const run = promisify(execFile)
    const { stdout, stderr } = await run(process.execPath, ["test/run.js", "test/react/ssrPage.ts", "--print"], {
      timeout: 50_000,
    })

    expect(stdout).toContain(markup)
    expect(stderr).toBe("")
  })
})
