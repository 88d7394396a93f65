import { EventEmitter } from "node:events"
import { authenticate, handleSignInResponses } from "../../../layers/relay/client/authenticate.ts"
import { optionalNamespaces } from "../../../layers/relay/client/requestedNamespaces.ts"
import { mainnet, polygon, solana } from "../../../src/options/networks.ts"
import type { SiwxRequest } from "../../../src/siwx/model/message.ts"
import { assert, describe, it } from "../../fixtures/it.ts"

const address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const key = "ab".repeat(32)
const pairing = "cd".repeat(32)
const metadata = { name: "Site" }
const request: SiwxRequest = { domain: "site.example", uri: "https://site.example", version: "1", nonce: "12345678" }

const recap = (att: unknown) => `urn:recap:${btoa(JSON.stringify({ att })).replaceAll("=", "")}`
const granting = (limits: unknown, ...others: readonly string[]) =>
  recap({ eip155: Object.fromEntries(["request/personal_sign", ...others].map((ability) => [ability, limits])) })
const words =
  "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'."
const granted = recap({
  eip155: { "request/personal_sign": [{ chains: ["eip155:137"] }], "request/eth_sendTransaction": [{}] },
})
const payload = {
  iss: `did:pkh:eip155:1:${address}`,
  ...{ aud: request.uri, domain: request.domain, version: "1", nonce: request.nonce, iat: "2020-01-01T00:00:00.000Z" },
  ...{ statement: words, resources: [granted] as unknown },
}
const cacao = { p: payload, s: { s: "0x12" } }
const honest = { responder: { publicKey: key, metadata: { name: "Wallet" } }, cacaos: [cacao] }

interface Library {
  readonly uri: string
  /** Pairings of its pending session proposals. */
  readonly proposals: readonly string[]
}

/** A sign-in request in a library whose other parts do nothing. */
const asked = async (
  signIn: Partial<SiwxRequest> = {},
  { uri = `wc:${pairing}@2?`, proposals = ["other", pairing] }: Partial<Library> = {},
) => {
  const sessions = new Map<string, object>()
  const deleted: string[] = []
  const expiries: (readonly [string, number])[] = []
  const params: Record<string, unknown>[] = []
  const events = new EventEmitter()
  const ended: unknown[] = []
  events.on("session_request:7", (message) => ended.push(message))
  const engine = { events, sendRequest: async () => undefined, onSessionAuthenticateResponse: (..._: unknown[]) => {} }
  const sign = {
    engine,
    metadata,
    authenticate: async (given: Record<string, unknown>) => {
      params.push(given)
      return { uri, response: () => new Promise(() => {}) }
    },
    auth: {
      requests: {
        getAll: () => {
          const { chains, aud, domain, nonce, resources } = { aud: request.uri, ...params[0] } as Record<
            string,
            unknown
          >
          const authPayload = {
            chains,
            aud: aud ?? request.uri,
            domain,
            nonce,
            resources,
            version: "1",
            iat: payload.iat,
          }
          const own = { id: 7, pairingTopic: pairing, requester: { publicKey: "page" }, authPayload }
          return [{ ...own, id: 6, pairingTopic: "other" }, own]
        },
      },
      pairingTopics: {
        getAll: () => [pairing, "other"].map((pairingTopic) => ({ topic: `of ${pairingTopic}`, pairingTopic })),
        delete: async (topic: string) => void deleted.push(topic),
      },
    },
    proposal: {
      getAll: () => proposals.map((pairingTopic) => ({ id: `proposal of ${pairingTopic}`, pairingTopic })),
      delete: async (id: string) => void deleted.push(id),
    },
    session: {
      set: async (topic: string, session: object) => void sessions.set(topic, session),
      get: (topic: string) => sessions.get(topic),
    },
    core: {
      crypto: { generateSharedKey: async (own: string, other: string) => `${own} and ${other}` },
      relayer: { subscribe: async () => undefined, unsubscribe: async () => undefined },
      expirer: { set: (topic: string, at: number) => void expiries.push([topic, at]) },
    },
  }
  const answers = handleSignInResponses(sign as never)
  const offer = await authenticate(sign as never, answers, [mainnet, polygon, solana], { ...request, ...signIn })
  const respond = (response: object) => engine.onSessionAuthenticateResponse("topic", { id: 7, ...response })
  const { sendRequest } = engine as unknown as { sendRequest(request: object): Promise<unknown> }
  return { ...offer, respond, sessions, deleted, ended, params, expiries, sendRequest }
}

