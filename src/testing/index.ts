import {
  createWorld,
  type DemoWallet,
  demo,
  type Faults,
  type Script,
  type World,
  withoutPage,
} from "../../layers/demo.ts"
import { mainnet } from "../options/networks.ts"
import { createModal } from "../stub/createModal.ts"
import type { Modal, ModalOptions } from "../stub/modal.ts"
import { unusedClock, type VirtualClock, virtualClock } from "./virtualClock.ts"

export type {
  Behaviour,
  DemoWallet,
  Fault,
  Faults,
  Manner,
  Project,
  PromptResponse,
  Quirk,
  Script,
  WalletState,
  World,
} from "../../layers/demo.ts"
export { createWorld } from "../../layers/demo.ts"
export { porticoOn } from "./playwright.ts"
export { type VirtualClock, virtualClock } from "./virtualClock.ts"
export { type Outcome, type ZooWallet, zoo } from "./zoo.ts"

/** Modal for a test, with its scriptable wallets and services. */
export interface TestModal {
  readonly modal: Modal
  /**
   * Returns an installed wallet by connector ID, by default the first. Throws if it is not installed. Its methods act as the user:
   * `approve`, `reject`, `lock`, `unlock`, `select` another account, `move` to another chain, `leave`. `behave` changes how it responds
   * from now on, such as `{ connect: "hang" }`.
   */
  wallet(id?: string): DemoWallet
  /** Wallet that connects over WalletConnect. `approve` also scans the QR code that is shown. */
  readonly phone: DemoWallet
  /** Embedded wallet in the secure frame. */
  readonly secure: DemoWallet
  /** Faults to inject, such as `set("balance", { status: 500 })` or `set("api", { offline: true })`. `heal()` removes them. */
  readonly faults: Faults
  /** Clock of the modal if `virtual` is set. Otherwise it has no effect, and `advance` rejects with `InvalidInput`. */
  readonly clock: VirtualClock
  readonly world: World
  /**
   * Returns the modal's dialog, for Testing Library: `within(screen()).findByRole("button", { name: /Halyard/ })`. Throws while the modal
   * is closed, or without a page.
   */
  screen(): HTMLElement
  /** Destroys the modal. */
  destroy(): Promise<void>
}

/** Options of `testModal`, in addition to the modal's own. */
export interface TestOptions extends Partial<ModalOptions> {
  /** Behavior of the wallets and services (`portico/layers`, Script). */
  readonly script?: Script
  /** Whether time advances only when `clock.advance` is called. */
  readonly virtual?: boolean
}

/**
 * Creates an isolated modal on the demo layers: no network, no real wallet, immediate responses, constant prices. Works in a browser and,
 * for Testing Library, in happy-dom. Throws in jsdom, which lacks APIs that the modal renders with.
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
    layers: () => ({ ...demo(world), storage: withoutPage().storage, ...(virtual && { clock: clock.layer }) }),
    ...options,
  })
  return {
    modal,
    world,
    clock: virtual ? clock : { ...clock, advance: () => Promise.reject(unusedClock()) },
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

/**
 * Returns the names of the APIs that the modal needs to render but the page lacks, as jsdom does. Returns none without a page, because
 * operations still work there.
 */
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
