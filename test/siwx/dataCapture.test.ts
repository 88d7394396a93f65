import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { mailedCode } from "../../layers/demo/frame/login.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { closeFromSite, goBack, openModal } from "../../src/navigation/opening/flows.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { siwx } from "../../src/siwx/first-paint/state.ts"
import { giveCode, giveEmail, loadRecentEmails, sendAnother, skipEmail } from "../../src/siwx/flows/dataCapture.ts"
import { prepareMessage, signShownMessage } from "../../src/siwx/flows/signIn.ts"
import type { SiwxConfig, SiwxSession } from "../../src/siwx/model/message.ts"
import { dataCapture } from "../../src/siwx/state.ts"
import { pair } from "../../src/walletConnect/operations.ts"
import { settled } from "../contracts/settled.ts"
import { muted } from "../fixtures/console.ts"
import { shelf } from "../fixtures/modal.ts"
import { approved, calm, connects, session, shown, signs, whenProjectSignsIn } from "../fixtures/scenes/siwx.ts"
import { shownView, testing } from "../fixtures/scenes.ts"
import { shownSnack, type Visit } from "../fixtures/visits.ts"

import "../../src/siwx/steps/oneClickAuth.ts"

const email = "linden@fernhill.example"
const oneClick = { relay: { connect: "approve", oneClick: true } } as const

/** A phone wallet that signs while it approves scans the QR code, on a site with EVM networks only. */
const scanned = Effect.fnUntraced(function* ({ core }: Visit) {
  core.networks.value = core.networks.value.filter(({ chainNamespace }) => chainNamespace === "eip155")
  yield* calm
  yield* openModal()
  yield* settled(pair())
  yield* calm
})

const test = testing(whenProjectSignsIn)

describe("the provider's own sign-in", () => {
  test.visits("is required of visitors who connect, and is restored on the next visit", function* () {
    const storage = shelf()
    yield* whenProjectSignsIn({ storage }, function* () {
      yield* approved
      assert.strictEqual(yield* shownView, "SIWXSignMessage")
      assert.isTrue((yield* slicesOf(siwx)).required.value)
      yield* settled(leave())
      assert.strictEqual(yield* shownView, "SIWXSignMessage")
      yield* signs
      assert.strictEqual(yield* shownView, "closed")
      assert.isDefined(yield* session)
    })
    yield* whenProjectSignsIn({ storage }, function* () {
      yield* calm
      assert.deepStrictEqual(yield* shown, ["closed", "connected"])
      assert.isDefined(yield* session)
    })
  })

  test.visits("replaces the site's, with a warning in the console", function* () {
    const added: SiwxSession[] = []
    const warnings = yield* muted("warn")
    const own: SiwxConfig = { getRequired: () => false, addSession: (one) => void added.push(one) }
    yield* whenProjectSignsIn({ siwx: own }, function* () {
      yield* approved
      assert.isTrue((yield* slicesOf(siwx)).required.value)
      yield* signs
      assert.strictEqual(yield* shownView, "closed")
      assert.isEmpty(added)
      assert.isDefined(yield* session)
    })
    assert.isTrue(warnings.some(([line]) => `${line}`.includes("the `siwx` option is ignored")))
  })

  test("opens for a wallet that connected before the project's configuration had loaded", {
    signsIn: false,
  }, function* ({ core }) {
    yield* approved
    assert.strictEqual(yield* shownView, "closed")
    core.remoteFeatures.value = { ...core.remoteFeatures.value, reownAuthentication: true }
    yield* calm
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
  })

  test("takes one click over WalletConnect", { script: oneClick }, function* (scene) {
    yield* scanned(scene)
    assert.strictEqual(yield* shownView, "closed")
    assert.isDefined(yield* session)
  })
})

