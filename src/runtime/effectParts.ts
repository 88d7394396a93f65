import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Names the largest modules of Effect. A bundler then puts them into a file of their own, which is evaluated apart from the engine. */
export const effectParts = [Effect.gen, Schema.Struct] as const
