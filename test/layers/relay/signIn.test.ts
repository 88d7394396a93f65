import { Effect, Fiber } from "effect"
import { Relay } from "../../../services/Relay.ts"
import { mainnet, polygon } from "../../../src/options/networks.ts"
import { type SiwxRequest, siwxText } from "../../../src/siwx/model/message.ts"
import { assert, describe, vi } from "../../fixtures/it.ts"
import { eventually } from "../../fixtures/server.ts"
import type { SignInPayload, Wallet } from "../../real/parts/wallet.ts"
import { accounts, coded, keptAs, type RelayPage, relayTest, signed, walletOn, worldWith } from "./relayWorld.ts"

const signIn: SiwxRequest = {
  domain: "site.example",
  uri: "https://site.example",
  version: "1",
  nonce: "12345678",
  statement: "Sign in to Site",
  expirationTime: "2099-01-01T00:00:00.000Z",
}

const test = relayTest(worldWith({}, true))

const asked = Effect.fnUntraced(function* ({ pair }: Pick<Wallet, "pair">, request = signIn) {
  return yield* (yield* Relay).connect({
    networks: [mainnet, polygon],
    onUri: (uri) => void pair(uri),
    signIn: request,
  })
})

/** A permission to send requests (ERC-5573). */
const recap = (att: unknown) => `urn:recap:${btoa(JSON.stringify({ att })).replaceAll("=", "")}`
const signing = { "request/personal_sign": [{ chains: ["eip155:1", "eip155:137"] }] }
const permitting = (att: unknown) => (one: SignInPayload) => ({ ...one, resources: [recap(att)] })

/** Waits until nothing of an attempt is stored: no session, proposal or request. */
const nothingLeft = (page: RelayPage) =>
  eventually(() =>
    ["session", "proposal", "requests", "pairingTopics"].every((name) =>
      ["[]", undefined].includes(JSON.stringify(keptAs(page, name))),
    ),
  )

/** Makes the library choose the same ID for the next two requests that it prepares at once. Returns whether it did. */
const repeatId = Effect.gen(function* () {
  const random = vi.spyOn(Math, "random")
  yield* Effect.addFinalizer(() => Effect.sync(() => random.mockRestore()))
  let inTurn = 0
  let repeated = false
  random.mockImplementation(() => {
    inTurn++
    queueMicrotask(() => {
      inTurn = 0
    })
    if (inTurn === 2) {
      repeated = true
      random.mockRestore()
    }
    return 0.5
  })
  return () => repeated
})

