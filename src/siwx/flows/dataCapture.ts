import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Siwx } from "../../../services/Siwx.ts"
import { second } from "../../core/first-paint/limits.ts"
import { idle } from "../../core/first-paint/loadable.ts"
import { isEmail } from "../../embedded/endpoints/frameEvents.ts"
import { email as limits } from "../../embedded/limits.ts"
import { CooldownActive, InvalidEmail, UnknownFailure } from "../../errors/index.ts"
import type { Words } from "../../notifications/first-paint/model/snack.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import { recentEmails } from "../../persistence/opening/limits.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import * as Router from "../../runtime/router.ts"
import { trackFresh } from "../../runtime/track.ts"
import { dataCapture } from "../state.ts"

/** Flow: loads the email addresses entered earlier in this browser. */
export const loadRecentEmails = Effect.gen(function* () {
  const { recent } = yield* slicesOf(dataCapture)
  recent.value = (yield* Persisted.recentEmails.read) ?? []
})

/**
 * Flow: submits an email address, then shows the view for its code, or for the signature if the address needs no code. Does nothing while
 * an address is being submitted.
 */
export const giveEmail = Effect.fn("giveEmail")(function* (given: string) {
  const { sending, checking } = yield* slicesOf(dataCapture)
  if (sending.peek().status === "loading") return
  const email = given.trim()
  const mailed = yield* trackFresh(sending, send(email))
  if (mailed === undefined) return
  checking.value = idle
  if (mailed) yield* Router.push({ name: "DataCaptureOtpConfirm", email })
  else yield* toSignature
})

/** Flow: submits the emailed code, then shows the view for the signature. Does nothing while a code is being checked. */
export const giveCode = Effect.fn("giveCode")(function* (code: string) {
  const { checking } = yield* slicesOf(dataCapture)
  if (checking.peek().status === "loading") return
  const { email } = yield* Siwx
  if (!email) return
  yield* trackFresh(checking, email.confirm(code))
  if (checking.peek().status === "loaded") yield* toSignature
})

/**
 * Flow: emails another code, at the earliest 30 s after the last one. A snack shows the outcome or the remaining wait. If the address needs
 * no code any more, shows the view for the signature instead.
 */
export const sendAnother = Effect.fn("sendAnother")(function* (email: string, message: Words) {
  const { sending, mailedAt } = yield* slicesOf(dataCapture)
  if (sending.peek().status === "loading") return
  const rest = mailedAt.peek() + limits.cooldown - (yield* Clock.currentTimeMillis)
  if (rest > 0) return yield* showSnack(new CooldownActive(Math.ceil(rest / second)).message, "error")
  const mailed = yield* trackFresh(sending, send(email))
  const now = sending.peek()
  if (now.status === "failed") yield* showSnack(now.error.message, "error")
  if (mailed) yield* showSnack(message)
  else if (mailed === false) yield* toSignature
})

/** Flow: shows the view for the signature if the project asks for an email address but does not require it. */
export const skipEmail = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  if (core.remoteFeatures.peek().emailCapture === true) yield* toSignature
})

const toSignature = Router.reset({ name: "SIWXSignMessage" })

const send = Effect.fnUntraced(function* (address: string) {
  const { core } = yield* CurrentModal
  const { recent, mailedAt } = yield* slicesOf(dataCapture)
  const { email } = yield* Siwx
  if (!isEmail(address)) return yield* Effect.fail(new InvalidEmail())
  const [of, network] = [core.address.peek(), core.network.peek()]
  if (!email || of === undefined || !network) return yield* Effect.fail(new UnknownFailure())
  const mailed = yield* email.send(address, { chainId: network.caipNetworkId, accountAddress: of })
  mailedAt.value = yield* Clock.currentTimeMillis
  recent.value = [address, ...((yield* Persisted.recentEmails.read) ?? []).filter((one) => one !== address)].slice(
    0,
    recentEmails,
  )
  yield* Persisted.recentEmails.write(recent.peek())
  return mailed
})
