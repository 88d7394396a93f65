import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Frame } from "../../services/Frame.ts"
import { connect } from "../../src/connect/operations.ts"
import { updateEmail as updateEmailEvent, updateEmailSecondaryOtp } from "../../src/embedded/endpoints/frameEvents.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import {
  cancelUpdate,
  followEmail,
  resend,
  saveEmail,
  submitCode,
  submitOtp,
  updateEmail,
} from "../../src/embedded/operations/email.ts"
import { goBack, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { base } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, mailbox } from "../fixtures/embedded.ts"
import { halyard } from "../fixtures/modal.ts"
import { shownView } from "../fixtures/scenes.ts"
import { begun, fails, pass } from "../fixtures/visits.ts"
import {
  currentRoute,
  type LoginSetup,
  loggedInBefore,
  nextMailbox,
  type Responds,
  test,
  whenOffered,
} from "./logins.ts"

describe("email change", () => {
  test("requests the code of the current address, then of the new one, and ends in the redirect view", function* ({
    names,
    tracked,
    core,
    views,
  }) {
    const { email } = yield* slicesOf(login)
    yield* loggedInBefore
    yield* openModal({ view: "ProfileWallets" })
    yield* goTo({ name: "UpdateEmailWallet", email: mailbox, redirectView: "ProfileWallets" })
    yield* settled(saveEmail(nextMailbox, "ProfileWallets"))
    const change = { email: mailbox, newEmail: nextMailbox, redirectView: "ProfileWallets" as const }
    assert.deepStrictEqual(yield* currentRoute, { name: "UpdateEmailPrimaryOtp", ...change })
    yield* settled(submitCode("000000"))
    assert.strictEqual(yield* shownView, "UpdateEmailPrimaryOtp")
    yield* settled(submitCode("123456"))
    assert.deepStrictEqual(yield* currentRoute, { name: "UpdateEmailSecondaryOtp", ...change })
    assert.deepStrictEqual(views(), ["ProfileWallets", "UpdateEmailWallet", "UpdateEmailSecondaryOtp"])
    yield* settled(submitCode("123456"))
    assert.deepStrictEqual(yield* currentRoute, { name: "ProfileWallets" })
    assert.strictEqual(email.peek(), nextMailbox)
    assert.strictEqual(core.connection.peek()?.auth?.email, nextMailbox)
    assert.includeMembers([...names()], ["UPDATE_EMAIL", "UPDATE_EMAIL_PRIMARY_OTP", "UPDATE_EMAIL_SECONDARY_OTP"])
    assert.include(tracked(), "EMAIL_EDIT")
  })

  /** The frame asks for the code of the new address only. */
  const secondary: Responds = {
    [updateEmailEvent.name]: () => Effect.succeed({ action: "VERIFY_SECONDARY_OTP" }),
    [updateEmailSecondaryOtp.name]: () => Effect.succeed({ newEmail: nextMailbox }),
  }
  test("requests only the code of the new address if the frame asks for no other", {
    responds: secondary,
  }, function* ({ names }) {
    yield* loggedInBefore
    yield* openModal()
    yield* goTo({ name: "UpdateEmailWallet", email: mailbox })
    yield* settled(saveEmail(nextMailbox))
    assert.strictEqual(yield* shownView, "UpdateEmailSecondaryOtp")
    yield* settled(submitCode("123456"))
    assert.strictEqual(yield* shownView, "Account")
    const posted = names().filter((name) => name.startsWith("UPDATE_"))
    assert.deepStrictEqual(posted, ["UPDATE_EMAIL", "UPDATE_EMAIL_SECONDARY_OTP"])
  })

  test("warns about a malformed new address: Invalid Email Address", function* ({ core }) {
    yield* loggedInBefore
    yield* settled(saveEmail("nobody"))
    const [alert] = core.alerts.peek()
    assert.deepInclude(alert, { code: "APKTW002", title: "Invalid Email Address", variant: "warning" })
  })

  /** The frame takes a second to begin an email change. */
  const slowly: LoginSetup = {
    responds: {
      [updateEmailEvent.name]: (input: { readonly email: string }, { request }) =>
        Effect.delay(request(updateEmailEvent, input), "1 second"),
    },
  }
  test("starts again with the first code and its view when a code is resent", slowly, function* ({ views }) {
    yield* loggedInBefore
    yield* openModal()
    yield* goTo({ name: "UpdateEmailWallet", email: mailbox })
    yield* settled(saveEmail(nextMailbox))
    yield* settled(submitCode("123456"))
    assert.strictEqual(yield* shownView, "UpdateEmailSecondaryOtp")
    yield* TestClock.adjust("31 seconds")
    yield* settled(resend(nextMailbox, "Code email resent"))
    assert.deepStrictEqual(views(), ["Account", "UpdateEmailWallet", "UpdateEmailPrimaryOtp"])
    yield* settled(submitCode("123456"))
    assert.strictEqual(yield* shownView, "UpdateEmailSecondaryOtp")

    yield* TestClock.adjust("31 seconds")
    const resending = yield* begun(resend(nextMailbox, "Code email resent"))
    yield* goTo({ name: "WhatIsAWallet" })
    yield* settled(Fiber.join(resending))
    assert.strictEqual(yield* shownView, "WhatIsAWallet")
  })

  test("names the address of the site's latest request for a change", {
    responds: secondary,
  }, function* () {
    yield* loggedInBefore
    for (const newEmail of [nextMailbox, "hall@fernhill.example"]) {
      yield* settled(updateEmail({ email: newEmail }))
      assert.deepStrictEqual(yield* currentRoute, { name: "UpdateEmailSecondaryOtp", email: mailbox, newEmail })
    }
  })

  test("opens the modal for the first code of an operation", function* ({ asked }) {
    yield* loggedInBefore
    const step = yield* settled(updateEmail({ email: nextMailbox }))
    assert.deepStrictEqual(step, { type: "code", email: mailbox })
    assert.deepStrictEqual(yield* currentRoute, {
      name: "UpdateEmailPrimaryOtp",
      email: mailbox,
      newEmail: nextMailbox,
    })
    assert.deepInclude(asked, { name: "UPDATE_EMAIL", input: { email: nextMailbox } })
  })

  test("leaves a visitor in another view while the site submits the codes", function* ({ core, views }) {
    yield* loggedInBefore
    yield* openModal()
    yield* settled(saveEmail(nextMailbox))
    yield* goTo({ name: "WhatIsAWallet" })
    const here = views()
    for (const type of ["code", "updated"]) {
      assert.strictEqual((yield* settled(submitOtp({ otp: "123456" }))).type, type)
      assert.deepStrictEqual(views(), here)
    }
    assert.strictEqual(core.connection.peek()?.auth?.email, nextMailbox)
  })

  test(
    "asks once for a code, and only visitors who have stayed in the view of a valid address",
    slowly,
    function* ({ names }) {
      yield* loggedInBefore
      yield* openModal()
      yield* goTo({ name: "UpdateEmailWallet", email: mailbox })
      const saving = yield* begun(saveEmail(nextMailbox))
      yield* begun(saveEmail(nextMailbox))
      assert.lengthOf(
        names().filter((name) => name === "UPDATE_EMAIL"),
        1,
      )
      yield* goTo({ name: "WhatIsAWallet" })
      yield* pass("1 second")
      yield* settled(Fiber.join(saving))
      assert.strictEqual(yield* shownView, "WhatIsAWallet")
      yield* goBack()
      yield* settled(saveEmail("nobody"))
      assert.strictEqual(yield* shownView, "UpdateEmailWallet")
    },
  )

  test("works even if nothing of the login is persisted", {
    frame: () => ({ persistedLogin: Effect.undefined }),
  }, function* ({ core }) {
    yield* loggedInBefore
    assert.include(core.connection.peek()?.auth?.smartAccountNetworks ?? [], base.id)
    yield* openModal()
    yield* settled(saveEmail(nextMailbox))
    assert.deepStrictEqual(yield* currentRoute, { name: "UpdateEmailPrimaryOtp", email: "", newEmail: nextMailbox })
  })

  test("'Not connected to email or social'", function* ({ names }) {
    const refused = fails(settled(updateEmail({ email: mailbox })), { message: "Not connected to email or social" })
    yield* refused
    // A login does not suffice while another wallet is the active one.
    yield* loggedInBefore
    yield* settled(connect({ wallet: halyard }))
    yield* refused
    assert.notInclude(names(), "UPDATE_EMAIL")
  })

  it.effect("Email change poll: 1 s", () => {
    let address: string | undefined = mailbox
    const persistedLogin = Effect.sync(() => (address ? { email: address, smartAccountNetworks: [] } : undefined))
    return whenOffered({ frame: () => ({ persistedLogin }) }, function* () {
      const { email } = yield* slicesOf(login)
      yield* Effect.forkChild(followEmail, { startImmediately: true })
      assert.strictEqual(email.peek(), mailbox)
      address = undefined
      yield* TestClock.adjust("1 second")
      assert.strictEqual(email.peek(), mailbox)
      address = nextMailbox
      yield* TestClock.adjust("900 millis")
      assert.strictEqual(email.peek(), mailbox)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(email.peek(), nextMailbox)
      address = mailbox
      yield* TestClock.adjust("900 millis")
      assert.strictEqual(email.peek(), nextMailbox)
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(email.peek(), mailbox)
    })
  })

  test("Auth provider: get the email", function* ({ core }) {
    yield* settled(loggedIn())
    assert.strictEqual((yield* (yield* Frame).persistedLogin)?.email, mailbox)
    assert.strictEqual(core.connection.peek()?.auth?.email, mailbox)
  })

  test("returns to the view that started it when abandoned", function* () {
    yield* openModal()
    yield* cancelUpdate("Account")
    assert.strictEqual(yield* shownView, "Account")
  })
})
