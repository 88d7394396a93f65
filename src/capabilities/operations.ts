import * as Effect from "effect/Effect"
import { type Capabilities, Chains } from "../../services/Chains.ts"
import { MissingAddressForCapabilities } from "../errors/index.ts"
import { CurrentModal } from "../runtime/currentModal.ts"

/**
 * Operation: returns the active wallet's capabilities beyond its methods (EIP-5792), by CAIP-2 ID. Empty if the wallet reports none. Fails
 * with MissingAddressForCapabilities if no account is active, with AnswerInvalid if the wallet's response is malformed, and with the
 * wallet's own error if it fails.
 */
export const capabilities = Effect.fn("capabilities")(function* () {
  const { core } = yield* CurrentModal
  const connection = core.connection.peek()
  const address = core.address.peek()
  if (!connection || address === undefined) return yield* Effect.fail(new MissingAddressForCapabilities())
  const chain = yield* (yield* Chains).get(connection.namespace)
  const none: Capabilities = {}
  if (!chain.walletCapabilities) return none
  return yield* (yield* chain.walletCapabilities(connection.connectorId)).capabilities(address)
})
