import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Frame } from "../../services/Frame.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import type { Connection } from "../domain/connection.ts"
import { NotConnectedToEmailOrSocial } from "../domain/errors.ts"
import * as events from "../domain/frameEvents.ts"
import { email as limits } from "../domain/limits.ts"
import { idle } from "../domain/loadable.ts"
import type { Namespace } from "../domain/namespaces.ts"
import type { LoginTarget, RedirectView, Route } from "../domain/route.ts"
import { authConnector } from "../domain/wallets.ts"
import { isShown, Modal, use } from "../modal.ts"
import * as Router from "../router.ts"
import { type Awaited, login, type Step } from "../state/login.ts"
import type { Words } from "../state/snack.ts"
import { attempt } from "../track.ts"
import { raise } from "./alerts.ts"
import { connected, settled } from "./connect.ts"
import { refreshLogin } from "./embedded.ts"
import { enter, onAuthChain } from "./enter.ts"
import { goBack } from "./open.ts"
import { openAt } from "./openAt.ts"
import { say } from "./snack.ts"

/**
 * Operation: log in by e-mail. Whoever the frame knows is connected at once. Else a code is mailed, or a new device is approved in the
 * mail first: the modal opens to ask for it, and `submitOtp` takes it from a field of the site's own.
 */
export const loginWithEmail = Effect.fn("loginWithEmail")(function* (input: { readonly email: string }) {
  const step = yield* mail(input.email)
  const view = viewOf(step)
  if (view) yield* openAt(view)
  return step
})

/**
 * Operation: the six digits of the code that was mailed last, for a login or for a change of the address. The view that asks for it
 * goes on by itself.
 */
export const submitOtp = Effect.fn("submitOtp")(function* (input: { readonly otp: string }) {
  const { awaited } = yield* use(login)
  const telemetry = yield* Telemetry
  const before = yield* connected
  const what = awaited.peek()
  const step = yield* Effect.tapError(passed(input.otp, what), ({ message }) =>
    telemetry.track({ event: "EMAIL_VERIFICATION_CODE_FAIL", properties: { message } }),
  )
  yield* telemetry.track({ event: "EMAIL_VERIFICATION_CODE_PASS" })
  yield* goOn(step, before, what?.for === "login" ? what.account : undefined)
  return step
})

/** Operation: change the embedded wallet's e-mail address. The modal opens to ask for the codes that are mailed to both. */
export const updateEmail = Effect.fn("updateEmail")(function* (input: { readonly email: string }) {
  const { core } = yield* Modal
  const step = yield* change({ newEmail: input.email })
  const { awaited } = yield* use(login)
  const view = updateView(awaited.peek())
  if (view && core.route.peek()?.name !== view.name) yield* openAt(view)
  return step
})

/** Flow: log in with the address that the visitor has typed. */
export const sendEmail = Effect.fn("sendEmail")(function* (email: string, namespace?: Namespace) {
  const { core } = yield* Modal
  const { checking, mailing } = yield* use(login)
  const shown = core.route.peek()
  const target: LoginTarget = shown?.name === "EmailLogin" ? shown : { namespace }
  if (mailing.peek().is === "loading" || !(yield* onAuthChain(target.namespace))) return
  // A code of the mail before is nobody's to wait for.
  checking.value = idle
  const before = yield* connected
  const here = core.route.peek()
  const step = yield* attempt(mailing, mail(email, target))
  // Whoever has left meanwhile is not called back.
  if (!step || core.route.peek() !== here) return
  const view = viewOf(step)
  yield* view ? Router.push(view) : goOn(step, before, target.account)
})

/** Flow: the visitor begins to log in by e-mail. */
export const selectEmail = Effect.flatMap(Telemetry, (telemetry) => telemetry.track({ event: "EMAIL_LOGIN_SELECTED" }))

/** Flow: a code that the visitor has typed. */
export const submitCode = Effect.fn("submitCode")(function* (otp: string) {
  const { checking } = yield* use(login)
  if (checking.peek().is !== "loading") yield* attempt(checking, submitOtp({ otp }))
})

