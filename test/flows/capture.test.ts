import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { mailedCode } from "../../layers/demo/login.ts"
import type { Fault, Manner } from "../../layers/demo.ts"
import { createWorld } from "../../layers/demo.ts"
import * as none from "../../layers/siwx/none.ts"
import * as overridable from "../../layers/siwx/overridable.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import type { SiwxConfig, SiwxSession } from "../../src/domain/siwx.ts"
import { giveCode, giveEmail, recallEmails, sendAnother, skipEmail } from "../../src/flows/capture.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { closeBySite, goBack, leave, openModal } from "../../src/flows/open.ts"
import { pair } from "../../src/flows/relay.ts"
import { prepareMessage, signIn } from "../../src/flows/siwx.ts"
import { Modal, use } from "../../src/modal.ts"
import { capture } from "../../src/state/capture.ts"
import { siwx } from "../../src/state/siwx.ts"
import { snack } from "../../src/state/snack.ts"
import { settled } from "../contracts/settled.ts"
import { muted } from "../fixtures/console.ts"
import { halyard, instanceOf, rest, shelf, visit } from "./modal.ts"

import "../../layers/siwx/provider.ts"
import "../../src/flows/oneClick.ts"

const view = Effect.map(Modal, ({ core }) => (core.open.peek() ? core.route.peek()?.name : "closed"))
const status = Effect.map(Modal, ({ core }) => core.accounts.eip155.peek().status)
const email = "linden@fernhill.example"

interface Project {
  readonly signsIn?: boolean
  readonly captures?: "required" | "optional" | undefined
  readonly storage?: ReturnType<typeof shelf>
  readonly siwx?: SiwxConfig
  readonly relay?: Manner
  readonly faults?: Readonly<Record<string, Fault>>
}

/** A visit to a site whose project has the provider's sign-in on, and may capture e-mail addresses. */
const visiting = <A, E>(
  { signsIn = true, captures, storage = shelf(), siwx: own, relay, faults }: Project,
  run: Parameters<typeof visit<A, E>>[1],
) => {
  const features = [
    { id: "reown_authentication", isEnabled: signsIn, config: null },
    { id: "email_capture", isEnabled: captures !== undefined, config: captures === "required" ? ["required"] : [] },
  ]
  const world = createWorld({ project: { features }, ...(relay && { relay }), ...(faults && { faults }) })
  const instance = instanceOf(own ? { siwx: own } : {})
  const { core } = instance
  const leaf = overridable.layer(own ? site(own) : none.layer, {
    authenticates: () => core.remoteFeatures.peek().reownAuthentication,
    clientId: () => undefined,
  })
  return visit(world, run, { instance, leaves: { siwx: leaf, storage: storage.leaf } })
}

const approved = Effect.gen(function* () {
  yield* settled(rest)
  yield* openModal()
  yield* settled(connectExternal(halyard))
  yield* settled(rest)
})

const signs = Effect.gen(function* () {
  yield* settled(prepareMessage())
  yield* settled(signIn())
  yield* settled(rest)
})

