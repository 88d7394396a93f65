import { Effect, Layer, type Scope } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import * as demoApi from "../../../layers/api/demo.ts"
import * as httpApi from "../../../layers/api/http.ts"
import * as scripted from "../../../layers/browser/withoutWindow.ts"
import { mailedCode } from "../../../layers/demo/frame/login.ts"
import { createWorld } from "../../../layers/demo.ts"
import * as none from "../../../layers/siwx/none.ts"
import * as overridable from "../../../layers/siwx/overridable.ts"
import { layer as site } from "../../../layers/siwx/site.ts"
import type { Api } from "../../../services/Api.ts"
import { Siwx, type SiwxEmail, type SiwxMetadata } from "../../../services/Siwx.ts"
import { siwxText } from "../../../src/siwx/model/message.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { shelf } from "../../fixtures/modal.ts"
import { type Provider, start } from "../../real/parts/provider.ts"
import { mailed } from "../../real/parts/providerSignIn.ts"

const holder = privateKeyToAccount(`0x${"1".repeat(64)}`)
const account = { chainId: "eip155:1", accountAddress: holder.address }

interface Scene {
  readonly api: Layer.Layer<Api>
  /** The emailed code. */
  readonly code: string
  /** An email address that needs no code. */
  readonly known: string
}

interface LiveScene extends Scene {
  readonly provider: Provider
}

const demoScene: Effect.Effect<Scene> = Effect.sync(() => ({
  api: demoApi.layer(createWorld()),
  code: mailedCode,
  known: "known@fernhill.example",
}))

const liveScene = Effect.gen(function* () {
  const provider = yield* Effect.acquireRelease(
    Effect.promise(() => start()),
    ({ stop }) => Effect.promise(stop),
  )
  const { url: host } = provider
  const hosts = { api: host, blockchain: host, utxo: host, images: host }
  const api = httpApi.layer({ projectId: "p", sdkType: "portico", sdkVersion: "html-test-1", hosts })
  return { api, code: mailed, known: "linden@confirmed.example", provider }
})

/** The sign-in of a page, with storage that outlives it. */
const page = (api: Layer.Layer<Api>, storage = shelf(), on = () => true) =>
  overridable
    .layer(none.layer, { authenticates: on, clientId: () => "did:key:z6Mk" })
    .pipe(Layer.provide([api, storage.layer, scripted.layer({ page: { origin: "https://site.example" } })]))

const signed = Effect.gen(function* () {
  const data = yield* (yield* Siwx).message(account)
  const message = String(data)
  return { data, message, signature: yield* Effect.promise(() => holder.signMessage({ message })) }
})

/** Tests with a scene and a page that uses it. */
const testOver =
  <S extends Scene>(scene: Effect.Effect<S, never, Scope.Scope>) =>
  (title: string, program: (scene: S) => Effect.fn.Return<void, unknown, Siwx | Scope.Scope>) => {
    it.live(title, function* () {
      const made = yield* scene
      yield* Effect.provide(
        Effect.gen(() => program(made)),
        page(made.api),
      )
    })
  }

/** The email service of the provider's sign-in. */
const email = Effect.map(Siwx, (service) => service.email as SiwxEmail)
const metadata = Effect.map(Siwx, (service) => service.metadata as SiwxMetadata)
const linden = "linden@fernhill.example"
const bearer = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/
const tagOf = <A, E extends { readonly _tag: string }, R>(failing: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(failing), ({ _tag }) => _tag)

