import * as Effect from "effect/Effect"
import { AnswerInvalid, InvalidInput } from "../../src/errors/index.ts"

/** Runs a request and decodes its response. Fails with AnswerInvalid if the response is malformed. */
export const decodeResponse = <A, E>(
  request: Effect.Effect<unknown, E>,
  decode: (value: unknown) => A | InvalidInput,
): Effect.Effect<A, E | AnswerInvalid> => Effect.flatMap(request, (value) => decodeValue(value, decode))

/** Decodes a response or a part of it. Fails with AnswerInvalid if it is malformed. */
export const decodeValue = <A>(
  value: unknown,
  decode: (value: unknown) => A | InvalidInput,
): Effect.Effect<A, AnswerInvalid> => {
  const decoded = decode(value)
  return decoded instanceof InvalidInput
    ? Effect.fail(new AnswerInvalid(decoded.message, decoded.path))
    : Effect.succeed(decoded)
}