describe("email capture", () => {
  test("The modal can also offer email capture: the address, its code, then the signature that names it", {
    captures: "required",
  }, function* ({ storage }) {
    const { sending, checking, recent } = yield* slicesOf(dataCapture)
    yield* approved
    assert.strictEqual(yield* shownView, "DataCapture")
    yield* settled(loadRecentEmails)
    assert.isEmpty(recent.value)

    yield* settled(giveEmail("no address"))
    assert.propertyVal(sending.value.status === "failed" && sending.value.error, "_tag", "InvalidEmail")
    yield* settled(giveEmail(` ${email} `))
    assert.strictEqual(yield* shownView, "DataCaptureOtpConfirm")
    yield* settled(giveCode("000000"))
    assert.propertyVal(checking.value.status === "failed" && checking.value.error, "_tag", "CodeRefused")
    assert.strictEqual(yield* shownView, "DataCaptureOtpConfirm")
    yield* settled(giveCode(mailedCode))
    assert.strictEqual(yield* shownView, "SIWXSignMessage")

    yield* settled(prepareMessage())
    const { message } = yield* slicesOf(siwx)
    assert.include(String(latest(message.value)), `Resources:\n- email:${email}`)
    yield* settled(signShownMessage())
    assert.strictEqual(yield* shownView, "closed")
    assert.isDefined(yield* session)
    assert.deepStrictEqual(storage.json("recent_emails"), [email])
  })

  test("keeps showing why an address was refused when the earlier addresses load late", {
    captures: "required",
  }, function* () {
    const { sending } = yield* slicesOf(dataCapture)
    yield* approved
    yield* settled(giveEmail("no address"))
    yield* settled(loadRecentEmails)
    assert.strictEqual(sending.value.status, "failed")
  })

  it.effect("needs no code for a known address, and remembers the last three", () => {
    const stored = ["a@b.example", "c@d.example", "known@e.example"]
    const storage = shelf({ recent_emails: JSON.stringify([...stored, 7]) })
    return whenProjectSignsIn({ captures: "required", storage }, function* () {
      yield* approved
      yield* settled(loadRecentEmails)
      assert.deepStrictEqual((yield* slicesOf(dataCapture)).recent.value, stored)
      yield* settled(giveEmail("known@f.example"))
      assert.strictEqual(yield* shownView, "SIWXSignMessage")
      assert.deepStrictEqual(storage.json("recent_emails"), ["known@f.example", "a@b.example", "c@d.example"])
    })
  })

  test("can be skipped if it is optional", { captures: "optional" }, function* () {
    yield* approved
    assert.strictEqual(yield* shownView, "DataCapture")
    yield* settled(skipEmail)
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
    yield* signs
    assert.strictEqual(yield* shownView, "closed")
  })

  test("cannot be skipped if it is required", { captures: "required" }, function* () {
    yield* approved
    yield* settled(skipEmail)
    assert.strictEqual(yield* shownView, "DataCapture")
  })

  test("reopens if the provider requires a code after all", { captures: "required" }, function* () {
    yield* approved
    // At first the provider treats this address as confirmed, but no longer when the message is signed.
    yield* settled(giveEmail("known@e.example"))
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
    yield* signs
    assert.strictEqual(yield* shownView, "DataCapture")
    assert.strictEqual((yield* shownSnack).message, "Confirm your email first")
    assert.isUndefined(yield* session)
  })

  test.each(["DataCapture", "DataCaptureOtpConfirm"] as const)(
    "disconnects if the visitor closes %s, which the site's own calls cannot leave",
    { captures: "required" },
    function* (view) {
      yield* approved
      if (view === "DataCaptureOtpConfirm") yield* settled(giveEmail(email))
      assert.strictEqual(yield* shownView, view)
      yield* settled(closeFromSite())
      yield* settled(openModal({ view: "Networks" }))
      assert.strictEqual(yield* shownView, view)
      yield* settled(leave())
      assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
    },
  )

  test("leads to the signature if the address needs no other code", { captures: "required" }, function* () {
    yield* approved
    yield* settled(giveEmail(email))
    assert.strictEqual(yield* shownView, "DataCaptureOtpConfirm")
    yield* TestClock.adjust("31 seconds")
    yield* settled(sendAnother("known@e.example", "resent"))
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
  })

  test("leads back from the code to the address, and resends the code after 30 s", {
    captures: "required",
  }, function* () {
    yield* approved
    yield* settled(giveEmail(email))
    yield* settled(sendAnother(email, "resent"))
    assert.match((yield* shownSnack).message, /^Please try again after \d+ seconds$/)
    yield* TestClock.adjust("31 seconds")
    yield* settled(sendAnother(email, "resent"))
    yield* calm
    assert.strictEqual((yield* shownSnack).message, "resent")
    yield* settled(goBack())
    assert.strictEqual(yield* shownView, "DataCapture")
  })

  test("shows an error if the code cannot be sent", {
    captures: "required",
    script: { faults: { authOtp: { status: 500 } } },
  }, function* () {
    const { sending } = yield* slicesOf(dataCapture)
    yield* approved
    yield* settled(giveEmail(email))
    assert.strictEqual(yield* shownView, "DataCapture")
    assert.strictEqual(sending.value.status === "failed" && sending.value.error.message, "Failed to send email OTP")
  })

  test("opens after a connect without the modal", { captures: "required" }, function* () {
    yield* calm
    yield* connects
    assert.strictEqual(yield* shownView, "DataCapture")
  })

  test("opens over WalletConnect before anything is signed", {
    captures: "required",
    script: oneClick,
  }, function* (scene) {
    yield* scanned(scene)
    assert.strictEqual(yield* shownView, "DataCapture")
  })
})
