import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { privateKeyToAccount } from "viem/accounts"
import * as demoApi from "../../layers/api/demo.ts"
import * as httpApi from "../../layers/api/http.ts"
import * as scripted from "../../layers/browser/scripted.ts"
import { mailedCode } from "../../layers/demo/login.ts"
import { createWorld } from "../../layers/demo.ts"
import * as none from "../../layers/siwx/none.ts"
import * as overridable from "../../layers/siwx/overridable.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import type { Api } from "../../services/Api.ts"
import { Siwx, type SiwxEmail, type SiwxMetadata } from "../../services/Siwx.ts"
import { shelf } from "../flows/modal.ts"
import { type Provider, start } from "../real/parts/provider.ts"
import { mailed } from "../real/parts/providerSignIn.ts"

const holder = privateKeyToAccount(`0x${"1".repeat(64)}`)
const account = { chainId: "eip155:1", accountAddress: holder.address }

interface Scene {
  readonly api: Layer.Layer<Api>
  /** The code that is mailed. */
  readonly code: string
  /** An address that needs no code. */
  readonly known: string
  readonly provider?: Provider
}

const demoScene: Effect.Effect<Scene> = Effect.sync(() => ({
  api: demoApi.layer(createWorld()),
  code: mailedCode,
  known: "known@fernhill.example",
}))

const liveScene: Effect.Effect<Scene, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => start()),
    (provider) => Effect.promise(() => provider.stop()),
  ),
  (provider) => {
    const { url: host } = provider
    const hosts = { api: host, blockchain: host, utxo: host, images: host }
    return {
      api: httpApi.layer({ projectId: "p", sdkType: "portico", sdkVersion: "html-test-1", hosts }),
      code: mailed,
      known: "linden@confirmed.example",
      provider,
    }
  },
)

/** The sign-in of a page, on storage that outlives it. */
const page = (api: Layer.Layer<Api>, storage = shelf(), on = () => true) =>
  overridable
    .layer(none.layer, { authenticates: on, clientId: () => "did:key:z6Mk" })
    .pipe(Layer.provide([api, storage.leaf, scripted.layer({ page: { origin: "https://site.example" } })]))

const signed = Effect.gen(function* () {
  const { message } = yield* Siwx
  const shown = yield* message(account)
  const text = String(shown)
  return { data: shown, message: text, signature: yield* Effect.promise(() => holder.signMessage({ message: text })) }
})

/** What an overriding service has for certain. */
const email = Effect.map(Siwx, (service) => service.email as SiwxEmail)