for (const [leaf, scene] of Object.entries({ demo: demoScene, live: liveScene }))
  describe(`The provider's own sign-in, ${leaf}`, () => {
    const test = testOver<Scene>(scene)

    it.live("adds a signed message, whose token is valid on the next visit too, until it is revoked", function* () {
      const { api } = yield* scene
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
        // It is not a session of another network or account, and only its own account can end it.
        assert.lengthOf(yield* service.sessions({ ...account, chainId: "eip155:137" }), 0)
        const other = { ...account, accountAddress: `0x${"2".repeat(40)}` }
        assert.lengthOf(yield* service.sessions(other), 0)
        yield* service.revoke(other)
        assert.lengthOf(yield* service.sessions(account), 1)
        yield* service.revoke(account)
        assert.lengthOf(yield* service.sessions(account), 0)
      }).pipe(Effect.provide(page(api, storage)))
      assert.strictEqual(storage.texts.size, 0)
    })

    test("rejects a message whose nonce is not the provider's", function* () {
      const { add, sessions } = yield* Siwx
      const session = yield* signed

      assert.strictEqual(
        yield* tagOf(add({ ...session, data: { ...session.data, nonce: "00000000" } })),
        "UnknownFailure",
      )
      assert.lengthOf(yield* sessions(account), 0)
    })

    test("emails a code to an address, and names the address in the message", function* ({ code, known }) {
      const { add, sessions } = yield* Siwx
      const { send, confirm } = yield* email
      assert.isTrue(yield* send(linden, account))
      assert.strictEqual(yield* tagOf(confirm("000000")), "CodeRefused")
      yield* confirm(code)
      const session = yield* signed
      assert.include(session.message, `Resources:\n- email:${linden}`)
      assert.deepInclude(yield* add(session), { email: linden })
      const [held] = yield* sessions(account)
      assert.deepInclude(held, { email: linden })
      assert.isFalse(yield* send(known, account))
    })

    test("replaces a signed-in account's metadata, and reads it", function* () {
      const service = yield* Siwx
      const { read, write } = yield* metadata
      for (const unsigned of [read(account), write(account, { plan: "gardener" })])
        assert.strictEqual(yield* tagOf(unsigned), "UnknownFailure")
      yield* service.add(yield* signed)
      assert.deepStrictEqual(yield* read(account), {})
      for (const data of [{ plan: "gardener", seeds: ["oak", null, 2] }, { plan: "warden" }]) {
        yield* write(account, data)
        assert.deepStrictEqual(yield* read(account), data)
      }
      // On another network it is another account.
      assert.strictEqual(yield* tagOf(write({ ...account, chainId: "eip155:137" }, {})), "UnknownFailure")
      yield* service.revoke(account)
      assert.strictEqual(yield* tagOf(read(account)), "UnknownFailure")
    })

    test("rejects a code if none was emailed", function* () {
      assert.strictEqual(yield* tagOf((yield* email).confirm("123456")), "CodeRefused")
    })

    test("requests a message before an account is known, and adds the session of the active network", function* () {
      const { request, set, sessions } = yield* Siwx
      const asked = yield* request("eip155:1")
      assert.notProperty(asked, "accountAddress")
      const data = { ...asked, ...account }
      const message = siwxText(data)
      yield* set([{ data, message, signature: yield* Effect.promise(() => holder.signMessage({ message })) }])
      assert.lengthOf(yield* sessions(account), 1)
    })
  })

