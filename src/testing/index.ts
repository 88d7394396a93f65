import { createWorld, type DemoWallet, demo, type Faults, offPage, type Script, type World } from "../../layers/demo.ts"
import { createModal, type Modal, type ModalOptions } from "../createModal.ts"
import { mainnet } from "../domain/networks.ts"
import { type VirtualClock, virtualClock } from "./clock.ts"

export type {
  Answer,
  Behaviour,
  DemoWallet,
  Fault,
  Faults,
  Manner,
  Project,
  Script,
  WalletState,
  World,
} from "../../layers/demo.ts"
export { createWorld } from "../../layers/demo.ts"
export { type VirtualClock, virtualClock } from "./clock.ts"
export { porticoOn } from "./page.ts"

/** A modal for a test, and everybody who takes part in it. */
export interface TestModal {
  readonly modal: Modal
  /**
   * An installed wallet by its connector id, the first without one. What its holder does: `approve`, `reject`, `lock`, `unlock`,
   * `select` another account, `move` to another chain, `leave`, and `behave` otherwise from now on, as `{ connect: "hang" }`.
   */
  wallet(id?: string): DemoWallet
  /** The wallet at the other end of the relay: with `approve` it scans the code that is shown. */
  readonly phone: DemoWallet
  /** The embedded wallet in the secure frame. */
  readonly secure: DemoWallet
  /** What goes wrong: `set("balance", { status: 500 })`, `set("api", { offline: true })`, `heal()`. */
  readonly faults: Faults
  /** The clock, if one was asked for. */
  readonly clock: VirtualClock
  readonly world: World
  /** The modal's part of the page while it is open, for Testing Library: `within(screen()).findByRole("button", { name: /Halyard/ })`. */
  screen(): HTMLElement
  /** Takes the modal off the page. */
  destroy(): Promise<void>
}

/** What a test says of its modal beside the options. */
export interface TestOptions extends Partial<ModalOptions> {
  /** What its wallets and services do (`portico/layers`, Script). */
  readonly script?: Script
  /** Whether time stands still until `clock.advance`. */
  readonly virtual?: boolean
}

/**
 * A modal on the demo's layers that shares nothing with any other: no network, no wallet, everybody answers at once, prices stand
 * still. It works in a browser and, for tests with Testing Library, in happy-dom. Throws in jsdom, which lacks what the modal draws with.
 */
export const testModal = ({ script = {}, virtual = false, ...options }: TestOptions = {}): TestModal => {
  const lacking = lackingOnPage()
  if (lacking.length > 0) throw new Error(`This page has no ${lacking.join(", no ")}: ${useHappyDom}`)
  const world = createWorld({ tick: 0, ...script })
  const clock = virtualClock()
  const modal = createModal({
    id: `test-${++made}`,
    projectId: "test",
    networks: [mainnet],
    layers: () => ({ ...demo(world), storage: offPage().storage, ...(virtual && { clock: clock.leaf }) }),
    ...options,
  })
  return {
    modal,
    world,
    clock,
    phone: world.phone,
    secure: world.secure,
    faults: world.faults,
    wallet: (id = [...world.wallets.keys()][0] ?? "") => {
      const wallet = world.wallets.get(id)
      if (!wallet) throw new Error(`No wallet ${id} is installed, only ${[...world.wallets.keys()].join(", ")}`)
      return wallet
    },
    screen: () => {
      if (typeof document === "undefined") throw new Error(noPage)
      const screen = modal.element.shadowRoot?.querySelector("dialog")
      if (!modal.state.open.peek() || !screen) throw new Error("The modal is not open")
      return screen
    },
    destroy: () => modal.destroy(),
  }
}

const useHappyDom = "let the test file begin with `// @vitest-environment happy-dom`"
const noPage = `There is no page to draw on: ${useHappyDom}`

/** What the modal needs of a page and jsdom does not have. Without any page the operations work all the same. */
const lackingOnPage = (): readonly string[] => {
  if (typeof document === "undefined") return []
  const needed = {
    matchMedia: "matchMedia" in window,
    adoptedStyleSheets: "adoptedStyleSheets" in document,
    "dialog.showModal": "showModal" in HTMLDialogElement.prototype,
  }
  return Object.entries(needed).flatMap(([name, isThere]) => (isThere ? [] : [name]))
}

let made = 0