for (const [leaf, scene] of Object.entries({ demo: demoScene, live: liveScene }))
  describe(`The provider's own sign-in, ${leaf}`, () => {
    const test = <A, E>(title: string, run: (scene: Scene) => Effect.Effect<A, E, Scope.Scope>) =>
      it.live(title, () => Effect.scoped(Effect.flatMap(scene, run)))

    test("takes a signed message, and its token counts on the next visit too, until it is revoked", ({ api }) =>
      Effect.gen(function* () {
        const storage = shelf()
        yield* Effect.gen(function* () {
          const service = yield* Siwx
          assert.isTrue(service.enabled && service.verifies && service.signOutOnDisconnect)
          assert.isTrue(yield* service.required)
          assert.lengthOf(yield* service.sessions(account), 0)
          const session = yield* signed
          assert.deepInclude(session.data, { domain: "site.example", uri: "https://site.example" })
          yield* service.add(session, { type: "extension", name: "Halyard", icon: undefined })
          assert.lengthOf(yield* service.sessions(account), 1)
        }).pipe(Effect.provide(page(api, storage)))
        assert.sameMembers([...storage.texts.keys()], ["siwx_auth_token"])

        yield* Effect.gen(function* () {
          const service = yield* Siwx
          const lower = { ...account, accountAddress: account.accountAddress.toLowerCase() }
          const [session, ...more] = yield* service.sessions(lower)
          assert.lengthOf(more, 0)
          assert.isAbove(Date.parse(session?.data.expirationTime ?? ""), Date.now())
          // Of another network, or another account, it is none; and nobody else ends it.
          assert.lengthOf(yield* service.sessions({ ...account, chainId: "eip155:137" }), 0)
          const other = { ...account, accountAddress: `0x${"2".repeat(40)}` }
          assert.lengthOf(yield* service.sessions(other), 0)
          yield* service.revoke(other)
          assert.lengthOf(yield* service.sessions(account), 1)
          yield* service.revoke(account)
          assert.lengthOf(yield* service.sessions(account), 0)
        }).pipe(Effect.provide(page(api, storage)))
        assert.strictEqual(storage.texts.size, 0)
      }))

    test("refuses a message whose nonce is not the provider's", ({ api }) =>
      Effect.gen(function* () {
        const service = yield* Siwx
        const session = yield* signed
        const other = { ...session, data: { ...session.data, nonce: "00000000" } }
        const error = yield* Effect.flip(service.add(other))
        assert.strictEqual(error._tag, "UnknownFailure")
        assert.lengthOf(yield* service.sessions(account), 0)
      }).pipe(Effect.provide(page(api))))

    test("mails a code to an address, and the message names it", ({ api, code, known }) =>
      Effect.gen(function* () {
        const { add, sessions } = yield* Siwx
        const { send, confirm } = yield* email
        assert.isTrue(yield* send("linden@fernhill.example", account))
        const wrong = yield* Effect.flip(confirm("000000"))
        assert.strictEqual(wrong._tag, "CodeRefused")
        yield* confirm(code)
        const session = yield* signed
        assert.include(session.message, "Resources:\n- email:linden@fernhill.example")
        const named = { email: "linden@fernhill.example" }
        assert.deepInclude(yield* add(session), named)
        const [held] = yield* sessions(account)
        assert.deepInclude(held, named)
        assert.isFalse(yield* send(known, account))
      }).pipe(Effect.provide(page(api))))

    test("notes what a site wants noted on the account, in place of what was noted before, for who is signed in", ({
      api,
    }) =>
      Effect.gen(function* () {
        const service = yield* Siwx
        const { read, write } = service.metadata as SiwxMetadata
        const unsigned = [read(account), write(account, { plan: "gardener" })]
        for (const one of unsigned) assert.strictEqual((yield* Effect.flip(one))._tag, "UnknownFailure")
        yield* service.add(yield* signed)
        assert.deepStrictEqual(yield* read(account), {})
        yield* write(account, { plan: "gardener", seeds: ["oak", null, 2] })
        assert.deepStrictEqual(yield* read(account), { plan: "gardener", seeds: ["oak", null, 2] })
        yield* write(account, { plan: "warden" })
        assert.deepStrictEqual(yield* read(account), { plan: "warden" })
        // Of another network it is another account.
        const other = { ...account, chainId: "eip155:137" }
        assert.strictEqual((yield* Effect.flip(write(other, {})))._tag, "UnknownFailure")
        yield* service.revoke(account)
        assert.strictEqual((yield* Effect.flip(read(account)))._tag, "UnknownFailure")
      }).pipe(Effect.provide(page(api))))

    test("has no code to take where none was mailed", ({ api }) =>
      Effect.gen(function* () {
        const { confirm } = yield* email
        assert.strictEqual((yield* Effect.flip(confirm("123456")))._tag, "CodeRefused")
      }).pipe(Effect.provide(page(api))))

    test("can ask for a message before an account is known, and takes the session of the network in use", ({ api }) =>
      Effect.gen(function* () {
        const { request, set, sessions } = yield* Siwx
        const asked = yield* request("eip155:1")
        assert.notProperty(asked, "accountAddress")
        const { siwxText } = yield* Effect.promise(() => import("../../src/domain/siwx.ts"))
        const data = { ...asked, ...account }
        const message = siwxText(data)
        yield* set([{ data, message, signature: yield* Effect.promise(() => holder.signMessage({ message })) }])
        assert.lengthOf(yield* sessions(account), 1)
      }).pipe(Effect.provide(page(api))))
  })

