import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Frame } from "../../../services/Frame.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import type { Connection } from "../../connections/opening/model.ts"
import { afterConnect, allConnections } from "../../connections/steps/connected.ts"
import { idle } from "../../core/first-paint/loadable.ts"
import { NotConnectedToEmailOrSocial } from "../../errors/index.ts"
import type { LoginTarget, RedirectView, Route } from "../../navigation/first-paint/model/routes.ts"
import { goBack } from "../../navigation/opening/flows.ts"
import { openAt } from "../../navigation/opening/steps.ts"
import type { Words } from "../../notifications/first-paint/model/snack.ts"
import { raiseAlert } from "../../notifications/flows.ts"
import { showSnack } from "../../notifications/steps/snack.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, isShown, slicesOf } from "../../runtime/currentModal.ts"
import * as Router from "../../runtime/router.ts"
import { trackFresh } from "../../runtime/track.ts"
import * as events from "../endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../first-paint/model/embeddedConnector.ts"
import { type Awaited, login, type Step } from "../first-paint/state.ts"
import { email as limits } from "../limits.ts"
import { connectEmbedded, ensureEmbeddedNetwork } from "../steps/connectEmbedded.ts"
import { refreshLogin } from "../steps/login.ts"

/**
 * Operation: logs in by email. Connects at once if the frame requires no code. Otherwise, a code is emailed, or a new device has to be
 * approved by email first. The modal opens to ask for the code; a site with its own input can pass the code to `submitOtp`. Returns the
 * next step, with the connection if the login is complete. Fails with InvalidEmail, with CooldownActive within 30 s of the last email, with
 * NoAuthConnector if no embedded wallet is configured, and with other errors of the frame or of connecting.
 */
export const loginWithEmail = Effect.fn("loginWithEmail")(function* (input: { readonly email: string }) {
  const step = yield* mail(input.email)
  const view = viewOf(step)
  if (view) yield* openAt(view)
  return step
})

/**
 * Operation: submits the six-digit code of the last email, for a login or an email change. The view that asked for the code continues
 * automatically. Returns the next step, with the connection if a login is complete. Fails with InvalidInput if the code is not six digits,
 * with FrameError if the frame rejects it, and with other errors of the frame or of connecting.
 */
export const submitOtp = Effect.fn("submitOtp")(function* (input: { readonly otp: string }) {
  const { awaited } = yield* slicesOf(login)
  const telemetry = yield* Telemetry
  const before = yield* allConnections
  const what = awaited.peek()
  const step = yield* Effect.tapError(passed(input.otp, what), ({ message }) =>
    telemetry.track({ event: "EMAIL_VERIFICATION_CODE_FAIL", properties: { message } }),
  )
  yield* telemetry.track({ event: "EMAIL_VERIFICATION_CODE_PASS" })
  yield* goOn(step, before, what?.for === "login" ? what.account : undefined)
  return step
})

/**
 * Operation: changes the embedded wallet's email address. Opens the modal to ask for the code sent to the current address, if the frame
 * requires one, and then for the code sent to the new address. Returns the first step. Fails with NotConnectedToEmailOrSocial unless the
 * embedded wallet is active, with InvalidEmail, with CooldownActive within 30 s of the last email, and with other errors of the frame.
 */
export const updateEmail = Effect.fn("updateEmail")(function* (input: { readonly email: string }) {
  const step = yield* change({ newEmail: input.email })
  const { awaited } = yield* slicesOf(login)
  const view = updateView(awaited.peek())
  if (view) yield* openAt(view)
  return step
})

/** Flow: logs in with the email address that the visitor typed. */
export const sendEmail = Effect.fn("sendEmail")(function* (email: string, namespace?: Namespace) {
  const { core } = yield* CurrentModal
  const { checking, mailing } = yield* slicesOf(login)
  const shown = core.route.peek()
  const target: LoginTarget = shown?.name === "EmailLogin" ? shown : { namespace }
  if (mailing.peek().status === "loading" || !(yield* ensureEmbeddedNetwork(target.namespace))) return
  // The outcome of a code from the previous email no longer matters.
  checking.value = idle
  const before = yield* allConnections
  const here = core.route.peek()
  const step = yield* trackFresh(mailing, mail(email, target))
  // Visitors who have left the view in the meantime are not taken back to it.
  if (!step || core.route.peek() !== here) return
  const view = viewOf(step)
  yield* view ? Router.push(view) : goOn(step, before, target.account)
})

/** Flow: reports to analytics that the visitor begins an email login. */
export const selectEmail = Effect.flatMap(Telemetry, (telemetry) => telemetry.track({ event: "EMAIL_LOGIN_SELECTED" }))

