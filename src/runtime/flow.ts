import type { Effect } from "effect/Effect"
import type { Outside } from "../../services/Outside.ts"
import type { CurrentModal } from "./currentModal.ts"
import type { Prompts } from "./prompt.ts"

/** Services that operations and flows may use. */
export type Needs = Outside | CurrentModal | Prompts

/** Effect that a view may run. It cannot fail. */
export type Flow = Effect<unknown, never, Needs>
