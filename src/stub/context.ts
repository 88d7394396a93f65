import type { ReadonlySignal } from "@preact/signals-core"
import type { SnapshotSource } from "./snapshot.ts"

/** State and resources that all topics of one modal share. */
export interface ModalContext extends SnapshotSource {
  /** Name of this modal's storage, relay session and tab channel. */
  readonly id: string
  /** Host element of the shadow root, created on first use. Throws `InvalidInput` on a server. */
  readonly element: () => HTMLElement
  /** Loads and starts the engine on first use. After a failure, the next call tries again. Rejects once the modal is destroyed. */
  readonly engine: () => Promise<EngineTasks>
  /** Engine. `undefined` until it has started, and after the modal is destroyed. */
  readonly running: ReadonlySignal<EngineTasks | undefined>
  /** Loads the messages of the locale, now and whenever it changes. Resolves once the first ones are loaded. */
  readonly loadLanguage: () => Promise<void>
  /** Cleanup functions to run when the modal ends, apart from the engine's own. */
  readonly ending: Set<() => void>
  /** Opens the pop-up of a social login. Must be called during the click. */
  readonly openLoginWindow: () => Window | null
}

/** Part of the engine that topics use. */
export interface EngineTasks {
  /** Resolves once start-up is complete and the project configuration has loaded or failed to load. */
  readonly started: Promise<void>
  /** Runs the flow of a signal that is watched, repeatedly if `every` (ms) is given. Returns a function that interrupts it. */
  runWatched(name: WatchedName, every?: number): () => void
  /** Renders the views into the dialog, for a modal that opens without the site calling `open`. */
  stage(): Promise<void>
}

/** Names of the signals that need a flow while they are watched. The engine maps them to their flows. */
export type WatchedName = "account" | "balances" | "multiWallet" | "nfts"