/** The honest response with another signed payload. */
const signing = (change: object) => ({ ...honest, cacaos: [{ ...cacao, p: { ...payload, ...change } }] })

describe("A response to a sign-in request over WalletConnect", () => {
  it("becomes a session with what was signed, and ends the request", async () => {
    const { approval: answer, respond, deleted, ended, expiries } = await asked()
    const now = Math.floor(Date.now() / 1000)
    respond({ result: honest })
    const { session, signed } = await answer
    const { expiry, ...own } = session as { readonly expiry: number }

    assert.closeTo(expiry, now + 604_800, 60)
    assert.deepStrictEqual(expiries, [[`page and ${key}`, expiry]])
    assert.deepStrictEqual(own as unknown, {
      ...{ topic: `page and ${key}`, acknowledged: true, controller: key, pairingTopic: pairing },
      ...{ self: { publicKey: "page", metadata }, peer: honest.responder, relay: { protocol: "irn" } },
      ...{ requiredNamespaces: {}, optionalNamespaces: {} },
      namespaces: {
        eip155: {
          accounts: [`eip155:1:${address}`, `eip155:137:${address}`],
          methods: ["personal_sign", "eth_sendTransaction"],
          chains: ["eip155:1", "eip155:137"],
          events: ["chainChanged", "accountsChanged"],
        },
      },
    })
    const { domain, uri, version, nonce } = request
    const data = { accountAddress: address, chainId: "eip155:1", domain, uri, version, nonce, statement: words }
    assert.deepStrictEqual<unknown>(signed?.[0]?.data, { ...data, resources: [granted], issuedAt: payload.iat })
    assert.strictEqual(signed?.[0]?.signature, "0x12")
    assert.deepStrictEqual(deleted, [`proposal of ${pairing}`, `of ${pairing}`])
    assert.deepStrictEqual(ended, [{ error: { code: 6000, message: "User disconnected." } }])
    // It is late, or for another request.
    respond({ result: honest })
    respond({ id: 6, result: honest })
  })

  it("stores no account or method of an invalid signature beside a valid one", async () => {
    const { approval: answer, respond, sessions } = await asked()
    respond({ result: { ...honest, cacaos: [null, cacao] } })
    await answer.catch(() => undefined)

    const [session] = sessions.values()
    assert.nestedInclude(session, {
      "namespaces.eip155.accounts.length": 2,
      "namespaces.eip155.accounts[0]": `eip155:1:${address}`,
      "namespaces.eip155.methods.length": 2,
      "namespaces.eip155.methods[0]": "personal_sign",
    })
  })

  it("becomes a session if the library has already deleted the proposal", async () => {
    const { approval: answer, respond, deleted } = await asked({}, { proposals: ["other"] })
    respond({ result: honest })

    assert.lengthOf((await answer).signed ?? [], 1)
    assert.deepStrictEqual(deleted, [`of ${pairing}`])
  })

  it.each(["", "wc:@2?", `of wc:${pairing}@2?`])("is not awaited under the pairing URI '%s'", async (uri) => {
    assert.match(`${await asked({}, { uri }).catch((error) => error)}`, /The library lost its request/)
  })

  it("is awaited further if the wallet does not know the method", async () => {
    const { approval: answer, respond } = await asked()
    for (const code of [10_001, -32_601]) respond({ error: { code } })
    respond({ error: { code: 5000 } })

    assert.deepStrictEqual(await answer.catch((error) => error), { code: 5000 })
  })

  it("is requested with only the fields that the site gives, and the sorted methods", async () => {
    const { params } = await asked()
    const { resources, ...plain } = params[0] ?? {}
    const chains = [mainnet.caipNetworkId, polygon.caipNetworkId]
    assert.deepStrictEqual<unknown>(plain, { chains, domain: request.domain, uri: request.uri, nonce: request.nonce })
    const { att } = JSON.parse(atob(`${resources}`.replace("urn:recap:", "")))
    const abilities = Object.keys(att.eip155)
    assert.deepStrictEqual(
      abilities,
      abilities.toSorted((one, other) => one.localeCompare(other)),
    )
    assert.sameMembers(
      abilities,
      (optionalNamespaces([mainnet]).eip155?.methods ?? []).map((method) => `request/${method}`),
    )
    assert.deepStrictEqual(att.eip155["request/personal_sign"], [{}])
    const more = {
      statement: "Hello",
      expirationTime: "2099-01-01T00:00:00.000Z",
      notBefore: "2020-01-01T00:00:00.000Z",
    }
    const [full] = (await asked(more)).params
    assert.deepInclude(full, { statement: "Hello", exp: more.expirationTime, nbf: more.notBefore })
  })

  it("is requested with all methods and networks in the session proposal, and only there", async () => {
    const { sendRequest } = await asked()
    const requests = ["wc_sessionPropose", "wc_sessionAuthenticate"].map((method) => ({ method, params: {} }))
    for (const one of requests) await sendRequest(one)

    const optional = optionalNamespaces([mainnet, polygon, solana])
    assert.deepStrictEqual(
      requests.map(({ params }) => params),
      [{ optionalNamespaces: optional }, {}],
    )
  })

  const nothing = /Nothing was granted/
  const other = /signed a different message than requested/
  const invalid: readonly (readonly [what: string, result: unknown, message: RegExp])[] = [
    ["no responder", { ...honest, responder: null }, nothing],
    ["a responder without a key", { ...honest, responder: { publicKey: [key] } }, nothing],
    ["a key that is too long", { ...honest, responder: { publicKey: `${key}00` } }, nothing],
    ["a key after another text", { ...honest, responder: { publicKey: `x${key}` } }, nothing],
    ["text", "text", nothing],
    ["no list of signatures", { ...honest, cacaos: cacao }, nothing],
    ["an empty signature", { ...honest, cacaos: [null] }, nothing],
    ["a signature without a payload", { ...honest, cacaos: [{ ...cacao, p: null }] }, nothing],
    ["an account that is not text", signing({ iss: 7 }), nothing],
    ["an account of another namespace", signing({ iss: `did:pkh:${solana.caipNetworkId}:${address}` }), nothing],
    ["an account within another text", signing({ iss: `eip155:1:did:pkh:${address}` }), nothing],
    [
      "an account and a permission on no network that was requested",
      signing({ iss: `did:pkh:eip155:10:${address}`, resources: [granting([{}])] }),
      nothing,
    ],
    ["an invalid account", signing({ iss: "did:pkh:eip155:1:0x1" }), nothing],
    ["no resources", signing({ resources: null }), nothing],
    ["a permission within another text", signing({ resources: [`x${granted}`] }), nothing],
    ["a permission before another text", signing({ resources: [`${granted} x`] }), nothing],
    ["a permission that is not JSON", signing({ resources: ["urn:recap:abc"] }), nothing],
    ["a permission without abilities", signing({ resources: [recap(null)] }), nothing],
    ["an empty permission", signing({ resources: [`urn:recap:${btoa("null")}`] }), nothing],
    ["another ability", signing({ resources: [granting([{}], "xrequest/eth_sign")] }), nothing],
    ["an ability and more", signing({ resources: [granting([{}], "request/eth_sign+")] }), nothing],
    [
      "a permission for more methods than requested",
      signing({ resources: [granting([{}], "request/eth_unknown")], statement: undefined }),
      other,
    ],
    ["no signature", { ...honest, cacaos: [{ ...cacao, s: null }] }, other],
    ["a signature that is not text", { ...honest, cacaos: [{ ...cacao, s: { s: 7 } }] }, other],
    ["an empty signature beside a valid one", { ...honest, cacaos: [cacao, null] }, other],
    ["an account on a network that was not requested", signing({ iss: `did:pkh:eip155:10:${address}` }), other],
  ]
  it.each(invalid)("is rejected with %s", async (_, result, message) => {
    const { approval: answer, respond } = await asked()
    respond({ result })

    assert.match(`${await answer.catch((error) => error)}`, message)
  })

  const limits: readonly (readonly [what: string, limits: unknown, chains: readonly string[]])[] = [
    ["no list", { chains: ["eip155:137"] }, []],
    ["an empty limit", [null, { chains: ["eip155:137"] }], ["eip155:137"]],
    ["no list of chains", [{ chains: "eip155:137" }], []],
    ["a chain that was not requested", [{ chains: ["eip155:10", "eip155:137"] }], ["eip155:137"]],
    ["a text that base64 writes otherwise in URLs", [{ chains: ["eip155:137"], text: "???>>>" }], ["eip155:137"]],
  ]
  it.each(limits)("grants its own network and requested ones, with %s", async (_, limit, chains) => {
    const { approval: answer, respond, sessions } = await asked()
    const resources = [granting(limit).replaceAll("+", "-").replaceAll("/", "_")]
    respond({ result: signing({ resources, statement: undefined }) })
    await answer
    const [session] = [...sessions.values()] as readonly { namespaces: { eip155: { chains: unknown } } }[]

    assert.deepStrictEqual<unknown>(session?.namespaces.eip155.chains, ["eip155:1", ...chains])
  })
})
