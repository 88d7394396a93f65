import type { ReadonlySignal, Signal } from "@preact/signals-core"
import type { EIP1193Provider } from "viem"
import type { CheckedOptions } from "./domain/options.ts"
import type { Engine } from "./engine.ts"
import type { SnapshotPart } from "./snapshot.ts"
import type { Core } from "./state/core.ts"

/** What the parts of one modal share. */
export interface Instance {
  /** Names the storage, the relay session and the tab channel of this modal. */
  readonly id: string
  readonly options: CheckedOptions
  /** Finds the mistakes in the options, and prints them at the first call. The modal works without the values. */
  readonly mistakes: () => Promise<readonly Error[]>
  readonly core: Core
  /** The shadow root's host, made when first asked for. Only a page has one. */
  readonly element: () => HTMLElement
  /** The engine, imported by whoever asks first. A failed import is forgotten, so that the next who asks tries anew. */
  readonly engine: () => Promise<Engine>
  /** The engine once it is there. */
  readonly running: ReadonlySignal<Engine | undefined>
  /** Fetches the sentences of the locale, now and whenever it changes; done when the first are there. */
  readonly speak: () => Promise<void>
  /** What each topic adds to `getState()`, by the topic's name. */
  readonly parts: Map<string, () => SnapshotPart>
  /** How many topics there are: who follows the state has to follow one that comes, too. */
  readonly topics: Signal<number>
  /** What must be undone when the modal ends and is not the engine's. */
  readonly ending: Set<() => void>
  readonly end: () => Promise<void>
  /** Nothing is to be made any more. */
  readonly ended: boolean
  /** EIP-1193 provider of the modals of this id. */
  readonly provider: EIP1193Provider
  /** Opens the window of a social login: to be called in the click. */
  readonly openLoginWindow: () => Window | null
}
