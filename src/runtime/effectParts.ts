import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** References the largest modules of Effect, so a bundler puts them into a file of their own, which is evaluated apart from the engine. */
export const effectParts = [Effect.gen, Schema.Struct] as const
