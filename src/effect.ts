import { engineOf } from "./stub/createModal.ts"
import type { Engine } from "./stub/instance.ts"
import type { Modal } from "./stub/modal.ts"

export * from "./operations/effects.ts"
export type { Needs } from "./runtime/flow.ts"

/**
 * Returns the runtime of a modal, to run the operations of this entry or your own programs on its services. Loads the engine. Rejects if
 * the engine cannot be loaded, and for a modal of another copy of Portico.
 */
export const runtimeOf = (modal: Modal): Promise<Engine["runtime"]> => engineOf(modal).then(({ runtime }) => runtime)
