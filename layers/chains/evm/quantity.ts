import * as Effect from "effect/Effect"
import { AnswerInvalid } from "../../../src/errors/index.ts"
import { typeMismatch } from "../../../src/options/guards.ts"

/** Decodes the hex quantity that a request returns. Fails with AnswerInvalid for anything else. */
export const decodeQuantity = <E>(request: Effect.Effect<unknown, E>): Effect.Effect<bigint, E | AnswerInvalid> =>
  Effect.flatMap(request, (input) => {
    const value = readQuantity(input)
    return value === undefined
      ? Effect.fail(new AnswerInvalid(typeMismatch("hex quantity", input)))
      : Effect.succeed(value)
  })

/** Reads a hex quantity. Returns `undefined` for anything else. */
export const readQuantity = (value: unknown): bigint | undefined =>
  typeof value === "string" && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined

/** Formats a number as a hex quantity. */
export const toHex = (value: number | bigint | string) => `0x${BigInt(value).toString(16)}`
