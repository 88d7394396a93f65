import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type SiwxSession, siwxText } from "../../../src/siwx/model/message.ts"
import { getSessions } from "../../../src/siwx/operations.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { changedChains } from "../../fixtures/layers.ts"
import { shelf } from "../../fixtures/modal.ts"
import { calm, connects, session, shown, signs, whenSiteSignsIn } from "../../fixtures/scenes/siwx.ts"
import { attacks, seed, tell, timeout, visitsOf } from "../cases.ts"

/** Number of stored sessions per visit. Each visit is a whole modal. */
const perVisit = 20

/** The account's signature of a message, and of no other message. */
const signatureOf = (message: string) => `0x${Buffer.from(message).toString("hex")}`
const signing = changedChains(() => ({
  signMessage: ({ message }) => Effect.succeed(signatureOf(message)),
  isSigned: ({ message, signature }) => Effect.succeed(signature === signatureOf(message)),
}))

const distant = "2099-01-01T00:00:00.000Z"

/** Ways in which a script on the page forges a stored session that an account has signed. */
const forgeries: Readonly<Record<string, (own: SiwxSession, draw: Draw) => unknown>> = {
  "another signature": (own, draw) => ({
    ...own,
    signature: draw.oneOf(["0x00", "0x", "", "0x1234", own.signature.slice(0, -2), `${own.signature}00`]),
  }),
  "another domain, signed": ({ data }, draw) => {
    const domain = draw.oneOf(["bank.example", "evil.site.example", "site.example.bank.example", "", "example"])
    const foreign = { ...data, domain, uri: `https://${domain}` }
    return { data: foreign, message: siwxText(foreign), signature: signatureOf(siwxText(foreign)) }
  },
  "another end": (own, draw) => ({
    ...own,
    data: { ...own.data, expirationTime: draw.oneOf([distant, undefined]) },
  }),
  "another end, not signed": ({ data, signature }) => {
    const longer = { ...data, expirationTime: distant }
    return { data: longer, message: siwxText(longer), signature }
  },
  "another account's message": (own) => {
    const message = own.message.replace(own.data.accountAddress, `0x${"1".repeat(40)}`)
    return { ...own, message, signature: signatureOf(message) }
  },
  "another text, signed": (own, draw) => {
    const message = draw.oneOf(["", "Hello", own.message.toLowerCase(), own.message.replaceAll(" ", "\u00a0")])
    return { ...own, message, signature: signatureOf(message) }
  },
  "a field of the wrong type": (own, draw) => ({
    ...own,
    data: { ...own.data, [draw.oneOf(Object.keys(own.data))]: draw.oneOf([null, 1, {}, []]) },
  }),
}

describe("A stored sign-in session", () => {
  it.effect("is restored on the next visit if the account signed it for this site", () =>
    Effect.gen(function* () {
      const storage = shelf()
      yield* whenSiteSignsIn({ ...signing, storage }, function* () {
        yield* connects
        yield* signs
      })
      yield* whenSiteSignsIn({ ...signing, storage }, function* () {
        yield* calm
        assert.lengthOf(yield* getSessions(), 1)
        assert.deepStrictEqual(yield* shown, ["closed", "connected"])
      })
    }),
  )

  it.effect.each([
    ["its host's", "webflow.io", 0],
    ["its own", "bank.webflow.io", 1],
  ] as const)("that names %s domain is restored on a page of a shared host: %s", ([, domain, count]) =>
    Effect.gen(function* () {
      const storage = shelf()
      const origin = "https://app.bank.webflow.io"
      yield* whenSiteSignsIn({ ...signing, storage, origin }, function* () {
        yield* connects
        yield* signs
      })
      const [{ data }] = storage.json("siwx") as readonly [SiwxSession]
      const named = { ...data, domain, uri: `https://${domain}` }
      const kept = { data: named, message: siwxText(named), signature: signatureOf(siwxText(named)) }
      const changed = shelf({ ...Object.fromEntries(storage.texts), siwx: JSON.stringify([kept]) })
      yield* whenSiteSignsIn({ ...signing, storage: changed, origin }, function* () {
        yield* calm
        assert.lengthOf(yield* getSessions(), count)
      })
    }),
  )

  it.effect.each(Object.keys(forgeries))(
    "is not restored with %s",
    (name) =>
      Effect.gen(function* () {
        const storage = shelf()
        yield* whenSiteSignsIn({ ...signing, storage }, function* () {
          yield* connects
          yield* signs
        })
        const [own] = storage.json("siwx") as readonly [SiwxSession]
        const kept = Object.fromEntries(storage.texts)
        const actedOn: string[] = []
        const drawn = draws(Math.ceil(attacks / Object.keys(forgeries).length), seed)
        for (const ofVisit of visitsOf(drawn, perVisit)) {
          const sessions = ofVisit.map((draw) => forgeries[name]?.(own, draw))
          const forged = shelf({ ...kept, siwx: JSON.stringify(sessions) })
          yield* whenSiteSignsIn({ ...signing, storage: forged }, function* () {
            yield* calm
            actedOn.push(...(yield* getSessions()).map((counted) => JSON.stringify(counted)))
            assert.isUndefined(yield* session)
            assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
          })
        }
        tell(`Stored sessions with ${name}`, drawn.length, actedOn)
      }),
    timeout,
  )
})