describe("The provider's own sign-in, over the wire", () => {
  const test = testOver<LiveScene>(liveScene)

  test("sends the headers and bodies that the provider's services accept", function* ({ provider, code }) {
    const { add, sessions } = yield* Siwx
    const { send, confirm } = yield* email
    yield* send(linden, account)
    yield* confirm(code)
    yield* add(yield* signed, { type: "walletconnect", name: "Fathom", icon: undefined })
    yield* sessions(account)

    const calls = provider.ledger.filter(({ path }) => path.startsWith("/auth/v1/"))
    assert.deepStrictEqual(
      calls.map(({ method, path }) => `${method} ${path.replace("/auth/v1/", "")}`),
      ["POST otp", "PUT otp", "GET nonce", "POST authenticate", "GET me"],
    )
    const [otp, confirmed, nonce, authenticated, me] = calls
    assert.deepInclude(otp?.query, { projectId: "p", st: "portico", sv: "html-test-1" })
    assert.deepStrictEqual(otp?.body, { email: linden, account: `eip155:1:${holder.address}` })
    assert.match(`${confirmed?.headers["x-otp"]}`, /^[0-9a-f-]{36}$/)
    assert.deepStrictEqual(confirmed?.body, { code })
    assert.isUndefined(nonce?.headers.authorization)
    assert.match(`${authenticated?.headers["x-nonce-jwt"]}`, bearer)
    assert.strictEqual(authenticated?.headers["x-otp"], confirmed?.headers["x-otp"])
    assert.deepInclude(authenticated?.body as object, {
      clientId: "did:key:z6Mk",
      walletInfo: { type: "walletconnect", name: "Fathom" },
    })
    assert.match(`${me?.headers.authorization}`, bearer)
  })

  test("asks to confirm the address first if its code was not submitted", function* ({ provider }) {
    yield* (yield* email).send(linden, account)
    const refused = yield* Effect.flip((yield* Siwx).add(yield* signed))
    assert.strictEqual(refused._tag, "OtpRequired")
    assert.propertyVal(refused.cause, "status", 400)
    provider.set("POST /auth/v1/otp", {})
    assert.strictEqual(yield* tagOf((yield* email).send(linden, account)), "OtpNotSent")
  })

  const own = { address: holder.address, caip2Network: "eip155:1" }
  const hostile: Readonly<Record<string, unknown>> = {
    "of another account": { ...own, address: `0x${"2".repeat(40)}` },
    "of another network": { ...own, caip2Network: "eip155:10" },
    "that has expired": { ...own, exp: 1 },
    "without an account": {},
  }
  const tokenOf = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.x`
  for (const [what, payload] of Object.entries(hostile))
    it.live(`ignores a token ${what}, from the provider or from storage`, function* () {
      const { api, provider } = yield* liveScene
      provider.set("POST /auth/v1/authenticate", { token: tokenOf(payload) })
      provider.set("GET /auth/v1/me", { ...account, uri: "", domain: "", nonce: "" })
      yield* Effect.gen(function* () {
        const { add, sessions } = yield* Siwx
        assert.lengthOf(yield* sessions(account), 0)
        yield* Effect.flip(add(yield* signed))
        assert.lengthOf(yield* sessions(account), 0)
      }).pipe(Effect.provide(page(api, shelf({ siwx_auth_token: tokenOf(payload) }))))
    })

  test("reads and writes metadata with the session's token, and ignores invalid metadata", function* ({ provider }) {
    const { read, write } = yield* metadata
    yield* (yield* Siwx).add(yield* signed)
    yield* write(account, { plan: "gardener" })
    yield* read(account)
    const [put, me] = provider.ledger.slice(-2)
    assert.deepInclude(put, { method: "PUT", path: "/auth/v1/account-metadata" })
    assert.deepStrictEqual(put?.body, { metadata: { plan: "gardener" } })
    assert.match(`${put?.headers.authorization}`, bearer)
    assert.strictEqual(me?.query.includeAppKitAccount, "true")
    const said = { ...account, address: "", caip2Network: "", uri: "", domain: "", nonce: "" }
    for (const appKitAccount of [null, "text", {}, { metadata: null }, { metadata: [1] }]) {
      provider.set("GET /auth/v1/me", { ...said, appKitAccount })
      assert.deepStrictEqual(yield* read(account), {})
    }
  })

  const mailboxes: readonly unknown[] = [7, "", "no address", "a@b", `${"a".repeat(300)}@fernhill.example`, null, {}]
  for (const mailbox of mailboxes)
    test(`ignores a token's invalid email address: ${`${mailbox}`.slice(0, 20)}`, function* ({ provider }) {
      provider.set("POST /auth/v1/authenticate", { token: tokenOf({ ...own, email: mailbox }) })

      assert.notProperty(yield* (yield* Siwx).add(yield* signed), "email")
    })

  test("rejects a nonce that would add lines to the message", function* ({ provider }) {
    provider.set("GET /auth/v1/nonce", { nonce: "1\nIssued At: never", token: "a.b.c" })

    assert.strictEqual(yield* tagOf(signed), "UnknownFailure")
  })

  it.live("ignores a token that is unknown to the provider, or that it reports as another account's", function* () {
    const { api, provider } = yield* liveScene
    const sessions = Effect.suspend(() =>
      Effect.provide(
        Effect.flatMap(Siwx, (service) => service.sessions(account)),
        page(api, shelf({ siwx_auth_token: tokenOf(own) })),
      ),
    )
    assert.lengthOf(yield* sessions, 0)
    const me = { ...own, uri: "", domain: "", nonce: "" }
    provider.set("GET /auth/v1/me", { ...me, address: `0x${"2".repeat(40)}` })
    assert.lengthOf(yield* sessions, 0)
    provider.set("GET /auth/v1/me", me)
    assert.lengthOf(yield* sessions, 1)
  })

  it.effect("replaces the site's own only while the project enables it", function* () {
    let on = false
    const layer = overridable
      .layer(site({ getRequired: () => false, signOutOnDisconnect: false }, "solana"), {
        authenticates: () => on,
        clientId: () => undefined,
      })
      .pipe(Layer.provide([demoApi.layer(createWorld()), shelf().layer, scripted.layer()]))
    yield* Effect.gen(function* () {
      const service = yield* Siwx
      const flags = Effect.map(service.required, (required) => [
        ...[service.enabled, service.signs("eip155"), required, service.signOutOnDisconnect],
        ...[service.verifies, service.email !== undefined],
      ])
      assert.deepStrictEqual(yield* flags, [true, false, false, false, false, false])
      on = true
      assert.deepStrictEqual(yield* flags, [true, true, true, true, true, true])
    }).pipe(Effect.provide(layer))
  })
})
