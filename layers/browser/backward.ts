import { isRecord } from "../../src/domain/input.ts"
import { isLeft, mark } from "./marked.ts"

/**
 * The browser's way back, while something of ours is open: an entry over the page's, with its address and its state, so that a
 * press on Back leads no further than to us, and a site's router sees no move.
 */
export interface Backward {
  /** Tells each press on Back, until the answer is called; the history is then as it was, but for what lies ahead. */
  hold(pressed: () => void): () => void
  /** Leaves an entry of ours in which the page was loaded anew. */
  tidy(): void
}

/**
 * Made where the browser says who moves through its history; without that, whose Back it was cannot be known. Listens until the
 * signal.
 */
export const backwardOf = (page: Window, navigation: Navigation, signal: AbortSignal): Backward => {
  const { history, location, performance } = page
  const on = { signal }
  /** Our entries that nobody holds any more, where they could not be taken back: they are passed over. */
  const spent = new Set<string>()
  let held: Held | undefined
  /** On the way from an entry of ours to the page's. */
  let way: Way | undefined

  const here = () => navigation.currentEntry?.key ?? ""
  const at = () => navigation.currentEntry?.index ?? 0
  const keyAt = (index: number) => navigation.entries()[index]?.key

  const push = () => {
    const state = navigation.currentEntry?.getState()
    pushing.add(navigation)
    history.pushState(history.state, "")
    pushing.delete(navigation)
    navigation.updateCurrentEntry({ state: { ...(isRecord(state) && state), [mark]: performance.timeOrigin } })
  }
  const hold = (pressed: () => void) => {
    // One of ours may still be there: then the way back from it is not over.
    if (!spent.delete(here())) push()
    held = { guard: here(), pressed }
  }
  /** Nobody holds our entry any more, and it stays where it is. */
  const letGo = () => {
    if (held) spent.add(held.guard)
    held = undefined
  }
  /** Goes back from our entry, unless we are wanted again by then, or the site has gone elsewhere. */
  const retreat = (guard: string) =>
    later(() => {
      const to = keyAt(at() - 1)
      if (here() !== guard || held?.guard === guard || to === undefined) return
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
  /** The browser moves by no other way while it decides on one. */
  const later = (move: () => void) => void page.setTimeout(move)

  const navigated = (event: NavigateEvent) => {
    const { key, index, sameDocument } = event.destination
    if (event.navigationType !== "traverse") {
      // The site goes on by itself, with us open over it: from there its history is its own. A link to an app leads nowhere here.
      if (event.navigationType === "push" && sameDocument && !pushing.has(navigation) && held?.guard === here()) letGo()
    } else if (key === way?.to) {
      // By now the site may have gone elsewhere, or we are wanted again.
      if (here() === way.from && held?.guard !== way.from) return
      way = undefined
      event.preventDefault()
    } else if (held?.guard === here() && retreats.get(navigation) === key && !event.userInitiated) {
      // Another modal was on its way back when this one came: it is not the site that goes back.
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
      // The browser does not let itself be held for ever without a press in the page.
      else way = { from: guard, to: key, state: history.state, url: location.href, pressed }
    } else if (!event.userInitiated && event.cancelable) {
      // The site goes back as far as it knows of: one more, with ours.
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
    // What the site made of our entry was meant for its own.
    if (location.href !== last.url || !isSame(history.state, last.state)) history.replaceState(last.state, "", last.url)
    if (!last.pressed) return
    letGo()
    hold(last.pressed)
    last.pressed()
  }

  navigation.addEventListener("navigate", navigated, on)
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

/** Where one of a page's modals puts up its entry: to the others it is no move of the site's. */
const pushing = new WeakSet<Navigation>()

/** Where one of a page's modals goes back to, by the key of the entry, until it is there. */
const retreats = new WeakMap<Navigation, string>()

/** An entry of ours by its key, and who is told of a press on Back. */
interface Held {
  readonly guard: string
  readonly pressed: () => void
}

interface Way {
  readonly from: string
  readonly to: string
  /** What stood in our entry at the end. */
  readonly state: unknown
  readonly url: string
  /** Who is told of the press that led here though we were wanted. */
  readonly pressed?: () => void
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
