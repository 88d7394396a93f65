import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { layer as noFrame } from "../../layers/frame/none.ts"
import { Frame } from "../../services/Frame.ts"
import { account } from "../../src/account/state/account.ts"
import { disconnect } from "../../src/connections/operations/connections.ts"
import { connectDevice, connectEmail, connectOtp, getUser } from "../../src/embedded/endpoints/frameEvents.ts"
import { embeddedConnectorId } from "../../src/embedded/first-paint/model/embeddedConnector.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import {
  awaitDevice,
  loginWithEmail,
  noteUpgrade,
  resend,
  saveEmail,
  selectEmail,
  sendEmail,
  submitCode,
  submitOtp,
} from "../../src/embedded/operations/email.ts"
import { loginWithSocial } from "../../src/embedded/operations/social.ts"
import { FrameError, PopupClosed } from "../../src/errors/index.ts"
import { goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { switchFromView } from "../../src/network/operations.ts"
import { bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, mailbox } from "../fixtures/embedded.ts"
import { rest } from "../fixtures/modal.ts"
import { shownView, whenStarted } from "../fixtures/scenes.ts"
import { ended } from "../fixtures/time.ts"
import { begun, fails, pass, shownSnack } from "../fixtures/visits.ts"
import {
  accountOf,
  currentRoute,
  enterEmail,
  failureOf,
  loggedInBefore,
  logInWithGoogle,
  nextMailbox,
  popup,
  type Responds,
  test,
  whenOffered,
} from "./logins.ts"

describe("login by email", () => {
  test("A visitor can connect through an email login that creates an embedded wallet", function* ({
    names,
    tracked,
    core,
  }) {
    yield* enterEmail()
    assert.deepStrictEqual(yield* currentRoute, { name: "EmailVerifyOtp", email: mailbox })

    yield* settled(submitCode("123456"))
    const connection = core.connection.peek()
    assert.strictEqual(connection?.connectorId, embeddedConnectorId)
    assert.deepInclude(connection?.auth, { name: "email", email: mailbox })
    assert.isFalse(core.open.peek())
    assert.deepStrictEqual(names().slice(0, 3), ["CONNECT_EMAIL", "CONNECT_OTP", "GET_USER"])
    const steps = ["EMAIL_SUBMITTED", "EMAIL_VERIFICATION_CODE_SENT", "EMAIL_VERIFICATION_CODE_PASS"]
    assert.deepStrictEqual(tracked(), steps)
  })

  test("rejects a wrong code, and accepts the right one after it", function* ({ tracked, core }) {
    const { checking } = yield* slicesOf(login)
    yield* enterEmail()
    yield* settled(submitCode("000000"))
    assert.strictEqual(failureOf(checking.peek())?.message, "This code is not the one that was sent. Try again.")
    assert.strictEqual(yield* shownView, "EmailVerifyOtp")
    assert.isUndefined(core.connection.peek())
    yield* settled(submitCode("123456"))
    assert.isDefined(core.connection.peek())
    assert.include(tracked(), "EMAIL_VERIFICATION_CODE_FAIL")
  })

  test.each(["12345", "1234567", "12a456", ""])("rejects a malformed code: %j", function* (otp, { core }) {
    yield* settled(loginWithEmail({ email: mailbox }))
    yield* fails(settled(submitOtp({ otp })), { _tag: "InvalidInput" })
    assert.isUndefined(core.connection.peek())
  })

  test.each(["nobody", "a@b", `${"a".repeat(300)}@b.co`])(
    "warns about a malformed address: %s",
    function* (email, { core }) {
      const { mailing } = yield* slicesOf(login)
      yield* enterEmail(email)
      yield* rest
      assert.strictEqual(failureOf(mailing.peek())?.message, "Invalid Email Address")
      assert.isTrue(core.alerts.peek().some(({ code }) => code === "APKTW002"))
      assert.strictEqual(yield* shownView, "Connect")
    },
  )

  test("An email login within 30 seconds of a previous one is blocked with 'Please try again after N seconds'", function* ({
    core,
  }) {
    const { mailing } = yield* slicesOf(login)
    yield* enterEmail()
    yield* goBack()
    yield* TestClock.adjust("10 seconds")
    yield* settled(sendEmail(nextMailbox))
    assert.strictEqual(failureOf(mailing.peek())?.message, "Please try again after 20 seconds")
    assert.strictEqual(yield* shownView, "Connect")
    yield* rest
    assert.isEmpty(core.alerts.peek())
    yield* TestClock.adjust("20 seconds")
    yield* settled(sendEmail(nextMailbox))
    assert.strictEqual(yield* shownView, "EmailVerifyOtp")
  })

  test("logs a known visitor in at once", function* ({ core }) {
    yield* enterEmail("known@fernhill.example")
    assert.strictEqual(core.connection.peek()?.connectorId, embeddedConnectorId)
    assert.isFalse(core.open.peek())
  })

  test("waits for a new device's approval in the email, then asks for the code", function* (scene) {
    const { names, tracked, core, views } = scene
    const email = "device@fernhill.example"
    yield* openModal()
    yield* goTo({ name: "EmailLogin" })
    yield* settled(sendEmail(email))
    assert.deepStrictEqual(yield* currentRoute, { name: "EmailVerifyDevice", email })
    const { mailedAt } = yield* slicesOf(login)
    const shown: (string | undefined)[] = []
    yield* TestClock.adjust("1 second")
    const stop = mailedAt.subscribe(() => shown.push(core.route.peek()?.name))
    yield* settled(awaitDevice(email))
    stop()
    // The view that waits for a device restarts with each email, so it has to be left before this one.
    assert.deepStrictEqual(shown, ["EmailVerifyDevice", "EmailVerifyOtp"])
    assert.deepStrictEqual(yield* currentRoute, { name: "EmailVerifyOtp", email })
    assert.deepStrictEqual(views(), ["Connect", "EmailLogin", "EmailVerifyOtp"])
    assert.deepStrictEqual(names(), ["CONNECT_EMAIL", "CONNECT_DEVICE"])
    const steps = ["EMAIL_SUBMITTED", "EMAIL_VERIFICATION_CODE_SENT", "DEVICE_REGISTERED_FOR_EMAIL"]
    assert.deepStrictEqual(tracked(), [...steps, "EMAIL_VERIFICATION_CODE_SENT"])
    yield* goBack()
    assert.strictEqual(yield* shownView, "EmailLogin")
  })

  test("follows only the latest wait for a device, and only in its view", {
    responds: { [connectDevice.name]: () => Effect.delay(Effect.void, "1 second") },
  }, function* () {
    const email = "device@fernhill.example"
    yield* enterEmail(email)
    yield* begun(awaitDevice(email))
    yield* pass("900 millis")
    yield* begun(awaitDevice(email))
    yield* pass("900 millis")
    assert.strictEqual(yield* shownView, "EmailVerifyDevice")
    yield* goBack()
    yield* pass("100 millis")
    assert.strictEqual(yield* shownView, "Connect")
  })

  test("goes back when a device is rejected, and a snack says why", { script: { frame: "reject" } }, function* () {
    const email = "device@fernhill.example"
    yield* enterEmail(email)
    yield* settled(awaitDevice(email))
    yield* rest
    assert.strictEqual(yield* shownView, "Connect")
    assert.deepInclude(yield* shownSnack, { message: "The login was declined", variant: "error" })
  })

  test("resends the code after 30 seconds, and a snack says so", function* ({ names }) {
    yield* enterEmail()
    const here = yield* currentRoute
    yield* settled(resend(mailbox, "Code email resent"))
    yield* rest
    assert.deepInclude(yield* shownSnack, { message: "Please try again after 30 seconds", variant: "error" })
    yield* TestClock.adjust("31 seconds")
    const again = resend(mailbox, "Code email resent")
    yield* settled(Effect.all([again, again], { concurrency: "unbounded" }))
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* shownSnack).message, "Code email resent")
    // The same route, not only an equal one: what waits in its view goes on.
    assert.strictEqual(yield* currentRoute, here)
    assert.lengthOf(
      names().filter((name) => name === "CONNECT_EMAIL"),
      3,
    )
  })

  it.effect("leaves the code's view if a resend finds the visitor already logged in", () => {
    let mails = 0
    const responds: Responds = {
      [connectEmail.name]: (_, { request }) =>
        ++mails > 1 ? Effect.as(request(connectOtp, { otp: "123456" }), { action: "CONNECT" }) : undefined,
    }
    return whenOffered({ responds }, function* ({ core }) {
      yield* enterEmail()
      yield* settled(resend(mailbox, "Code email resent"))
      assert.isDefined(core.connection.peek())
      assert.isFalse(core.open.peek())
    })
  })

  test("logs in through a resend even if no code is awaited any more", function* ({ core }) {
    yield* openModal()
    yield* settled(resend("known@fernhill.example", "Code email resent"))
    assert.isDefined(core.connection.peek())
    assert.isFalse(core.open.peek())
  })

  test("connects in the namespace that the visitor chose, even from another view", function* ({ core }) {
    yield* openModal()
    yield* settled(sendEmail(mailbox, "solana"))
    yield* settled(submitCode("123456"))
    assert.deepInclude(core.connection.peek(), { namespace: "solana", connectorId: embeddedConnectorId })
  })

  test("connects in the active namespace, even if it is not the first", {
    options: { defaultNetwork: solana },
  }, function* ({ core }) {
    yield* settled(loginWithEmail({ email: "known@fernhill.example" }))
    assert.strictEqual(core.connection.peek()?.namespace, "solana")
  })

  test("sends one email and checks one code, however often the visitor presses the button", {
    script: { faults: { frame: { delay: 1_000 } } },
  }, function* ({ names, core }) {
    const twice = <R>(flow: Effect.Effect<void, never, R>) => settled(Effect.all([flow, flow], { concurrency: 2 }))
    yield* openModal()
    yield* twice(sendEmail(mailbox))
    yield* twice(submitCode("123456"))
    assert.deepStrictEqual(names().slice(0, 3), ["CONNECT_EMAIL", "CONNECT_OTP", "GET_USER"])
    assert.isDefined(core.connection.peek())
  })

  test("leads from a network without logins to one that has them first", {
    options: { networks: [bitcoin, solana, mainnet] },
  }, function* ({ core }) {
    yield* openModal()
    assert.strictEqual(core.namespace.peek(), "bip122")
    const sending = yield* Effect.forkChild(sendEmail(mailbox))
    yield* rest
    assert.deepStrictEqual(yield* currentRoute, { name: "SwitchNetwork", network: solana.caipNetworkId })
    yield* settled(switchFromView(solana.caipNetworkId, { declined: "" }))
    yield* settled(Fiber.join(sending))
    assert.strictEqual(yield* shownView, "EmailVerifyOtp")
    assert.strictEqual(core.namespace.peek(), "solana")
  })

  test("does not open the code's view if the visitor leaves while the email is being sent", {
    script: { faults: { frame: { delay: 1_000 } } },
  }, function* () {
    yield* openModal()
    const sending = yield* Effect.forkChild(sendEmail(mailbox))
    yield* rest
    yield* goTo({ name: "AllWallets" })
    yield* TestClock.adjust("2 seconds")
    yield* ended(sending)
    assert.strictEqual(yield* shownView, "AllWallets")
  })

  test("does not open the modal for an operation that needs no code", function* ({ core }) {
    const { awaited } = yield* slicesOf(login)
    const step = yield* settled(loginWithEmail({ email: "known@fernhill.example" }))
    assert.strictEqual(step.type, "connected")
    assert.isFalse(core.open.peek())
    assert.isUndefined(awaited.peek())
  })

  test("accepts a code for an email that was not requested through the modal", function* ({ core }) {
    const frame = yield* Frame
    yield* settled(frame.request(connectEmail, { email: mailbox }))
    yield* settled(submitOtp({ otp: "123456" }))
    assert.strictEqual(core.connection.peek()?.connectorId, embeddedConnectorId)
  })

  test("opens the modal for the code of an operation, and closes it when the site submits the code", function* ({
    core,
  }) {
    const step = yield* settled(loginWithEmail({ email: mailbox }))
    assert.deepStrictEqual(step, { type: "code", email: mailbox })
    assert.strictEqual(yield* shownView, "EmailVerifyOtp")
    const done = yield* settled(submitOtp({ otp: "123456" }))
    assert.strictEqual(done.type === "connected" && done.connection.connectorId, embeddedConnectorId)
    assert.isFalse(core.open.peek())
  })

  it.effect("tracks neither addresses nor codes, and a new email ends the check of an older code", () => {
    const said = `${mailbox} did not get 654321`
    const responses = new Map([
      ["123456", Effect.fail(new FrameError(said))],
      ["234567", Effect.never],
    ])
    const responds: Responds = { [connectOtp.name]: ({ otp }: { readonly otp: string }) => responses.get(otp) }
    return whenOffered({ responds }, function* ({ events }) {
      const { checking } = yield* slicesOf(login)
      yield* enterEmail()
      yield* settled(submitCode("123456"))
      assert.strictEqual(failureOf(checking.peek())?.message, said)
      yield* Effect.flip(settled(submitOtp({ otp: "12345" })))
      const failures = events.filter(({ event }) => event === "EMAIL_VERIFICATION_CODE_FAIL")
      assert.lengthOf(failures, 2)
      for (const { properties } of failures) assert.hasAllKeys(properties, ["message"])
      assert.notMatch(JSON.stringify(failures), /linden|\d{4}/)

      yield* Effect.forkChild(submitCode("234567"))
      yield* rest
      assert.strictEqual(checking.peek().status, "loading")
      yield* goBack()
      yield* TestClock.adjust("31 seconds")
      yield* settled(sendEmail(mailbox))
      assert.strictEqual(checking.peek().status, "idle")
    })
  })

  test("stores nothing of a login after signing out, nor of an abandoned social login", {
    frame: () => ({ login: () => Effect.fail(new PopupClosed()) }),
  }, function* ({ instance, storage }) {
    const slice = yield* slicesOf(login)
    yield* slicesOf(account)
    yield* logInWithGoogle(popup())
    yield* loggedInBefore
    assert.strictEqual(accountOf(instance).status, "connected")
    assert.isUndefined(accountOf(instance).socialProvider)
    assert.propertyVal(accountOf(instance).user, "email", mailbox)
    yield* settled(saveEmail(nextMailbox))
    slice.email.value = mailbox
    assert.strictEqual(storage.json("auth_email"), mailbox)
    yield* settled(disconnect({}))
    assert.isUndefined(accountOf(instance).user)
    for (const key of ["auth_email", "auth_login_used", "auth_last_chain"]) assert.isFalse(storage.texts.has(key), key)
    for (const { value } of [slice.awaited, slice.email, slice.provider]) assert.isUndefined(value)
    for (const { value } of [slice.mailing, slice.checking, slice.social]) assert.strictEqual(value.status, "idle")
  })

  test("sets the smart-account-deployed flag if the frame reports it", {
    responds: {
      [getUser.name]: (input: object, { request }) =>
        Effect.map(request(getUser, input), (user) => ({ ...user, smartAccountDeployed: true })),
    },
  }, function* ({ instance }) {
    yield* slicesOf(account)
    assert.isFalse(accountOf(instance).smartAccountDeployed)
    yield* settled(loggedIn())
    assert.isTrue(accountOf(instance).smartAccountDeployed)
  })

  it.effect("User: the account has its type even if the frame lists no accounts, of either type", () =>
    Effect.forEach(["eoa", "smartAccount"] as const, (type) => {
      const responds: Responds = {
        [getUser.name]: (input: object, { request }) =>
          Effect.map(request(getUser, input), ({ accounts: _, ...user }) => ({ ...user, preferredAccountType: type })),
      }
      return whenOffered({ responds }, function* ({ instance }) {
        yield* slicesOf(account)
        const { accounts } = yield* settled(loggedIn())
        const [{ address } = { address: "" }] = accounts
        assert.deepStrictEqual(accountOf(instance).user, { email: mailbox, accounts: [{ address, type }] })
      })
    }),
  )

  test("reports the choice of an email login, and the way to the wallet's dashboard", function* ({ tracked }) {
    yield* selectEmail
    yield* noteUpgrade
    assert.deepStrictEqual(tracked(), ["EMAIL_LOGIN_SELECTED", "EMAIL_UPGRADE_FROM_MODAL"])
  })

  it.effect("'No auth connector found'", () =>
    whenStarted({ layers: { frame: noFrame } }, function* () {
      yield* fails(settled(loginWithEmail({ email: mailbox })), { message: "No auth connector found" })
      yield* fails(settled(loginWithSocial({ provider: "google" })), { _tag: "SocialConnectFailed" })
      const { mailing } = yield* slicesOf(login)
      yield* settled(sendEmail(mailbox))
      assert.strictEqual(failureOf(mailing.peek())?.message, "No auth connector found")
      const { login: logIn, ...frame } = yield* Frame
      assert.deepStrictEqual([frame.enabled, frame.loadingPage], [false, ""])
      for (const nothing of [frame.watch(() => {}), frame.persistUsername("linden"), frame.show(undefined)])
        assert.isUndefined(yield* nothing)
      const nowhere = { blocked: false, go: () => {}, close: () => {}, isClosed: () => false, isSource: () => false }
      yield* fails(logIn(nowhere, "https://provider.example/in"), { _tag: "SocialConnectFailed" })
    }),
  )
})
