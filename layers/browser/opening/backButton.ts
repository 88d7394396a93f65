import { isRecord } from "../../../src/options/guards.ts"
import { isLeft, markHistory } from "../historyMark.ts"

/**
 * Intercepts the browser's Back button while a modal is open. It pushes a history entry with the page's own URL and state, which Back
 * leaves first.
 */
export interface BackButton {
  /**
   * Calls `pressed` on each press of Back, until the site navigates or the returned function is called. Unless the site has navigated, that
   * function goes back to the page's own entry. Forward entries are lost.
   */
  hold(pressed: () => void): () => void
  /** Goes back from a Portico entry that was left over when the page was reloaded. */
  tidy(): void
}

/**
 * Sets up the interception of Back on a page. Requires the Navigation API, because nothing else reports who started a navigation. Listens
 * until `signal` aborts.
 */
export const backButtonOf = (page: Window, navigation: Navigation, signal: AbortSignal): BackButton => {
  const { history, location, performance } = page
  const on = { signal }
  /** Keys of released entries, which may still be in the history. Navigation skips them. */
  const spent = new Set<string>()
  let held: Held | undefined
  /** Navigation in progress from a Portico entry to the page's own. */
  let way: Way | undefined
  /** Whether the site is loading another page. Going back meanwhile would cancel that. */
  let loads = false

  const here = () => navigation.currentEntry?.key ?? ""
  const at = () => navigation.currentEntry?.index ?? 0
  const keyAt = (index: number) => navigation.entries()[index]?.key

  const push = () => {
    const state = navigation.currentEntry?.getState()
    pushing.add(navigation)
    history.pushState(history.state, "")
    pushing.delete(navigation)
    navigation.updateCurrentEntry({ state: { ...(isRecord(state) && state), [markHistory]: performance.timeOrigin } })
  }
  const hold = (pressed: () => void) => {
    // Reuses a released entry if the navigation away from that entry has not finished.
    if (!spent.delete(here())) push()
    held = { guard: here(), pressed }
  }
  /** Releases the held entry without removing it from the history. */
  const letGo = () => {
    if (held) spent.add(held.guard)
    held = undefined
  }
  /** Goes back from a Portico entry in a new task, unless the entry is held again by then or the site has navigated. */
  const retreat = (guard: string) =>
    later(() => {
      const to = keyAt(at() - 1)
      if (loads || here() !== guard || held?.guard === guard || to === undefined) return
      const mine: Way = { from: guard, to, state: history.state, url: location.href }
      way = mine
      retreats.set(navigation, to)
      travel(to, () => {
        if (way === mine) way = undefined
        retreats.delete(navigation)
      })
    })
  const travel = (to: string, failed = () => {}) => {
    const { committed, finished } = navigation.traverseTo(to)
    committed?.catch(failed)
    finished?.catch(() => undefined)
  }
  /** Defers `move` to a new task, because the browser starts no navigation while another one is being decided. */
  const later = (move: () => void) => void page.setTimeout(move)

  const navigated = (event: NavigateEvent) => {
    const { key, index, sameDocument } = event.destination
    if (event.navigationType !== "traverse") {
      loads ||= loadsPage(event)
      // The site navigates while the modal is open, so the modal gives up its entry. Links to apps do not navigate the page.
      if (event.navigationType === "push" && sameDocument && !pushing.has(navigation) && held?.guard === here()) letGo()
    } else if (key === way?.to) {
      // In the meantime, the site may have navigated, or the entry may be held again.
      if (here() === way.from && held?.guard !== way.from) return
      way = undefined
      event.preventDefault()
    } else if (held?.guard === here() && retreats.get(navigation) === key && !event.userInitiated) {
      // Another modal was going back when this modal opened, so the navigation is not the site's.
      retreats.delete(navigation)
      if (event.cancelable) event.preventDefault()
    } else if (held?.guard === here() && index < at()) leaving(event, held)
    else if (spent.has(key) && event.cancelable) {
      event.preventDefault()
      const next = keyAt(index < at() ? index - 1 : index + 1)
      if (next !== undefined) later(() => travel(next))
    }
  }
  const leaving = (event: NavigateEvent, { guard, pressed }: Held) => {
    const { key, index } = event.destination
    if (event.userInitiated && index === at() - 1) {
      if (event.cancelable) {
        event.preventDefault()
        pressed()
      }
      // Without a recent user gesture, the browser does not let the page cancel Back.
      else way = { from: guard, to: key, state: history.state, url: location.href, pressed }
    } else if (!event.userInitiated && event.cancelable) {
      // The site counted only its own entries, so Portico's entry takes one more step.
      event.preventDefault()
      const steps = index - at() - 1
      letGo()
      later(() => history.go(steps))
    }
  }
  const arrived = () => {
    const last = way
    if (retreats.get(navigation) === here()) retreats.delete(navigation)
    if (!last || here() !== last.to) return
    way = undefined
    // The site meant its changes to Portico's entry for its own entry, so they are applied there.
    if (location.href !== last.url || !isSame(history.state, last.state)) history.replaceState(last.state, "", last.url)
    if (!last.pressed) return
    letGo()
    hold(last.pressed)
    last.pressed()
  }

  const notLoading = () => {
    loads = false
  }

  navigation.addEventListener("navigate", navigated, on)
  // The page stays, for example because a router intercepted the navigation. Portico's own push does not show that.
  navigation.addEventListener(
    "currententrychange",
    ({ navigationType }) => {
      if (navigationType !== null && !pushing.has(navigation)) notLoading()
    },
    on,
  )
  // The visitor comes back from an app that a link opened.
  page.document.addEventListener("visibilitychange", notLoading, on)
  // The visitor comes back from the other page, and this one was kept in memory.
  page.addEventListener(
    "pageshow",
    () => {
      notLoading()
      if (held === undefined && spent.has(here())) retreat(here())
    },
    on,
  )
  page.addEventListener("popstate", arrived, on)

  return {
    hold: (pressed) => {
      hold(pressed)
      return () => {
        const guard = held?.guard
        letGo()
        if (guard !== undefined) retreat(guard)
      }
    },
    tidy: () => {
      if (held === undefined && isLeft(navigation.currentEntry?.getState(), performance.timeOrigin)) retreat(here())
    },
  }
}

/** Whether a navigation loads another page, rather than one within this page, a download or a link to an app. */
const loadsPage = ({ destination, downloadRequest }: NavigateEvent): boolean =>
  !destination.sameDocument && !downloadRequest && /^https?:/.test(destination.url)

/** Navigation objects on which a modal is pushing its entry right now. Other modals on the page ignore that push. */
const pushing = new WeakSet<Navigation>()

/** Key of the entry that a modal is going back to, by the page's Navigation object. */
const retreats = new WeakMap<Navigation, string>()

/** Key of a Portico entry, and the callback for Back. */
interface Held {
  readonly guard: string
  readonly pressed: () => void
}

interface Way {
  readonly from: string
  readonly to: string
  /** History state of Portico's entry when the navigation began. */
  readonly state: unknown
  readonly url: string
  /** Callback for Back, set if the browser did not let the page cancel the press. */
  readonly pressed?: () => void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
