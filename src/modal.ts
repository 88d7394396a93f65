import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Instance } from "./instance.ts"
import type { Slice } from "./state/slice.ts"

/** The modal that a flow belongs to. */
export class Modal extends Context.Service<Modal, Instance>()("portico/Modal") {}

/** Whether the visitor sees the modal: it is open, or part of the page. */
export const isShown = Effect.map(Modal, ({ core, options }) => core.open.peek() || options.enableEmbedded)

/** The signals of a topic, of the modal that the flow belongs to. */
export const use = <A>(topic: Slice<A>): Effect.Effect<A, never, Modal> => Effect.map(Modal, topic)
