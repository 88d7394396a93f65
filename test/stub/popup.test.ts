import { afterEach, describe, expect, it, vi } from "vitest"
import { mainnet } from "../../src/options/networks.ts"
import { createModal, instanceOf } from "../../src/stub/createModal.ts"
import { popupOf } from "../../src/stub/popup.ts"

describe("A social login's window", () => {
  afterEach(() => vi.unstubAllGlobals())

  const asked = (given: object = {}) => {
    const calls: (readonly string[])[] = []
    const open = (...call: string[]) => {
      calls.push(call)
      return null
    }
    const modal = createModal({ projectId: "p", networks: [mainnet], ...given })
    vi.stubGlobal("window", { open })
    instanceOf(modal).openLoginWindow()
    return calls[0]
  }

  it("Auth provider: a popup (600x800) opens on the secure site's loading page for social login", () => {
    expect(asked()).toEqual(["https://secure.walletconnect.org/loading", "_blank", "width=600,height=800"])
    expect(asked({ hosts: { secureSite: "https://127.0.0.1:7/" } })?.[0]).toBe("https://127.0.0.1:7/loading")
  })

  it("is blank if the site has its own frame layer", () => {
    expect(asked({ layers: { frame: {} } })?.[0]).toBe("")
    expect(asked({ layers: async () => ({}) })?.[0]).toBe("")
    expect(asked({ layers: { tracer: {}, clock: {} } })?.[0]).toBe("https://secure.walletconnect.org/loading")
  })

  it("is blocked if the browser opened none, and then ignores commands", () => {
    const popup = popupOf(null)
    popup.go("https://a.example")
    popup.close()

    expect([popup.blocked, popup.isClosed(), popup.isSource({ source: null })]).toEqual([true, true, false])
  })

  it("can be navigated, and recognizes its own messages", () => {
    const opened = { closed: false, close: vi.fn(), location: { href: "" } }
    const popup = popupOf(opened as unknown as Window)
    popup.go("https://a.example")
    popup.close()

    expect(opened.location.href).toBe("https://a.example")
    expect(opened.close).toHaveBeenCalledOnce()
    expect([popup.blocked, popup.isClosed()]).toEqual([false, false])
    expect([popup.isSource({ source: opened }), popup.isSource({ source: {} })]).toEqual([true, false])
  })
})
