// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest"
import { backButtonOf } from "../../../layers/browser/opening/backButton.ts"

interface Entry {
  readonly key: string
  state: unknown
  url: string
  own: unknown
}

/** A browser's history, as one page sees it. Navigations take effect on `settle`. */
const browser = () => {
  const target = new EventTarget()
  const window_ = new EventTarget()
  let keys = 0
  let entries: Entry[] = [{ key: "k0", state: { idx: 0 }, url: "/", own: undefined }]
  let index = 0
  const waiting: (() => void)[] = []
  const now = () => entries[index] as Entry

  /** A navigation to another entry: announced, then made. */
  const traverse = (to: number, { userInitiated = false, cancelable = true } = {}) => {
    const entry = entries[to]
    if (!entry) return false
    const event = Object.assign(new Event("navigate", { cancelable }), {
      navigationType: "traverse",
      userInitiated,
      destination: { key: entry.key, index: to },
    })
    if (!target.dispatchEvent(event) && cancelable) return false
    index = to
    window_.dispatchEvent(new Event("popstate"))
    return true
  }
  const navigation = Object.assign(target, {
    entries: () => entries.map(({ key }) => ({ key })),
    updateCurrentEntry: ({ state }: { state: unknown }) => {
      now().own = state
    },
    traverseTo: (key: string) => {
      waiting.push(() => void traverse(entries.findIndex((one) => one.key === key)))
      return {}
    },
  })
  Object.defineProperty(navigation, "currentEntry", {
    get: () => ({ key: now().key, index, getState: () => now().own }),
  })
  const goesOn = (sameDocument: boolean, url: string, more?: object) =>
    target.dispatchEvent(
      Object.assign(new Event("navigate"), {
        navigationType: "push",
        destination: { key: "", index: -1, sameDocument, url },
        ...more,
      }),
    )
  const history = {
    get state() {
      return now().state
    },
    pushState: (state: unknown, _: string, url = now().url) => {
      goesOn(true, url)
      entries = [...entries.slice(0, index + 1), { key: `k${++keys}`, state, url, own: undefined }]
      index += 1
      target.dispatchEvent(Object.assign(new Event("currententrychange"), { navigationType: "push" }))
    },
    replaceState: (state: unknown, _: string, url = now().url) => Object.assign(now(), { state, url }),
    go: (by: number) => void waiting.push(() => void traverse(index + by)),
  }
  const page = Object.assign(window_, {
    history,
    location: {
      get href() {
        return now().url
      },
    },
    setTimeout: (move: () => void) => void waiting.push(move),
    performance: { timeOrigin: 0 },
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
  })
  const settle = () => {
    for (let move = waiting.shift(); move; move = waiting.shift()) move()
  }
  /** Another modal on the same page. */
  const beside = () => {
    const off = new AbortController()
    const back = backButtonOf(page as unknown as Window, navigation as unknown as Navigation, off.signal)
    return { ...back, end: () => off.abort() }
  }
  /** The page loads, or reloads. */
  const visit = () => {
    page.performance = { timeOrigin: page.performance.timeOrigin + 1 }
    return beside()
  }
  return {
    ...visit(),
    visit,
    beside,
    opensApp: () => void goesOn(false, "wallet://open"),
    /** Another page begins to load, or a file. */
    loads: (more?: object) => void goesOn(false, "https://shop.example/next", more),
    /** The page is shown again by the Back button, from the browser's memory. */
    returns: () => void window_.dispatchEvent(new Event("pageshow")),
    /** The visitor comes back from an app. */
    sees: () => void page.document.dispatchEvent(new Event("visibilitychange")),
    history,
    settle,
    step: () => waiting.shift()?.(),
    press: (by: -1 | 1, cancelable = true) => {
      traverse(index + by, { userInitiated: true, cancelable })
      settle()
    },
    standing: () => ({ index, url: now().url, state: now().state, length: entries.length }),
  }
}

const unexpected = () => {
  throw new Error("unexpected press")
}

