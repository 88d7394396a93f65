import { Effect } from "effect"
import { statusFrom } from "../../../layers/relay/client/bundler.ts"
import { readSession } from "../../../layers/relay/client/readSession.ts"
import { type Reach, request } from "../../../layers/relay/client/request.ts"
import { Fetch } from "../../../layers/shared/http.ts"
import { Api } from "../../../services/Api.ts"
import { HttpStatus } from "../../../src/errors/index.ts"
import { mainnet } from "../../../src/options/networks.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { loopback, reply } from "../../fixtures/server.ts"
import { noApi } from "../api/noApi.ts"
import { ask, connect, pageOn, relay, walletOn } from "./relayWorld.ts"

const address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const session = (methods: readonly string[], sessionProperties?: unknown) => ({
  topic: "t",
  expiry: 4_000_000_000,
  namespaces: { eip155: { accounts: [`eip155:1:${address}`], methods, events: [] } },
  ...(sessionProperties !== undefined && { sessionProperties }),
})
const status = { status: 200 }

/** The response to wallet_getCallsStatus, and the requests it took. */
const asked = (given: object, bundled: Reach["bundled"] = () => Effect.succeed(status)) => {
  const held = readSession(given, [mainnet])
  const log: string[] = []
  const reach: Reach = {
    rpc: undefined as never,
    networks: () => [mainnet],
    held: () => held,
    knows: () => true,
    expired: () => {},
    addresses: () => [address],
    chain: () => "eip155:1",
    switched: () => {},
    reportsOf: () => 0,
    bundled: (...input) => {
      log.push(`bundler ${JSON.stringify(input)}`)
      return bundled(...input)
    },
    ask: ({ method }) => Effect.sync(() => void log.push(`wallet ${method}`)),
  }
  const answer = request(reach, "eip155", { method: "wallet_getCallsStatus", params: ["0x0b"] }, undefined)
  return { answer, log }
}
const named = { bundler_name: "pimlico" }
const url = "https://b.example/rpc"

describe("the status of calls over WalletConnect", () => {
  it.effect(
    "comes from the bundler if the session names one, whether or not the wallet supports the method",
    function* () {
      const given = [
        [named, { name: "pimlico" }],
        [{ bundler_url: url }, { url }],
        [{ ...named, bundler_url: url }, { name: "pimlico" }],
        [{ bundler_name: "../a?b", bundler_url: url }, { url }],
        [{ bundler_url: "http://127.0.0.1:4337/" }, { url: "http://127.0.0.1:4337/" }],
      ] as const
      for (const [properties, bundler] of given) {
        const { answer, log } = asked(session(["personal_sign"], properties))
        assert.deepStrictEqual(yield* answer, status)
        assert.deepStrictEqual(log, [`bundler ${JSON.stringify([bundler, { chainId: "eip155:1", id: "0x0b" }])}`])
      }
    },
  )

  it.live(
    "comes from the bundler at the wallet's URL, which learns nothing about the project and cannot redirect",
    function* () {
      const elsewhere = yield* loopback((_, response) => reply(response, { jsonrpc: "2.0", id: 1, result: null }))
      const bundler = yield* loopback((_, response, at) => {
        if (at > 0) return reply(response, "", 307, { location: elsewhere.url })
        reply(response, { jsonrpc: "2.0", id: 1, result: { success: true, receipt: { status: "0x1" } } })
      })
      const world = yield* relay
      const wallet = yield* walletOn(world, [1, 137], { properties: { bundler_url: `${bundler.url}/rpc?key=1` } })

      yield* Effect.gen(function* () {
        yield* connect(wallet)
        const answer = yield* ask("wallet_getCallsStatus", ["0x0b"])
        assert.deepInclude(answer, { id: "0x0b", chainId: "0x1", status: 200, receipts: [{ status: "0x1" }] })
        const [first] = bundler.received
        assert.deepStrictEqual([first?.method, first?.url], ["POST", "/rpc?key=1"])
        assert.deepStrictEqual(JSON.parse(first?.body ?? ""), {
          jsonrpc: "2.0",
          id: 1,
          method: "eth_getUserOperationReceipt",
          params: ["0x0b"],
        })

        const { message } = yield* Effect.flip(ask("wallet_getCallsStatus", ["0x0b"]))
        assert.strictEqual(message, "Fetching call status not approved by the wallet.")
        assert.deepStrictEqual(elsewhere.received, [])
      }).pipe(Effect.provide(pageOn(world).layer))
    },
  )

  it.effect("is requested without cookies at the wallet's URL", function* () {
    let credentials: string | undefined
    const fetch: typeof globalThis.fetch = async (_, init) => {
      credentials = init?.credentials
      return Response.json({ jsonrpc: "2.0", id: 1, result: null })
    }
    const known = statusFrom(yield* Effect.provide(Api, noApi), { url }, { chainId: "eip155:1", id: "0x0b" })
    const { status } = (yield* Effect.provideService(known, Fetch, fetch)) as { status: number }

    assert.deepStrictEqual([status, credentials], [100, "omit"])
  })

  const down = () => Effect.fail(new HttpStatus(503))
  const without: readonly (readonly [title: string, properties: unknown, bundled?: typeof down])[] = [
    ["no properties", undefined],
    ["null as properties", null],
    ["no name", {}],
    ["a number as name", { bundler_name: 7 }],
    ["a path as name", { bundler_name: "../a?b" }],
    ["a number as URL", { bundler_url: 7 }],
    ["an unencrypted URL", { bundler_url: "http://b.example/rpc" }],
    ["a URL with a password", { bundler_url: "https://a:b@b.example/rpc" }],
    ["a script as URL", { bundler_url: "javascript:alert(1)" }],
    ["a bundler that is down", named, down],
  ]
  it.effect.each(without)("comes from a wallet that supports it if there is %s", function* ([, properties, bundled]) {
    const { answer, log } = asked(session(["wallet_getCallsStatus"], properties), bundled)
    yield* answer

    assert.deepStrictEqual(log.slice(bundled ? 1 : 0), ["wallet wallet_getCallsStatus"])
  })

  it.effect("fails otherwise: 'Fetching call status not approved by the wallet.'", function* () {
    const { answer } = asked(session(["personal_sign"], named), down)
    assert.strictEqual((yield* Effect.flip(answer)).message, "Fetching call status not approved by the wallet.")
  })
})
