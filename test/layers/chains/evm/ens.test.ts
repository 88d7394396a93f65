import { Context, Effect, Layer } from "effect"
import {
  createTestClient,
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  http,
  namehash,
  parseAbi,
  toFunctionSelector,
} from "viem"
import { mainnet as viemMainnet } from "viem/chains"
import { adapt } from "../../../../layers/chains/evm/adapter.ts"
import { layer } from "../../../../layers/rpc/http.ts"
import { Rpc } from "../../../../services/Rpc.ts"
import { mainnet, optimism } from "../../../../src/options/networks.ts"
import { afterAll, assert, beforeAll, describe, it } from "../../../fixtures/it.ts"
import { loopback } from "../../../fixtures/server.ts"
import { type Answered, answering } from "../../../real/parts/answering.ts"
import { type Anvil, first, start } from "../../../real/parts/anvil.ts"

const owner = first.address
let anvil: Anvil

beforeAll(async () => {
  anvil = await start()
})
afterAll(() => anvil?.stop())

describe("an EVM node", () => {
  it.live("balance: reads the native balance, exact to the last wei", function* () {
    yield* Effect.promise(() => anvil.setBalance(owner, "1204.000000000000000007"))
    const chain = yield* onNode

    assert.strictEqual(yield* chain.balance({ network: node(), address: owner }), "1204.000000000000000007")
  })

  it.live("identity: returns the primary name of an address", function* () {
    assert.deepStrictEqual(yield* identityWith({ name: "portico.eth" }), { name: "portico.eth" })
  })

  it.live("Wallet operation: ENS avatar lookup", function* () {
    const records = { name: "portico.eth", avatar: "https://site.example/me.png" }

    const { url, records: asked } = yield* recorded

    assert.deepStrictEqual(yield* identityWith(records, url), records)
    assert.deepStrictEqual(asked()[0], { functionName: "text", args: [namehash("portico.eth"), "avatar"] })
  })

  const notShown: readonly (readonly [title: string, records: Records])[] = [
    ["a name that is not normalized", { name: "Portico.eth" }],
    ["a name that mixes scripts", { name: "p\u043ertico.eth" }],
    ["a name with a direction override", { name: "\u202ehte.ocitrop" }],
    ["an empty name", { name: "" }],
    ["no name", {}],
  ]
  it.live.each(notShown)("shows nothing for %s", function* ([, records]) {
    assert.deepStrictEqual(yield* identityWith(records), {})
  })

  const avatars = [
    "javascript:alert(1)",
    "eip155:1/erc721:0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB/1",
    "ipfs://x",
    "",
  ]
  it.live.each(avatars)("shows only the name for the avatar '%s'", function* (avatar) {
    assert.deepStrictEqual(yield* identityWith({ name: "portico.eth", avatar }), { name: "portico.eth" })
  })

  it.live("Wallet operation: ENS address lookup", function* () {
    const address = encodeAbiParameters([{ type: "address" }], [owner])
    const returns = encodeAbiParameters([{ type: "bytes" }, { type: "address" }], [address, resolver])
    yield* resolverAnswers([[resolve, { returns }]])
    const { transfers } = yield* onNode
    const resolved = (name: string) => transfers?.resolve(name, node()) ?? Effect.die("no sending")

    assert.deepStrictEqual(yield* resolved("portico.eth"), { address: owner })
    const { url, records } = yield* recorded
    yield* (yield* onNodeAt(url)).transfers?.resolve("portico.eth", node(url)) ?? Effect.die("no sending")
    assert.deepStrictEqual(records()[0], { functionName: "addr", args: [namehash("portico.eth")] })
    for (const foreign of ["Portico.eth", "p\u043ertico.eth", "\u202eeth"]) assert.isUndefined(yield* resolved(foreign))
    yield* resolverAnswers([[resolve, { reverts: notFound }]])
    assert.isUndefined(yield* resolved("unknown.eth"))

    // Another network has its own record (ENSIP-11).
    const record = encodeAbiParameters([{ type: "bytes" }], [owner])
    const there = encodeAbiParameters([{ type: "bytes" }, { type: "address" }], [record, resolver])
    yield* resolverAnswers([[resolve, { returns: there }]])
    const other = yield* recorded
    const elsewhere = (yield* onNodeAt(other.url)).transfers?.resolve("portico.eth", optimism)
    assert.deepStrictEqual(yield* elsewhere ?? Effect.die("no sending"), { address: owner.toLowerCase() })
    const coinType = 0x8000_0000n + BigInt(optimism.id)
    assert.deepStrictEqual(other.records()[0], { functionName: "addr", args: [namehash("portico.eth"), coinType] })
  })

  it.live("does not contact gateways named by the chain", function* () {
    const gateway = yield* loopback((_, response) => response.end("{}"))
    const reverts = offchain(gateway.url)
    yield* resolverAnswers([
      [reverse, { reverts }],
      [resolve, { reverts }],
    ])
    const chain = yield* onNode

    assert.deepStrictEqual(yield* chain.identity({ network: node(), address: owner }), {})
    assert.deepStrictEqual(gateway.received, [])
  })
})

