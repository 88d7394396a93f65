import { Effect } from "effect"
import { Fetch } from "effect/http/FetchHttpClient"
import { statusFrom } from "../../../layers/relay/client/bundler.ts"
import { readSession } from "../../../layers/relay/client/readSession.ts"
import { type Reach, request } from "../../../layers/relay/client/request.ts"
import { verification } from "../../../layers/relay/client/verify.ts"
import { Api } from "../../../services/Api.ts"
import { HttpStatus, SwitchNotApproved } from "../../../src/errors/index.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import { mainnet, solana } from "../../../src/options/networks.ts"
import { fails } from "../../fixtures/fails.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { loopback, reply } from "../../fixtures/server.ts"
import { noApi } from "../api/noApi.ts"
import { ask, connect, pageOn, relay, walletOn } from "./relayWorld.ts"

const address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const other = `0x${"2".repeat(40)}`
const solanaAccount = "So11111111111111111111111111111111111111112"
const session = (methods: readonly string[], sessionProperties?: unknown) => ({
  topic: "t",
  expiry: 4_000_000_000,
  namespaces: { eip155: { accounts: [`eip155:1:${address}`], methods, events: [] } },
  ...(sessionProperties !== undefined && { sessionProperties }),
})
const status = { status: 200 }

/** Outcome of a request that fails. */
class Failure {
  readonly error: object
  constructor(error: object) {
    this.error = error
  }
}

/** The response to a request, and what it took. The wallet is on mainnet. */
const sent = (
  given: object,
  what: Parameters<typeof request>[2],
  caipNetworkId?: string,
  replaced: Partial<Reach> = {},
  namespace = (caipNetworkId?.split(":")[0] ?? "eip155") as Namespace,
) => {
  const networks = [mainnet, solana]
  const held = readSession(given, networks)
  const log: string[] = []
  const reach: Reach = {
    rpc: {
      request: ({ network, method, params }) =>
        Effect.sync(() => void log.push(`node ${network.caipNetworkId} ${method} ${JSON.stringify(params)}`)),
    },
    networks: () => networks,
    held: () => held,
    knows: () => true,
    expired: (topic) => log.push(`expired ${topic}`),
    addresses: () => [address, other],
    chain: () => "eip155:1",
    reportsOf: () => 0,
    switched: (namespace, id) => log.push(`switched ${namespace} ${id}`),
    bundled: () => Effect.succeed(status),
    requestWallet: ({ topic, chain, method, params }) =>
      Effect.sync(() => void log.push(`wallet ${topic} ${chain} ${method} ${JSON.stringify(params)}`)),
    ...replaced,
  }
  return { answer: request(reach, namespace, what, caipNetworkId), log }
}

/** The response to wallet_getCallsStatus, and the requests it took. */
const asked = (given: object, bundled: Reach["bundled"] = () => Effect.succeed(status)) => {
  const calls: string[] = []
  const { answer, log } = sent(given, { method: "wallet_getCallsStatus", params: ["0x0b"] }, undefined, {
    bundled: (...input) => {
      calls.push(`bundler ${JSON.stringify(input)}`)
      return bundled(...input)
    },
    requestWallet: ({ method }) => Effect.sync(() => void calls.push(`wallet ${method}`)),
  })
  assert.deepStrictEqual(log, [])
  return { answer, log: calls }
}
const named = { bundler_name: "pimlico" }
const url = "https://b.example/rpc"

