import { type Parameters, readParameters } from "../parameters.ts"
import type { Layers, Modal } from "../portico.ts"
import { secureSite } from "../secure.ts"
import { idOf, states } from "./states.ts"
import { visitorOf } from "./visitor.ts"
import { isDeadEnd, type Ways, waysOf } from "./ways.ts"

declare global {
  interface Window {
    /** What became of the state that the address names. */
    reached?: Reached
  }
}

/** Whether a state was reached, and where a visitor can go from it. */
export type Reached = { readonly ways: Ways } | { readonly failed: string }

/** A page on which one state is played: what it asks for, and how the visitor gets there. */
export interface Stage {
  readonly asked: Parameters
  play(modal: Modal, world: Layers.World): Promise<void>
}

/**
 * Makes this page the stage of a state. Pages of one origin share what they store: this one stores nothing, opens no window, and is
 * on a phone where the state says so. The language is told at the end, so that a state is described in English only.
 */
export const stageOf = (id: string, asked: Parameters): Stage | undefined => {
  const state = states.find((one) => idOf(one) === id)
  if (!state) {
    console.warn(`Playground: The gallery has no state ${id}`)
    return undefined
  }
  const { visit, act, seen } = state
  const { script = {} } = visit
  Object.defineProperty(window, "localStorage", { value: forgetful(), configurable: true })
  if (state.phone) Object.defineProperty(navigator, "userAgent", { value: phone, configurable: true })
  else Reflect.deleteProperty(navigator, "userAgent")
  const opened: string[] = []
  window.open = (url) => {
    opened.push(String(url))
    return state.phone || state.blocked ? null : elsewhere()
  }
  const play = async (modal: Modal, world: Layers.World) => {
    const visitor = visitorOf(modal, world, opened)
    secureSite(world)
    if (visit.open !== undefined) await visitor.view(visit.open).waitFor()
    await act?.(visitor)
    await seen(visitor).waitFor()
    const dialog = await visitor.dialog.waitFor()
    // What follows may still be on its way.
    await visitor.until(() => !isDeadEnd(waysOf(dialog))).catch(() => {})
    const ways = waysOf(dialog)
    if (asked.lang !== null) modal.setLocale(asked.lang)
    window.reached = { ways }
  }
  return {
    asked: {
      ...readParameters(new URLSearchParams({ options: JSON.stringify(visit.options ?? {}) }).toString()),
      layers: "demo",
      script: JSON.stringify({ latency: 0, tick: 0, ...script, wallets: { "*": { delay: 0 }, ...script.wallets } }),
      open: visit.open ?? null,
      theme: asked.theme,
      lang: null,
      state: id,
    },
    play: (modal, world) =>
      play(modal, world).catch((error) => {
        console.error(error)
        window.reached = { failed: error instanceof Error ? error.message : String(error) }
      }),
  }
}

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"

/** A window of another's, that stays open and is not there. */
const elsewhere = (): Window => {
  const there = { closed: false, location: { href: "about:blank" }, close: () => (there.closed = true) }
  return there as unknown as Window
}

/** A storage that is gone with its page. */
const forgetful = (): Storage => {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