/** Flow: submits the code that the visitor typed, unless another one is being checked. */
export const submitCode = Effect.fn("submitCode")(function* (otp: string) {
  const { checking } = yield* slicesOf(login)
  if (checking.peek().status !== "loading") yield* trackFresh(checking, submitOtp({ otp }))
})

/**
 * Flow: resends the email that a login or an email change is waiting for. A snack shows the outcome. An email change restarts with its
 * first code. If a login needs no code any more, because the visitor has logged in elsewhere, the view continues.
 */
export const resend = Effect.fn("resend")(function* (email: string, words: Words) {
  const { core } = yield* CurrentModal
  const { awaited, resending } = yield* slicesOf(login)
  if (resending.peek()) return
  resending.value = true
  const last = awaited.peek()
  const before = yield* allConnections
  const here = core.route.peek()
  const again = Effect.gen(function* () {
    return last && last.for !== "login" ? yield* change(last) : yield* mail(email, last)
  })
  yield* Effect.matchEffect(again, {
    onSuccess: Effect.fnUntraced(function* (step) {
      if (step.type === "connected") return yield* goOn(step, before, last?.for === "login" ? last.account : undefined)
      yield* showSnack(words)
      const view = updateView(awaited.peek()) ?? viewOf(step)
      if (view && core.route.peek() === here && view.name !== here?.name)
        yield* Router.change((stack) => [...stack.slice(0, -1), view])
    }),
    onFailure: ({ message }) => showSnack(message, "error"),
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        resending.value = false
      }),
    ),
  )
})

/**
 * Flow: waits until the device is approved by email, then asks for the code. On failure, goes back and shows the reason in a snack. Does
 * nothing more if the visitor has left the view.
 */
export const awaitDevice = Effect.fn("awaitDevice")(function* (email: string) {
  const { core } = yield* CurrentModal
  const { device, mailedAt } = yield* slicesOf(login)
  const telemetry = yield* Telemetry
  const here = core.route.peek()
  const request = Effect.asVoid((yield* Frame).request(events.connectDevice, undefined))
  yield* trackFresh(device, request)
  const now = device.peek()
  if (core.route.peek() !== here) return
  if (now.status === "failed") {
    yield* showSnack(now.error.message, "error")
    return yield* goBack()
  }
  if (now.status !== "loaded") return
  // The view changes first, because the device view would wait for another approval if it saw the time of a new email.
  yield* Router.change((stack) => [...stack.slice(0, -1), { name: "EmailVerifyOtp", email }])
  mailedAt.value = yield* Clock.currentTimeMillis
  yield* telemetry.track({ event: "DEVICE_REGISTERED_FOR_EMAIL" })
  yield* telemetry.track({ event: "EMAIL_VERIFICATION_CODE_SENT" })
})

/** Flow: starts changing the email to the address that the visitor typed, and asks for the first code. */
export const saveEmail = Effect.fn("saveEmail")(function* (newEmail: string, redirectView?: RedirectView) {
  const { core } = yield* CurrentModal
  const { mailing, awaited } = yield* slicesOf(login)
  if (mailing.peek().status === "loading") return
  const here = core.route.peek()
  const step = yield* trackFresh(mailing, change({ newEmail, ...(redirectView && { redirectView }) }))
  const view = updateView(awaited.peek())
  if (step && view && core.route.peek() === here) yield* Router.push(view)
})

/** Flow: reads the persisted email every second, because it may be changed elsewhere. */
export const followEmail = Effect.gen(function* () {
  const { email } = yield* slicesOf(login)
  const frame = yield* Frame
  const read = Effect.map(frame.persistedLogin, (kept) => {
    if (kept) email.value = kept.email
  })
  yield* Effect.repeat(read, Schedule.spaced(limits.changePoll))
})

/** Flow: leaves the email change for the view that it was started from. */
export const cancelUpdate = Effect.fn("cancelUpdate")(function* (redirectView: RedirectView) {
  yield* Router.reset({ name: redirectView })
})

/** Flow: reports to analytics that the visitor leaves for the embedded wallet's dashboard. */
export const noteUpgrade = Effect.flatMap(Telemetry, (telemetry) =>
  telemetry.track({ event: "EMAIL_UPGRADE_FROM_MODAL" }),
)