describe("The modal's entry in the browser's history", () => {
  it("has the page's own URL and state, and is gone after its release", () => {
    const { hold, settle, standing } = browser()
    const leave = hold(() => {})
    expect(standing()).toEqual({ index: 1, url: "/", state: { idx: 0 }, length: 2 })
    leave()
    settle()
    expect(standing()).toMatchObject({ index: 0, url: "/", state: { idx: 0 } })
  })

  it("reports a press on Back even if the navigation cannot be canceled, and is added again", () => {
    const { hold, press, settle, standing } = browser()
    const pressed = vi.fn()
    const leave = hold(pressed)
    press(-1)
    press(-1, false)
    press(-1, false)
    expect(pressed).toHaveBeenCalledTimes(3)
    expect(standing()).toMatchObject({ index: 1, length: 2 })
    leave()
    settle()
    expect(standing()).toMatchObject({ index: 0 })
  })

  it("is released when the site navigates, and skipped when the visitor comes back", () => {
    const { hold, history, press, settle, standing } = browser()
    const leave = hold(unexpected)
    history.pushState({ idx: 1 }, "", "/next")
    leave()
    settle()
    expect(standing()).toMatchObject({ index: 2, url: "/next" })
    press(-1)
    expect(standing()).toMatchObject({ index: 0, url: "/", state: { idx: 0 } })
    press(1)
    expect(standing()).toMatchObject({ index: 2, url: "/next", state: { idx: 1 } })
  })

  it("does not undo a navigation of the site during its release", () => {
    const { hold, history, settle, standing } = browser()
    hold(() => {})()
    history.pushState({ idx: 1 }, "", "/next")
    settle()
    expect(standing()).toMatchObject({ index: 2, url: "/next", state: { idx: 1 } })
  })

  it("stays when a link opens an app", () => {
    const { hold, opensApp, press } = browser()
    const pressed = vi.fn()
    hold(pressed)
    opensApp()
    press(-1)
    expect(pressed).toHaveBeenCalledOnce()
  })

  it("is left as it is while the site loads another page, and gone when the visitor is back", () => {
    const { hold, loads, returns, settle, standing } = browser()
    const leave = hold(unexpected)
    loads()
    leave()
    settle()
    expect(standing()).toMatchObject({ index: 1 })
    returns()
    settle()
    expect(standing()).toMatchObject({ index: 0 })
    const leaveAgain = hold(unexpected)
    leaveAgain()
    loads()
    settle()
    expect(standing()).toMatchObject({ index: 1 })
  })

  it("is gone after its release when the navigation loaded no page", () => {
    const { hold, history, loads, opensApp, sees, settle, standing } = browser()
    for (const start of [
      () => opensApp(),
      () => loads({ downloadRequest: "list.csv" }),
      // A link that an app took over, and one that a router did.
      () => [loads(), sees()],
      () => [loads(), history.pushState({ idx: 1 }, "", "/next")],
    ]) {
      start()
      const { index } = standing()
      hold(unexpected)()
      settle()
      expect(standing()).toMatchObject({ index })
    }
  })

  it("stays when it is held again during its release", () => {
    const { hold, settle, standing } = browser()
    hold(() => {})()
    const leave = hold(() => {})
    settle()
    expect(standing()).toMatchObject({ index: 1, length: 2 })
    leave()
    settle()
    expect(standing()).toMatchObject({ index: 0 })
  })

  it("moves state that the site wrote into it to the page's entry", () => {
    const { hold, history, settle, standing } = browser()
    const leave = hold(() => {})
    history.replaceState({ idx: 0, scroll: 3 }, "", "/renamed")
    leave()
    settle()
    expect(standing()).toMatchObject({ index: 0, url: "/renamed", state: { idx: 0, scroll: 3 } })
  })

  it("lets a site that goes back by itself reach its target", () => {
    const { hold, history, settle, standing } = browser()
    history.pushState({ idx: 1 }, "", "/second")
    hold(unexpected)
    history.go(-1)
    settle()
    expect(standing()).toMatchObject({ index: 0, url: "/" })
  })

  it("is the only entry removed after a reload of the page", () => {
    const { hold, end, visit, settle, standing } = browser()
    visit().tidy()
    settle()
    expect(standing()).toMatchObject({ index: 0 })
    hold(() => {})
    end()
    const again = visit()
    again.tidy()
    settle()
    expect(standing()).toMatchObject({ index: 0, length: 2 })
    again.hold(() => {})
    again.tidy()
    settle()
    expect(standing()).toMatchObject({ index: 1, length: 2 })
  })

  it("of a modal that opens while another goes back leads only to the page", () => {
    const { beside, hold, history, settle, standing, step } = browser()
    history.pushState({ idx: 1 }, "", "/next")
    const leave = hold(unexpected)
    leave()
    // It has requested to go back, and the browser has not navigated yet.
    step()
    const pressed = vi.fn()
    const leaveOther = beside().hold(pressed)
    settle()
    expect(standing()).toMatchObject({ index: 3, url: "/next", state: { idx: 1 } })
    expect(pressed).not.toHaveBeenCalled()
    leaveOther()
    settle()
    expect(standing()).toMatchObject({ index: 1, url: "/next", state: { idx: 1 } })
  })

  it("of the upper of two modals is used first, without removing that of the lower", () => {
    const { hold, beside, press, settle, standing } = browser()
    const pressed: string[] = []
    const leave = hold(() => pressed.push("lower"))
    const upper = beside()
    upper.tidy()
    settle()
    expect(standing()).toMatchObject({ index: 1 })
    const leaveUpper = upper.hold(() => pressed.push("upper"))
    upper.tidy()
    settle()
    expect(standing()).toMatchObject({ index: 2 })
    press(-1)
    leaveUpper()
    settle()
    expect(standing()).toMatchObject({ index: 1 })
    press(-1)
    expect(pressed).toEqual(["upper", "lower"])
    leave()
    settle()
    expect(standing()).toMatchObject({ index: 0 })
  })
})
