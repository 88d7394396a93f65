import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Slice } from "../core/first-paint/slice.ts"
import type { Instance } from "../stub/instance.ts"

/** Instance that a flow belongs to. */
export class Modal extends Context.Service<Modal, Instance>()("portico/Modal") {}

/** Whether the visitor sees the modal: it is open or embedded in the page. */
export const isShown = Effect.map(Modal, ({ core, options }) => core.open.peek() || options.enableEmbedded)

/** Returns a topic's signals for the current modal. */
export const use = <A>(topic: Slice<A>): Effect.Effect<A, never, Modal> => Effect.map(Modal, topic)