describe("a request over WalletConnect", () => {
  const old = solana.deprecatedCaipNetworkId
  const both = {
    ...session(["personal_sign"]),
    namespaces: {
      eip155: {
        accounts: [`eip155:1:${address}`, `eip155:10:${other}`],
        methods: ["personal_sign", "wallet_getCapabilities"],
      },
      solana: { accounts: [`${old}:${solanaAccount}`], methods: ["solana_signMessage"] },
    },
  }
  const switching = {
    ...both,
    namespaces: { eip155: { ...both.namespaces.eip155, methods: ["wallet_switchEthereumChain"] } },
  }
  const to = (chainId: unknown) => ({ method: "wallet_switchEthereumChain", params: [{ chainId }] })

  type Row = readonly [
    title: string,
    given: object,
    what: Parameters<typeof request>[2],
    chain: string | undefined,
    expected: unknown,
    log?: readonly string[],
  ]
  const rows: readonly Row[] = [
    ["for accounts lists the wallet's", both, { method: "eth_accounts" }, undefined, [address, other]],
    [
      "for accounts on another chain lists those of the session",
      both,
      { method: "eth_requestAccounts" },
      "eip155:10",
      [other],
    ],
    ["for the chain names it in hex", both, { method: "eth_chainId" }, "eip155:10", "0xa"],
    [
      "that the session grants goes to the wallet on its chain",
      both,
      { method: "personal_sign", params: ["0x"] },
      "eip155:10",
      undefined,
      ['wallet t eip155:10 personal_sign ["0x"]'],
    ],
    [
      "names a chain by the ID under which the wallet approved it",
      both,
      { method: "solana_signMessage", params: {} },
      solana.caipNetworkId,
      undefined,
      [`wallet t ${old} solana_signMessage {}`],
    ],
    [
      "on a chain that was not approved keeps its chain",
      both,
      { method: "personal_sign" },
      "eip155:5",
      undefined,
      ["wallet t eip155:5 personal_sign undefined"],
    ],
    [
      "of wallet methods on a chain that was not approved uses the first approved one",
      both,
      { method: "wallet_getCapabilities", params: [address] },
      "eip155:5",
      undefined,
      [`wallet t eip155:1 wallet_getCapabilities ["${address}"]`],
    ],
    [
      "for capabilities needs an address",
      both,
      { method: "wallet_getCapabilities", params: [""] },
      undefined,
      new Failure({ _tag: "MissingAddressForCapabilities" }),
    ],
    [
      "for capabilities needs an address in text",
      both,
      { method: "wallet_getCapabilities", params: [7] },
      undefined,
      new Failure({ _tag: "MissingAddressForCapabilities" }),
    ],
    [
      "for the status of calls without an ID goes to the wallet only if granted",
      session(["personal_sign"], { bundler_name: "pimlico" }),
      { method: "wallet_getCallsStatus", params: [7] },
      undefined,
      new Failure({ _tag: "CallStatusNotApproved" }),
    ],
    [
      "that only a wallet may see fails if it is not granted",
      both,
      { method: "eth_sign" },
      undefined,
      new Failure({ code: 4100, message: "The session does not grant eth_sign" }),
    ],
    [
      "without params goes to a node with an empty list",
      both,
      { method: "eth_blockNumber" },
      undefined,
      undefined,
      ["node eip155:1 eth_blockNumber []"],
    ],
    [
      "with an object goes to a node in a list",
      both,
      { method: "eth_call", params: {} },
      undefined,
      undefined,
      ["node eip155:1 eth_call [{}]"],
    ],
    [
      "with null goes to a node in a list",
      both,
      { method: "eth_call", params: null },
      undefined,
      undefined,
      ["node eip155:1 eth_call [null]"],
    ],
    [
      "fails on a chain without a node",
      both,
      { method: "eth_call" },
      "eip155:10",
      new Failure({ code: 4901, message: "No node is known for eip155:10" }),
    ],
    [
      "in a namespace that the session does not grant fails",
      switching,
      { method: "solana_signMessage" },
      solana.caipNetworkId,
      new Failure({ _tag: "NamespaceNotConfigured" }),
    ],
    [
      "to switch to an approved chain needs no wallet",
      switching,
      to("0xa"),
      undefined,
      null,
      ["switched eip155 eip155:10"],
    ],
    [
      "to switch to another chain asks the wallet first, under an approved chain",
      switching,
      to("0x89"),
      undefined,
      null,
      ['wallet t eip155:1 wallet_switchEthereumChain [{"chainId":"0x89"}]', "switched eip155 eip155:137"],
    ],
    [
      "to switch to another chain fails if the wallet cannot be asked",
      both,
      to("0x89"),
      undefined,
      new Failure({ message: new SwitchNotApproved(137).message }),
    ],
    ...["0x0", "-1", 1.5, "chain", undefined].map(
      (chainId): Row => [
        `to switch to the chain ${chainId} is invalid`,
        switching,
        to(chainId),
        undefined,
        new Failure({ code: -32602, message: "Expected a chain id as 0x hex" }),
      ],
    ),
    [
      "to switch without a chain is invalid",
      switching,
      { method: "wallet_switchEthereumChain", params: {} },
      undefined,
      new Failure({ code: -32602 }),
    ],
    ["without a session fails", {}, { method: "eth_accounts" }, undefined, new Failure({ _tag: "NotConnectedYet" })],
    [
      "of an expired session fails and ends it",
      { ...both, expiry: 0 },
      { method: "eth_accounts" },
      undefined,
      new Failure({ _tag: "TopicExpired" }),
      ["expired t"],
    ],
  ]
  it.effect.each(rows)("%s", function* ([, given, what, chain, expected, log = []]) {
    const { answer, log: actual } = sent(given, what, chain)
    if (expected instanceof Failure) yield* fails(answer, expected.error)
    else assert.deepStrictEqual(yield* answer, expected)
    assert.deepStrictEqual(actual, log)
  })

  it.effect("on a chain of another namespace, or on none, fails", function* () {
    const signing = { method: "personal_sign" }
    const details = "The session over the relay does not have eip155"
    const missing = { _tag: "NamespaceNotConfigured", details }
    yield* fails(sent(both, signing, solana.caipNetworkId, {}, "eip155").answer, missing)
    yield* fails(sent(both, signing, undefined, { chain: () => undefined }).answer, missing)
  })

  it.effect("has no attestation where there is no document", function* () {
    assert.strictEqual(yield* verification("https://verify.example", "p")({ id: "1", decryptedId: "2" }), "")
  })

  it.effect("of a session that the library has lost fails and ends it", function* () {
    const { answer, log } = sent(both, { method: "eth_accounts" }, undefined, { knows: () => false })
    yield* fails(answer, { _tag: "TopicNotFound" })
    assert.deepStrictEqual(log, ["expired t"])
  })
})

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

  it.effect("comes from the provider for a bundler that it knows by name", function* () {
    const calls: unknown[] = []
    const call: Api["Service"]["call"] = (endpoint, given) =>
      Effect.sync(() => {
        calls.push([endpoint.name, given])
        return { result: null } as never
      })
    const operation = { chainId: "eip155:10", id: "0x0b" }
    const known = yield* statusFrom({ call, image: () => "" }, { name: "pimlico" }, operation)

    assert.deepInclude(known, { chainId: "0xa", status: 100 })
    assert.deepStrictEqual(calls, [["userOperation", { ...operation, bundler: "pimlico" }]])
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