describe("The provider's own sign-in", () => {
  it.effect("is asked of whoever connects, counts on the next visit, and is required", () => {
    const storage = shelf()
    return Effect.gen(function* () {
      yield* visiting(
        { storage },
        Effect.gen(function* () {
          yield* approved
          assert.strictEqual(yield* view, "SIWXSignMessage")
          assert.isTrue((yield* use(siwx)).required.value)
          yield* settled(leave())
          assert.strictEqual(yield* view, "SIWXSignMessage")
          yield* signs
          assert.strictEqual(yield* view, "closed")
          assert.isDefined((yield* use(siwx)).session.value)
        }),
      )
      yield* visiting(
        { storage },
        Effect.gen(function* () {
          yield* settled(rest)
          assert.strictEqual(yield* view, "closed")
          assert.strictEqual(yield* status, "connected")
          assert.isDefined((yield* use(siwx)).session.value)
        }),
      )
    })
  })

  it.effect("takes the place of the site's, with a warning in the console", () => {
    const added: SiwxSession[] = []
    const run = Effect.gen(function* () {
      yield* approved
      yield* signs
      assert.strictEqual(yield* view, "closed")
      assert.lengthOf(added, 0)
      assert.isDefined((yield* use(siwx)).session.value)
    })
    return Effect.gen(function* () {
      const said = yield* muted("warn")
      yield* visiting({ siwx: { addSession: (one) => void added.push(one) } }, run)
      assert.isTrue(said.some(([line]) => `${line}`.includes("the option 'siwx' is ignored")))
    })
  })

  it.effect("is asked of who connected before the project's configuration was there", () =>
    visiting(
      { signsIn: false },
      Effect.gen(function* () {
        const { core } = yield* Modal
        yield* approved
        assert.strictEqual(yield* view, "closed")
        core.remoteFeatures.value = { ...core.remoteFeatures.value, reownAuthentication: true }
        yield* settled(rest)
        assert.strictEqual(yield* view, "SIWXSignMessage")
      }),
    ),
  )

  it.effect("takes one click over the relay", () =>
    visiting(
      { relay: { connect: "approve", oneClick: true } },
      Effect.gen(function* () {
        const { core } = yield* Modal
        core.networks.value = core.networks.value.filter(({ chainNamespace }) => chainNamespace === "eip155")
        yield* settled(rest)
        yield* openModal()
        yield* settled(pair())
        yield* settled(rest)
        assert.strictEqual(yield* view, "closed")
        assert.isDefined((yield* use(siwx)).session.value)
      }),
    ),
  )
})

