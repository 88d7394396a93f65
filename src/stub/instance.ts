import type { ReadonlySignal, Signal } from "@preact/signals-core"
import type { EIP1193Provider } from "viem"
import type { Engine } from "../engine/engine.ts"
import type { CheckedOptions } from "../options/options.ts"
import type { SnapshotPart } from "./snapshot.ts"
import type { Core } from "./state.ts"

/** State and resources that the parts of one modal share. */
export interface ModalInstance {
  /** Name of this modal's storage, relay session and tab channel. */
  readonly id: string
  readonly options: CheckedOptions
  /** Finds problems in the options, and prints them on the first call. The invalid values are ignored. */
  readonly mistakes: () => Promise<readonly Error[]>
  readonly core: Core
  /** Host element of the shadow root, created on first use. Requires a page. */
  readonly element: () => HTMLElement
  /** Loads the engine on first use. After a failed import the next call tries again. */
  readonly engine: () => Promise<Engine>
  /** Engine. `undefined` until it has loaded. */
  readonly running: ReadonlySignal<Engine | undefined>
  /** Loads the messages of the locale, now and whenever it changes. Resolves once the first ones are loaded. */
  readonly loadLanguage: () => Promise<void>
  /** Fields that each topic adds to `getState()`, by topic name. */
  readonly snapshotParts: Map<string, () => SnapshotPart>
  /** Changes when a topic is added to `parts`, so subscribers of the state follow the new topic as well. */
  readonly version: Signal<number>
  /** Cleanup functions to run when the modal ends, apart from the engine's own. */
  readonly ending: Set<() => void>
  readonly end: () => Promise<void>
  /** Whether the modal has been destroyed, so nothing may be created any more. */
  readonly ended: boolean
  /** EIP-1193 provider, shared by the modals of this ID. */
  readonly provider: EIP1193Provider
  /** Opens the pop-up of a social login. Must be called during the click. */
  readonly openLoginWindow: () => Window | null
}
