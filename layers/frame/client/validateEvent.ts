import * as Effect from "effect/Effect"
import { decodeUnknown } from "../../../src/core/opening/schema.ts"
import { type FrameEvent, rpcRequest } from "../../../src/embedded/endpoints/frameEvents.ts"
import {
  type BlobTooLarge,
  FrameError,
  InvalidEmail,
  InvalidInput,
  RequestNotAllowed,
} from "../../../src/errors/index.ts"
import { isRecord } from "../../../src/options/guards.ts"
import { blobProblem } from "../../../src/send/model/blobs.ts"

/**
 * Validates an event's payload and returns it. Fails with InvalidEmail for an invalid email address, RequestNotAllowed for an unsupported
 * RPC method, BlobTooLarge for too much blob data, and InvalidInput for any other invalid payload.
 */
export const validatePayload = <Input, Output>(
  event: FrameEvent<Input, Output>,
  input: Input,
): Effect.Effect<Input, BlobTooLarge | InvalidEmail | InvalidInput | RequestNotAllowed> => {
  const payload = decodeUnknown(event.payload)(input)
  if (!(payload instanceof InvalidInput)) {
    const problem = event.name === rpcRequest.name ? blobProblem(transactionOf(payload)) : undefined
    return problem ? Effect.fail(problem) : Effect.succeed(payload)
  }
  if (payload.path === "email") return Effect.fail(new InvalidEmail({ cause: payload }))
  if (event.name === rpcRequest.name && payload.path === "method")
    return Effect.fail(new RequestNotAllowed({ cause: payload }))
  return Effect.fail(payload)
}

/** Decodes the frame's response to an event. Fails with FrameError if it is invalid. */
export const decodeFrameResponse = <Input, Output>(
  event: FrameEvent<Input, Output>,
  value: unknown,
): Effect.Effect<Output, FrameError> => {
  const response = decodeUnknown(event.response)(value)
  return response instanceof InvalidInput
    ? Effect.fail(new FrameError(undefined, { cause: response }))
    : Effect.succeed(response)
}

const transactionOf = (request: unknown): unknown =>
  isRecord(request) && Array.isArray(request.params) ? request.params[0] : undefined