const mail = Effect.fn("mail")(function* (email: string, { namespace, account }: LoginTarget = {}) {
  const { awaited } = yield* slicesOf(login)
  const telemetry = yield* Telemetry
  yield* telemetry.track({ event: "EMAIL_SUBMITTED" })
  const { action } = yield* wellFormed((yield* Frame).request(events.connectEmail, { email }))
  awaited.value = action === "CONNECT" ? undefined : { for: "login", email, namespace, account }
  if (action === "CONNECT")
    return { type: "connected", connection: yield* connectEmbedded(undefined, namespace) } as const
  yield* noteMail
  return { type: action === "VERIFY_OTP" ? "code" : "device", email } as const
})

const change = Effect.fn("changeEmail")(function* ({
  newEmail,
  redirectView,
}: {
  readonly newEmail: string
  readonly redirectView?: RedirectView
}) {
  const { core } = yield* CurrentModal
  const { awaited } = yield* slicesOf(login)
  const frame = yield* Frame
  if (core.connection.peek()?.connectorId !== embeddedConnectorId)
    return yield* Effect.fail(new NotConnectedToEmailOrSocial())
  const { action } = yield* wellFormed(frame.request(events.updateEmail, { email: newEmail }))
  const email = (yield* frame.persistedLogin)?.email ?? ""
  const primary = action === "VERIFY_PRIMARY_OTP"
  awaited.value = {
    for: primary ? "currentEmail" : "newEmail",
    email,
    newEmail,
    ...(redirectView && { redirectView }),
  }
  yield* noteMail
  return { type: "code", email: primary ? email : newEmail } as const
})

/** Runs a request, and raises an alert if the email address is invalid. */
const wellFormed = <A, E extends { readonly _tag: string }, R>(request: Effect.Effect<A, E, R>) =>
  Effect.tapError(request, ({ _tag }) => (_tag === "InvalidEmail" ? raiseAlert("APKTW002") : Effect.void))

const noteMail = Effect.gen(function* () {
  const { mailedAt } = yield* slicesOf(login)
  const telemetry = yield* Telemetry
  mailedAt.value = yield* Clock.currentTimeMillis
  yield* telemetry.track({ event: "EMAIL_VERIFICATION_CODE_SENT" })
})

/** Submits a code, and returns the next step of the login or the email change. */
const passed = Effect.fn("passed")(function* (otp: string, what: Awaited | undefined) {
  const { awaited, email } = yield* slicesOf(login)
  const frame = yield* Frame
  const telemetry = yield* Telemetry
  if (!what || what.for === "login") {
    yield* frame.request(events.connectOtp, { otp })
    return { type: "connected", connection: yield* connectEmbedded(undefined, what?.namespace) } as const
  }
  if (what.for === "currentEmail") {
    yield* frame.request(events.updateEmailPrimaryOtp, { otp })
    awaited.value = { ...what, for: "newEmail" }
    yield* noteMail
    return { type: "code", email: what.newEmail } as const
  }
  const { newEmail } = yield* frame.request(events.updateEmailSecondaryOtp, { otp })
  email.value = newEmail
  yield* refreshLogin
  yield* telemetry.track({ event: "EMAIL_EDIT" })
  return { type: "updated", email: newEmail } as const
})

/** Continues with the next step: leaves the view that asked for a code or an address, if it is still shown. */
const goOn = Effect.fn("goOn")(function* (step: Step, before: readonly Connection[], account?: string) {
  const { core } = yield* CurrentModal
  const { awaited } = yield* slicesOf(login)
  const what = awaited.peek()
  const shown = core.route.peek()?.name
  switch (step.type) {
    case "connected":
      awaited.value = undefined
      if (yield* isShown) yield* afterConnect({ connection: step.connection, before, joining: { account } })
      return
    case "updated":
      awaited.value = undefined
      if (shown === "UpdateEmailSecondaryOtp")
        yield* Router.reset({ name: (what && "redirectView" in what && what.redirectView) || "Account" })
      return
    default: {
      const view = updateView(what)
      if (shown !== "UpdateEmailPrimaryOtp" || !view) return
      yield* Router.change((stack) => [...stack.slice(0, -1), view])
    }
  }
})

/** Returns the view for the next step of a login, if it has one. */
const viewOf = (step: Step): Route | undefined => {
  switch (step.type) {
    case "code":
      return { name: "EmailVerifyOtp", email: step.email }
    case "device":
      return { name: "EmailVerifyDevice", email: step.email }
    default:
      return undefined
  }
}

/** Returns the view for the next code of an email change, if one is awaited. */
const updateView = (what: Awaited | undefined): Route | undefined => {
  if (!what || what.for === "login") return undefined
  const { for: _, ...rest } = what
  return { name: what.for === "currentEmail" ? "UpdateEmailPrimaryOtp" : "UpdateEmailSecondaryOtp", ...rest }
}
