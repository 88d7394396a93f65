import { Effect } from "effect"
import { type Reach, request } from "../../layers/relay/request.ts"
import { readSession } from "../../layers/relay/session.ts"
import { HttpStatus } from "../../src/domain/errors.ts"
import { mainnet } from "../../src/domain/networks.ts"
import { assert, describe, it } from "../fixtures/it.ts"

const address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const session = (methods: readonly string[], sessionProperties?: unknown) => ({
  topic: "t",
  expiry: 4_000_000_000,
  namespaces: { eip155: { accounts: [`eip155:1:${address}`], methods, events: [] } },
  ...(sessionProperties !== undefined && { sessionProperties }),
})
const status = { status: 200 }

/** The answer to wallet_getCallsStatus, and the requests it took. */
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
    bundled: (operation) => {
      log.push(`bundler ${JSON.stringify(operation)}`)
      return bundled(operation)
    },
    ask: ({ method }) => Effect.sync(() => void log.push(`wallet ${method}`)),
  }
  const answer = request(reach, "eip155", { method: "wallet_getCallsStatus", params: ["0x0b"] }, undefined)
  return { answer, log }
}
const named = { bundler_name: "pimlico" }

describe("what became of calls, over the relay", () => {
  it.effect(
    "is the bundler's to say where the session names one, whether or not the wallet may be asked",
    function* () {
      const { answer, log } = asked(session(["personal_sign"], named))
      assert.deepStrictEqual(yield* answer, status)
      assert.deepStrictEqual(log, [
        `bundler ${JSON.stringify({ chainId: "eip155:1", bundler: "pimlico", id: "0x0b" })}`,
      ])
    },
  )

  const down = () => Effect.fail(new HttpStatus(503))
  const without: readonly (readonly [title: string, properties: unknown, bundled?: typeof down])[] = [
    ["no properties", undefined],
    ["null as properties", null],
    ["no name", {}],
    ["a number as name", { bundler_name: 7 }],
    ["a path as name", { bundler_name: "../a?b" }],
    ["a URL alone", { bundler_url: "https://b.example" }],
    ["a bundler that is down", named, down],
  ]
  it.effect.each(without)("comes from a wallet that grants it if there is %s", function* ([, properties, bundled]) {
    const { answer, log } = asked(session(["wallet_getCallsStatus"], properties), bundled)
    yield* answer

    assert.deepStrictEqual(log.slice(bundled ? 1 : 0), ["wallet wallet_getCallsStatus"])
  })

  it.effect("fails otherwise: 'Fetching call status not approved by the wallet.'", function* () {
    const { answer } = asked(session(["personal_sign"], named), down)
    assert.strictEqual((yield* Effect.flip(answer)).message, "Fetching call status not approved by the wallet.")
  })
})
