import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { mailedCode } from "../../layers/demo/frame/login.ts"
import type { Fault } from "../../layers/demo/script.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { type Loadable, latest } from "../../src/core/first-paint/loadable.ts"
import { closeFromSite, goBack, openModal } from "../../src/navigation/opening/flows.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { otpEndpoint } from "../../src/siwx/endpoints.ts"
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
import { exchangeWith, shownView, testing } from "../fixtures/scenes.ts"
import { begun, shownSnack, type Visit } from "../fixtures/visits.ts"

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

const failureOf = (progress: Loadable<unknown>) => (progress.status === "failed" ? progress.error : undefined)

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
    // The provider has to confirm the stored token on each visit.
    yield* whenProjectSignsIn({ storage, script: { faults: { authMe: { status: 503 } } } }, function* () {
      yield* calm
      assert.strictEqual(yield* shownView, "SIWXSignMessage")
      assert.isUndefined(yield* session)
    })
  })

  test("has no message without the provider's nonce", {
    script: { faults: { authNonce: { status: 503 } } },
  }, function* () {
    yield* approved
    yield* settled(prepareMessage())
    const { message } = yield* slicesOf(siwx)
    assert.propertyVal(failureOf(message.value)?.cause, "status", 503)
  })

  it.effect.each<Fault>([{ offline: true }, { status: 401 }, { status: 503 }, { body: "truncated" }])(
    "'Error signing message': a snack error if the provider rejects the signature or fails: %j",
    (fault) =>
      whenProjectSignsIn({ script: { faults: { authenticate: fault } } }, function* () {
        yield* approved
        yield* signs
        assert.deepInclude(yield* shownSnack, { message: "Error signing message", variant: "error" })
        assert.strictEqual(yield* shownView, "SIWXSignMessage")
        assert.isUndefined(yield* session)
      }),
  )

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
  }, function* ({ storage, world }) {
    const { sending, checking, recent } = yield* slicesOf(dataCapture)
    yield* approved
    assert.strictEqual(yield* shownView, "DataCapture")
    yield* settled(loadRecentEmails)
    assert.isEmpty(recent.value)

    yield* settled(giveEmail("no address"))
    assert.propertyVal(failureOf(sending.value), "_tag", "InvalidEmail")
    yield* settled(giveEmail(` ${email} `))
    assert.strictEqual(yield* shownView, "DataCaptureOtpConfirm")
    yield* settled(giveCode("000000"))
    assert.propertyVal(failureOf(checking.value), "_tag", "CodeRefused")
    assert.propertyVal(failureOf(checking.value)?.cause, "status", 401)
    world.faults.set("authOtpConfirm", { status: 500, times: 1 })
    yield* settled(giveCode(mailedCode))
    assert.propertyVal(failureOf(checking.value), "_tag", "UnknownFailure")
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

  it.effect("emails a code for the active account, and none if no wallet is connected", () => {
    const asked: unknown[] = []
    const layers = exchangeWith(otpEndpoint, (answer, input) => {
      asked.push(input)
      return answer
    })
    return whenProjectSignsIn({ captures: "required", layers }, function* ({ core }) {
      yield* settled(giveEmail(email))
      assert.propertyVal(failureOf((yield* slicesOf(dataCapture)).sending.value), "_tag", "UnknownFailure")
      yield* approved
      yield* settled(giveEmail(email))
      assert.deepStrictEqual(asked, [{ email, account: `${core.network.value?.caipNetworkId}:${core.address.value}` }])
    })
  })

  test("submits an address and a code once for two clicks, and emails one other code", {
    captures: "required",
    script: { faults: { authOtp: { delay: 2_000 }, authOtpConfirm: { delay: 2_000 } } },
  }, function* ({ world }) {
    const twice = Effect.fnUntraced(function* (flow: Effect.Effect<void, never, Needs>) {
      const first = yield* begun(flow)
      yield* settled(flow)
      yield* settled(Fiber.join(first))
    })
    yield* approved
    yield* twice(giveEmail(email))
    yield* twice(giveCode("000000"))
    yield* TestClock.adjust("30 seconds")
    yield* twice(sendAnother(email, "resent"))
    assert.deepStrictEqual(["authOtp", "authOtpConfirm"].map(world.faults.requestCount), [2, 1])
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
      yield* settled(giveEmail("a@b.example"))
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
  }, function* ({ world }) {
    const { mailedAt } = yield* slicesOf(dataCapture)
    yield* approved
    yield* settled(giveEmail(email))
    const since = mailedAt.value
    yield* TestClock.setTime(since + 10_500)
    yield* settled(sendAnother(email, "resent"))
    assert.deepInclude(yield* shownSnack, { message: "Please try again after 20 seconds", variant: "error" })
    yield* TestClock.setTime(since + 30_000)
    world.faults.set("authOtp", { status: 500, times: 1 })
    yield* settled(sendAnother(email, "resent"))
    assert.deepInclude(yield* shownSnack, { message: "Failed to send email OTP", variant: "error" })
    assert.strictEqual(yield* shownView, "DataCaptureOtpConfirm")
    yield* settled(sendAnother(email, "resent"))
    yield* calm
    assert.strictEqual((yield* shownSnack).message, "resent")
    yield* settled(goBack())
    assert.strictEqual(yield* shownView, "DataCapture")
  })

  it.effect.each<readonly [cause: string, fault: Fault]>([
    ["HttpStatus", { status: 500 }],
    ["AnswerInvalid", { body: "mistyped" }],
  ])("shows an error if the code cannot be sent: %s", ([cause, authOtp]) =>
    whenProjectSignsIn({ captures: "required", script: { faults: { authOtp } } }, function* () {
      const { sending } = yield* slicesOf(dataCapture)
      yield* approved
      yield* settled(giveEmail(email))
      assert.strictEqual(yield* shownView, "DataCapture")
      assert.strictEqual(failureOf(sending.value)?.message, "Failed to send email OTP")
      assert.propertyVal(failureOf(sending.value)?.cause, "_tag", cause)
    }),
  )

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
