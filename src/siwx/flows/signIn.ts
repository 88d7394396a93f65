import * as Effect from "effect/Effect"
import { Browser } from "../../../services/Browser.ts"
import { Chains } from "../../../services/Chains.ts"
import { Siwx, type SiwxAccount } from "../../../services/Siwx.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { signMessage } from "../../account/operations.ts"
import { isSmartAccount } from "../../connections/opening/model.ts"
import { idle, latest } from "../../core/first-paint/loadable.ts"
import { asTransaction } from "../../embedded/steps/transactionStack.ts"
import { SigningFailed, UnknownFailure } from "../../errors/index.ts"
import { openAt } from "../../navigation/opening/steps.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { trackFresh } from "../../runtime/track.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import { findConnector } from "../../wallets/first-paint/model/connector.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { siwx } from "../first-paint/state.ts"
import { belongsTo, hostOf, isSameSite, readMessage } from "../model/message.ts"
import { accountInUse, isSame, isShown, leaveSignIn, namespaceOf } from "../steps/requestSignIn.ts"

/**
 * Flow: creates a message for the active account to sign, in place of the previous one. Sets `elsewhere` if the message names another site.
 */
export const prepareMessage = Effect.fn("prepareMessage")(function* () {
  const service = yield* Siwx
  const { message, elsewhere } = yield* slicesOf(siwx)
  const { origin } = (yield* Browser).page
  const account = yield* accountInUse
  elsewhere.value = undefined
  const made = account && (yield* trackFresh(message, service.message(account)))
  // The message of another site could be used to log in there as the visitor.
  if (made && URL.canParse(origin) && !(yield* Effect.promise(() => isSameSite(made, hostOf(origin)))))
    elsewhere.value = hostOf(origin)
})

/**
 * Flow: signs the shown message with the active account, and leaves the sign-in if that creates a session. After a failure, shows a snack
 * and a new message, or the form for an email address if the service requires one first. If the visitor cancels meanwhile, a later
 * signature is ignored. Does nothing if the message belongs to another account, or while another action is running.
 */
export const signShownMessage = Effect.fn("signShownMessage")(function* () {
  const { core } = yield* CurrentModal
  const { message, busy } = yield* slicesOf(siwx)
  const telemetry = yield* Telemetry
  const account = yield* accountInUse
  const shown = latest(message.peek())
  if (busy.peek() || !account || !shown || !belongsTo(shown, account)) return
  busy.value = "signing"
  const properties = { network: account.chainId, isSmartAccount: isSmartAccount(core.connection.peek()) }
  yield* telemetry.track({ event: "CLICK_SIGN_SIWX_MESSAGE", properties })

  const withdrawn = untilSignal(() => (busy.value === "signing" ? undefined : true))
  const outcome = Effect.matchEffect(signMessageFor(account, shown), {
    onSuccess: () => telemetry.track({ event: "SIWX_AUTH_SUCCESS", properties }),
    onFailure: (error) =>
      Effect.gen(function* () {
        yield* showSnack((error._tag === "OtpRequired" ? error : new SigningFailed()).message, "error")
        yield* telemetry.track({ event: "SIWX_AUTH_ERROR", properties })
        // The nonce of the message is used up.
        message.value = idle
        if (error._tag === "OtpRequired") yield* openAt({ name: "DataCapture" })
        else if (isSame(account, yield* accountInUse) && !isShown(core)) yield* openAt({ name: "SIWXSignMessage" })
        else yield* prepareMessage()
      }),
  })
  yield* Effect.raceFirst(outcome, withdrawn).pipe(Effect.ensuring(clearBusy("signing")))
})

/** Returns the active wallet, as the provider's sign-in expects it. */
const walletInfo = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { installed } = yield* slicesOf(wallets)
  const connection = core.connection.peek()
  if (connection?.auth)
    return { type: "social", social: connection.auth.name, identifier: connection.auth.username } as const
  if (connection?.connectorId === walletConnectId) return { type: "walletconnect", name: connection.peer } as const
  const wallet = connection && findConnector(installed.peek(), connection.connectorId, connection.namespace)
  return wallet
    ? ({ type: "extension", name: wallet.name, icon: wallet.imageUrl } as const)
    : ({ type: "unknown" } as const)
})

export const clearBusy = (doing: "signing" | "cancelling") =>
  Effect.map(slicesOf(siwx), ({ busy }) => {
    if (busy.peek() === doing) busy.value = undefined
  })

const signMessageFor = Effect.fn("signed")(function* (account: SiwxAccount, shown: { toString(): string }) {
  const { core } = yield* CurrentModal
  const service = yield* Siwx
  const { session, lastNetwork } = yield* slicesOf(siwx)
  const namespace = namespaceOf(account)
  const data = readMessage(shown)
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === account.chainId)
  if (!data || !network) return yield* Effect.fail(new UnknownFailure())
  const wallet = yield* walletInfo
  const message = shown.toString()
  const signature = yield* asTransaction(signMessage({ message, namespace }))
  if (!service.verifies) {
    const chain = yield* (yield* Chains).get(namespace)
    const own = yield* chain.isSigned({ address: account.accountAddress, message, signature, network })
    if (!own) return yield* Effect.fail(new UnknownFailure({ cause: new Error("The signature is not the account's") }))
  }
  const held = yield* service.add({ data, message, signature }, wallet)
  if (!isSame(account, yield* accountInUse)) return
  session.value = held
  lastNetwork.value = account.chainId
  yield* leaveSignIn
})
