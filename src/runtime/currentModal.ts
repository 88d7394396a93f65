import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Slice } from "../core/first-paint/slice.ts"
import type { ModalContext } from "../stub/context.ts"

/** Modal instance that a flow belongs to. */
export class CurrentModal extends Context.Service<CurrentModal, ModalContext>()("portico/Modal") {}

/** Whether the visitor sees the modal: it is open or embedded in the page. */
export const isShown = Effect.map(CurrentModal, ({ core, options }) => core.open.peek() || options.enableEmbedded)

/** Returns a topic's signals for the current modal. */
export const slicesOf = <A>(topic: Slice<A>): Effect.Effect<A, never, CurrentModal> => Effect.map(CurrentModal, topic)
