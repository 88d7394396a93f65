import type { Layers, Modal } from "../packageImports.ts"
import { type Parameters, readParameters } from "../parameters.ts"
import { secureSite } from "../secureSite.ts"
import { idOf, states } from "./states.ts"
import { visitorOf } from "./visitor.ts"
import { isDeadEnd, type Ways, waysOf } from "./ways.ts"

declare global {
  interface Window {
    /** Result of playing the state that the URL names. */
    reached?: Reached
  }
}

/** Outcome of a state: the ways that lead from it, or why it was not reached. */
export type Reached = { readonly ways: Ways } | { readonly failed: string }

/** A page that plays one state: its parameters, and the steps that reach it. */
export interface Stage {
  readonly parameters: Parameters
  play(modal: Modal, world: Layers.World): Promise<void>
}

/**
 * Makes this page the stage of a state. It stores nothing, because pages of one origin share storage, opens no window, and runs as a phone
 * if the state requires one. The language is set last, so states find elements by their English names.
 */
export const stageOf = (id: string, parameters: Parameters): Stage | undefined => {
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
    // The next step may still be loading.
    await visitor.until(() => !isDeadEnd(waysOf(dialog))).catch(() => {})
    const ways = waysOf(dialog)
    if (parameters.lang !== null) modal.setLocale(parameters.lang)
    report(modal, { ways })
  }
  return {
    parameters: {
      ...readParameters(new URLSearchParams({ options: JSON.stringify(visit.options ?? {}) }).toString()),
      layers: "demo",
      script: JSON.stringify({
        ...{ latency: 0, tick: 0 },
        ...script,
        wallets: { "*": { delay: 0 }, ...script.wallets },
        faults: { ...script.faults, ...parameters.faults },
      }),
      clock: parameters.clock,
      open: visit.open ?? null,
      theme: parameters.theme,
      lang: null,
      state: id,
    },
    play: (modal, world) =>
      play(modal, world).catch((error) => {
        if (window.portico === modal) console.error(error)
        report(modal, { failed: error instanceof Error ? error.message : String(error) })
      }),
  }
}

/** Reports what a state reached, unless another has replaced it in the meantime. */
const report = (modal: Modal, reached: Reached) => {
  if (window.portico === modal) window.reached = reached
}

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"

/** Stand-in for an opened window, which never closes. */
const elsewhere = (): Window => {
  const there = { closed: false, location: { href: "about:blank" }, close: () => (there.closed = true) }
  return there as unknown as Window
}

/** Storage in memory, lost with the page. */
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
