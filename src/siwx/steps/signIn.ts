import { computed } from "@preact/signals-core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Browser } from "../../../services/Browser.ts"
import { Chains } from "../../../services/Chains.ts"
import { Siwx, type SiwxAccount } from "../../../services/Siwx.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { signMessage } from "../../account/operations.ts"
import { type Connection, isSmartAccount } from "../../connections/opening/model.ts"
import { endConnections } from "../../connections/operations/connections.ts"
import { idle, latest } from "../../core/first-paint/loadable.ts"
import { disconnectWait, signIn as times } from "../../core/limits.ts"
import { asTransaction } from "../../embedded/steps/transactionStack.ts"
import { SigningFailed, UnknownFailure } from "../../errors/index.ts"
import { isSignInView, type Route } from "../../navigation/first-paint/model.ts"
import { completeModal } from "../../navigation/opening/flows.ts"
import { openAt } from "../../navigation/opening/steps.ts"
import { switchNetwork } from "../../network/operations.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { CaipNetworkId } from "../../options/networks.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { processEvents } from "../../runtime/eventQueue.ts"
import { followSignals } from "../../runtime/followSignals.ts"
import { ignoreFailure } from "../../runtime/lazy.ts"
import { trackFresh } from "../../runtime/track.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import type { Core } from "../../stub/state.ts"
import { findConnector } from "../../wallets/first-paint/model/wallet.ts"
import { walletConnectId } from "../../wallets/first-paint/state/walletConnectConnector.ts"
import { wallets } from "../../wallets/first-paint/state/wallets.ts"
import { siwx } from "../first-paint/state.ts"
import { belongsTo, hostOf, isSameSite, readMessage } from "../model/message.ts"
import { abandonSignIn, disconnectScope, enforceSignIn } from "./enforce.ts"

/**
 * Flow: checks that the active account has a session on the active network, or asks the visitor to sign in. `asks`: whether to ask
 * even if sign-in is not required. Returns whether the sign-in decides what is shown now.
 */
export const checkSignIn = Effect.fn("checkSignIn")(function* ({ asks }: { readonly asks: boolean }) {
  const { core } = yield* CurrentModal
  const service = yield* Siwx
  const { session, required, lastNetwork } = yield* slicesOf(siwx)
  const account = yield* accountInUse
  if (!account) {
    session.value = undefined
    yield* leaveSignIn
    return false
  }
  if (!isSame(account, session.peek()?.data)) session.value = undefined
  required.value = yield* service.required
  const sessions = yield* Effect.result(sessionsOf(account))
  if (!isSame(account, yield* accountInUse)) return isShown(core)
  if (sessions._tag === "Failure") {
    yield* abandonSignIn
    return true
  }
  const [own] = sessions.success
  session.value = own
  if (own) {
    lastNetwork.value = account.chainId
    yield* leaveSignIn
    return false
  }
  if (!asks && !required.peek()) return false
  if (!isShown(core) && !(yield* openAt(yield* firstView))) return yield* enforceSignIn
  return true
})

/** Returns the valid sessions of an account. A session stored in this browser only counts if its account signed it. */
export const sessionsOf = Effect.fn("sessionsOf")(function* (account: SiwxAccount) {
  const { core } = yield* CurrentModal
  const { sessions, keeps } = yield* Siwx
  const found = yield* sessions(account)
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === account.chainId)
  if (!keeps || found.length === 0) return found
  const chain = yield* Effect.orElseSucceed((yield* Chains).get(namespaceOf(account)), () => undefined)
  if (!network || !chain) return []
  const { accountAddress: address } = account
  // If it cannot be verified, the visitor signs again.
  return yield* Effect.filter(found, ({ message, signature }) =>
    Effect.orElseSucceed(chain.isSigned({ address, message, signature, network }), () => false),
  )
})

/** First view of the sign-in: the email address if the project collects one, or else the signature. */
const firstView = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { email } = yield* Siwx
  return { name: email && core.remoteFeatures.peek().emailCapture ? "DataCapture" : "SIWXSignMessage" } as const
})

/** Flow: checks each account and network that becomes active, and each session that expires. */
export const followAccount = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { fresh, session } = yield* slicesOf(siwx)
  yield* Effect.forkChild(endInTime)
  // The provider's sign-in may replace the site's, which has other sessions.
  const account = computed(
    () => `${core.network.value?.caipNetworkId}:${core.address.value} ${core.remoteFeatures.value.reownAuthentication}`,
  )
  yield* processEvents(
    (tell: (asks: boolean) => void) =>
      followSignals(() => {
        void account.value
        tell(fresh.peek() || session.peek() !== undefined)
      }),
    (asks) => checkSignIn({ asks }),
  )
})

/** Ends a session when it expires. If sign-in is required, the visitor is asked again. */
const endInTime = Effect.gen(function* () {
  const { session } = yield* slicesOf(siwx)
  while (true) {
    const held = yield* untilSignal(() =>
      session.value?.data.expirationTime === undefined ? undefined : session.value,
    )
    const ends = Date.parse(held.data.expirationTime ?? "")
    const over = Effect.gen(function* () {
      // Checked at intervals, because the computer may sleep and timers have a maximum.
      for (let rest = ends; rest > 0; ) {
        rest = ends - (yield* Clock.currentTimeMillis)
        yield* Effect.sleep(Math.min(Math.max(rest, 0), times.look))
      }
      return true
    })
    const another = untilSignal(() => (session.value === held ? undefined : false))
    if (!(yield* Effect.raceFirst(over, another))) continue
    session.value = undefined
    yield* checkSignIn({ asks: false })
  }
})