interface Records {
  readonly name?: string
  readonly avatar?: string
}

const resolver = viemMainnet.contracts.ensUniversalResolver.address
const errors = parseAbi([
  "error ResolverNotFound(bytes name)",
  "error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)",
])
const reverse = toFunctionSelector("reverseWithGateways(bytes,uint256,string[])")
const resolve = toFunctionSelector("resolveWithGateways(bytes,bytes,string[])")
const notFound = encodeErrorResult({ abi: errors, errorName: "ResolverNotFound", args: ["0x"] })
const offchain = (url: string) =>
  encodeErrorResult({ abi: errors, errorName: "OffchainLookup", args: [resolver, [url], "0x", "0x00000000", "0x"] })

const lookups = parseAbi([
  "function resolveWithGateways(bytes name, bytes data, string[] gateways)",
  "function text(bytes32 node, string key)",
  "function addr(bytes32 node)",
  "function addr(bytes32 node, uint256 coinType)",
])

/** A server in front of the node, and the records that the name service was asked for through it. */
const recorded = Effect.gen(function* () {
  const asked: string[] = []
  const { url } = yield* loopback((request, response) => {
    asked.push(request.body)
    void fetch(anvil.url, { method: "POST", headers: { "content-type": "application/json" }, body: request.body })
      .then((answer) => answer.text())
      .then((text) => response.end(text))
  })
  const records = () =>
    asked
      .flatMap((body) => body.match(new RegExp(`${resolve}[0-9a-f]+`)) ?? [])
      .map((lookup) => {
        const [, record] = decodeFunctionData({ abi: lookups, data: lookup as Hex }).args
        return decodeFunctionData({ abi: lookups, data: record as Hex })
      })
  return { url, records }
})

const node = (url = anvil.url) => ({ ...mainnet, rpcUrls: { default: { http: [url] } } })

/** The adapter over a node, without wallets. */
const onNodeAt = (url?: string) =>
  Effect.map(
    Layer.build(layer({ projectId: "test", blockchainHost: "http://127.0.0.1:9", supportedByProvider: () => false })),
    (context) =>
      adapt({
        rpc: Context.get(context, Rpc),
        networks: () => [optimism, node(url)],
        wallets: undefined as never,
        relay: undefined as never,
      }),
  )

const onNode = Effect.suspend(() => onNodeAt())

/** The identity of the owner if the name service holds these records. */
const identityWith = Effect.fnUntraced(function* ({ name, avatar }: Records, url?: string) {
  const text = [{ type: "string" }] as const
  const address = [{ type: "address" }] as const
  const named = (value: string) => encodeAbiParameters([...text, ...address, ...address], [value, resolver, resolver])
  const shown = (value: string) =>
    encodeAbiParameters([{ type: "bytes" }, ...address], [encodeAbiParameters(text, [value]), resolver])
  yield* resolverAnswers([
    [reverse, name === undefined ? { reverts: notFound } : { returns: named(name) }],
    [resolve, avatar === undefined ? { reverts: notFound } : { returns: shown(avatar) }],
  ])
  const chain = yield* onNodeAt(url)
  return yield* chain.identity({ network: optimism, address: owner })
})

/** Replaces the resolver by a contract whose functions return fixed values. */
const resolverAnswers = (answers: readonly Answered[]) =>
  Effect.promise(() =>
    createTestClient({ mode: "anvil", transport: http(anvil.url) }).setCode({
      address: resolver,
      bytecode: answering(answers),
    }),
  )
