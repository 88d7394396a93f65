import { computed } from "@preact/signals-core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Chains } from "../../../services/Chains.ts"
import { Siwx, type SiwxAccount } from "../../../services/Siwx.ts"
import { idle } from "../../core/first-paint/loadable.ts"
import type { Route } from "../../navigation/first-paint/model/routes.ts"
import { completeModal } from "../../navigation/opening/flows.ts"
import { isSignInView } from "../../navigation/opening/model/history.ts"
import { openAt } from "../../navigation/opening/steps.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { processEvents } from "../../runtime/eventQueue.ts"
import { followSignals } from "../../runtime/followSignals.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import type { Core } from "../../stub/state.ts"
import { siwx } from "../first-paint/state.ts"
import { signIn as times } from "../limits.ts"
import { belongsTo } from "../model/message.ts"
import { abandonRequiredSignIn, abandonSignIn } from "./abandonSignIn.ts"

/**
 * Flow: checks whether the active account has a session on the active network. If not, asks the visitor to sign in, provided that sign-in
 * is required or `evenIfOptional` is set. Disconnects the wallet if the sessions cannot be read, or if a required sign-in cannot be
 * shown. Returns whether the sign-in determines what the modal shows now.
 */
export const requestSignIn = Effect.fn("requestSignIn")(function* ({
  evenIfOptional,
}: {
  readonly evenIfOptional: boolean
}) {
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
  if (!evenIfOptional && !required.peek()) return false
  if (!isShown(core) && !(yield* openAt(yield* firstView))) return yield* abandonRequiredSignIn
  return true
})

/** Returns the valid sessions of an account. A session stored in this browser counts only if its account signed it. */
export const sessionsOf = Effect.fn("sessionsOf")(function* (account: SiwxAccount) {
  const { core } = yield* CurrentModal
  const { sessions, keeps } = yield* Siwx
  const found = yield* sessions(account)
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === account.chainId)
  if (!keeps || found.length === 0) return found
  const chain = yield* Effect.orElseSucceed((yield* Chains).get(namespaceOf(account)), () => undefined)
  if (!network || !chain) return []
  const { accountAddress: address } = account
  // If a session cannot be verified, the visitor signs again.
  return yield* Effect.filter(found, ({ message, signature }) =>
    Effect.orElseSucceed(chain.isSigned({ address, message, signature, network }), () => false),
  )
})

/** Returns the first view of the sign-in: the email address if the project collects one, or else the signature. */
const firstView = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { email } = yield* Siwx
  return { name: email && core.remoteFeatures.peek().emailCapture ? "DataCapture" : "SIWXSignMessage" } as const
})

/** Flow: checks the sign-in whenever another account or network becomes active, and whenever a session expires. */
export const followAccount = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { fresh, session } = yield* slicesOf(siwx)
  yield* Effect.forkChild(endInTime)
  // The provider's sign-in may replace the site's, which has other sessions.
  const account = computed(
    () => `${core.network.value?.caipNetworkId}:${core.address.value} ${core.remoteFeatures.value.reownAuthentication}`,
  )
  yield* processEvents(
    (emit: (evenIfOptional: boolean) => void) =>
      followSignals(() => {
        void account.value
        emit(fresh.peek() || session.peek() !== undefined)
      }),
    (evenIfOptional) => requestSignIn({ evenIfOptional }),
  )
})

/**
 * Ends each session when it expires. If sign-in is required and the account has no other valid session, the visitor is asked to sign in
 * again.
 */
const endInTime = Effect.gen(function* () {
  const { session } = yield* slicesOf(siwx)
  const held = yield* untilSignal(() => (session.value?.data.expirationTime === undefined ? undefined : session.value))
  const ends = Date.parse(held.data.expirationTime ?? "")
  const rest = Effect.map(Clock.currentTimeMillis, (now) => ends - now)
  const over = Effect.as(Effect.repeat(rest, { schedule: atIntervals, while: (ms) => ms > 0 }), true)
  const another = untilSignal(() => (session.value === held ? undefined : false))
  if (!(yield* Effect.raceFirst(over, another))) return
  session.value = undefined
  yield* requestSignIn({ evenIfOptional: false })
}).pipe(Effect.forever)

/**
 * Schedule that waits for the ms left, but no longer than an interval at a time, because the computer may sleep and timers have a maximum.
 */
const atIntervals = Schedule.forever.pipe(
  Schedule.setInputType<number>(),
  Schedule.modifyDelay(({ input }) => Effect.succeed(Math.min(input, times.look))),
)

/** Returns the active account, or `undefined` if there is none or it cannot sign in on its network. */
export const accountInUse = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { signs } = yield* Siwx
  const [address, network] = [core.address.peek(), core.network.peek()]
  if (address === undefined || !network || !signs(network.chainNamespace)) return undefined
  return { chainId: network.caipNetworkId, accountAddress: address }
})

export const namespaceOf = ({ chainId }: SiwxAccount) => chainId.split(":")[0] as Namespace

export const isSame = (one: SiwxAccount, other: SiwxAccount | undefined) => other !== undefined && belongsTo(one, other)

/** Whether a sign-in view is open. A visitor approving the signature in the secure frame is still signing in. */
export const isSigningIn = (stack: readonly Route[]) => stack.some(isSignInView)

export const isShown = (core: Core) => isSigningIn(core.stack.peek())

/** Clears the message, and leaves the sign-in view if it is open. */
export const leaveSignIn = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { message } = yield* slicesOf(siwx)
  message.value = idle
  if (isShown(core)) yield* completeModal
})