describe("The provider's own sign-in, over the wire", () => {
  it.live("sends what the provider's services take, in their headers and shapes", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { api, provider, code } = yield* liveScene
        yield* Effect.gen(function* () {
          const { add, sessions } = yield* Siwx
          const { send, confirm } = yield* email
          yield* send("linden@fernhill.example", account)
          yield* confirm(code)
          yield* add(yield* signed, { type: "walletconnect", name: "Fathom", icon: undefined })
          yield* sessions(account)
        }).pipe(Effect.provide(page(api)))

        const calls = (provider?.ledger ?? []).filter(({ path }) => path.startsWith("/auth/v1/"))
        assert.deepStrictEqual(
          calls.map(({ method, path }) => `${method} ${path}`),
          ["POST", "PUT", "GET", "POST", "GET"].map(
            (method, at) => `${method} /auth/v1/${["otp", "otp", "nonce", "authenticate", "me"][at]}`,
          ),
        )
        const [otp, confirmed, nonce, authenticated, me] = calls
        assert.deepInclude(otp?.query, { projectId: "p", st: "portico", sv: "html-test-1" })
        assert.deepStrictEqual(otp?.body, {
          email: "linden@fernhill.example",
          account: `eip155:1:${holder.address}`,
        })
        assert.match(`${confirmed?.headers["x-otp"]}`, /^[0-9a-f-]{36}$/)
        assert.deepStrictEqual(confirmed?.body, { code })
        assert.isUndefined(nonce?.headers.authorization)
        assert.match(`${authenticated?.headers["x-nonce-jwt"]}`, /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
        assert.strictEqual(authenticated?.headers["x-otp"], confirmed?.headers["x-otp"])
        assert.deepInclude(authenticated?.body as object, {
          clientId: "did:key:z6Mk",
          walletInfo: { type: "walletconnect", name: "Fathom" },
        })
        assert.match(`${me?.headers.authorization}`, /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
      }),
    ),
  )

  const hostile: Readonly<Record<string, unknown>> = {
    "of another account": { address: `0x${"2".repeat(40)}`, caip2Network: "eip155:1" },
    "of another network": { address: holder.address, caip2Network: "eip155:10" },
    "that is over": { address: holder.address, caip2Network: "eip155:1", exp: 1 },
    "without an account": {},
  }
  const tokenOf = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.x`
  for (const [what, payload] of Object.entries(hostile))
    it.live(`takes no token ${what}, from the provider or from storage`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { api, provider } = yield* liveScene
          provider?.set("POST /auth/v1/authenticate", { token: tokenOf(payload) })
          provider?.set("GET /auth/v1/me", { ...account, uri: "", domain: "", nonce: "" })
          const storage = shelf({ siwx_auth_token: tokenOf(payload) })
          yield* Effect.gen(function* () {
            const { add, sessions } = yield* Siwx
            assert.lengthOf(yield* sessions(account), 0)
            yield* Effect.flip(add(yield* signed))
            assert.lengthOf(yield* sessions(account), 0)
          }).pipe(Effect.provide(page(api, storage)))
        }),
      ),
    )

  it.live("asks for the noted and notes with the token of the session, and takes nothing else for a note", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { api, provider } = yield* liveScene
        yield* Effect.gen(function* () {
          const service = yield* Siwx
          const { read, write } = service.metadata as SiwxMetadata
          yield* service.add(yield* signed)
          yield* write(account, { plan: "gardener" })
          yield* read(account)
          const [put, me] = (provider?.ledger ?? []).slice(-2)
          assert.deepInclude(put, { method: "PUT", path: "/auth/v1/account-metadata" })
          assert.deepStrictEqual(put?.body, { metadata: { plan: "gardener" } })
          assert.match(`${put?.headers.authorization}`, /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
          assert.strictEqual(me?.query.includeAppKitAccount, "true")
          const said = { ...account, address: "", caip2Network: "", uri: "", domain: "", nonce: "" }
          for (const appKitAccount of [null, "text", {}, { metadata: null }, { metadata: [1] }]) {
            provider?.set("GET /auth/v1/me", { ...said, appKitAccount })
            assert.deepStrictEqual(yield* read(account), {})
          }
        }).pipe(Effect.provide(page(api)))
      }),
    ),
  )

  const mailboxes: readonly unknown[] = [7, "", "no address", "a@b", `${"a".repeat(300)}@fernhill.example`, null, {}]
  for (const email of mailboxes)
    it.live(`takes nothing for an e-mail address of a token that is none: ${`${email}`.slice(0, 20)}`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { api, provider } = yield* liveScene
          const payload = { address: holder.address, caip2Network: "eip155:1", email }
          provider?.set("POST /auth/v1/authenticate", { token: tokenOf(payload) })
          yield* Effect.gen(function* () {
            const { add } = yield* Siwx
            assert.notProperty(yield* add(yield* signed), "email")
          }).pipe(Effect.provide(page(api)))
        }),
      ),
    )

  it.live("makes no message of a nonce that would be more lines of it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { api, provider } = yield* liveScene
        provider?.set("GET /auth/v1/nonce", { nonce: "1\nIssued At: never", token: "a.b.c" })
        const error = yield* Effect.flip(Effect.provide(signed, page(api)))
        assert.strictEqual(error._tag, "UnknownFailure")
      }),
    ),
  )

  it.live("does not believe a token that the provider says is another's, or does not know", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { api, provider } = yield* liveScene
        const token = tokenOf({ address: holder.address, caip2Network: "eip155:1" })
        const run = Effect.flatMap(Siwx, ({ sessions }) => sessions(account))
        const asked = () => Effect.provide(run, page(api, shelf({ siwx_auth_token: token })))
        assert.lengthOf(yield* asked(), 0)
        const me = { caip2Network: "eip155:1", uri: "", domain: "", nonce: "" }
        provider?.set("GET /auth/v1/me", { ...me, address: `0x${"2".repeat(40)}` })
        assert.lengthOf(yield* asked(), 0)
        provider?.set("GET /auth/v1/me", { ...me, address: holder.address })
        assert.lengthOf(yield* asked(), 1)
      }),
    ),
  )

  it.effect("is the site's own as long as the project does not turn the provider's on", () =>
    Effect.gen(function* () {
      let on = false
      const own = overridable.layer(site({ getRequired: () => false, signOutOnDisconnect: false }, "solana"), {
        authenticates: () => on,
        clientId: () => undefined,
      })
      const leaf = own.pipe(Layer.provide([demoApi.layer(createWorld()), shelf().leaf, scripted.layer()]))
      yield* Effect.gen(function* () {
        const service = yield* Siwx
        const told = Effect.map(service.required, (required) => [
          ...[service.enabled, service.signs("eip155"), required, service.signOutOnDisconnect],
          ...[service.verifies, service.email !== undefined],
        ])
        assert.deepStrictEqual(yield* told, [true, false, false, false, false, false])
        on = true
        assert.deepStrictEqual(yield* told, [true, true, true, true, true, true])
      }).pipe(Effect.provide(leaf))
    }),
  )
})
