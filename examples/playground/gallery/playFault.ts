import type { VirtualClock } from "../../../src/testing/index.ts"
import type { Layers, Modal } from "../packageImports.ts"
import type { Reached } from "./stage.ts"
import { isDeadEnd, waysOf } from "./ways.ts"

/** Stage of a state: its modal, the world behind it, and a clock that stands still. */
export interface FaultyStage {
  readonly modal: Modal
  readonly world: Layers.World
  readonly clock: VirtualClock
  play(): Promise<Reached | undefined>
}

/** Outcome of a state with a faulty service: during the fault, and after its end. */
export interface Met {
  /** Text of the view, without figures. Empty if the modal was closed. */
  readonly text: string
  /** Whether nothing led on or back. */
  readonly isDeadEnd: boolean
  /** Text of the view after the fault had ended, and the button that was pressed for it. */
  readonly healed: { readonly text: string; readonly pressed: string | undefined } | undefined
  /** Why the state was not reached in the end. */
  readonly failed: string | undefined
}

/**
 * Plays a state while the service `name` is faulty, until the page no longer changes. If it then differs from `healthy`, the text of the
 * state without faults, the fault ends, and the visitor presses the button that repeats what failed, if there is one.
 */
export const playFault = async (
  { modal, world, clock, play }: FaultyStage,
  name: string | undefined,
  healthy: string | undefined,
): Promise<Met> => {
  let reached: Reached | undefined
  let pace = 1
  let over = false
  let passed = 0
  const pass = async () => {
    while (!over) {
      passed += step * pace
      await clock.advance(step * pace)
      await after(step)
    }
  }
  const passing = pass()
  try {
    void play().then((now) => {
      reached = now
    })
    await settle(modal, () => reached !== undefined || name !== undefined)
    if (name === undefined) {
      pace = 5
      // What follows a moment later, such as a fee, belongs to the state.
      const end = passed + moment
      await settle(modal, () => passed > end)
    }
    const met = { text: textOf(modal), isDeadEnd: isStuck(modal) }
    const isWell = () => reached !== undefined && "ways" in reached && textOf(modal) === healthy
    if (name === undefined || isWell()) return { ...met, healed: undefined, failed: problemOf(reached) }

    world.faults.heal(name)
    // Retries, limits and lifetimes of minutes pass in seconds.
    pace = 100
    let pressed: string | undefined
    for (const end = passed + patience; !isWell() && passed < end; ) {
      // The state itself may offer to try again, and is reached a moment after it shows.
      const button = textOf(modal) === healthy ? undefined : againIn(modal)
      if (button) {
        pressed = button.textContent ?? ""
        button.click()
      }
      await after(look)
    }
    return { ...met, healed: { text: textOf(modal), pressed }, failed: problemOf(reached) }
  } finally {
    over = true
    await passing
  }
}

const problemOf = (reached: Reached | undefined) =>
  reached === undefined ? "The state was not reached" : "failed" in reached ? reached.failed : undefined

/** Milliseconds. The moment and the patience are counted on the page's clock. */
const [step, look, moment, patience] = [20, 150, 2_000, 15 * 60_000]

const again = /^(try again|retry|reload|reconnect)/i

const viewOf = (modal: Modal) => modal.element.shadowRoot?.querySelector("dialog[open] [data-view]:not([inert])")

const againIn = (modal: Modal): HTMLElement | undefined =>
  [...(viewOf(modal)?.querySelectorAll<HTMLElement>("button") ?? [])].find(
    (one) => again.test(one.textContent ?? "") && one.checkVisibility() && !one.matches(":disabled"),
  )

const textOf = (modal: Modal) => (viewOf(modal)?.textContent ?? "").replace(/[\d\s.,:]+/g, " ").trim()

const isStuck = (modal: Modal) => {
  const dialog = modal.element.shadowRoot?.querySelector("dialog[open]")
  return dialog ? isDeadEnd(waysOf(dialog)) : false
}

/** Waits until the text stays the same and `isReady` returns true. */
const settle = async (modal: Modal, isReady: () => boolean) => {
  let same = 0
  for (let last = ""; same < 7 || !isReady(); await after(60)) {
    const now = textOf(modal)
    same = now === last ? same + 1 : 0
    last = now
  }
}

const after = (milliseconds: number) => new Promise<void>((next) => setTimeout(next, milliseconds))
