import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { mailedCode } from "../../layers/demo/frame/login.ts"
import { demo, type World } from "../../layers/demo.ts"
import { Chains } from "../../services/Chains.ts"
import { account } from "../../src/account/state/account.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { AdapterNotFound } from "../../src/errors/index.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { giveCode, giveEmail } from "../../src/siwx/flows/dataCapture.ts"
import {
  getAccountMetadata,
  getSessions,
  setAccountMetadata,
  signIn as signInNow,
  signOut,
} from "../../src/siwx/operations.ts"
import type { ModalContext } from "../../src/stub/context.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { settled } from "../contracts/settled.ts"
import { changed } from "../fixtures/layers.ts"
import { rest, shelf } from "../fixtures/modal.ts"
import {
  calm,
  connects,
  optional,
  session,
  shown,
  signs,
  test,
  whenProjectSignsIn,
  whenSiteSignsIn,
} from "../fixtures/scenes/siwx.ts"
import { shownView, whenConnected, whenStarted } from "../fixtures/scenes.ts"
import { fails } from "../fixtures/visits.ts"

const email = "linden@fernhill.example"

/** The user's email address per namespace, as a site reads it. */
const emails = (instance: ModalContext) =>
  Effect.map(slicesOf(account), () =>
    Object.values(snapshot(instance).chains).map((chain) => {
      const state = chain?.accountState as { readonly user?: { readonly email?: string } } | undefined
      return state?.user?.email
    }),
  )

/** The visitor connects, enters an email address with its code, and signs. */
const captured = Effect.gen(function* () {
  yield* calm
  yield* connects
  assert.isTrue((yield* shownView) === "DataCapture")
  yield* settled(giveEmail(email))
  yield* settled(giveCode(mailedCode))
  yield* calm
  yield* signs
})

describe("sign-in as an operation", () => {
  test("opens the sign view, and returns the session", { siwx: optional }, function* () {
    yield* connects
    yield* settled(leave())
    const signing = yield* Effect.forkChild(signInNow())
    yield* calm
    assert.strictEqual(yield* shownView, "SIWXSignMessage")
    yield* signs
    const added = yield* Fiber.join(signing)
    assert.match(added.signature, /^0x[0-9a-f]+$/)
    assert.strictEqual(yield* shownView, "closed")
    // A visitor who is signed in is not asked again.
    assert.deepStrictEqual(yield* settled(signInNow()), added)
    assert.strictEqual(yield* shownView, "closed")
    assert.deepStrictEqual(yield* getSessions(), [added])
  })

  test("fails with 'Modal closed' when the visitor leaves", { siwx: optional }, function* () {
    yield* connects
    yield* settled(leave())
    const signing = yield* Effect.forkChild(fails(signInNow(), { message: "Modal closed" }))
    yield* calm
    yield* settled(leave())
    yield* rest
    assert.isDefined(signing.pollUnsafe())
    yield* Fiber.join(signing)
    assert.strictEqual((yield* shown)[1], "connected")
  })

  it.effect.each([
    ["and the connection if it is required", true],
    ["and keeps the connection if it is not", false],
  ] as const)("ends the sessions when signed out, %s", ([, required]) =>
    whenSiteSignsIn({ siwx: { getRequired: () => required } }, function* () {
      yield* connects
      yield* signs
      assert.lengthOf(yield* getSessions(), 1)
      yield* settled(signOut())
      yield* calm
      assert.isUndefined(yield* session)
      assert.deepStrictEqual(yield* shown, ["closed", required ? "disconnected" : "connected"])
      if (!required) assert.isEmpty(yield* getSessions())
    }),
  )

  it.effect("counts no stored session that it cannot verify because the code for its network does not load", () => {
    let loads = true
    const layers = (world: World) => ({
      chains: changed(Chains, demo(world).chains, ({ get }) => ({
        get: (namespace) => (loads ? get(namespace) : Effect.fail(new AdapterNotFound())),
      })),
    })
    return whenSiteSignsIn({ layers }, function* () {
      yield* connects
      yield* signs
      assert.lengthOf(yield* getSessions(), 1)
      loads = false
      assert.isEmpty(yield* getSessions())
    })
  })

  const ofSession: readonly (() => Effect.Effect<unknown, Error, Needs>)[] = [signInNow, signOut, getSessions]
  const ofAccount: typeof ofSession = [getAccountMetadata, () => setAccountMetadata({ metadata: {} })]

  it.effect.each([whenConnected, whenStarted])("fails on a site without sign-in, with a wallet or without", (when) =>
    when({}, function* () {
      for (const asked of [...ofSession, ...ofAccount]) yield* fails(asked(), { message: "SIWX is not enabled" })
    }),
  )

  it.effect("fails with an account in whose namespace the site has no sign-in", () =>
    whenSiteSignsIn({ namespace: "solana" }, function* () {
      yield* connects
      for (const asked of ofSession) yield* fails(asked(), { message: "SIWX is not enabled" })
    }),
  )

  test("fails without a connected wallet, and has no account at the provider for a site's own sessions", function* () {
    for (const asked of ofSession) yield* fails(asked(), { message: "No ActiveCaipAddress found" })
    for (const asked of ofAccount) yield* fails(asked(), { message: "SIWX is not enabled" })
  })
})

describe("account at the provider", () => {
  test.visits("has the token's email address for every namespace, until the visitor signs out", function* () {
    const storage = shelf()
    yield* whenProjectSignsIn({ captures: "optional", storage }, function* ({ instance }) {
      yield* captured
      for (const known of yield* emails(instance)) assert.strictEqual(known, email)
    })
    // The token is stored for the next visit.
    yield* whenProjectSignsIn({ captures: "optional", storage }, function* ({ instance }) {
      yield* calm
      for (const known of yield* emails(instance)) assert.strictEqual(known, email)
      yield* settled(signOut())
      yield* calm
      for (const known of yield* emails(instance)) assert.isUndefined(known)
    })
    assert.notInclude(JSON.stringify([...storage.texts.values()].filter((text) => !text.startsWith("["))), email)
  })

  it.effect("stores the site's metadata", () =>
    whenProjectSignsIn({ captures: "optional" }, function* () {
      yield* captured
      assert.deepStrictEqual(yield* settled(getAccountMetadata()), {})
      const metadata = { plan: "gardener", seeds: [1, 2] }
      yield* settled(setAccountMetadata({ metadata }))
      assert.deepStrictEqual(yield* settled(getAccountMetadata()), metadata)
    }),
  )

  it.effect("rejects metadata that is not plain data, and fails if the provider does", () => {
    const script = { faults: { authAccountMetadata: { status: 500 } } }
    return whenProjectSignsIn({ captures: "optional", script }, function* () {
      yield* captured
      const circle: Record<string, unknown> = {}
      circle.self = circle
      const invalid = (metadata: unknown, message: string) =>
        fails(setAccountMetadata({ metadata: metadata as never }), { _tag: "InvalidInput", message, path: "metadata" })
      for (const metadata of [circle, { big: 1n }]) yield* invalid(metadata, "Expected plain data")
      yield* invalid(null, "Expected object, received null")
      yield* invalid([], "Expected object, received array")
      yield* invalid("text", "Expected object, received string")
      yield* fails(settled(setAccountMetadata({ metadata: {} })), { _tag: "UnknownFailure" })
    })
  })
})
