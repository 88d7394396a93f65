import * as Effect from "effect/Effect"
import { Chains } from "../../services/Chains.ts"
import { NoActiveCaipAddress } from "../errors/index.ts"
import type { Namespace } from "../options/namespaces.ts"
import { CurrentModal } from "../runtime/currentModal.ts"
import { withWalletPrompt } from "../runtime/dialogDemotion.ts"
import { prompt } from "../runtime/prompt.ts"
import { activeConnection } from "../stub/state.ts"

/**
 * Operation: signs a text message with the active account of `namespace`, which defaults to the active one. Prompts the wallet; concurrent
 * calls with the same text share one prompt. Returns the signature in the encoding of the namespace: 0x hex as from `personal_sign` on EVM
 * chains, base58 on Solana, base64 on Bitcoin. Fails with `NoActiveCaipAddress` if no wallet is connected there, and does not open the
 * modal to connect one. Fails with the wallet's own error, such as `UserRejectedRequestError`, if it does not sign.
 */
export const signMessage = Effect.fn("signMessage")(function* (input: {
  readonly message: string
  readonly namespace?: Namespace
}) {
  const { core } = yield* CurrentModal
  const namespace = input.namespace ?? core.namespace.peek()
  const connection = activeConnection(core.accounts[namespace].peek())
  const address = connection?.accounts[0]?.address
  if (!connection || address === undefined) return yield* Effect.fail(new NoActiveCaipAddress())
  const chain = yield* (yield* Chains).get(namespace)
  const { connectorId } = connection

  return yield* prompt(`sign:${namespace}:${connectorId}:${address}:${input.message}`, {
    request: withWalletPrompt(connectorId, chain.signMessage({ connectorId, address, message: input.message })),
    onApproved: () => Effect.void,
    onLateApproval: () => Effect.void,
  })
})