/** Flow: creates a message for the visitor to read and sign. Clears the previous one, which may be for another account. */
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
 * Flow: signs the shown message for its account. A session closes the modal. A failure is shown in a snack, and the view stays with
 * a new message. If the visitor cancels meanwhile, a later signature is ignored.
 */
export const signShownMessage = Effect.fn("signShownMessage")(function* () {
  const { core } = yield* CurrentModal
  const { message, busy } = yield* slicesOf(siwx)
  const telemetry = yield* Telemetry
  const account = yield* accountInUse
  const shown = latest(message.peek())
  if (busy.peek() || !account || !shown || !belongsTo(shown, account)) return
  busy.value = "signing"
  const told = { network: account.chainId, isSmartAccount: isSmartAccount(core.connection.peek()) }
  yield* telemetry.track({ event: "CLICK_SIGN_SIWX_MESSAGE", properties: told })

  const withdrawn = untilSignal(() => (busy.value === "signing" ? undefined : true))
  const outcome = Effect.matchEffect(signed(account, shown), {
    onSuccess: () => telemetry.track({ event: "SIWX_AUTH_SUCCESS", properties: told }),
    onFailure: (error) =>
      Effect.gen(function* () {
        yield* showSnack((error._tag === "OtpRequired" ? error : new SigningFailed()).message, "error")
        yield* telemetry.track({ event: "SIWX_AUTH_ERROR", properties: told })
        // Its nonce is used up.
        message.value = idle
        if (error._tag === "OtpRequired") yield* openAt({ name: "DataCapture" })
        else if (isSame(account, yield* accountInUse) && !isShown(core)) yield* openAt({ name: "SIWXSignMessage" })
        else yield* prepareMessage()
      }),
  })
  yield* Effect.raceFirst(outcome, withdrawn).pipe(Effect.ensuring(unbusy("signing")))
})

/**
 * Flow: cancels the sign-in. If it is required, switches back to the network of the last sign-in if that session is still valid, or
 * else disconnects. With multi-wallet, another wallet then becomes active.
 */
export const cancelSignIn = Effect.fn("cancelSignIn")(function* () {
  const { core } = yield* CurrentModal
  const { required, lastNetwork, busy } = yield* slicesOf(siwx)
  const telemetry = yield* Telemetry
  const account = yield* accountInUse
  if (busy.peek() === "cancelling") return
  busy.value = "cancelling"
  yield* Effect.gen(function* () {
    if (!account) return
    yield* telemetry.track({
      event: "CLICK_CANCEL_SIWX",
      properties: { network: account.chainId, isSmartAccount: isSmartAccount(core.connection.peek()) },
    })
    if (!required.peek()) return
    const last = lastNetwork.peek()
    const held =
      last !== undefined && last !== account.chainId
        ? yield* Effect.orElseSucceed(sessionsOf({ ...account, chainId: last }), () => [])
        : []
    const back =
      held.length > 0 ? Effect.isSuccess(switchNetwork({ network: last as CaipNetworkId })) : Effect.succeed(false)
    if (!(yield* back) && isSame(account, yield* accountInUse))
      yield* ignoreFailure(endConnections(disconnectScope(core)))
  }).pipe(Effect.ensuring(unbusy("cancelling")))
  // The account that is active now may have to sign in too.
  if (!required.peek() || !(yield* checkSignIn({ asks: true }))) yield* completeModal
})

/**
 * Ends the sessions of an ended connection on every network of the site, even if no longer offered. Waits only briefly for the
 * site, and ignores its failures.
 */
export const endSessions = Effect.fn("endSessions")(function* (connection: Connection) {
  const { namespace } = connection
  const { core, options } = yield* CurrentModal
  const service = yield* Siwx
  const networks = [...options.networks, ...core.networks.peek()]
  const ids = new Set(networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => id.startsWith(`${namespace}:`)))
  const accounts = [...ids].flatMap((chainId) =>
    connection.accounts.map(({ address: accountAddress }) => ({ chainId, accountAddress })),
  )
  const held = (account: SiwxAccount) =>
    Effect.orElseSucceed(
      Effect.map(service.sessions(account), ({ length }) => length > 0),
      () => false,
    )
  const ended = Effect.gen(function* () {
    for (const account of yield* Effect.filter(accounts, held, { concurrency: "unbounded" }))
      yield* ignoreFailure(service.revoke(account))
  })
  yield* Effect.timeoutOrElse(ended, { duration: disconnectWait, orElse: () => Effect.void })
})

/** Active account, if it can sign in on its network. */
export const accountInUse = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { signs } = yield* Siwx
  const [address, network] = [core.address.peek(), core.network.peek()]
  if (address === undefined || !network || !signs(network.chainNamespace)) return undefined
  return { chainId: network.caipNetworkId, accountAddress: address }
})

const namespaceOf = ({ chainId }: SiwxAccount) => chainId.split(":")[0] as Namespace

const isSame = (one: SiwxAccount, other: SiwxAccount | undefined) => other !== undefined && belongsTo(one, other)

/** Whether a sign-in view is open. A visitor approving the signature in the secure frame is still signing in. */
export const isSigningIn = (stack: readonly Route[]) => stack.some(isSignInView)

const isShown = (core: Core) => isSigningIn(core.stack.peek())

/** Active wallet, as the provider's sign-in expects it. */
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

const unbusy = (doing: "signing" | "cancelling") =>
  Effect.map(slicesOf(siwx), ({ busy }) => {
    if (busy.peek() === doing) busy.value = undefined
  })

const signed = Effect.fn("signed")(function* (account: SiwxAccount, shown: { toString(): string }) {
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

/** Leaves the sign-in view if it is open, because there is nothing to sign any more. */
const leaveSignIn = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { message } = yield* slicesOf(siwx)
  message.value = idle
  if (isShown(core)) yield* completeModal
})
