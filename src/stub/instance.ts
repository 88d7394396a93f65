import type { ReadonlySignal } from "@preact/signals-core"
import type { Effect } from "effect/Effect"
import type { ManagedRuntime } from "effect/ManagedRuntime"
import type { EIP1193Provider } from "viem"
import type { ImageKind } from "../../services/Api.ts"
import type { DialogSlots } from "../../services/Dialog.ts"
import type { OpenOptions } from "../navigation/first-paint/model/routes.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { Flow, Needs } from "../runtime/flow.ts"
import type { EngineTasks, ModalContext } from "./context.ts"
import type { ModalOptions } from "./modal.ts"
import type { OperationName } from "./operationNames.ts"

/** Everything behind one modal, for the code that starts it and for its views. */
export interface ModalInstance extends ModalContext {
  /**
   * Finds problems in the options, and prints them on the first call. The invalid values are ignored. `again`: options of a later
   * `createModal` with the same ID, of which those that differ are printed.
   */
  readonly mistakes: (again?: ModalOptions) => Promise<readonly Error[]>
  readonly engine: () => Promise<Engine>
  readonly running: ReadonlySignal<Engine | undefined>
  readonly end: () => Promise<void>
  /** Whether the modal has been destroyed, so nothing more may be created for it. */
  readonly ended: boolean
  /** EIP-1193 provider, shared by the modals of this ID. */
  readonly provider: EIP1193Provider
}

/** Part of a modal that is imported on demand. */
export interface Engine extends EngineTasks {
  readonly runtime: ManagedRuntime<Needs, never>
  /** Elements that views are rendered into. `undefined` without a page. */
  readonly slots: DialogSlots | undefined
  /** The views that load on demand, as `Later` of `views/routes.tsx`. Opaque, so the public types do not contain the table. */
  readonly later: object
  /** Returns the URL of one of the provider's images. */
  readonly image: (kind: ImageKind, id: string) => string
  /** Name and icon of the site, from its metadata or else from its page. */
  readonly site: { readonly name: string; readonly icon: string | undefined }
  /** Runs a flow. Returns a function that interrupts it. */
  run(flow: Flow): () => void
  /** Runs an operation. Rejects with its error, or with `RequestAborted` if it is interrupted. */
  call<A, E>(operation: Effect<A, E, Needs>): Promise<A>
  /** Opens the modal. `painted`: whether the first view is already visible. */
  open(options?: OpenOptions, painted?: boolean): Promise<void>
  close(): Promise<void>
  /** Runs an operation by name, loading its topic first. */
  operate(name: OperationName, input: readonly unknown[]): Promise<unknown>
  /** Returns the provider of a namespace's active wallet, in that namespace's standard. */
  provider(namespace: Namespace): Promise<unknown>
  /** Ends every fiber, listener and socket. */
  destroy(): Promise<void>
}