describe("One-click sign-in over WalletConnect", () => {
  const forgeries: Readonly<Record<string, (asked: SignInPayload) => SignInPayload>> = {
    "another domain": (one) => ({ ...one, domain: "evil.example" }),
    "another address of the site": (one) => ({ ...one, aud: "https://evil.example" }),
    "another nonce": (one) => ({ ...one, nonce: "00000000" }),
    "another version": (one) => ({ ...one, version: "2" }),
    "another time": (one) => ({ ...one, iat: new Date(0).toISOString() }),
    "a later end": (one) => ({ ...one, exp: "2199-01-01T00:00:00.000Z" }),
    "another statement": (one) => ({ ...one, statement: "Give me everything" }),
    "a statement of two lines": (one) => ({ ...one, statement: "Sign in to Site\nNonce: 1" }),
    "another resource": (one) => ({ ...one, resources: ["https://evil.example", ...(one.resources ?? [])] }),
    "a network that was not requested": (one) => ({ ...one, chains: ["eip155:10"] }),
    "a later start": (one) => ({ ...one, nbf: "2199-01-01T00:00:00.000Z" }),
  }
  for (const [what, change] of Object.entries(forgeries))
    test(`rejects a wallet that signs ${what}, and ends its session on both sides`, function* ({ page, wallet }) {
      wallet.forge(change)
      const error = yield* Effect.flip(asked(wallet))
      assert.strictEqual(error._tag, "ConnectFailed")
      assert.match(`${error.cause}`, /signed a different message than requested|Nothing was granted/)
      assert.isUndefined(yield* (yield* Relay).restore)
      yield* nothingLeft(page)
      yield* eventually(() => wallet.sessions().length === 0)

      // The next attempt works like the first.
      wallet.forge(undefined)
      assert.lengthOf((yield* asked(wallet)).signed ?? [], 2)
    })

  const useless: Readonly<Record<string, (asked: SignInPayload) => SignInPayload>> = {
    "no permission": (one) => ({ ...one, resources: [] }),
    "a permission in another namespace too": permitting({ eip155: signing, solana: signing }),
    "a permission for more than requests": permitting({ eip155: { ...signing, "storage/write": [{}] } }),
    "a permission only for methods that were not requested": permitting({ eip155: { "request/eth_call": [{}] } }),
  }
  for (const [what, change] of Object.entries(useless))
    test(`rejects a wallet that signs ${what}, and keeps no session`, function* ({ page, wallet }) {
      wallet.forge(change)
      const error = yield* Effect.flip(asked(wallet))
      assert.match(`${error.cause}`, /Nothing was granted/)
      yield* nothingLeft(page)
    })

  test("Error: 'Connection rejected' when the wallet rejects, and nothing is left of the attempt", function* ({
    page,
    wallet,
  }) {
    wallet.person.next("reject")
    assert.strictEqual((yield* Effect.flip(asked(wallet)))._tag, "ConnectionRejected")
    yield* nothingLeft(page)
  })

  test("connects a wallet that cannot sign in also if the library chose one ID for both requests", function* ({
    page,
    relay,
  }) {
    const plain = yield* walletOn(relay)
    const repeated = yield* repeatId
    const session = yield* asked(plain)

    assert.isTrue(repeated())
    assert.deepStrictEqual(yield* (yield* Relay).restore, session)
    yield* eventually(() => JSON.stringify(keptAs(page, "pairingTopics")) === "[]")
  })

  test("ends only its own attempt and session when it fails", function* ({ wallet }) {
    const pending = yield* coded
    wallet.forge((one) => ({ ...one, nonce: "00000000" }))
    yield* Effect.flip(asked(wallet))
    wallet.forge(undefined)
    yield* Effect.promise(() => wallet.pair(pending.code))
    const session = yield* Fiber.join(pending.waiting)
    wallet.forge((one) => ({ ...one, nonce: "00000000" }))
    yield* Effect.flip(asked(wallet))

    assert.deepStrictEqual(yield* (yield* Relay).restore, session)
    assert.match(String(yield* signed), /^0x[0-9a-f]{130}$/)
  })

  const { domain, uri, version, nonce } = signIn
  const requests: Readonly<Record<string, SiwxRequest>> = {
    "only what is required": { domain, uri, version, nonce },
    "a start and resources": { ...signIn, notBefore: "2020-01-01T00:00:00.000Z", resources: ["https://a.example"] },
  }
  for (const [what, request] of Object.entries(requests))
    test(`signs ${what} as requested`, function* ({ wallet }) {
      const { signed = [] } = yield* asked(wallet, request)
      for (const { data, message } of signed) {
        const { accountAddress, chainId, issuedAt, statement, resources = [], ...others } = data
        const { resources: wanted = [], statement: words, ...plain } = request
        assert.deepStrictEqual<object>(others, plain)
        assert.deepStrictEqual(resources.slice(0, -1), wanted)
        assert.match(statement ?? "", new RegExp(`^${words ? `${words} ` : ""}I further authorize`))
        assert.strictEqual(message, siwxText(data))
      }
      assert.lengthOf(signed, 2)
    })

  test("may grant fewer methods, and only those", function* ({ wallet }) {
    wallet.forge((one) => ({ ...one, resources: [recap({ eip155: signing })] }))
    const { methods, approvedCaipNetworkIds, expiresAt, signed } = yield* asked(wallet)

    assert.deepStrictEqual(methods, ["personal_sign"])
    assert.deepStrictEqual(approvedCaipNetworkIds, ["eip155:1", "eip155:137"])
    assert.closeTo(expiresAt, Date.now() + 604_800_000, 60_000)
    assert.lengthOf(signed ?? [], 2)
  })

  test("signs with the wallet's selected account, in one request", function* ({ page, wallet }) {
    const { signed = [], accounts: own } = yield* asked(wallet)
    const [{ address }] = accounts
    assert.deepStrictEqual(wallet.person.asked, ["session_authenticate"])
    assert.deepStrictEqual(
      signed.map(({ data }) => data.accountAddress),
      [address, address],
    )
    assert.deepStrictEqual(own, [`eip155:1:${address}`, `eip155:137:${address}`])
    yield* eventually(() => JSON.stringify(keptAs(page, "requests")) === "[]")
    // The wallet can end it like any other session.
    yield* Effect.promise(() => wallet.disconnect())
    yield* eventually(() => JSON.stringify(keptAs(page, "session")) === "[]")
  })
})
