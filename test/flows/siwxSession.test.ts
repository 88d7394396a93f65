import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { layer as scripted } from "../../layers/browser/scripted.ts"
import { mailedCode } from "../../layers/demo/login.ts"
import { createWorld } from "../../layers/demo.ts"
import * as none from "../../layers/siwx/none.ts"
import * as overridable from "../../layers/siwx/overridable.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import type { SiwxConfig } from "../../src/domain/siwx.ts"
import type { Needs } from "../../src/engine.ts"
import { giveCode, giveEmail } from "../../src/flows/capture.ts"
import { connect } from "../../src/flows/connect.ts"
import { leave } from "../../src/flows/open.ts"
import {
  getAccountMetadata,
  getSessions,
  setAccountMetadata,
  signIn as signInNow,
  signOut,
} from "../../src/flows/session.ts"
import { prepareMessage, signIn } from "../../src/flows/siwx.ts"
import { Modal, use } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { account } from "../../src/state/account.ts"
import { siwx } from "../../src/state/siwx.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, instanceOf, rest, shelf, visit } from "./modal.ts"

import "../../layers/siwx/provider.ts"

const view = Effect.map(Modal, ({ core }) => (core.open.peek() ? core.route.peek()?.name : "closed"))
const status = Effect.map(Modal, ({ core }) => core.accounts.eip155.peek().status)
const email = "linden@fernhill.example"

/** The user of each namespace, as a site reads it. */
const users = Effect.gen(function* () {
  yield* use(account)
  const { chains } = snapshot(yield* Modal)
  return Object.values(chains).map((chain) => {
    const state = chain?.accountState as { readonly user?: { readonly email?: string } } | undefined
    return state?.user
  })
})

const connects = Effect.andThen(settled(connect({ wallet: halyard })), settled(rest))
const signs = Effect.gen(function* () {
  yield* settled(prepareMessage())
  yield* settled(signIn())
  yield* settled(rest)
})

/** A visit to a site that signs its visitors in itself. */
const ofSite = <A, E>(config: SiwxConfig, run: Parameters<typeof visit<A, E>>[1]) =>
  visit(createWorld(), run, {
    leaves: { siwx: site(config), browser: scripted({ page: { origin: "https://site.example" } }) },
  })

/** A visit to a site whose project has the provider's sign-in on, with the capture of e-mail addresses. */
const ofProvider = <A, E>(
  run: Parameters<typeof visit<A, E>>[1],
  {
    world = worldOf(),
    storage = shelf(),
  }: { world?: ReturnType<typeof worldOf>; storage?: ReturnType<typeof shelf> } = {},
) => {
  const instance = instanceOf()
  const leaf = overridable.layer(none.layer, {
    authenticates: () => instance.core.remoteFeatures.peek().reownAuthentication,
    clientId: () => undefined,
  })
  return visit(world, run, { instance, leaves: { siwx: leaf, storage: storage.leaf } })
}
const worldOf = (faults = {}) =>
  createWorld({
    faults,
    project: {
      features: [
        { id: "reown_authentication", isEnabled: true, config: null },
        { id: "email_capture", isEnabled: true, config: [] },
      ],
    },
  })

/** A visitor who gives an e-mail address, and signs. */
const captured = Effect.gen(function* () {
  yield* settled(rest)
  yield* connects
  assert.strictEqual(yield* view, "DataCapture")
  yield* settled(giveEmail(email))
  yield* settled(giveCode(mailedCode))
  yield* settled(rest)
  yield* signs
})