/**
 * Flow: mail once more what is waited for. `told` says that it was. A change of the address begins with its first code again, and
 * whoever was let in meanwhile, as in another tab, needs none: the view follows.
 */
export const resend = Effect.fn("resend")(function* (email: string, told: Words) {
  const { core } = yield* Modal
  const { awaited, resending } = yield* use(login)
  if (resending.peek()) return
  resending.value = true
  const last = awaited.peek()
  const before = yield* connected
  const here = core.route.peek()
  const again = Effect.gen(function* () {
    return last && last.for !== "login" ? yield* change(last) : yield* mail(email, last)
  })
  yield* Effect.matchEffect(again, {
    onSuccess: Effect.fnUntraced(function* (step) {
      if (step.is === "connected") return yield* goOn(step, before, last?.for === "login" ? last.account : undefined)
      yield* say(told)
      const view = updateView(awaited.peek()) ?? viewOf(step)
      if (view && core.route.peek() === here && view.name !== here?.name)
        yield* Router.change((stack) => [...stack.slice(0, -1), view])
    }),
    onFailure: ({ message }) => say(message, "error"),
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        resending.value = false
      }),
    ),
  )
})

/** Flow: wait for the device to be approved in the mail; then the code is asked for. A failure goes back, and a snack says why. */
export const awaitDevice = Effect.fn("awaitDevice")(function* (email: string) {
  const { core } = yield* Modal
  const { device, mailedAt } = yield* use(login)
  const telemetry = yield* Telemetry
  const here = core.route.peek()
  const asked = Effect.asVoid((yield* Frame).ask(events.connectDevice, undefined))
  yield* attempt(device, asked)
  const now = device.peek()
  if (core.route.peek() !== here) return
  if (now.is === "failed") {
    yield* say(now.error.message, "error")
    return yield* goBack()
  }
  if (now.is !== "loaded") return
  // First of all: to the view that is left, another mail is another approval to wait for.
  yield* Router.change((stack) => [...stack.slice(0, -1), { name: "EmailVerifyOtp", email }])
  mailedAt.value = yield* Clock.currentTimeMillis
  yield* telemetry.track({ event: "DEVICE_REGISTERED_FOR_EMAIL" })
  yield* telemetry.track({ event: "EMAIL_VERIFICATION_CODE_SENT" })
})

/** Flow: change the address to the one that the visitor has typed. */
export const saveEmail = Effect.fn("saveEmail")(function* (newEmail: string, redirectView?: RedirectView) {
  const { core } = yield* Modal
  const { mailing, awaited } = yield* use(login)
  if (mailing.peek().is === "loading") return
  const here = core.route.peek()
  const step = yield* attempt(mailing, change({ newEmail, ...(redirectView && { redirectView }) }))
  const view = updateView(awaited.peek())
  if (step && view && core.route.peek() === here) yield* Router.push(view)
})

/** Flow: the address may be changed elsewhere, so it is looked up each second as long as somebody looks at it. */
export const followEmail = Effect.gen(function* () {
  const { email } = yield* use(login)
  const frame = yield* Frame
  yield* Effect.forever(
    Effect.gen(function* () {
      const kept = yield* frame.kept
      if (kept) email.value = kept.email
      yield* Effect.sleep(limits.changePoll)
    }),
  )
})

/** Flow: leave the change of the address for the view that it was asked for in. */
export const cancelUpdate = Effect.fn("cancelUpdate")(function* (redirectView: RedirectView) {
  yield* Router.reset({ name: redirectView })
})

/** Flow: the visitor leaves for the dashboard of the embedded wallet. */
export const noteUpgrade = Effect.flatMap(Telemetry, (telemetry) =>
  telemetry.track({ event: "EMAIL_UPGRADE_FROM_MODAL" }),
)

