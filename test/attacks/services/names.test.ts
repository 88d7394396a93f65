import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  parseAbi,
} from "viem"
import { adapt } from "../../../layers/chains/evm/adapter.ts"
import { addressOn } from "../../../src/names/model.ts"
import { lookUpName } from "../../../src/names/operations.ts"
import { avalanche, base, mainnet, optimism, polygon } from "../../../src/options/networks.ts"
import { type Draw, draws } from "../../fixtures/draws.ts"
import { whenStarted } from "../../fixtures/scenes.ts"
import { attacks, seed, tell } from "../cases.ts"

const networks = [mainnet, base, polygon, optimism, avalanche]
const everyChain = 2 ** 31
const coinTypeOf = ({ id }: { readonly id: number | string }) => everyChain + Number(id)

/** Random addresses of a name, by coin type. All differ, and some are for other kinds of chains. */
type Records = ReadonlyMap<number, Hex>
const recordsOf = (draw: Draw, types: readonly number[]): Records =>
  new Map(
    types
      .filter(() => draw.upTo(2) === 0)
      .map((type) => [type, `0x${draw.whole(30).toString(16).padStart(40, "1")}` as const]),
  )
const types = [60, ...networks.map(coinTypeOf), coinTypeOf({ id: 42_220 })]

/** A node whose name service has these records (ENSIP-9 and ENSIP-11). */
const nodeWith = (records: Records) => (input: { readonly params: readonly unknown[] }) => {
  const [{ data }] = input.params as readonly [{ readonly data: Hex }]
  const { args } = decodeFunctionData({ abi: universal, data })
  const asked = decodeFunctionData({ abi: resolver, data: args[1] })
  const coinType = asked.args.length === 2 ? Number(asked.args[1]) : asked.functionName === "addr" ? 60 : undefined
  const address = coinType === undefined ? undefined : records.get(coinType)
  if (!address) return Effect.fail({ code: 3, message: "execution reverted", data: none })
  const result =
    asked.args.length === 2
      ? encodeAbiParameters([{ type: "bytes" }], [address])
      : encodeAbiParameters([{ type: "address" }], [address])
  const [resolved, from] = [result, `0x${"0".repeat(40)}`] as const
  return Effect.succeed(encodeFunctionResult({ abi: universal, result: [resolved, from] }))
}

const universal = parseAbi([
  "function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)",
])
const resolver = parseAbi([
  "function addr(bytes32 node) view returns (address)",
  "function addr(bytes32 node, uint256 coinType) view returns (bytes)",
  "function text(bytes32 node, string key) view returns (string)",
])
const none = encodeErrorResult({ abi: parseAbi(["error ResolverNotFound(bytes name)"]), args: ["0x"] })

const resolve = (records: Records, network: (typeof networks)[number]) => {
  const rpc = { request: nodeWith(records) } as never
  const { transfers } = adapt({ rpc, networks: () => networks, wallets: undefined as never, relay: undefined as never })
  return transfers?.resolve("portico.eth", network) ?? Effect.die("no sending")
}

const cases = draws(attacks, seed)

describe("A name on a network", () => {
  it.effect("resolves on-chain to the address of that network, or else to Ethereum's, marked as such", () =>
    Effect.forEach(cases, (draw) =>
      Effect.gen(function* () {
        const records = recordsOf(draw, types)
        const network = draw.oneOf(networks)
        const [own, onEthereum] = [records.get(network === mainnet ? 60 : coinTypeOf(network)), records.get(60)]
        const found = yield* resolve(records, network)
        const expected = own ? { address: own } : onEthereum && { address: onEthereum, only: mainnet.caipNetworkId }
        const lower = found && { ...found, address: found.address.toLowerCase() }
        assert.deepStrictEqual(lower, expected)
      }),
    ).pipe(Effect.andThen(Effect.sync(() => tell("Records of chains' name services", attacks, [])))),
  )

  it("resolves at the provider to the address of that network or of every network, or else to Ethereum's, marked as such", () => {
    for (const draw of cases) {
      const records = recordsOf(draw, [...types, everyChain, 0, 501])
      const network = draw.oneOf(networks)
      const addresses = Object.fromEntries([...records].map(([type, address]) => [type, { address }]))
      const first = (...coinTypes: readonly number[]) => coinTypes.flatMap((type) => records.get(type) ?? [])[0]
      const onEthereum = [60, coinTypeOf(mainnet)]
      const here = first(...(network === mainnet ? onEthereum : [coinTypeOf(network)]), everyChain)
      const there = first(...onEthereum)
      const expected = here ? { address: here } : there && { address: there, only: mainnet.caipNetworkId }
      assert.deepStrictEqual(addressOn({ name: "portico.reown.id", addresses }, network.caipNetworkId), expected)
    }
    tell("Records of the provider's name service", attacks, [])
  })

  const resolved = (name: string, address: string) =>
    whenStarted({}, function* ({ world }) {
      world.names.set(name, { name, addresses: { "60": { address } } })
      assert.isUndefined(yield* lookUpName({ name }))
    })

  it.effect.each(["an\u200bsel", "an\u00adsel", "аnsel", "an sel", "ansel\u2800", "ansel@bank", "ansel/x", ""])(
    "is not the provider's if it cannot be registered there: %j",
    (label) => resolved(`${label}.reown.id`, `0x${"1".repeat(40)}`),
  )

  it.effect.each(["ansel.eth", `0x${"1".repeat(39)}`, "1".repeat(40), "BjSMME56N22XUGKZBaLH1RYm42iW1ro9eYm68kZo4Zwi"])(
    "resolves to nothing but an address: %s",
    (address) => resolved("ansel.reown.id", address),
  )
})