describe("Signing in without opening the modal first", () => {
  it.effect("opens the view to sign in, and gives the session", () =>
    ofSite(
      { getRequired: () => false },
      Effect.gen(function* () {
        yield* connects
        yield* settled(leave())
        const asked = yield* Effect.forkChild(signInNow())
        yield* settled(rest)
        assert.strictEqual(yield* view, "SIWXSignMessage")
        yield* signs
        const session = yield* Fiber.join(asked)
        assert.match(session.signature, /^0x[0-9a-f]+$/)
        assert.strictEqual(yield* view, "closed")
        // Who is signed in is not asked again.
        assert.deepStrictEqual(yield* settled(signInNow()), session)
        assert.strictEqual(yield* view, "closed")
        assert.deepStrictEqual(yield* getSessions(), [session])
      }),
    ),
  )

  it.effect("fails with 'Modal closed' for a visitor who leaves", () =>
    ofSite(
      { getRequired: () => false },
      Effect.gen(function* () {
        yield* connects
        yield* settled(leave())
        const asked = yield* Effect.forkChild(Effect.flip(signInNow()))
        yield* settled(rest)
        yield* settled(leave())
        assert.strictEqual((yield* Fiber.join(asked)).message, "Modal closed")
        assert.strictEqual(yield* status, "connected")
      }),
    ),
  )

  for (const required of [true, false])
    it.effect(`signing out ends the sessions${required ? ", and the connection of who must be signed in" : ""}`, () =>
      ofSite(
        { getRequired: () => required },
        Effect.gen(function* () {
          yield* connects
          yield* signs
          assert.lengthOf(yield* getSessions(), 1)
          yield* settled(signOut())
          yield* settled(rest)
          assert.isUndefined((yield* use(siwx)).session.value)
          assert.strictEqual(yield* status, required ? "disconnected" : "connected")
          assert.strictEqual(yield* view, "closed")
          if (!required) assert.lengthOf(yield* getSessions(), 0)
        }),
      ),
    )

  it.effect("says what is missing: a wallet, or sign-in itself", () =>
    Effect.gen(function* () {
      const asked: readonly Effect.Effect<unknown, Error, Needs>[] = [
        signInNow(),
        signOut(),
        getSessions(),
        getAccountMetadata(),
        setAccountMetadata({ metadata: {} }),
      ]
      const messages = Effect.forEach(asked, (one) => Effect.map(Effect.flip(one), ({ message }) => message))
      const off = yield* visit(createWorld(), Effect.andThen(connects, messages))
      assert.deepStrictEqual(new Set(off), new Set(["SIWX is not enabled"]))
      const alone = yield* ofSite({}, messages)
      assert.deepStrictEqual(alone.slice(0, 3), Array(3).fill("No ActiveCaipAddress found"))
      // A site's own sessions have no account at the provider.
      assert.deepStrictEqual(alone.slice(3), Array(2).fill("SIWX is not enabled"))
    }),
  )
})

describe("The account at the provider", () => {
  it.effect("has the e-mail address of its token on the user of every namespace, until the visitor signs out", () =>
    Effect.gen(function* () {
      const storage = shelf()
      const world = worldOf()
      yield* ofProvider(
        Effect.gen(function* () {
          yield* captured
          for (const user of yield* users) assert.strictEqual(user?.email, email)
        }),
        { storage, world },
      )
      // The token is kept: the next visit knows it too.
      yield* ofProvider(
        Effect.gen(function* () {
          yield* settled(rest)
          for (const user of yield* users) assert.strictEqual(user?.email, email)
          yield* settled(signOut())
          yield* settled(rest)
          for (const user of yield* users) assert.isUndefined(user)
        }),
        { storage, world },
      )
      assert.notInclude(JSON.stringify([...storage.texts.values()].filter((text) => !text.startsWith("["))), email)
    }),
  )

  it.effect("keeps what the site notes on it", () =>
    ofProvider(
      Effect.gen(function* () {
        yield* captured
        assert.deepStrictEqual(yield* settled(getAccountMetadata()), {})
        yield* settled(setAccountMetadata({ metadata: { plan: "gardener", seeds: [1, 2] } }))
        assert.deepStrictEqual(yield* settled(getAccountMetadata()), { plan: "gardener", seeds: [1, 2] })
      }),
    ),
  )

  it.effect("fails for what is no plain data, for a provider that refuses, and for who is not signed in", () =>
    ofProvider(
      Effect.gen(function* () {
        yield* captured
        const circle: Record<string, unknown> = {}
        circle.self = circle
        for (const metadata of [circle, { big: 1n }, null, [], "text"])
          assert.strictEqual(
            (yield* Effect.flip(setAccountMetadata({ metadata: metadata as never })))._tag,
            "InvalidInput",
          )
        const refused = yield* Effect.flip(settled(setAccountMetadata({ metadata: {} })))
        assert.strictEqual(refused._tag, "UnknownFailure")
      }),
      { world: worldOf({ authAccountMetadata: { status: 500 } }) },
    ),
  )
})