const mail = Effect.fn("mail")(function* (email: string, { namespace, account }: LoginTarget = {}) {
  const { awaited } = yield* use(login)
  const telemetry = yield* Telemetry
  yield* telemetry.track({ event: "EMAIL_SUBMITTED" })
  const { action } = yield* wellFormed((yield* Frame).ask(events.connectEmail, { email }))
  awaited.value = action === "CONNECT" ? undefined : { for: "login", email, namespace, account }
  if (action === "CONNECT") return { is: "connected", connection: yield* enter(undefined, namespace) } as const
  yield* noteMail
  return { is: action === "VERIFY_OTP" ? "code" : "device", email } as const
})

const change = Effect.fn("changeEmail")(function* ({
  newEmail,
  redirectView,
}: {
  readonly newEmail: string
  readonly redirectView?: RedirectView
}) {
  const { core } = yield* Modal
  const { awaited } = yield* use(login)
  const frame = yield* Frame
  if (core.connection.peek()?.connectorId !== authConnector)
    return yield* Effect.fail(new NotConnectedToEmailOrSocial())
  const { action } = yield* wellFormed(frame.ask(events.updateEmail, { email: newEmail }))
  const email = (yield* frame.kept)?.email ?? ""
  const primary = action === "VERIFY_PRIMARY_OTP"
  awaited.value = {
    for: primary ? "currentEmail" : "newEmail",
    email,
    newEmail,
    ...(redirectView && { redirectView }),
  }
  yield* noteMail
  return { is: "code", email: primary ? email : newEmail } as const
})

/** An address that is none is a warning, too. */
const wellFormed = <A, E extends { readonly _tag: string }, R>(asked: Effect.Effect<A, E, R>) =>
  Effect.tapError(asked, ({ _tag }) => (_tag === "InvalidEmail" ? raise("APKTW002") : Effect.void))

const noteMail = Effect.gen(function* () {
  const { mailedAt } = yield* use(login)
  const telemetry = yield* Telemetry
  mailedAt.value = yield* Clock.currentTimeMillis
  yield* telemetry.track({ event: "EMAIL_VERIFICATION_CODE_SENT" })
})

/** What comes of a code, by what it is for. */
const passed = Effect.fn("passed")(function* (otp: string, what: Awaited | undefined) {
  const { awaited, email } = yield* use(login)
  const frame = yield* Frame
  const telemetry = yield* Telemetry
  if (!what || what.for === "login") {
    yield* frame.ask(events.connectOtp, { otp })
    return { is: "connected", connection: yield* enter(undefined, what?.namespace) } as const
  }
  if (what.for === "currentEmail") {
    yield* frame.ask(events.updateEmailPrimaryOtp, { otp })
    awaited.value = { ...what, for: "newEmail" }
    yield* noteMail
    return { is: "code", email: what.newEmail } as const
  }
  const { newEmail } = yield* frame.ask(events.updateEmailSecondaryOtp, { otp })
  email.value = newEmail
  yield* refreshLogin
  yield* telemetry.track({ event: "EMAIL_EDIT" })
  return { is: "updated", email: newEmail } as const
})

/** Leaves the view that asked for a code, where it stands. */
const goOn = Effect.fn("goOn")(function* (step: Step, before: readonly Connection[], account?: string) {
  const { core } = yield* Modal
  const { awaited } = yield* use(login)
  const what = awaited.peek()
  const shown = core.route.peek()?.name
  switch (step.is) {
    case "connected":
      awaited.value = undefined
      if (yield* isShown) yield* settled({ connection: step.connection, before, joining: { account } })
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

/** The view that asks for what a login waits for. */
const viewOf = (step: Step): Route | undefined => {
  switch (step.is) {
    case "code":
      return { name: "EmailVerifyOtp", email: step.email }
    case "device":
      return { name: "EmailVerifyDevice", email: step.email }
    default:
      return undefined
  }
}

/** The view that asks for the code of a change. */
const updateView = (what: Awaited | undefined): Route | undefined => {
  if (!what || what.for === "login") return undefined
  const { for: _, ...rest } = what
  return { name: what.for === "currentEmail" ? "UpdateEmailPrimaryOtp" : "UpdateEmailSecondaryOtp", ...rest }
}
