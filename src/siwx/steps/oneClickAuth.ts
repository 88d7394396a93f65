import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Chains } from "../../../services/Chains.ts"
import { Siwx, type SiwxSession } from "../../../services/Siwx.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { type Connection, isSmartAccount } from "../../connections/opening/model.ts"
import { AuthenticationInitFailed } from "../../errors/index.ts"
import { hideSnack, showSnack } from "../../notifications/steps/snack.ts"
import type { Network } from "../../options/networks.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { signIn } from "../limits.ts"
import { authenticating } from "../model/message.ts"
import { showConnect } from "./abandonSignIn.ts"

/**
 * Returns the fields of the message that a wallet signs while it approves a WalletConnect session. Returns `undefined` if the site has no
 * sign-in, fails or does not respond within 3 s, if an email address has to be collected first, or if `networks` includes non-EVM networks,
 * which the relay's sign-in does not support.
 */
export const oneClickAuthRequest = Effect.fn("oneClickAuthRequest")(function* (networks: readonly Network[]) {
  const [first] = networks
  if (!first || networks.some(({ chainNamespace }) => chainNamespace !== "eip155")) return undefined
  return yield* requestOn(first)
})

/**
 * Returns the fields of the message that a browser wallet signs while it approves a connection on a network. Returns `undefined` if the
 * site has no sign-in there, fails or does not respond within 3 s, or if an email address has to be collected first.
 */
export const onePromptRequest = Effect.fn("onePromptRequest")(function* (network: Network) {
  const request = yield* requestOn(network)
  const now = yield* Clock.currentTimeMillis
  return request && { issuedAt: new Date(now).toISOString(), ...request }
})

const requestOn = Effect.fnUntraced(function* ({ caipNetworkId, chainNamespace }: Network) {
  const { core } = yield* CurrentModal
  const { signs, request, email } = yield* Siwx
  if (!signs(chainNamespace)) return undefined
  // The email address has to be collected first.
  if (email && core.remoteFeatures.peek().emailCapture) return undefined
  // The QR code or the wallet's prompt waits for this request.
  const requested = Effect.timeoutOrElse(request(caipNetworkId), {
    duration: signIn.request,
    orElse: () => Effect.succeed(undefined),
  })
  return yield* Effect.orElseSucceed(requested, () => undefined)
})

/**
 * Verifies and adds the sessions that a wallet signed while approving a connection. If that fails, shows and returns the error, and shows
 * Connect if the modal is open or embedded. Otherwise returns `undefined`. `by`: the connection that becomes active.
 */
export const acceptOneClickAuth = Effect.fn("acceptOneClickAuth")(
  function* (signed: readonly SiwxSession[], networks: readonly Network[], by: Connection) {
    const service = yield* Siwx
    const telemetry = yield* Telemetry
    const first = by.caipNetwork?.caipNetworkId
    const chain = yield* (yield* Chains).get(by.namespace)
    yield* showSnack(authenticating, "loading")

    for (const { data, message, signature } of signed) {
      const network = networks.find(({ caipNetworkId }) => caipNetworkId === data.chainId)
      const signs = { address: data.accountAddress, message, signature }
      if (!network || !(yield* chain.isSigned({ ...signs, network })))
        return yield* Effect.fail(new Error("The signature is not the account's"))
    }
    const inUse = (one: SiwxSession) => one.data.chainId === first
    yield* service.set([...signed.filter(inUse), ...signed.filter((one) => !inUse(one))])
    const properties = { network: first ?? "", isSmartAccount: isSmartAccount(by) }
    yield* telemetry.track({ event: "SIWX_AUTH_SUCCESS", properties })
    yield* hideSnack()
    return undefined
  },
  (taken, _, __, by) =>
    Effect.catch(taken, (cause: Error) =>
      Effect.gen(function* () {
        const error = new AuthenticationInitFailed({ cause })
        const properties = { network: "", isSmartAccount: isSmartAccount(by) }
        yield* showConnect
        yield* showSnack(error.message, "error")
        yield* (yield* Telemetry).track({ event: "SIWX_AUTH_ERROR", properties })
        return error
      }),
    ),
)