describe("E-mail capture", () => {
  it.effect("The modal can also offer email capture: the address, its code, then the signature that names it", () => {
    const storage = shelf()
    return visiting(
      { captures: "required", storage },
      Effect.gen(function* () {
        const { sending, checking, recent } = yield* use(capture)
        yield* approved
        assert.strictEqual(yield* view, "DataCapture")
        yield* settled(recallEmails)
        assert.deepStrictEqual(recent.value, [])

        yield* settled(giveEmail("no address"))
        assert.propertyVal(sending.value.is === "failed" && sending.value.error, "_tag", "InvalidEmail")
        yield* settled(giveEmail(` ${email} `))
        assert.strictEqual(yield* view, "DataCaptureOtpConfirm")
        yield* settled(giveCode("000000"))
        assert.propertyVal(checking.value.is === "failed" && checking.value.error, "_tag", "CodeRefused")
        assert.strictEqual(yield* view, "DataCaptureOtpConfirm")
        yield* settled(giveCode(mailedCode))
        assert.strictEqual(yield* view, "SIWXSignMessage")

        yield* settled(prepareMessage())
        const { message, session } = yield* use(siwx)
        const now = message.value
        assert.include(String(now.is === "loaded" && now.value), `Resources:\n- email:${email}`)
        yield* settled(signIn())
        assert.strictEqual(yield* view, "closed")
        assert.isDefined(session.value)
        assert.deepStrictEqual(storage.json("recent_emails"), [email])
      }),
    )
  })

  it.effect("needs no code of an address that is known, and keeps the last three", () => {
    const storage = shelf({ recent_emails: JSON.stringify(["a@b.example", "c@d.example", "known@e.example", 7]) })
    return visiting(
      { captures: "required", storage },
      Effect.gen(function* () {
        const { recent } = yield* use(capture)
        yield* approved
        yield* settled(recallEmails)
        assert.deepStrictEqual(recent.value, ["a@b.example", "c@d.example", "known@e.example"])
        yield* settled(giveEmail("known@f.example"))
        assert.strictEqual(yield* view, "SIWXSignMessage")
        assert.deepStrictEqual(storage.json("recent_emails"), ["known@f.example", "a@b.example", "c@d.example"])
      }),
    )
  })

  it.effect("that is optional may be skipped, one that is required may not", () =>
    Effect.gen(function* () {
      yield* visiting(
        { captures: "optional" },
        Effect.gen(function* () {
          yield* approved
          assert.strictEqual(yield* view, "DataCapture")
          yield* settled(skipEmail)
          assert.strictEqual(yield* view, "SIWXSignMessage")
          yield* signs
          assert.strictEqual(yield* view, "closed")
        }),
      )
      yield* visiting(
        { captures: "required" },
        Effect.gen(function* () {
          yield* approved
          yield* settled(skipEmail)
          assert.strictEqual(yield* view, "DataCapture")
        }),
      )
    }),
  )

  it.effect("is come back to where the provider says that a code is required", () =>
    visiting(
      { captures: "required" },
      Effect.gen(function* () {
        const { core } = yield* Modal
        const { shown } = yield* use(snack)
        yield* approved
        // An address that the provider takes for confirmed when it is asked, and not any more when the message is signed.
        yield* settled(giveEmail("known@e.example"))
        assert.strictEqual(core.route.value?.name, "SIWXSignMessage")
        yield* signs
        assert.strictEqual(yield* view, "DataCapture")
        assert.strictEqual(shown.value.message, "Your email has to be confirmed first")
        assert.isUndefined((yield* use(siwx)).session.value)
      }),
    ),
  )

  for (const at of ["DataCapture", "DataCaptureOtpConfirm"] as const)
    it.effect(`closing on ${at} disconnects first, and the site's own calls leave it where it is`, () =>
      visiting(
        { captures: "required" },
        Effect.gen(function* () {
          yield* approved
          if (at === "DataCaptureOtpConfirm") yield* settled(giveEmail(email))
          assert.strictEqual(yield* view, at)
          yield* settled(closeBySite())
          yield* settled(openModal({ view: "Networks" }))
          assert.strictEqual(yield* view, at)
          yield* settled(leave())
          assert.strictEqual(yield* view, "closed")
          assert.strictEqual(yield* status, "disconnected")
        }),
      ),
    )

  it.effect("leads back from the code to the address, and mails another code after 30 s", () =>
    visiting(
      { captures: "required" },
      Effect.gen(function* () {
        const { shown } = yield* use(snack)
        yield* approved
        yield* settled(giveEmail(email))
        yield* settled(sendAnother(email, "resent"))
        assert.match(shown.value.message, /^Please try again after \d+ seconds$/)
        yield* TestClock.adjust("31 seconds")
        yield* settled(sendAnother(email, "resent"))
        yield* settled(rest)
        assert.strictEqual(shown.value.message, "resent")
        yield* settled(goBack())
        assert.strictEqual(yield* view, "DataCapture")
      }),
    ),
  )

  it.effect("says so where no code can be mailed", () =>
    visiting(
      { captures: "required", faults: { authOtp: { status: 500 } } },
      Effect.gen(function* () {
        const { sending } = yield* use(capture)
        yield* approved
        yield* settled(giveEmail(email))
        assert.strictEqual(yield* view, "DataCapture")
        const now = sending.value
        assert.strictEqual(now.is === "failed" && now.error.message, "Failed to send email OTP")
      }),
    ),
  )

  it.effect("is asked of who connects without the modal, and over the relay before anything is signed", () =>
    Effect.gen(function* () {
      yield* visiting(
        { captures: "required" },
        Effect.gen(function* () {
          yield* settled(rest)
          yield* settled(connect({ wallet: halyard }))
          yield* settled(rest)
          assert.strictEqual(yield* view, "DataCapture")
        }),
      )
      yield* visiting(
        { captures: "required", relay: { connect: "approve", oneClick: true } },
        Effect.gen(function* () {
          const { core } = yield* Modal
          core.networks.value = core.networks.value.filter(({ chainNamespace }) => chainNamespace === "eip155")
          yield* settled(rest)
          yield* openModal()
          yield* settled(pair())
          yield* settled(rest)
          assert.strictEqual(yield* view, "DataCapture")
        }),
      )
    }),
  )
})
